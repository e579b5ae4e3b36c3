// A design over MCP by the tools for any workflow: the client drafts in subflows, the person is asked by a form.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JsonObject } from '../../src/json.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { BAD, BRIEF, GOOD, newFolder, partText } from '../systems/sdd-fixture.ts';
import { callsOf } from './mcp-harness.ts';

const DONE_MAX = 20;

test('the generic tools lead through a design, its revision and its approval', { timeout: 120_000 }, async (t) => {
  const project = newFolder(t);
  const env = programEnv(join(project, '.signoff')) as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const client = new Client({ name: 'test', version: '0' }, { capabilities: { elicitation: {} } });
  const asked: JsonObject[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params as unknown as JsonObject);
    return { action: 'accept', content: { verdict: 'approve' } };
  });
  await client.connect(transport);
  t.after(() => client.close());
  const { call } = callsOf(client);
  const input = { project_path: project, project_brief: BRIEF, max_revisions: 2 };
  let next = await call('runs_start', { workflow: 'sdd', input });
  const done: string[] = [];
  let [round, reviews] = [1, 0];
  for (let at = 0; next.next !== 'concluded' && at < DONE_MAX; at++) {
    if (next.next !== 'work') {
      next = await call('tasks_next', { run: String(next.run) });
      continue;
    }
    const output = answerTo(String(next.title));
    done.push(typeof output === 'string' ? (/^# (\w+ \d)/.exec(output)?.[1] ?? '') : (Object.keys(output)[0] ?? ''));
    next = await call('tasks_submit', { task: String(next.task), output });
  }
  assert.equal(next.next, 'concluded', JSON.stringify(next));
  const parts = (number: number): string[] => ['hld', 'lld', 'database'].map((part) => `${part} ${number}`);
  assert.deepEqual(done, [...parts(1), 'overall_score', ...parts(2), 'overall_score', 'title']);
  assert.equal(asked.length, 1);
  assert.match(JSON.stringify(asked), /Design/);
  const folder = join(project, 'magi-sdd/members-book-meeting-rooms/design');
  for (const file of ['hld.md', 'lld.md', 'database.md', 'design.md']) assert.ok(existsSync(join(folder, file)), file);
  assert.match(readFileSync(join(folder, 'design.md'), 'utf8'), /^---\ntitle: "Rooms"\nstatus: FINAL\n/);

  function answerTo(title: string): string | JsonObject {
    const part = { HLD: 'hld', LLD: 'lld', Database: 'database' }[title.replace(/^[\w-]+: /, '')];
    if (part !== undefined) return partText(part, round);
    if (!title.startsWith('sdd-review:')) return { title: 'Rooms' };
    round++;
    return reviews++ === 0 ? BAD : GOOD;
  }
});
