// The whole PRD conversation over HTTP with signoff serve: two clients of two revisions, on both stores, and a kill.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import type { McpConnection } from './mcp-harness.ts';
import { PrdConversation, playAll, playBrief, playPrd, playRequirements } from './prd-conversation.ts';
import { servedProgram } from './served-program.ts';

interface Server {
  connect(modern?: boolean): Promise<McpConnection>;
  kill(): Promise<void>;
}

async function serve(t: TestContext, store: string, project: string): Promise<Server> {
  const { connect, kill } = await servedProgram(t, store, project);
  const newer = { versionNegotiation: { mode: { pin: '2026-07-28' } as const } };
  return {
    connect: (modern = false) => connect(new Client({ name: 'test', version: '0' }, modern ? newer : {})),
    kill,
  };
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
