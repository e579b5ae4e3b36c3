// What an agent's prompt is made of, read off a run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentFacts } from '../../src/runtime/agent-facts.ts';
import { ADA, enginesOnFile, start, taskOf } from './engines-on-file.ts';

test('the fourth layer is what a person wrote for the task', async (t) => {
  const engine = await enginesOnFile(t).open();
  const run = await start(engine, 'flowchart TD\n  A[Write]\n%% @A: {"prompt": "Write about {{run.input.about}}."}', {
    about: 'tea',
  });
  const facts = async () => {
    const view = (await engine.view(run)) ?? assert.fail('the run is there');
    return agentFacts(view, await taskOf(engine, run, 'A'), view.payloads);
  };
  const before = await facts();
  assert.deepEqual([before.prompt, before.taskPrompt], ['Write about tea.', null]);
  const input = { extraPrompt: 'Mind the dates.' };
  const edit = { type: 'EditTaskInput', task: 1, input, reason: 'They were wrong.' } as const;
  assert.ok((await engine.send(run, edit, ADA)).ok);
  assert.equal((await facts()).taskPrompt, 'Mind the dates.');
});
