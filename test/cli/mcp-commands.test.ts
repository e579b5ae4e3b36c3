// `signoff mcp install`, `signoff mcp` and `signoff serve` as programs: what was set up starts, and finds its project.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programEnv, root, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-mcp-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** No store but that of the project. */
const NO_HOME = { SIGNOFF_HOME: '' };

test('what mcp install wrote starts a server of that project, whatever folder the client is in', async (t) => {
  const [project, elsewhere, home] = [newFolder(t), newFolder(t), newFolder(t)];
  const env = { ...NO_HOME, HOME: home };
  const said = await signoffHere(['mcp', 'install', '--client', 'claude-code'], { cwd: project, env });
  assert.equal(said.code, 0, said.err);
  const { command, args } = JSON.parse(readFileSync(join(project, '.mcp.json'), 'utf8')).mcpServers.signoff;
  assert.deepEqual([command, args], [join(root, 'signoff'), ['mcp', '--project', project]]);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const whole = { ...(programEnv() as Record<string, string>), ...env };
  await client.connect(new StdioClientTransport({ command, args, cwd: elsewhere, env: whole }));
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'magi-prd-orchestrator'));
  const userInput = { projectPath: project, userUtterance: 'Readers mark articles to read them later.' };
  const begun = await client.callTool({ name: 'magi-prd-orchestrator', arguments: { userInput } });
  assert.notEqual(begun.isError, true, JSON.stringify(begun.content));
  await client.close();
  assert.ok(!existsSync(join(elsewhere, '.signoff')));
  const runs = await signoffHere(['runs', 'list', '--json'], { cwd: project, env });
  assert.match(runs.out, /"prd"/, runs.err);
});

test('codex is set up in CODEX_HOME, else in the home folder', async (t) => {
  const [project, home, codex] = [newFolder(t), newFolder(t), newFolder(t)];
  for (const [file, env] of [
    [join(home, '.codex', 'config.toml'), { HOME: home, CODEX_HOME: '' }],
    [join(codex, 'config.toml'), { HOME: home, CODEX_HOME: codex }],
  ] as const) {
    const said = await signoffHere(['mcp', 'install', '--client', 'codex', '--project', project], { env });
    assert.equal(said.code, 0, said.err);
    assert.match(readFileSync(file, 'utf8'), /^\[mcp_servers\.signoff\]\ncommand = "/);
  }
});

test('an unknown client is bad use', async (t) => {
  const { code, err } = await signoffHere(['mcp', 'install', '--client', 'emacs'], { cwd: newFolder(t) });
  assert.equal(code, 2);
  assert.match(err, /Expected --client as one of claude-code, cursor, vscode, codex, found "emacs"/);
});

test('serve says where it listens, and ends well on a signal', async (t) => {
  const project = newFolder(t);
  const { code, out, err } = await signoff(['serve', '--port', '0'], {
    cwd: project,
    env: NO_HOME,
    onOutput: (text, kill) => {
      if (text.includes('Ctrl-C') && !text.includes('Finishing')) kill('SIGTERM');
    },
  });
  assert.equal(code, 0, err);
  assert.match(
    out,
    /^Listening on http:\/\/127\.0\.0\.1:\d+, for this machine only[\s\S]*Finishing tasks in progress\.\n$/,
  );
});

test('serve does not start where others could reach it', async (t) => {
  const { code, out, err } = await signoffHere(['serve', '--port', '0', '--host', '0.0.0.0'], { cwd: newFolder(t) });
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /^authentication-missing: .*authentication is not configured/);
});
