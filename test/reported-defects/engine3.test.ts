// What the third verification of the engine found, each as it was seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../runtime/engines-on-file.ts';
import { openOffice } from '../support/operations.ts';

const CHILD = 'flowchart TD\n  A(Look)\n%% @workflow: {"name": "look"}\n';
const parent = (mapping: string): string =>
  `flowchart TD\n  S(Begin) --> B[Look]\n%% @workflow: {"name": "around"}\n` +
  `%% @B: {"stepType": "subflow", "subflowId": "look", "inputMapping": ${mapping}}\n`;

test('prd3-D19: inputMapping takes a path in the braces of a template, and tells what else has braces', async (t) => {
  const office = await openOffice();
  t.after(() => office.close());
  await office.done('workflows.add', { source: CHILD });
  await office.done('workflows.add', {
    source: parent('{"pr": "{{input.prNumber}}", "who": " {{ run.input.who }} "}'),
  });
  const { run } = await office.done('runs.start', { workflow: 'around', input: { who: 'Ada' } });
  await office.done('tasks.complete', { task: `${run}#1`, output: { prNumber: 17 }, verdict: 'approve' });
  const begun = (await eventsOf(office.engine, run)).find(({ type }) => type === 'ChildStarted');
  assert.deepEqual((begun?.data as { input?: unknown } | undefined)?.input, { $parts: { pr: 17, who: 'Ada' } });
  const message = await office.refused('diagram-with-problems', 'workflows.add', {
    source: parent('{"pr": "no {{a}}"}'),
  });
  assert.match(message, /found "\{"/);
});

test('prd3-D21: an imported agent without times has those of its import', async (t) => {
  const office = await openOffice();
  t.after(() => office.close());
  const source = 'flowchart TD\n  A[Write]\n%% @workflow: {"name": "plain"}\n%% @A: {"agent": "agent:writer"}\n';
  await office.done('workflows.add', { source });
  const exported = await office.done('workflows.export', { workflow: 'plain' });
  await office.done('agents.remove', { id: 'writer' });
  const agents = [{ id: 'writer', displayName: 'Writer', agentPrompt: 'Write.' }];
  await office.done('workflows.import', { export: { ...exported, agents } });
  const { createdAt, updatedAt } = await office.done('agents.show', { id: 'writer' });
  for (const at of [createdAt, updatedAt]) assert.ok(Number.isFinite(Date.parse(at)), `found "${at}"`);
});
