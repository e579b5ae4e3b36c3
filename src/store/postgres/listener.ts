// Tells this process that another one committed: NOTIFY as the hint, and a slow look as the safety net.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Connections, quoted } from './connections.ts';

/** In each commit NOTIFY cost 60 % of the throughput. */
const NOTIFY_MS = 20;
const LOOK_MS = 1_000;
/** Without a connection that listens the look is all there is. */
const LOOK_MS_DEAF = 200;
const PAUSE_MS_FIRST = 100;
const PAUSE_MS_MAX = 2_000;

export class Listener {
  readonly #connections: Connections;
  readonly #channel: string;
  /** What we send comes back to us too, and tells us nothing. */
  readonly #self = randomUUID();
  readonly #heard = new Set<() => void>();
  #client: Client | null = null;
  #isConnecting = false;
  #look: NodeJS.Timeout | null = null;
  #notify: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#channel = `signoff ${connections.schema}`.slice(0, 63);
  }

  /** Something of ours was committed: others are notified soon, outside of any transaction. */
  committed(): void {
    if (this.#notify !== null || this.#isClosed) return;
    this.#notify = setTimeout(() => {
      this.#notify = null;
      // A hint that is lost is made up by the look.
      void this.#connections.hint('notify', 'SELECT pg_notify($1, $2)', [this.#channel, this.#self]);
    }, NOTIFY_MS).unref();
  }

  listen(heard: () => void): () => void {
    const each = (): void => heard();
    this.#heard.add(each);
    this.#look ??= this.#nextLook();
    void this.#connect();
    return () => {
      this.#heard.delete(each);
      if (this.#heard.size === 0) void this.#rest();
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heard.clear();
    if (this.#notify !== null) clearTimeout(this.#notify);
    await this.#rest();
  }

  async #rest(): Promise<void> {
    if (this.#look !== null) clearTimeout(this.#look);
    this.#look = null;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  #tell(): void {
    for (const heard of [...this.#heard]) heard();
  }

  #nextLook(): NodeJS.Timeout {
    const look = (): void => {
      this.#look = this.#heard.size === 0 ? null : this.#nextLook();
      this.#tell();
    };
    return setTimeout(look, this.#client === null ? LOOK_MS_DEAF : LOOK_MS).unref();
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#client !== null) return;
    this.#isConnecting = true;
    for (let pauseMs = PAUSE_MS_FIRST; this.#heard.size > 0; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
      const client = await this.#opened();
      if (client !== null && this.#heard.size > 0) {
        this.#client = client;
        // Whatever happened while nobody listened.
        this.#tell();
        break;
      }
      await client?.end().catch(() => {});
      await sleep(pauseMs, undefined, { ref: false });
    }
    this.#isConnecting = false;
  }

  async #opened(): Promise<Client | null> {
    let client: Client | null = null;
    try {
      client = await this.#connections.ownClient();
      const opened = client;
      opened.on('notification', ({ payload }) => {
        if (payload !== this.#self) this.#tell();
      });
      opened.on('end', () => this.#lost(opened));
      await opened.query(`LISTEN ${quoted(this.#channel)}`);
      return opened;
    } catch {
      await client?.end().catch(() => {});
      return null;
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#heard.size > 0) void this.#connect();
  }
}
