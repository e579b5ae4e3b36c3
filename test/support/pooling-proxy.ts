// A pooler before a PostgreSQL server, as PgBouncer and its like are: a client has a connection to the server for one
// transaction, from its first message until the server is idle, or for its session.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';

export type PoolMode = 'transaction' | 'session' | 'none';

export interface PoolingProxy {
  readonly url: string;
  /** How many clients came. */
  clients(): number;
  close(): Promise<void>;
}

/** `none` passes everything on, the name of the server's process too, as a forwarded port does. */
export async function poolingProxy(serverUrl: string, mode: PoolMode): Promise<PoolingProxy> {
  const pool = new ServerPool(serverUrl);
  const sockets = new Set<Socket>();
  let clients = 0;
  const listening: Server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    clients++;
    new PooledClient(socket, pool, mode);
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listening.address() as AddressInfo).port);
  return {
    url: url.href,
    clients: () => clients,
    async close() {
      for (const socket of sockets) socket.destroy();
      listening.close();
      await pool.close();
    },
  };
}

/** One that has logged in and is idle between two transactions. */
interface ServerConnection {
  readonly pid: number;
  readonly socket: Socket;
}

class ServerPool {
  readonly #url: string;
  readonly #idle: ServerConnection[] = [];
  readonly #all = new Set<Socket>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The one that was given back last, as PgBouncer has it. */
  async take(): Promise<ServerConnection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    // The driver logs in, however the server wants it; what follows is ours.
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => {});
    await client.connect();
    const { connection, processID: pid } = client as unknown as { connection: { stream: Socket }; processID: number };
    const { stream: socket } = connection;
    socket.removeAllListeners('data');
    this.#all.add(socket);
    return { pid, socket };
  }

  giveBack(server: ServerConnection): void {
    this.#idle.push(server);
  }

  drop({ socket }: ServerConnection): void {
    this.#all.delete(socket);
    socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#all) socket.destroy();
  }
}

class PooledClient {
  readonly #socket: Socket;
  readonly #pool: ServerPool;
  readonly #mode: PoolMode;
  #server: Promise<ServerConnection> | null = null;
  #isStarted = false;
  /** Cycles that the client has sent, each answered by one ReadyForQuery. */
  #unanswered = 0;

  constructor(socket: Socket, pool: ServerPool, mode: PoolMode) {
    this.#socket = socket;
    this.#pool = pool;
    this.#mode = mode;
    let read = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      for (let end = this.#endOf(read); end > 0 && end <= read.length; end = this.#endOf(read)) {
        this.#took(read.subarray(0, end));
        read = read.subarray(end);
      }
    });
    socket.on('close', () => void this.#server?.then((server) => pool.drop(server)));
  }

  /** A message has its kind and length; the first one only its length. */
  #endOf(read: Buffer): number {
    if (this.#isStarted) return read.length < 5 ? 0 : 1 + read.readInt32BE(1);
    return read.length < 4 ? 0 : read.readInt32BE(0);
  }

  #took(message: Buffer): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      void this.#welcome();
      return;
    }
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === 'X') return void this.#socket.end();
    // Query and Sync.
    if (kind === 'Q' || kind === 'S') this.#unanswered++;
    void this.#connected().then(({ socket }) => socket.write(message));
  }

  async #welcome(): Promise<void> {
    const pid = this.#mode === 'none' ? (await this.#connected()).pid : 1 + Math.floor(Math.random() * 2 ** 30);
    const key = Buffer.alloc(8);
    key.writeInt32BE(pid);
    const ready = ownMessage('Z', Buffer.from('I'));
    this.#socket.write(Buffer.concat([ownMessage('R', Buffer.alloc(4)), ownMessage('K', key), ready]));
  }

  #connected(): Promise<ServerConnection> {
    this.#server ??= this.#pool.take().then((server) => {
      let read = Buffer.alloc(0);
      server.socket.on('data', (chunk) => {
        read = Buffer.concat([read, chunk]);
        for (let end = 0; read.length >= 5; read = read.subarray(end)) {
          end = 1 + read.readInt32BE(1);
          if (end > read.length) break;
          this.#answered(server, read.subarray(0, end));
        }
      });
      return server;
    });
    return this.#server;
  }

  #answered(server: ServerConnection, message: Buffer): void {
    const isIdle = message[0] === 0x5a && --this.#unanswered === 0 && message[5] === 0x49;
    if (isIdle && this.#mode === 'transaction') {
      server.socket.removeAllListeners('data');
      this.#server = null;
      this.#pool.giveBack(server);
    }
    this.#socket.write(message);
  }
}

function ownMessage(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
