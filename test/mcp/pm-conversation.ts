// An interview over MCP for tests: a client's model that asks, drafts and divides, and a person who answers.

import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/json.ts';
import { SPEC, STORIES } from '../systems/pm-fixture.ts';
import type { McpConnection } from './mcp-harness.ts';

export const IDEA = 'A shop owner exports the orders of a month as CSV, must have. Nothing before it is needed.';
export const ANSWER = 'Every order is one line. Only CSV, no PDF, and it must work in the browser.';
const ROUNDS_MAX = 30;

/** The notes of a turn, as the prompt asks for them. */
export const turn = (words: string, notes: JsonObject): string =>
  `${words}\n\n\`\`\`interview\n${JSON.stringify({ answers: [], ...notes })}\n\`\`\``;

const answers = (turns: number, topics: { readonly [topic: string]: string }): JsonObject[] =>
  Object.entries(topics).map(([topic, quote]) => ({ topic, turn: turns, quote }));

/** Message 1 is the idea that the run began with. */
export const FIRST = turn('You want an export of orders.', {
  questions: [
    { topic: 'acceptance', text: 'How do you see that an export is complete?' },
    { topic: 'scope_out', text: 'Which formats are left out?', choices: ['PDF', 'Excel'], recommended: 'PDF' },
  ],
  answers: answers(1, { vision: 'exports the orders of a month', users: 'A shop owner', priorities: 'must have' }),
  assumptions: ['A month is a calendar month.'],
});

export const LAST = turn('I have what I need: an export of the orders of a month, as CSV, in the browser.', {
  questions: [],
  answers: [
    ...answers(1, { scope_in: 'as CSV', requirements: IDEA, dependencies: 'Nothing before it is needed' }),
    ...answers(3, { acceptance: 'Every order is one line', scope_out: 'no PDF', constraints: 'in the browser' }),
  ],
});
export const OFFER = { complete: true, summary: 'Shop owners export the orders of a month as CSV.' };

export const startInput = (project: string, more: JsonObject = {}): JsonObject => ({
  workflow: 'pm',
  input: { project_path: project, idea: IDEA, begin: 'interview', ...more },
});

/** What was done, in order. */
export interface PlayResult {
  readonly done: string[];
  readonly last: JsonObject;
}

export interface Players {
  /** The person's side where the client has no forms. */
  readonly person?: (next: JsonObject) => JsonObject;
  readonly model?: (next: JsonObject) => readonly [tool: string, input: JsonObject] | undefined;
}

/** Does what the server says until nothing is to be done. */
export async function play({ call }: McpConnection, first: JsonObject, players: Players = {}): Promise<PlayResult> {
  const done: string[] = [];
  let next = first;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (['rests', 'concluded', 'failed', 'hold'].includes(String(next.next))) return { done, last: next };
    if (next.next === 'busy') {
      next = await call('tasks_next', { run: String(next.run) });
      continue;
    }
    const [tool, input] =
      next.report === 'tasks_answer'
        ? (['tasks_answer', { task: String(next.task), ...(players.person ?? person)(next) }] as const)
        : (players.model?.(next) ?? model(next));
    done.push(`${next.step} ${tool}`);
    next = await call(tool, input);
  }
  return assert.fail(`Not over after ${ROUNDS_MAX} calls: ${JSON.stringify(next)}`);
}

export function model(next: JsonObject): readonly [tool: string, input: JsonObject] {
  const task = String(next.task);
  if (next.step === 'INTERVIEWING') {
    const isFirst = !String(next.prompt).includes('Every order is one line');
    return ['tasks_submit', isFirst ? { task, message: FIRST } : { task, message: LAST, output: OFFER }];
  }
  if (next.step === 'draft') return ['spec_submit', { markdown: SPEC, summary: 'An export of orders.' }];
  assert.equal(next.step, 'scope', JSON.stringify(next));
  return ['submit_stories', STORIES.submit_stories];
}

/** Answers once, then accepts; submits what they see. */
export function person(next: JsonObject): JsonObject {
  if (next.step === 'preview') return { verdict: 'submit', output: { verdict: 'submit' } };
  if (next.step === 'review') return { verdict: 'submit_stories', output: { verdict: 'submit_stories' } };
  return String(next.prompt).includes('This result is offered') || String(next.prompt).includes('result is offered')
    ? { verdict: 'accept' }
    : { message: `${ANSWER}\nconfirm A-001` };
}
