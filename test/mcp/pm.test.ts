// The PM interview over MCP by the program itself: the official client over stdio and over HTTP, with forms and without.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JsonObject } from '../../src/json.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { callsOf, type McpConnection } from './mcp-harness.ts';
import { play, startInput } from './pm-conversation.ts';

const DONE = [
  ...[
    'INTERVIEWING tasks_submit',
    'INTERVIEWING tasks_answer',
    'INTERVIEWING tasks_submit',
    'INTERVIEWING tasks_answer',
  ],
  ...['draft spec_submit', 'preview tasks_answer', 'scope submit_stories'],
];

async function stdio(t: TestContext, project: string): Promise<McpConnection> {
  const env = programEnv(join(project, '.signoff')) as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  t.after(() => client.close());
  return callsOf(client);
}

function isWritten(project: string, run: JsonObject): void {
  assert.match(String(run.message), /The architect approved the specification: 1 story/);
  const folder = join(project, 'magi-sdd/order-export');
  assert.match(readFileSync(join(folder, 'spec.md'), 'utf8'), /^# Feature: Order export$/m);
  assert.match(readFileSync(join(folder, 'stories/S-001.md'), 'utf8'), /Export orders as CSV/);
}

test('over stdio, in the chat: from an idea to approved stories', { timeout: 120_000 }, async (t) => {
  const project = newFolder(t);
  const connection = await stdio(t, project);
  const first = await connection.call('runs_start', startInput(project));
  const { done, last } = await play(connection, first);
  assert.deepEqual(done, DONE);
  assert.equal(last.next, 'rests', JSON.stringify(last));
  isWritten(project, last);
});
