// What clients can read of workflows and runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { compile } from '../../src/diagram/compile.ts';
import type { JsonObject } from '../../src/json.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { add, start } from '../runtime/engines-on-file.ts';
import { connect, mcpEngine, mcpOptions, type Talk } from './mcp-harness.ts';

const FLOW = `flowchart TD
  A[Begin] --> B[Judge]
  B --> C[Finish]
%% @workflow: {"name": "judged", "data": {"type": "object", "properties": {"word": {"type": "string"}}}}
%% @A: {"execution": "manual", "set": {"word": "output.verdict"}}
%% @B: {"execution": "manual"}`;

async function textAt(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [first] = contents as readonly { readonly uri: string; readonly text: string }[];
  assert.equal(first?.uri, uri);
  return first?.text ?? '';
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`workflows and runs are listed and read over the ${talk} protocol`, async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, FLOW);
    const run = await start(engine, FLOW);
    const { client, call } = await connect(t, mcpOptions(engine), { talk });
    const gate = await call('tasks_next', { run });
    await call('tasks_answer', { task: String(gate.task), verdict: 'approve' });
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['signoff://workflows/judged', `signoff://runs/${run}`],
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort(), [
      'signoff://runs/{run}',
      'signoff://runs/{run}/diagram',
      'signoff://runs/{run}/documents/{name}',
      'signoff://workflows/{name}',
    ]);
    assert.equal(await textAt(client, 'signoff://workflows/judged'), FLOW);
    const stands = JSON.parse(await textAt(client, `signoff://runs/${run}`)) as JsonObject;
    assert.deepEqual([stands.status, stands.data], ['running', { word: 'approve' }]);
    assert.match(JSON.stringify(stands.open), /"step":"B"/);
    assert.deepEqual({ ...(await call('runs_status', { run })), data: stands.data }, stands);
  });
}

test("a run's diagram is the author's, with a class for each step that was reached", async (t) => {
  const engine = await mcpEngine(t);
  const run = await start(engine, FLOW);
  const { client, call } = await connect(t, mcpOptions(engine));
  const gate = await call('tasks_next', { run });
  await call('tasks_answer', { task: String(gate.task), verdict: 'approve' });
  const text = await textAt(client, `signoff://runs/${run}/diagram`);
  assert.ok(text.startsWith(FLOW.trimEnd()));
  assert.match(text, /class A done\n[\s\S]*class B waiting\n/);
  const { workflow, problems } = await compile({ fileName: 'run.mmd', text, hash: sha256 });
  assert.deepEqual(
    workflow?.steps.map(({ id }) => id),
    ['A', 'B', 'C'],
    JSON.stringify(problems),
  );
});

test('what is not there is said to be not found', async (t) => {
  const { client } = await connect(t, mcpOptions(await mcpEngine(t)));
  for (const uri of [
    'signoff://workflows/none',
    'signoff://runs/run_0NONE',
    'signoff://runs/run_0NONE/documents/PRD',
  ]) {
    await assert.rejects(client.readResource({ uri }), /not found/i, uri);
  }
  assert.deepEqual((await client.listResources()).resources, []);
});
