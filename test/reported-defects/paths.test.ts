// What a client over MCP could read outside of the served project, as it was found, and what people may still name.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callsOf } from '../mcp/mcp-harness.ts';
import { servedProgram } from '../mcp/served-program.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const TOPIC = 'Oysters in the harbour';
const text = (word: string): string => `# Oysters\n\n${TOPIC} filter the water, as ${word} says of oysters.\n`;

/** Documents beside the project, with a hidden folder and a private key among them. */
function place(t: TestContext) {
  const folder = newFolder(t);
  const [project, documents] = [join(folder, 'project'), join(folder, 'documents')];
  for (const each of [project, join(documents, '.ssh')]) mkdirSync(each, { recursive: true });
  writeFileSync(join(documents, 'notes.md'), text('HARBOURWORD'));
  writeFileSync(join(documents, '.ssh/notes.txt'), text('HIDDENWORD'));
  writeFileSync(join(documents, 'secret.txt'), text('HIDDENWORD'));
  return { project, documents };
}

/** Each with a store of its own: a process without the folder would take steps of a run of the other. */
async function connected(t: TestContext, project: string, ...args: readonly string[]) {
  const env = programEnv(join(project, `.signoff${args.length}`)) as Record<string, string>;
  const client = new Client({ name: 'test', version: '0' });
  const command = { command: join(root, 'signoff'), args: ['mcp', ...args], env, cwd: project };
  await client.connect(new StdioClientTransport(command));
  t.after(() => client.close());
  return callsOf(client);
}

test('torture3-D3: over MCP documents elsewhere are read only where the person named their folder', async (t) => {
  const { project, documents } = place(t);
  const input = { brief: { topic: TOPIC }, project_path: project, corpus: documents };
  const alone = await connected(t, project);
  const refused = await alone.refused('runs_start', { workflow: 'research', input });
  assert.match(refused, /^path-outside-workspace: Expected a folder of documents inside the project .*--folder DIR/);
  assert.doesNotMatch(refused, /WORD/);
  const named = await connected(t, project, '--folder', documents);
  const begun = JSON.stringify(await named.call('runs_start', { workflow: 'research', input }));
  assert.match(begun, /HARBOURWORD/);
  assert.doesNotMatch(begun, /HIDDENWORD/, 'hidden folders and files for secrets are no documents');
  const wrong = await signoffHere(['mcp', '--folder', join(project, 'nowhere')], { cwd: project });
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
  assert.match(wrong.err, /There is no folder of documents at ".*nowhere"/);
});

test('torture3-D3: over HTTP they are read only where `serve` got their folder', async (t) => {
  const { project, documents } = place(t);
  const input = { brief: { topic: TOPIC }, project_path: project, corpus: documents };
  const over = async (...more: readonly string[]) => {
    const program = await servedProgram(t, join(project, `store${more.length}.db`), project, more);
    return program.connect(new Client({ name: 'test', version: '0' }));
  };
  const refused = await (await over()).refused('runs_start', { workflow: 'research', input });
  assert.match(refused, /^path-outside-workspace: .*--folder DIR/);
  assert.doesNotMatch(refused, /WORD/);
  const begun = await (await over('--folder', documents)).call('runs_start', { workflow: 'research', input });
  assert.match(JSON.stringify(begun), /HARBOURWORD/);
  assert.doesNotMatch(JSON.stringify(begun), /HIDDENWORD/);
});

test('torture3-D3: in a terminal the folder that a person names is read, as it lay when they named it', async (t) => {
  const { project, documents } = place(t);
  symlinkSync(documents, join(project, 'linked'));
  const options = { cwd: project, home: join(project, '.signoff'), env: { SIGNOFF_PROVIDER: 'offline' } };
  const order = ['research', TOPIC, '--min-sources', '1', '--min-quality', '0.1', '--length', '500', '--json'];
  const { code, out, err } = await signoffHere([...order, '--corpus', 'linked'], options);
  assert.ok(code === 0 || code === 1, out + err);
  const { run } = JSON.parse(out) as { run: string };
  const { input } = JSON.parse((await signoffHere(['runs', 'show', run, '--json'], options)).out);
  assert.equal(input.corpus, documents);
  const printed = (await signoffHere(['documents', 'show', '--project', project], options)).out + out + err;
  assert.match(printed, /HARBOURWORD|1 source/);
  assert.doesNotMatch(printed, /HIDDENWORD|may not|outside/);
});
