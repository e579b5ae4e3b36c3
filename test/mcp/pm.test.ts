// The PM interview over MCP by the program itself: the official client over stdio and HTTP, with forms and without.

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
import { ANSWER, FIRST, LAST, model, OFFER, person, play, startInput } from './pm-conversation.ts';
import { servedProgram } from './served-program.ts';

const LIMIT = { timeout: 120_000 };
const DONE = [
  ...['INTERVIEWING tasks_submit', 'INTERVIEWING tasks_answer', 'INTERVIEWING tasks_submit'],
  ...['INTERVIEWING tasks_answer', 'draft spec_submit', 'preview tasks_answer', 'scope submit_stories'],
];
const BY_MODEL = DONE.filter((each) => !each.endsWith('tasks_answer'));

type Fields = { readonly [field: string]: { readonly enum?: readonly string[]; readonly title?: string } };

/** A person in front of forms: what each asked, by its fields. */
function formsOf(client: Client, asked: Fields[], answer: (fields: Fields) => Record<string, string>): string[] {
  const messages: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    messages.push(params.message);
    const fields = (('requestedSchema' in params && params.requestedSchema?.properties) || {}) as Fields;
    asked.push(fields);
    return { action: 'accept', content: answer(fields) };
  });
  return messages;
}

/** Answers in words, confirms, accepts what is offered, submits what is shown. */
function byForm(fields: Fields): Record<string, string> {
  if (fields.verdict !== undefined) return { verdict: 'approve' };
  if (fields.next?.enum?.includes('accept')) return { next: 'accept' };
  return { answer1: 'Every order is one line', answer2: 'PDF', 'A-001': 'confirm', message: ANSWER };
}

async function stdio(t: TestContext, project: string, prepare?: (client: Client) => void): Promise<McpConnection> {
  const env = programEnv(join(project, '.signoff')) as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const capabilities = prepare === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '0' }, { capabilities });
  prepare?.(client);
  await client.connect(transport);
  t.after(() => client.close());
  return callsOf(client);
}

interface Server {
  connect(prepare?: (client: Client) => void): Promise<McpConnection>;
  kill(): Promise<void>;
}

async function serve(t: TestContext, project: string): Promise<Server> {
  const { connect, kill } = await servedProgram(t, join(project, 'store.db'), project);
  // Over HTTP forms are shown to clients of the 2026 protocol.
  const newer = { versionNegotiation: { mode: { pin: '2026-07-28' } as const }, capabilities: { elicitation: {} } };
  return {
    connect(prepare) {
      const client = new Client({ name: 'test', version: '0' }, prepare === undefined ? {} : newer);
      prepare?.(client);
      return connect(client);
    },
    kill,
  };
}

function isApproved(project: string, last: JsonObject): void {
  assert.equal(last.next, 'rests', JSON.stringify(last));
  assert.match(String(last.message), /The architect approved the specification: 1 story/);
  const folder = join(project, 'magi-sdd/order-export');
  assert.match(readFileSync(join(folder, 'spec.md'), 'utf8'), /^# Feature: Order export$/m);
  assert.match(readFileSync(join(folder, 'stories/S-001.md'), 'utf8'), /Export orders as CSV/);
}

function askedAll(asked: readonly Fields[]): void {
  const interview = ['answer1', 'answer2', 'answer2_words', 'A-001', 'why', 'message', 'next'];
  const names = asked.map((fields) => Object.keys(fields));
  assert.deepEqual(names.slice(0, 2), [interview, ['message', 'next']]);
  assert.deepEqual(names[2]?.slice(0, 1), ['verdict']);
  assert.deepEqual(asked[0]?.answer2?.enum, ['PDF', 'Excel']);
  assert.equal(asked[0]?.['A-001']?.title, 'A-001: A month is a calendar month.');
}

test('over stdio, in the chat: from an idea to approved stories', LIMIT, async (t) => {
  const project = newFolder(t);
  const connection = await stdio(t, project);
  const { done, last } = await play(connection, await connection.call('runs_start', startInput(project)));
  assert.deepEqual(done, DONE);
  isApproved(project, last);
});

test('over stdio, by forms: the model never relays what the person says', LIMIT, async (t) => {
  const project = newFolder(t);
  const asked: Fields[] = [];
  const connection = await stdio(t, project, (client) => formsOf(client, asked, byForm));
  const { done, last } = await play(connection, await connection.call('runs_start', startInput(project)));
  assert.deepEqual(done, BY_MODEL);
  askedAll(asked);
  isApproved(project, last);
  const uri = `signoff://runs/${last.run}`;
  const [{ text = '' } = {}] = (await connection.client.readResource({ uri })).contents as { text?: string }[];
  const { data } = JSON.parse(text);
  assert.equal(data.request.content, 'An export of orders.');
  const read = async (name: string): Promise<string> => {
    const { contents } = await connection.client.readResource({ uri: `${uri}/documents/${name}` });
    return (contents[0] as { text?: string }).text ?? '';
  };
  assert.match(await read('spec'), /^# Feature: Order export$/m);
  assert.match(await read('stories'), /S-001/);
});

test('over HTTP by forms, and a client of another revision beside it', LIMIT, async (t) => {
  const project = newFolder(t);
  const server = await serve(t, project);
  const asked: Fields[] = [];
  let shown: readonly string[] = [];
  const one = await server.connect((client) => {
    shown = formsOf(client, asked, byForm);
  });
  const other = await server.connect();
  const first = await one.call('runs_start', startInput(project));
  // The other one takes the agent's turn; the holder may report.
  const seen = await other.call('tasks_next', { run: String(first.run) });
  assert.equal(seen.task, first.task);
  const answered = await other.call('tasks_submit', { task: String(seen.task), message: FIRST });
  assert.equal(answered.report, 'tasks_answer');
  const late = await one.call('tasks_submit', { task: String(first.task), message: 'Something else.' });
  assert.match(shown[0] ?? '', /the agent has spoken meanwhile\. What was given now was not taken/);
  assert.equal(late.task, `${first.run}#1@3`);
  const { done, last } = await play(one, late);
  assert.deepEqual(done, BY_MODEL.slice(1));
  askedAll(asked);
  isApproved(project, last);
});

test('a server killed between two turns goes on from the task the client has', LIMIT, async (t) => {
  const project = newFolder(t);
  const before = await serve(t, project);
  const one = await before.connect();
  const first = await one.call('runs_start', startInput(project));
  const asked = await one.call('tasks_submit', { task: String(first.task), message: FIRST });
  await before.kill();
  const after = await serve(t, project);
  const again = await after.connect();
  const answered = await again.call('tasks_answer', { task: String(asked.task), message: ANSWER });
  assert.equal(answered.report, 'tasks_submit');
  await after.kill();
  const last = await serve(t, project);
  const third = await last.connect();
  const offered = { task: String(answered.task), message: LAST, output: OFFER };
  const played = await play(third, await third.call('tasks_submit', offered), { person, model });
  assert.deepEqual(played.done, DONE.slice(3));
  isApproved(project, played.last);
});
