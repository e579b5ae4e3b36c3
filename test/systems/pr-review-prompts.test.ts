// The prompts of the pull-request review, as models get them: nothing twice, and little more than what they need.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ReplyForm } from '../../src/agents/base-prompt.ts';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { partsOf } from '../../src/agents/perform-task.ts';
import { assembleLayers, promptText } from '../../src/agents/prompt-layers.ts';
import type { JsonObject } from '../../src/json.ts';
import type { AgentFacts } from '../../src/ports/agent-host.ts';
import { agentFacts } from '../../src/runtime/agent-facts.ts';
import { agentEngine } from '../agents/agent-engine.ts';
import { ADA, start } from '../runtime/engines-on-file.ts';
import { root } from '../support/run-signoff.ts';

const EXAMPLE = join(root, 'examples', 'pr-review');
const read = (file: string): string => readFileSync(join(EXAMPLE, file), 'utf8');
const LINE_CHARACTERS = 40;
const TOKENS_MOST = 1.2;

/** As an agent that reads the diff would answer. */
const ANSWERS: { readonly [step: string]: JsonObject } = {
  A: { title: 'Limit requests per API key', author: 'mira-k', baseBranch: 'main', headBranch: 'rate-limit' },
  C: { score: 55, issues: [{ severity: 'warning', line: 7, message: 'The window never slides.' }] },
  D: { score: 30, summary: 'It fails open when the store of counts is away.', criticalIssues: ['a'], warnings: [] },
  H: { comment: 'Please fail closed when the store is away.', shouldRetry: false },
  K: { comment: 'Closed: it fails open.' },
};
const FILES = ['src/api/rate-limit.ts', 'src/api/server.ts'].map((path) => ({
  path,
  additions: 30,
  patch: Array.from({ length: 30 }, (_, at) => `+  const line${at} = read("${path}", ${at});`).join('\n'),
}));

/** The facts of every agent's task, until nothing is open. */
async function tasksOf(t: TestContext): Promise<AgentFacts[]> {
  const { engine } = await agentEngine(t, { env: { SIGNOFF_PROVIDER: 'offline' } });
  const run = await start(engine, read('workflow.mmd'), JSON.parse(read('pull-request.json')));
  const found: AgentFacts[] = [];
  for (let rounds = 0; rounds < 20; rounds++) {
    await engine.idle();
    const view = (await engine.view(run)) ?? assert.fail('the run is there');
    const task = [...view.state.tasks.values()].find(({ kind, status }) => kind === 'work' && status !== 'in_progress');
    if (task === undefined) return found;
    found.push(agentFacts(view, task, view.payloads));
    const output = task.step === 'B' ? { files: FILES } : (ANSWERS[task.step] ?? {});
    const answered = await engine.answer(run, task.id, { output }, ADA);
    assert.ok(answered.ok, JSON.stringify(answered));
  }
  return assert.fail('Expected an end within 20 tasks');
}

/** What the step needs to know, once: its prompt as filled, what else it is given, the schema, and the form with the
 *  document's fields. */
function needed({ title, prompt, input, item, lists, schema }: AgentFacts, base: string): string {
  const text = JSON.stringify(input, null, 2);
  const list = lists[0] === undefined ? '' : JSON.stringify(lists[0].items, null, 2);
  const own = list !== '' && text.includes(list.slice(0, 200)) ? '' : text;
  const fields = `**Title:** ${title}\n**Summary:** N/A\n**Tags:** None`;
  const shape = schema === null ? '' : JSON.stringify(schema);
  return [base, prompt ?? '', fields, own, item === null ? '' : JSON.stringify(item, null, 2), shape].join('\n');
}

for (const form of ['json', 'sections'] satisfies ReplyForm[])
  test(`agents-G2: no line stands twice in a prompt of the review, and no token is wasted (${form})`, async (t) => {
    const all = await tasksOf(t);
    assert.deepEqual(
      all.map(({ step }) => step),
      ['A', 'B', 'C', 'C', 'D', 'H', 'K'],
    );
    for (const facts of all) {
      const layers = assembleLayers(partsOf(facts, '', form));
      const prompt = promptText(layers);
      const lines = prompt.split('\n').map((line) => line.trim());
      const long = lines.filter((line) => line.length >= LINE_CHARACTERS);
      assert.deepEqual(
        long.filter((line, at) => long.indexOf(line) !== at),
        [],
        `twice in the prompt of ${facts.step}`,
      );
      const most = countTokens(needed(facts, layers.base)) * TOKENS_MOST;
      t.diagnostic(`${facts.step}: ${countTokens(prompt)} tokens, ${Math.round(most / TOKENS_MOST)} needed`);
      assert.ok(countTokens(prompt) <= most, `${facts.step}: ${countTokens(prompt)} of ${most}\n${prompt}`);
    }
  });
