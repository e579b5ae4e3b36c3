// Interviews without a model, and what comes of them, through the same functions as in a run.

import assert from 'node:assert/strict';
import { applyTurn } from '../../src/documents/interview/apply-turn.ts';
import { emptyChecklist, type InterviewState, type Question } from '../../src/documents/interview/checklist.ts';
import { readTurn } from '../../src/documents/interview/read-turn.ts';
import { shownTurn } from '../../src/documents/interview/shown-turn.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { checkStories } from '../../src/documents/stories/check-stories.ts';
import { mergeStories } from '../../src/documents/stories/merge-stories.ts';
import type { Story } from '../../src/documents/stories/story.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { pmWriters } from '../../src/systems/pm/writers/offline.ts';
import type { PmSaid } from '../../src/systems/pm/writers/read-answers.ts';

export interface HeldInterview {
  readonly messages: readonly PmSaid[];
  readonly state: InterviewState;
}

/** `reply`: null ends it. */
export function holdInterview(
  idea: string,
  reply: (questions: readonly Question[], turn: number) => string | null,
): HeldInterview {
  const messages: PmSaid[] = idea === '' ? [] : [{ from: 'person', text: idea }];
  let state: InterviewState = { checklist: emptyChecklist(), assumptions: [] };
  for (let turn = 0; ; turn++) {
    const text = String(writeStep('INTERVIEWING', { data: { ...state, max_turns: 100 }, messages }));
    const read = readTurn(text);
    assert.ok(read.ok, read.ok ? '' : read.problems.join('\n'));
    const applied = applyTurn(state, read.notes, messages);
    assert.ok(applied.ok, applied.ok ? '' : applied.problems.join('\n'));
    state = applied.state;
    messages.push({ from: 'agent', text: shownTurn(read.words, read.notes, applied.added) });
    const said = read.result === null ? reply(read.notes.questions, turn) : null;
    if (said === null) return { messages, state };
    messages.push({ from: 'person', text: said });
  }
}

/** `more`: of the input of a draft, such as the feedback of an architect. */
export function draftOf({ messages, state }: HeldInterview, more: JsonObject = {}): string {
  return String(writeStep('draft', { runInput: { conversation: messages, ...state, today: '2026-01-02', ...more } }));
}

export function storiesOf(markdown: string, feature: string): readonly Story[] {
  const request = { metadata: { spec_markdown: markdown } };
  const { submit_stories } = writeStep('scope', { runInput: { request } }) as JsonObject;
  const spec = readSpec(markdown);
  assert.deepEqual(checkStories(submit_stories, spec).problems, []);
  return mergeStories([], submit_stories as Json, spec, feature).stories;
}

function writeStep(step: string, facts: object): Json {
  const writer = pmWriters.find((each) => each.step === step);
  const call = { workflow: '', step, title: step, prompt: '', item: null, schema: null, input: null };
  return writer?.write({ ...call, data: {}, runInput: {}, ...facts } as never) as Json;
}
