// The whole PRD conversation with signoff mcp over stdin and stdout, which is killed in the middle and started again.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programEnv, root } from '../support/run-signoff.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { callsOf, type McpConnection } from './mcp-harness.ts';
import { PrdConversation, playAll, playBrief, playPrd, playRequirements } from './prd-conversation.ts';

interface Process extends McpConnection {
  kill(): Promise<void>;
}

async function program(t: TestContext, store: string, project: string, modern = false): Promise<Process> {
  const args = ['mcp', '--store', store, '--project', project];
  const env = programEnv() as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args, env, stderr: 'inherit' });
  const newer = modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } as const } } : {};
  const client = new Client({ name: 'test', version: '0' }, newer);
  await client.connect(transport);
  t.after(() => client.close());
  const kill = async (): Promise<void> => {
    const gone = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    process.kill(transport.pid ?? assert.fail('no process'), 'SIGKILL');
    await gone;
  };
  return { ...callsOf(client), kill };
}

test('a conversation over stdio goes on after the server was killed, from the thread it had', async (t) => {
  const [store, project] = [join(newFolder(t), 'store.db'), newFolder(t)];
  const first = await program(t, store, project);
  const talk = new PrdConversation(first);
  await playBrief(talk, project);
  const { tool, thread } = talk.now;
  await first.kill();
  const second = await program(t, store, project, true);
  talk.moveTo(second);
  await talk.resume(thread);
  assert.deepEqual([talk.now.tool, talk.now.thread], [tool, thread]);
  await playRequirements(talk);
  await second.kill();
  talk.moveTo(await program(t, store, project));
  await talk.resume(talk.now.thread);
  await playPrd(talk);
});

test('two server processes on one store serve the same conversation', async (t) => {
  const [store, project] = [join(newFolder(t), 'store.db'), newFolder(t)];
  const [one, two] = [await program(t, store, project), await program(t, store, project)];
  await playAll(one, two, project);
});
