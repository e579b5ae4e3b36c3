// The process that owns one PostgreSQL server and its folder. It does what test/support/postgres.ts asks over their
// channel. When that closes, for whatever reason, kill -9 included, it stops the server and removes the folder.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresOwner, preparePostgres, temporaryFolder } from './postgres-program.ts';

export type GuardRequest = { readonly id: number } & (
  | { readonly act: 'start' | 'kill' | 'close' }
  | { readonly act: 'stop'; readonly mode: 'fast' | 'immediate' }
);
export interface GuardReply {
  readonly id: number;
  readonly port: number;
  readonly dataFolder: string;
  readonly error?: string;
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const START_MS = 60_000;
const STOP_MS = 20_000;
const STARTS_MAX = 50;
const POLL_MS = 10;
// Below the ports that Linux gives to outgoing connections: a client that tries again and again while the server is
// stopped could be given that very port, and then would talk to itself and keep the server out.
const PORTS = { from: 15_000, count: 17_000 };
const isSynced = process.argv[2] === 'fsync';

const owner = postgresOwner();
let folder: string | undefined;
let program: ReturnType<typeof preparePostgres> | undefined;
let port = 0;
let server: ChildProcess | undefined;
let work: Promise<unknown> = Promise.resolve();

process.on('message', (request: GuardRequest) => {
  work = work.then(() => answer(request));
});
process.on('disconnect', () => closeAndExit());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => closeAndExit());
if (!process.connected) closeAndExit();

async function answer(request: GuardRequest): Promise<void> {
  let error: string | undefined;
  try {
    if (request.act === 'start') await start();
    else if (request.act === 'stop') await end(SIGNALS[request.mode]);
    else if (request.act === 'kill') await end('SIGKILL');
    else await close();
  } catch (caught) {
    error = caught instanceof Error ? caught.message : String(caught);
  }
  const reply: GuardReply = {
    id: request.id,
    port,
    dataFolder: dataFolder(),
    ...(error === undefined ? {} : { error }),
  };
  // Nobody to tell when the channel has closed meanwhile; 'disconnect' does the rest.
  if (process.connected) process.send?.(reply, () => {});
}

function closeAndExit(): void {
  work = work.then(close).finally(() => process.exit());
}

async function close(): Promise<void> {
  await end('SIGQUIT');
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  folder = undefined;
}

async function start(): Promise<void> {
  const isFirst = folder === undefined;
  if (isFirst) create();
  if (server !== undefined && isOver(server)) server = undefined;
  for (let tried = 1; server === undefined; tried += 1) {
    if (isFirst) port = await freePort();
    const failed = await tryStart();
    if (failed === undefined) return;
    // After a kill the old server's processes need a moment to notice. Another's socket on our port may go away.
    const isPassing = /shared memory block|already in use|lock file/.test(failed);
    if (!isPassing || tried >= STARTS_MAX) throw new Error(`Expected PostgreSQL to start, but it said:\n${failed}`);
    await sleep(POLL_MS * 10);
  }
}

function create(): void {
  folder = mkdtempSync(join(temporaryFolder(owner), 'signoff-postgres-'));
  program = preparePostgres(folder, owner);
  const args = ['-D', dataFolder(), '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--auth=trust', '--no-sync'];
  const said = spawnSync(program.initdb, args, { ...owner, cwd: folder, env: program.env, encoding: 'utf8' });
  if (said.status === 0) return;
  const reason = (said.error?.message ?? said.stderr).trim();
  throw new Error(
    `Expected initdb to make a data folder, but it said: ${reason}\nA server named in DATABASE_URL will do.`,
  );
}

/** What went wrong, or undefined. */
async function tryStart(): Promise<string | undefined> {
  if (program === undefined || folder === undefined) throw new Error('Expected a data folder before a server.');
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  // Kept in the data folder, so that a killed server leaves nothing in /dev/shm.
  settings.push('dynamic_shared_memory_type=mmap');
  if (!isSynced) settings.push('fsync=off', 'full_page_writes=off');
  const args = ['-D', dataFolder(), '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const log = openSync(join(folder, 'server.log'), 'w');
  const child = spawn(program.postgres, args, { ...owner, cwd: folder, env: program.env, stdio: ['ignore', log, log] });
  closeSync(log);
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(POLL_MS)) {
    if (failure !== undefined) return failure;
    if (isOver(child)) return readFileSync(join(folder, 'server.log'), 'utf8').slice(-2_000);
    if (!isReady(child)) continue;
    server = child;
    return undefined;
  }
  child.kill('SIGKILL');
  return `nothing that it is ready, for ${START_MS / 1000} s`;
}

// PostgreSQL tells pg_ctl by the first and the eighth line of this file.
function isReady(child: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(dataFolder(), 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  server = undefined;
  if (child === undefined) return;
  for (const each of [signal, 'SIGQUIT', 'SIGKILL'] as const) {
    if (isOver(child)) return;
    const exited = once(child, 'exit');
    child.kill(each);
    await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
  }
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function freePort(): Promise<number> {
  for (let tried = 0; tried < 100; tried += 1) {
    const candidate = PORTS.from + Math.floor(Math.random() * PORTS.count);
    const socket = createServer().listen(candidate, '127.0.0.1');
    const isFree = await new Promise((done) => {
      socket.once('listening', () => socket.close(() => done(true)));
      socket.once('error', () => done(false));
    });
    if (isFree) return candidate;
  }
  throw new Error(`Expected a free port from ${PORTS.from} to ${PORTS.from + PORTS.count}, found none in 100 tries.`);
}

function dataFolder(): string {
  return folder === undefined ? '' : join(folder, 'pgdata');
}
