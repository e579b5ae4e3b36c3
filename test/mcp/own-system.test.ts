// A system that a project brings along, served by signoff mcp: the client's model drafts, the person is asked by forms.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programEnv, root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { callsOf } from './mcp-harness.ts';

test('a decision record is drafted, approved and signed over MCP, and its file is written', async (t) => {
  const project = newFolder(t);
  cpSync(join(root, 'examples/own-system'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules', 'signoff'));
  const env = { ...(programEnv(join(project, '.signoff')) as Record<string, string>), SIGNOFF_TRUST: '1' };
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const client = new Client({ name: 'test', version: '0' }, { capabilities: { elicitation: {} } });
  const asked: string[][] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const fields = Object.keys(('requestedSchema' in params && params.requestedSchema?.properties) || {});
    asked.push(fields);
    const answers: Record<string, string | boolean> = { verdict: 'approve', role: 'owner', inForce: true };
    const content = Object.fromEntries(
      fields.flatMap((name) => (name in answers ? [[name, answers[name] ?? '']] : [])),
    );
    return { action: 'accept', content };
  });
  await client.connect(transport);
  t.after(() => client.close());
  const { call } = callsOf(client);
  const input = { decision: 'We keep runs in SQLite.', project };
  const work = await call('runs_start', { workflow: 'adr', input });
  assert.equal(work.next, 'work');
  const output = { title: 'SQLite', why: 'It needs no server.', consequences: ['One machine writes.'] };
  const done = await call('tasks_submit', { task: String(work.task), output });
  assert.equal(done.next, 'concluded', JSON.stringify(done));
  assert.equal(asked.length, 2);
  // The first gate has code, the form of the second comes from its schema.
  assert.ok(
    asked[0]?.includes('feedback') && asked[1]?.includes('role') && asked[1].includes('inForce'),
    String(asked),
  );
  const record = readFileSync(join(project, 'decisions/we-keep-runs-in-sqlite/record.md'), 'utf8');
  assert.match(record, /It needs no server\.[\s\S]*Signed as owner\./);
});

test('in a folder that is not trusted a client learns so, and how to trust it', async (t) => {
  const project = newFolder(t);
  cpSync(join(root, 'examples/own-system'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules', 'signoff'));
  const home = join(project, '.signoff');
  const left = await signoffHere(['adr', 'We ship.', '--json'], { cwd: project, home, env: { SIGNOFF_TRUST: '1' } });
  assert.equal(left.code, 3, left.out + left.err);
  const env = programEnv(home) as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const client = new Client({ name: 'test', version: '0' }, { capabilities: {} });
  await client.connect(transport);
  t.after(() => client.close());
  const { call, refused } = callsOf(client);
  const input = { decision: 'We keep runs in SQLite.', project };
  const [task] = JSON.parse((await signoffHere(['tasks', 'list', '--json'], { cwd: project, home })).out).tasks;
  const gate = await call('tasks_next', { run: task.run });
  const said = [
    await refused('runs_start', { workflow: 'adr', input }),
    await refused('tasks_answer', { task: String(gate.task), verdict: 'approve' }),
  ];
  for (const text of said) assert.match(text, /^folder-not-trusted: You have not trusted the folder .*signoff trust /);
  const answered = await signoffHere(['tasks', 'complete', task.task, '--verdict', 'approve'], { cwd: project, home });
  assert.equal(answered.code, 1);
  assert.match(answered.err, /^folder-not-trusted: .*signoff trust /);
});
