// The real program, whose agent asks a slow model with a price on loopback: what waits there, waits for a limit.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { readEvents } from '../../src/runtime/read-run.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { envelope } from '../agents/agent-engine.ts';
import { type ModelReply, type ModelServer, startModelServer } from '../support/model-server.ts';
import { type ProgramResult, programEnv, root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { prices } from './priced-model.ts';

export interface Place {
  readonly server: ModelServer;
  readonly folder: string;
  /** The same that the program uses. */
  readonly store: Store;
  /** To its end, in this process. */
  run(...args: readonly string[]): Promise<ProgramResult>;
  /** Begins it in a process of its own, to be ended by a signal. */
  begin(...args: readonly string[]): RunningProgram;
  /** To its end, by its path: no `signoff` is on the PATH, and nothing is trusted unless it was said. */
  byPath(...args: readonly string[]): Promise<ProgramResult>;
  /** Of the run that was started last. */
  events(): Promise<readonly AnyEvent[]>;
}

export interface RunningProgram {
  readonly said: Promise<ProgramResult>;
  soFar(): string;
  kill(signal: NodeJS.Signals): void;
}

/** Three items, done by agent x. */
export const EACH = (workflow: JsonObject = {}): string => `flowchart TD
  E[[Each: item]] --> A[Work] --> J[Join]
%% @workflow: ${JSON.stringify({ name: 'k', ...workflow })}
%% @E: {"itemsPath": "run.input.items", "concurrency": 30}
%% @A: {"prompt": "Work on {{item}}.", "assignee": "agent:x"}`;

export async function openPlace(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  config: JsonObject = {},
  reply: ModelReply = slowly(1500),
): Promise<Place> {
  const server = await startModelServer(reply);
  const folder = mkdtempSync(join(tmpdir(), 'signoff-waiting-'));
  const text = JSON.stringify({ prices, ...config });
  for (const [name, content] of Object.entries({ ...files, 'signoff.config.json': text }))
    writeFileSync(join(folder, name), content);
  const home = join(folder, '.signoff');
  const store = await openSqliteStore({ path: join(home, 'signoff.db') });
  const env = {
    ...{ SIGNOFF_PROVIDER: 'anthropic', SIGNOFF_MODEL: 'priced', SIGNOFF_TRUST: '1' },
    ...{ ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url },
  };
  const left = new Set<RunningProgram>();
  t.after(async () => {
    for (const each of left) each.kill('SIGKILL');
    await Promise.all([...left].map(({ said }) => said));
    await store.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: readonly string[]) => signoffHere(args, { cwd: folder, home, env });
  return {
    ...{ server, folder, store, run },
    byPath(...args) {
      const { SIGNOFF_TRUST: _, ...others } = env;
      const found = { ...others, PATH: process.env.PATH ?? '', SIGNOFF_PROVIDER: '' };
      return signoffHere(args, { cwd: folder, home, env: found });
    },
    begin(...args) {
      const started = begin(args, folder, { ...programEnv(home), ...env });
      left.add(started);
      return started;
    },
    async events() {
      const [row] = (await store.listRuns({}, { limit: 1 })).items;
      return row === undefined ? [] : readEvents(store, row, 0, 1000);
    },
  };
}

/** The run that was started last. */
export async function runOf({ store }: Pick<Place, 'store'>): Promise<string> {
  return (await store.listRuns({}, { limit: 1 })).items[0]?.run ?? '';
}

/** Answers after so long, with a reply of 1,000 tokens that costs 0.011. */
export function slowly(ms: number): ModelReply {
  return async () => {
    await sleep(ms);
    return { text: envelope('ok'), usage: { in: 1000, out: 1000, cached: 0 } };
  };
}

/** Answers like `slowly`, but not before it is asked to. */
export function heldBack(): { readonly reply: ModelReply; release(): void } {
  const released = Promise.withResolvers<void>();
  const reply: ModelReply = async (request) => {
    await released.promise;
    return slowly(0)(request);
  };
  return { reply, release: released.resolve };
}

/** Resolves when it holds; fails after a minute. */
export async function untilSo(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 1200; looks++) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`Expected ${what} within a minute, found otherwise.`);
}

function begin(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): RunningProgram {
  const child = spawn(join(root, 'signoff'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const said = new Promise<ProgramResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return { said, soFar: () => out + err, kill: (signal) => void child.kill(signal) };
}
