// A worker whose store may not grow, asked to end: it says why it waits, ends in order, and another finishes the work.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ADA } from '../guarantees/on-both-stores.ts';

const ITEMS = `flowchart TD
  S[[Each: item]] --> W[Work] --> J[Join] --> E([END])
%% @S: {"itemsPath":"run.input.items","itemVariable":"item","concurrency":20}
%% @W: {"action":"work"}`;
const CODE = `export const code = { actions: { work: async ({ idempotencyKey }) => {
  await new Promise((done) => setTimeout(done, 20));
  return { output: { text: (idempotencyKey + ' ').repeat(40) } };
} } };`;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const GROWTH_BYTES = 200_000;
const WAIT_MS_MAX = 60_000;

test('robust-2: a worker on a full disk says so, and SIGTERM ends it in order', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-full-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.db');
  writeFileSync(join(folder, 'code.mjs'), CODE);
  const store = await openSqliteStore({ path });
  t.after(() => store.close());
  const engine = await openEngine({ store, role: 'test' });
  const added = await addDiagram(store, 'items.mmd', ITEMS, ADA);
  assert.ok(typeof added !== 'string');
  const started = await engine.start(added, { items: Array.from({ length: 200 }, (_, i) => i) }, { by: ADA });
  assert.ok(started.ok);
  const bytes = Math.max(...['', '-wal'].map((end) => statSync(`${path}${end}`).size));

  // A reader of an old version keeps the log from being restarted: full stays full, however slow the machine.
  const reader = new DatabaseSync(path, { readOnly: true });
  t.after(() => reader.isOpen && reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM runs');
  const worker = startWorker(folder, path, `ulimit -f ${Math.ceil((bytes + GROWTH_BYTES) / 512)};`);
  await until(() => worker.out().includes('Waiting: store-full: '));
  growBeyond(path);
  worker.process.kill('SIGTERM');
  const [status] = await once(worker.process, 'exit');
  assert.equal(status, 4, worker.err());
  assert.equal(worker.out().match(/Waiting: /g)?.length, 1, worker.out());
  assert.match(worker.err(), /^store-full: There is no space left on the disk of the store .*\n$/);

  reader.close();
  const other = startWorker(folder, path, '');
  await until(async () => (await store.run(started.run))?.status === 'completed');
  other.process.kill('SIGTERM');
  assert.deepEqual(await once(other.process, 'exit'), [0, null], other.err());
  const completed = (await engine.events(started.run, 0, 10_000)).filter(({ type }) => type === 'TaskCompleted');
  // Each item once, and the list they are of.
  assert.equal(completed.length, 201);
});

/** Where a large commit did not fit, a small one still may. Behind what is written here none does. */
function growBeyond(path: string): void {
  const other = new DatabaseSync(path, { timeout: WAIT_MS_MAX });
  other.exec(`CREATE TABLE filler AS SELECT randomblob(${2 * GROWTH_BYTES}); DROP TABLE filler`);
  other.close();
}

function startWorker(folder: string, path: string, limit: string) {
  // No file of the process may be larger, and it gets an error instead of a signal.
  const script = `trap '' XFSZ; ${limit} exec "$@"`;
  const args = [process.execPath, MAIN, 'work', '--code', 'code.mjs', '--store', path];
  const env = { ...process.env, HOME: folder, SIGNOFF_HOME: folder, SIGNOFF_TRUST: '1', NODE_COMPILE_CACHE: undefined };
  const started = spawn('bash', ['-c', script, 'bash', ...args], { cwd: folder, env });
  let [out, err] = ['', ''];
  started.stdout.on('data', (text: Buffer) => {
    out += text;
  });
  started.stderr.on('data', (text: Buffer) => {
    err += text;
  });
  return { process: started, out: () => out, err: () => err };
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS_MAX; Date.now() < end; ) {
    if (await isThere()) return;
    await sleep(100);
  }
  assert.fail('It did not come to that within a minute.');
}
