// Code of a step that breaks is nobody's to correct: the step fails by itself, and the run goes where its diagram says.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import { APPROVED, BRIEF, FOUND, type HeldRun, heldOf } from '../mcp/prd-held.ts';
import { ADA, ended, enginesOnFile, eventsOf, start, stateOf, taskOf } from '../runtime/engines-on-file.ts';

/** Trying it again would break it again, and take its time. */
const breaks = (): never => {
  throw Object.assign(new TypeError('x is not a function'), { retryable: false });
};

type Kind = 'actions' | 'prepares' | 'accepts';
const broken =
  (kind: Kind, name: string) =>
  (code: CodeRegistry): CodeRegistry => ({
    ...code,
    [kind]: { ...code[kind], [name]: breaks },
  });

async function failsBySelf(held: HeldRun, step: string): Promise<void> {
  const { prompt } = await held.talk.step('magi-prd-failure');
  assert.ok(prompt.includes(`${step}: x is not a function`), prompt);
  await held.talk.report({});
  assert.match(held.talk.now.text, /^The workflow has concluded: it failed\. /);
}

describe('prd3-D6: any other fault in a step of a PRD leads to the failure step by itself', () => {
  const cases: readonly (readonly [string, Kind, string, string, JsonObject, string])[] = [
    ['accepting work', 'accepts', 'prd.acceptBrief', 'magi-prd-feature-brief', BRIEF, 'Feature Brief Generation'],
    [
      'accepting a review',
      'accepts',
      'prd.acceptBriefReview',
      'magi-prd-feature-brief-review',
      APPROVED,
      'Feature Brief Review',
    ],
    ['accepting in a conversation', 'accepts', 'prd.acceptGaps', 'magi-prd-gap-analysis', FOUND, 'Gap Analysis'],
    [
      'handing out',
      'prepares',
      'prd.files',
      'magi-prd-feature-brief-review',
      APPROVED,
      'Initial Requirements Generation',
    ],
    ['an action', 'actions', 'prd.iterationControl', 'magi-prd-gap-analysis', FOUND, 'Iteration Control'],
  ];
  for (const [name, kind, code, tool, result, step] of cases) {
    test(name, async (t) => {
      const held = await heldOf(t, { code: broken(kind, code) });
      await held.to(tool);
      await held.talk.report(result);
      if (kind === 'accepts')
        assert.match(held.talk.now.text, /^The code of ".*" failed on it: .* Nothing is wrong with what was given/);
      await failsBySelf(held, step);
    });
  }
});

test('prd3-D6: a machine takes its error transition when the code on an answer breaks', async (t) => {
  const engine = await enginesOnFile(t).open({ code: { accepts: { breaks } } });
  const flow = `stateDiagram-v2
  [*] --> ASKING
  ASKING --> DONE : done
  ASKING --> ERROR : error
  ERROR --> [*]
  DONE --> [*]
%% @ASKING: {"execution":"manual","accept":"breaks"}
%% @ERROR: {"execution":"manual"}`;
  const run = await start(engine, flow);
  const { id } = await taskOf(engine, run, 'ASKING');
  const answered = await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
  assert.equal(answered.ok ? '' : answered.rejection.code, 'accept-failed');
  assert.equal((await taskOf(engine, run, 'ERROR')).status, 'pending');
});

test('prd3-D6: without a way for failures an answer that code breaks on is refused, and the run stands', async (t) => {
  const engine = await enginesOnFile(t).open({ code: { accepts: { breaks } } });
  const run = await start(engine, 'graph TD\n  A(Ask) --> B[Next]\n%% @A: {"accept":"breaks"}');
  const { id } = await taskOf(engine, run, 'A');
  const before = (await eventsOf(engine, run)).length;
  const answered = await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
  assert.equal(answered.ok ? '' : answered.rejection.code, 'not-accepted');
  assert.equal((await eventsOf(engine, run)).length, before);
  assert.equal((await stateOf(engine, run)).status, 'running');
});

test('prd3-D6: work that nobody has claimed fails too, in the name of the one who answered it', async (t) => {
  const engine = await enginesOnFile(t).open({ code: { accepts: { breaks } } });
  const flow =
    'graph TD\n  A[Write] --> B[Next]\n  F[Tell]\n%% @workflow: {"onFailure":"F"}\n' +
    '%% @A: {"assignee":"agent:pen","accept":"breaks","critical":true}\n%% @F: {"execution":"manual"}';
  const run = await start(engine, flow);
  const { id } = await taskOf(engine, run, 'A');
  const answered = await engine.answer(run, id, { output: 'Words.' }, { actor: 'agent:pen', channel: 'mcp' });
  assert.equal(answered.ok ? '' : answered.rejection.code, 'accept-failed');
  const task = await taskOf(engine, run, 'F');
  assert.ok((await engine.answer(run, task.id, { output: 'approve', verdict: 'approve' }, ADA)).ok);
  assert.equal(await ended(engine, run), 'failed');
});
