// A real PostgreSQL for tests: one that npm installed, started on a port and in a folder of its own, or DATABASE_URL's.

import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { GuardReply, GuardRequest } from './postgres-guard.ts';
import { noPackagedPostgres } from './postgres-program.ts';

export type StopMode = 'fast' | 'immediate';

export interface TestPostgres {
  /** Of the administrator's database. Tests work in one that `createDatabase` made. */
  readonly url: string;
  readonly port: number;
  /** null for a server that is not ours: `stop`, `start`, `restart` and `kill` then throw. */
  readonly dataFolder: string | null;
  /** The address of a fresh, empty database: UTF-8, sorted by code point. */
  createDatabase(): Promise<string>;
  /** `fast` ends connections and writes everything out; `immediate` is a crash, repaired at the next start. */
  stop(mode?: StopMode): Promise<void>;
  /** On the same port, with what was committed before. */
  start(): Promise<void>;
  restart(mode?: StopMode): Promise<void>;
  /** As if the machine had run out of memory: SIGKILL, and no time to say goodbye. */
  kill(): Promise<void>;
  /** Our own server ends and its folder goes; on another the databases made here go. So too when this process ends. */
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Whether a commit waits for the disk. Without it a server still keeps what was committed, a machine may not. */
  readonly fsync?: boolean;
}

/** For a test's `skip`: why there is no PostgreSQL here, or false. */
export function noPostgres(): string | false {
  return process.env.DATABASE_URL ? false : noPackagedPostgres();
}

/** For the `skip` of a test that stops the server: why it can not be stopped here, or false. */
export function noOwnPostgres(): string | false {
  if (process.env.DATABASE_URL) return 'DATABASE_URL names a server that tests may not stop; unset it';
  return noPackagedPostgres();
}

/** With DATABASE_URL set, that server; else a new one, synced unless asked otherwise. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return givenPostgres(DATABASE_URL);
  const reason = noPackagedPostgres();
  if (reason !== false) throw new Error(`Expected a PostgreSQL to start, but ${reason}.`);
  return ownPostgres(options.fsync ?? true);
}

let shared: Promise<TestPostgres> | undefined;

/** One for all tests of this process, not synced: that of `npm test` where there is one. Never stop it. */
export function postgresForTests(): Promise<TestPostgres> {
  shared ??= sharedPostgres();
  return shared;
}

/** `postgresForTests`, or undefined once `t` is marked as skipped. */
export async function postgresOrSkip(t: TestContext): Promise<TestPostgres | undefined> {
  const reason = noPostgres();
  if (reason === false) return postgresForTests();
  t.skip(reason);
  return undefined;
}

/** `startPostgres` for a test that stops it: closed after `t`; undefined once `t` is marked as skipped. */
export async function ownPostgresOrSkip(t: TestContext, options?: PostgresOptions): Promise<TestPostgres | undefined> {
  const reason = noOwnPostgres();
  if (reason !== false) {
    t.skip(reason);
    return undefined;
  }
  const postgres = await startPostgres(options);
  t.after(() => postgres.close());
  return postgres;
}

async function sharedPostgres(): Promise<TestPostgres> {
  const { DATABASE_URL, SIGNOFF_TEST_POSTGRES } = process.env;
  const url = DATABASE_URL || SIGNOFF_TEST_POSTGRES;
  const postgres = url ? givenPostgres(url) : await startPostgres({ fsync: false });
  process.once('beforeExit', () => void postgres.close()); // keeps the process alive until it is done
  return postgres;
}

function givenPostgres(url: string): TestPostgres {
  const databases = new Databases(url);
  const refuse = async (): Promise<never> => {
    throw new Error('Expected a PostgreSQL of our own to stop or start, but this one was given by its address.');
  };
  return {
    url,
    port: Number(new URL(url).port || 5432),
    dataFolder: null,
    createDatabase: () => databases.create(),
    stop: refuse,
    start: refuse,
    restart: refuse,
    kill: refuse,
    close: () => databases.dropAll(),
  };
}

async function ownPostgres(isSynced: boolean): Promise<TestPostgres> {
  const guard = new Guard(isSynced);
  const { port, dataFolder } = await guard.ask({ act: 'start' }).catch(async (error) => {
    await guard.close();
    throw error;
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const databases = new Databases(url);
  const start = async () => void (await guard.ask({ act: 'start' }));
  const stop = async (mode: StopMode = 'fast') => void (await guard.ask({ act: 'stop', mode }));
  return {
    url,
    port,
    dataFolder,
    createDatabase: () => databases.create(),
    stop,
    start,
    restart: async (mode) => {
      await stop(mode);
      await start();
    },
    kill: async () => void (await guard.ask({ act: 'kill' })),
    close: () => guard.close(),
  };
}

/** The process that owns the server. Between questions it does not keep this process alive. */
class Guard {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { done(reply: GuardReply): void; failed(error: Error): void }>();
  #asked = 0;

  constructor(isSynced: boolean) {
    const { PATH, TZ, TMPDIR } = process.env;
    const module = fileURLToPath(new URL('postgres-guard.ts', import.meta.url));
    // Detached, so that Ctrl-C in a terminal does not reach it; silent, so that nobody waits for the end of its output.
    this.#child = fork(module, [isSynced ? 'fsync' : 'no-fsync'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: { PATH, TZ, TMPDIR },
    });
    this.#child.on('message', (reply: GuardReply) => this.#settle(reply));
    this.#child.on('error', (error) => this.#fail(error.message));
    this.#child.on('exit', (code, signal) => this.#fail(`it ended with ${signal ?? code}`));
    this.#rest();
  }

  ask(request: { readonly act: 'start' | 'kill' | 'close' } | { readonly act: 'stop'; readonly mode: StopMode }) {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<GuardReply>((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#child.ref();
      this.#child.channel?.ref();
      if (!this.#child.connected) return this.#fail('it has ended');
      this.#child.send({ id, ...request } satisfies GuardRequest, (error) => error && this.#fail(error.message));
    });
  }

  async close(): Promise<void> {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    await this.ask({ act: 'close' });
    this.#child.ref();
    this.#child.disconnect();
    await ended;
  }

  #settle(reply: GuardReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#rest();
    if (reply.error === undefined) waiting?.done(reply);
    else waiting?.failed(new Error(reply.error));
  }

  #fail(reason: string): void {
    const error = new Error(`Expected the process that owns PostgreSQL to answer, but ${reason}.`);
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
    this.#rest();
  }

  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** The databases that this process made on one server. */
class Databases {
  readonly #url: string;
  readonly #names: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  async create(): Promise<string> {
    const name = `signoff_test_${process.pid}_${randomBytes(6).toString('hex')}`;
    await this.#run([`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`]);
    this.#names.push(name);
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    return url.href;
  }

  async dropAll(): Promise<void> {
    const names = this.#names.splice(0);
    await this.#run(names.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }

  async #run(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    const client = new Client({ connectionString: this.#url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
