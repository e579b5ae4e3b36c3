// A few connections to one PostgreSQL database: what is sent, how often it is tried, and what a lost connection means.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, escapeLiteral, Pool, type PoolClient, types } from 'pg';
import { StoreFault } from '../../errors.ts';
import { storable } from '../../json.ts';
import { checkSessions, namedProcess } from './check-sessions.ts';
import { asStoreFault, isLost, isUndone } from './faults.ts';

const UNDONE_MAX = 8;
const PAUSE_MS_FIRST = 25;
const PAUSE_MS_MAX = 1_000;
const CONNECT_MS_MAX = 5_000;
const IDLE_MS_MAX = 60_000;
/** After the server should have given up by itself. */
const ANSWER_GRACE_MS = 10_000;
const INT8 = 20;
const SYNC = "'synchronous_commit'";

export interface PostgresOptions {
  /** `postgres://user@host/database`. */
  readonly url: string;
  /** Where the tables are: several stores fit in one database. */
  readonly schema?: string;
  /** At most so many connections, 2 or more, and one that listens. */
  readonly connections?: number;
  /** How long to try to reach the server before a call rejects with store-unreachable. */
  readonly reachMs?: number;
  /** How long one statement may take. */
  readonly statementMs?: number;
}

/** A row as the driver gives it, by column; each file knows what it asked for. */
export type Row = Readonly<Record<string, unknown>>;
export type Send = (name: string, text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export class Connections {
  readonly place: string;
  readonly schema: string;
  readonly #pool: Pool;
  readonly #config: ClientConfig;
  readonly #reachMs: number;
  readonly #settings: (condition: string) => string;
  /** Once a pooler was found before the server: that it leaves us our sessions. */
  #sessions: Promise<void> | null = null;
  /** Transactions that may be under way at once though they wait for other calls: one connection is left for those. */
  #freeToNest: number;
  readonly #nesting: (() => void)[] = [];
  #isClosed = false;

  constructor(options: PostgresOptions) {
    const { url, schema = 'signoff', connections = 5, reachMs = 10_000, statementMs = 30_000 } = options;
    this.place = placeOf(url);
    this.schema = schema;
    this.#reachMs = reachMs;
    this.#settings = settings(schema, statementMs);
    const max = Math.max(2, connections);
    this.#freeToNest = max - 1;
    this.#config = {
      connectionString: url,
      application_name: 'signoff',
      keepAlive: true,
      connectionTimeoutMillis: Math.min(CONNECT_MS_MAX, Math.max(reachMs, 1)),
      query_timeout: statementMs + ANSWER_GRACE_MS,
      types: { getTypeParser: parserOf },
    };
    this.#pool = new Pool({
      ...this.#config,
      max,
      idleTimeoutMillis: IDLE_MS_MAX,
      allowExitOnIdle: true,
      // The types know a hook that returns nothing; the pool waits for a promise.
      onConnect: ((client) => this.#prepare(client)) as (client: ClientBase) => void,
    });
    // A connection that breaks while nobody uses it is dropped by the pool; the next call opens another.
    this.#pool.on('error', () => {});
    // One that breaks between two statements of a transaction says so at the next; unheard, it would end the process.
    this.#pool.on('connect', (client) => void client.on('error', () => {}));
  }

  /** For what may be sent twice: reads, and writes that come to the same when they are repeated. */
  async read(name: string, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#tried((client) => sent(client, name, text, values), true);
  }

  /** For what must not be done twice: when the connection breaks underway, the outcome is unknown. */
  async write(name: string, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#tried((client) => sent(client, name, text, values), false);
  }

  /** A transaction; null from `work` rolls it back. `work` may be called again when the server undid it or went away
   *  before the commit, unless it is to be called `once`. */
  async transaction<T>(work: (send: Send) => Promise<T>, { once = false, begin = 'BEGIN' } = {}): Promise<T> {
    return this.#tried(async (client) => {
      let isCommitting = false;
      try {
        await client.query(begin);
        const result = await work((name, text, values = []) => sent(client, name, text, values));
        isCommitting = result !== null;
        await client.query(isCommitting ? 'COMMIT' : 'ROLLBACK');
        return result;
      } catch (error) {
        if (!isLost(error)) await client.query('ROLLBACK').catch(() => {});
        throw once || (isCommitting && isLost(error)) ? asStoreFault(error, this.place, isCommitting) : error;
      }
    }, true);
  }

  /** A transaction whose `work` makes other calls of the store while it is under way. It is called once. */
  async nestingTransaction<T>(work: (send: Send) => Promise<T>): Promise<T> {
    if (this.#freeToNest > 0) this.#freeToNest--;
    else await new Promise<void>((resolve) => this.#nesting.push(resolve));
    try {
      return await this.transaction(work, { once: true });
    } finally {
      const next = this.#nesting.shift();
      if (next === undefined) this.#freeToNest++;
      else next();
    }
  }

  /** A connection of one's own. The caller ends it, and learns of its loss by `end`. */
  async ownClient(): Promise<Client> {
    try {
      return await connected(this.#config, (client) => this.#prepare(client));
    } catch (error) {
      throw asStoreFault(error, this.place);
    }
  }

  /** For what may as well be lost. */
  async hint(name: string, text: string, values: readonly unknown[]): Promise<void> {
    if (this.#isClosed) return;
    await this.#pool.query({ name, text, values: values as unknown[] }).catch(() => {});
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }

  /** Nothing is set on a connection that may be another program's next: the server asks itself whether it is the one
   *  that was reached, in the query that sets. */
  async #prepare(client: ClientBase): Promise<void> {
    const named = namedProcess(client);
    if (named !== null) {
      const set = await client.query(this.#settings(`pg_backend_pid() = ${named}`));
      if ([set].flat()[0]?.rowCount === 1) return;
    }
    const open = () => connected({ ...this.#config, query_timeout: CONNECT_MS_MAX });
    this.#sessions ??= checkSessions(client, open, this.place);
    await this.#sessions.catch((error) => {
      this.#sessions = null;
      throw error;
    });
    await client.query(this.#settings('true'));
  }

  async #tried<T>(work: (client: PoolClient) => Promise<T>, canRepeat: boolean): Promise<T> {
    const until = performance.now() + this.#reachMs;
    let undone = 0;
    for (let pauseMs = PAUSE_MS_FIRST; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
      let isSent = false;
      let client: PoolClient | undefined;
      try {
        if (this.#isClosed) throw closedFault(this.place);
        client = await this.#pool.connect();
        isSent = true;
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        const wasLost = isLost(error) || isLost(causeOf(error));
        client?.release(wasLost);
        const canWait = isLost(error) && (canRepeat || !isSent) && performance.now() + pauseMs < until;
        const canRedo = isUndone(error) && ++undone <= UNDONE_MAX;
        if (!canWait && !canRedo) throw asStoreFault(error, this.place, isSent && !canRepeat);
      }
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }
}

async function sent(
  client: ClientBase,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const bound = values.map((value) => (typeof value === 'string' ? storable(value) : value));
  return (await client.query<Record<string, unknown>>({ name, text, values: bound })).rows;
}

async function connected(config: ClientConfig, prepare?: (client: Client) => Promise<void>): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    await prepare?.(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** A name as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** One row of what was set, where the condition holds. */
function settings(schema: string, statementMs: number): (condition: string) => string {
  const timeout = String(Math.floor(statementMs));
  const all = {
    search_path: quoted(schema),
    client_min_messages: 'warning',
    statement_timeout: timeout,
    lock_timeout: timeout,
    // A process that stops in the middle of a transaction must not keep a run for ever.
    idle_in_transaction_session_timeout: '60000',
  };
  const set = Object.entries(all).map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, false)`);
  // A database may be set up to answer before it has written; any other setting is at least as safe as `on`.
  const synced = `SELECT set_config(${SYNC}, 'on', false) WHERE current_setting(${SYNC}) = 'off'`;
  return (condition) => `SELECT ${set.join(', ')} WHERE ${condition}; ${synced} AND ${condition};`;
}

function placeOf(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.password !== '') parsed.password = '***';
    parsed.search = '';
    return parsed.href.replace(':***@', '@');
  } catch {
    return 'the given address';
  }
}

/** Keys, times and sizes stay far below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return Number;
  return types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function closedFault(place: string): StoreFault {
  return new StoreFault('store-unusable', `The store ${place} is closed. Nothing was changed.`);
}
