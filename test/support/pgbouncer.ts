// PgBouncer before a PostgreSQL server, where the machine has it. npm has none.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresOwner, temporaryFolder } from './postgres-program.ts';

const START_TRIES = 200;

/** Debian puts it where only root's PATH leads. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;

export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0;

/** The address of `serverUrl` behind a PgBouncer of that mode, which ends with `t`. */
export async function pgBouncer(t: TestContext, serverUrl: string, mode: string): Promise<string> {
  const owner = postgresOwner();
  const folder = mkdtempSync(join(temporaryFolder(owner), 'signoff-pgbouncer-'));
  chmodSync(folder, 0o755);
  const server = new URL(serverUrl);
  const port = await freePort();
  const login = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  const settings = `[databases]
* = host=${server.hostname} port=${server.port || '5432'} user=${server.username}${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 });
  // It refuses to run as root.
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...owner,
    cwd: '/',
    env: { PATH },
    stdio: 'ignore',
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  for (let tried = 0; !(await answers(port)); tried++) {
    if (child.exitCode !== null || tried === START_TRIES)
      throw new Error('Expected PgBouncer to start, but it did not.');
    await sleep(10);
  }
  server.hostname = '127.0.0.1';
  server.port = String(port);
  return server.href;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((done) => {
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  }).then((is) => {
    socket.destroy();
    return is as boolean;
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
