// The program as an HTTP server in a process of its own: where its MCP is, and a way to kill it.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { programEnv, root } from '../support/run-signoff.ts';
import { callsOf, type McpConnection } from './mcp-harness.ts';

const START_MS = 20_000;

export interface ServedProgram {
  connect(client: Client): Promise<McpConnection>;
  kill(): Promise<void>;
}

export async function servedProgram(
  t: TestContext,
  store: string,
  project: string,
  more: readonly string[] = [],
): Promise<ServedProgram> {
  const args = ['serve', '--port', '0', '--store', store, '--project', project, ...more];
  const child = spawn(join(root, 'signoff'), args, { env: programEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const url = new URL(`${await addressOf(child)}/mcp`);
  return {
    async connect(client) {
      await client.connect(new StreamableHTTPClientTransport(url));
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
