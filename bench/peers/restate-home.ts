// A Restate server on ports and in a folder of its own, started again for each repetition.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Place } from './contender.ts';
import { folderBytes, temporaryFolder } from './folder-home.ts';
import type { Home } from './home.ts';
import { rssMb } from './process-memory.ts';

const START_MS = 60_000;
const POLL_MS = 50;

export class RestateHome implements Home {
  #server: ChildProcess | undefined;
  #folder = '';

  async fresh(): Promise<Place> {
    await this.close();
    this.#folder = temporaryFolder();
    const [node, ingress, admin, stepsPort] = await freePorts(4);
    const config = join(this.#folder, 'restate.toml');
    writeFileSync(config, configOf({ folder: this.#folder, node, ingress, admin }));
    const log = { stdio: 'ignore' } as const;
    this.#server = spawn(program(), ['--no-logo', '--config-file', config], { ...log, cwd: this.#folder });
    this.#server.once('error', () => {}); // seen by the wait below, as a server that is not there
    const restate = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}`, stepsPort };
    await isUp(`${restate.admin}/health`);
    await isUp(`${restate.ingress}/restate/health`);
    return { folder: this.#folder, postgresUrl: '', restate };
  }

  /** Roughly: the server offers no way to have its logs written into its tables. */
  async bytesOf({ folder }: Place): Promise<number> {
    return folderBytes(folder);
  }

  async serverBytesWritten(): Promise<number | null> {
    const io = readFileSync(`/proc/${this.#server?.pid}/io`, 'utf8');
    return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]);
  }

  serverRssMb(): number | null {
    return rssMb(this.#server?.pid);
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined && server.exitCode === null && server.pid !== undefined) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = '';
  }
}

function configOf(the: { folder: string; node: number; ingress: number; admin: number }): string {
  return `base-dir = ${JSON.stringify(join(the.folder, 'restate'))}
bind-address = "127.0.0.1:${the.node}"
advertised-address = "http://127.0.0.1:${the.node}"
listen-mode = "tcp"
disable-telemetry = true
[ingress]
bind-address = "127.0.0.1:${the.ingress}"
[admin]
bind-address = "127.0.0.1:${the.admin}"
`;
}

function program(): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  try {
    return fileURLToPath(import.meta.resolve(`${name}/bin/restate-server`));
  } catch {
    throw new Error(`Expected npm to have installed ${name}, which has Restate's server, but it is not there`);
  }
}

async function isUp(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(POLL_MS)) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error(`Expected the Restate server to start, but ${url} did not answer for ${START_MS / 1000} s`);
}

async function freePorts(count: number): Promise<[number, number, number, number]> {
  const sockets = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'listening')));
  const ports = sockets.map((socket) => (socket.address() as { port: number }).port);
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.close(done))));
  return ports as [number, number, number, number];
}
