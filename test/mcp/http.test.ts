// The whole PRD conversation over HTTP with signoff serve: two clients of two revisions, on both stores, and a kill.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { callsOf, type McpConnection } from './mcp-harness.ts';
import { PrdConversation, playAll, playBrief, playPrd, playRequirements } from './prd-conversation.ts';

interface Server {
  connect(modern?: boolean): Promise<McpConnection>;
  kill(): Promise<void>;
}

const START_MS = 20_000;

async function serve(t: TestContext, store: string, project: string): Promise<Server> {
  const args = ['serve', '--port', '0', '--store', store, '--project', project];
  const child = spawn(join(root, 'signoff'), args, { env: programEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const url = await addressOf(child);
  return {
    async connect(modern = false) {
      const newer = modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } as const } } : {};
      const client = new Client({ name: 'test', version: '0' }, newer);
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
      t.after(() => client.close());
      return callsOf(client);
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const limit = AbortSignal.timeout(START_MS);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (;;) {
    const found = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
    if (found !== undefined) return found;
    if (limit.aborted || child.exitCode !== null) assert.fail(`No address: ${said}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

test('the whole conversation, with a client of another revision beside it', async (t) => {
  const project = newFolder(t);
  const server = await serve(t, join(newFolder(t), 'store.db'), project);
  await playAll(await server.connect(), await server.connect(true), project);
});

test('the whole conversation on Postgres', { skip: noPostgres() }, async (t) => {
  const project = newFolder(t);
  const server = await serve(t, await (await postgresForTests()).createDatabase(), project);
  await playAll(await server.connect(true), await server.connect(), project);
});

test('a killed server goes on from the thread the client has', async (t) => {
  const [store, project] = [join(newFolder(t), 'store.db'), newFolder(t)];
  const first = await serve(t, store, project);
  const talk = new PrdConversation(await first.connect());
  await playBrief(talk, project);
  const { tool, thread } = talk.now;
  await first.kill();
  const second = await serve(t, store, project);
  talk.moveTo(await second.connect(true));
  await talk.resume(thread);
  assert.deepEqual([talk.now.tool, talk.now.thread], [tool, thread]);
  await playRequirements(talk);
  await playPrd(talk);
});
