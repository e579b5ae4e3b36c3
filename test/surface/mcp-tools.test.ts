// What MCP clients see is pinned: names, inputs, outputs and annotations. A change here is a change for every client.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { projectFiles } from '../../src/agents/tools/project-files.ts';
import { connect, mcpEngine, mcpOptions, type Talk } from '../mcp/mcp-harness.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { root } from '../support/run-signoff.ts';

const GOLDEN = join(root, 'test/surface/mcp-tools.json');
const GENERIC = ['runs_start', 'tasks_next', 'tasks_submit', 'tasks_answer', 'runs_status'];
/** As the source document of the PM names them. */
const PM = ['spec_submit', 'list_files', 'read_file', 'spec_feedback', 'submit_stories'];
const READERS = ['runs_status', 'list_files', 'read_file'];
const TOKENS_MAX = 2000;
/** Few tokenisers give a token to fewer characters of English and JSON. */
const CHARACTERS_A_TOKEN = 3.5;

async function toolsOf(t: TestContext, talk: Talk) {
  const engine = await mcpEngine(t);
  const served = { systems: await systemsOn({ engine }), projects: [root], projectTools: projectFiles };
  const { client } = await connect(t, mcpOptions(engine, served), { talk });
  return (await client.listTools()).tools;
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`the tools are those that are pinned, over the ${talk} protocol`, async (t) => {
    const tools = await toolsOf(t, talk);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(GOLDEN, `${JSON.stringify(tools, null, 2)}\n`);
    const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as unknown;
    assert.deepEqual(
      JSON.parse(JSON.stringify(tools)),
      golden,
      'if this is meant, UPDATE_GOLDEN=1 writes the new list',
    );
  });
}

test('the texts of the tools for any workflow are under 2,000 tokens together', async (t) => {
  const most = await tokensOf(t, GENERIC);
  assert.ok(most < TOKENS_MAX, `${most} tokens`);
});

test('so are those of the interview, which have the names of their document', async (t) => {
  const most = await tokensOf(t, PM);
  assert.ok(most < TOKENS_MAX, `${most} tokens`);
});

async function tokensOf(t: TestContext, names: readonly string[]): Promise<number> {
  const tools = (await toolsOf(t, 'older')).filter(({ name }) => names.includes(name));
  assert.deepEqual(tools.map(({ name }) => name).sort(), [...names].sort());
  const text = JSON.stringify(tools);
  const most = Math.max(Math.ceil(text.length / CHARACTERS_A_TOKEN), countTokens(text));
  t.diagnostic(`${text.length} characters, at most ${most} tokens`);
  return most;
}

test('tools of steps only read; those that move a run say so', async (t) => {
  for (const { name, annotations } of await toolsOf(t, 'older')) {
    const isReader = READERS.includes(name) || (name.startsWith('magi-prd-') && name !== 'magi-prd-orchestrator');
    assert.equal(annotations?.readOnlyHint, isReader, name);
    if (isReader) assert.equal(annotations?.idempotentHint, true, name);
  }
});
