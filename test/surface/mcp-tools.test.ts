// What MCP clients see is pinned: names, inputs, outputs and annotations. A change here is a change for every client.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { connect, mcpEngine, mcpOptions, type Talk } from '../mcp/mcp-harness.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { root } from '../support/run-signoff.ts';

const GOLDEN = join(root, 'test/surface/mcp-tools.json');
const GENERIC = ['runs_start', 'tasks_next', 'tasks_submit', 'tasks_answer', 'runs_status'];
const TOKENS_MAX = 2000;
/** Few tokenisers give a token to fewer characters of English and JSON. */
const CHARACTERS_A_TOKEN = 3.5;

async function toolsOf(t: Parameters<typeof mcpEngine>[0], talk: Talk) {
  const engine = await mcpEngine(t);
  const { client } = await connect(t, mcpOptions(engine, { systems: await systemsOn({ engine }) }), { talk });
  return (await client.listTools()).tools;
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`the tools are those that are pinned, over the ${talk} protocol`, async (t) => {
    const tools = await toolsOf(t, talk);
    const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as unknown;
    assert.deepEqual(JSON.parse(JSON.stringify(tools)), golden, 'if this is meant, write the new list to the file');
  });
}

test('the texts of the tools for any workflow are under 2,000 tokens together', async (t) => {
  const generic = (await toolsOf(t, 'older')).filter(({ name }) => GENERIC.includes(name));
  assert.deepEqual(generic.map(({ name }) => name).sort(), [...GENERIC].sort());
  const text = JSON.stringify(generic);
  const most = Math.max(Math.ceil(text.length / CHARACTERS_A_TOKEN), countTokens(text));
  t.diagnostic(`${text.length} characters, at most ${most} tokens`);
  assert.ok(most < TOKENS_MAX, `${most} tokens`);
});

test('tools of steps only read; those that move a run say so', async (t) => {
  for (const { name, annotations } of await toolsOf(t, 'older')) {
    const isReader = name === 'runs_status' || (name.startsWith('magi-prd-') && name !== 'magi-prd-orchestrator');
    assert.equal(annotations?.readOnlyHint, isReader, name);
    if (isReader) assert.equal(annotations?.idempotentHint, true, name);
  }
});
