// A full disk: a clear error, nothing half done, and work goes on when there is space again.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StoreFault } from '../../src/errors.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { checkAllDone, checkStore, countEvents } from './check-store.ts';
import { addFlows, openFixture } from './open-fixture.ts';
import { openPlace } from './open-place.ts';
import { until } from './wait-until.ts';

const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const GROWTH_BYTES = 300_000;
const FULL =
  /^There is no space left on the disk of the store .*: .*\. Free some space, then try again\. Nothing was changed\.$/;

const isMountable = mayMount();

/** Only root may mount one. The test with a limit on file sizes shows the same to everyone. */
function testOnSmallDisk(name: string, options: { timeout: number }, body: (t: TestContext) => Promise<void>): void {
  if (isMountable) test(name, options, body);
}

testOnSmallDisk(
  'a full disk is said clearly, breaks nothing, and work goes on when there is room',
  {
    timeout: 120_000,
  },
  async (t) => {
    const disk = smallDisk(t);
    const place = join(disk, 'signoff.db');
    const store = await openPlace(place);
    const engine = await openEngine({ store, role: 'cli' });
    await addFlows(store);
    const stored = await store.workflow('guarded');
    assert.ok(stored !== null);
    // What else is on the disk takes nearly all that is left.
    const others = join(disk, 'others');
    fill(others, disk);
    const faults: StoreFault[] = [];
    let started = 0;
    for (let i = 0; i < 400 && faults.length < 5; i++) {
      const padding = { padding: `${i} `.repeat(5000) };
      try {
        await engine.start(stored, padding, { by: ADA });
        started++;
      } catch (fault) {
        assert.ok(fault instanceof StoreFault, String(fault));
        faults.push(fault);
      }
    }
    assert.equal(faults.length, 5, `${started} runs were started`);
    for (const { code, message } of faults) {
      assert.equal(code, 'store-full');
      assert.match(message, FULL);
    }
    assert.equal((await checkStore(store)).length, started);
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [main, 'doctor', '--store', place], { encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stdout, /^bad +store +store-full: .* kB left .*Free some space/m);
    rmSync(others);
    const outcome = await engine.start(stored, null, { by: ADA });
    assert.ok(outcome.ok);
    await engine.close();
    await store.close();
    assert.deepEqual(integrity(place), ['ok']);
  },
);

testOnSmallDisk(
  'a worker whose disk is full keeps what it has done, and reports it when there is room',
  {
    timeout: 120_000,
  },
  async (t) => {
    const disk = smallDisk(t);
    const fixture = await openFixture(t, join(disk, 'signoff.db'));
    for (let i = 0; i < 2; i++)
      await fixture.start('long', { pieces: Array.from({ length: 300 }, (_, piece) => piece) });
    const worker = fixture.spawn('worker', { workMs: 50, capacity: 10 });
    await worker.ready;
    const others = join(disk, 'others');
    fill(others, disk);
    await until('a worker without room', () => worker.said.includes('store-full'));
    assert.ok(worker.isRunning, worker.errors);
    const { items } = await fixture.store.listRuns({ status: ['running'] }, { limit: 2 });
    assert.equal(items.length, 2, 'the disk was not full: the work went on');
    rmSync(others);
    await fixture.allEnded();
    assert.ok(worker.isRunning, worker.errors);
    await worker.kill('SIGTERM');
    const histories = await checkAllDone(fixture.store);
    assert.equal(countEvents(histories, 'TaskCompleted'), 604);
    assert.deepEqual(integrity(fixture.place), ['ok']);
  },
);

test('a store file that may not grow is as a full disk: no corruption, and another process goes on', {
  timeout: 120_000,
}, async (t) => {
  const fixture = await openFixture(t);
  for (let i = 0; i < 4; i++) await fixture.start('long', { pieces: Array.from({ length: 300 }, (_, piece) => piece) });
  const bytes = Math.max(...['', '-wal'].map((end) => statSync(`${fixture.place}${end}`).size));
  // In blocks of 512: no file of this process may be larger, and it gets an error instead of a signal.
  const limit = `trap '' XFSZ; ulimit -f ${Math.ceil((bytes + GROWTH_BYTES) / 512)}; exec "$@"`;
  const worker = fixture.spawn('worker', { workMs: 20, capacity: 20 }, limit);
  await worker.ready;
  await until('a worker without room', () => worker.said.includes('store-full'));
  assert.ok(worker.isRunning, worker.errors);
  await worker.kill();
  const done = countEvents(await checkStore(fixture.store), 'TaskCompleted');
  assert.ok(done > 0 && done < 1208, `${done} tasks were done within the limit`);
  fixture.spawn('worker', { workMs: 1 });
  await fixture.allEnded();
  assert.equal(countEvents(await checkAllDone(fixture.store), 'TaskCompleted'), 1208);
  assert.deepEqual(integrity(fixture.place), ['ok']);
});

/** A disk of 8 MB; null once the test is marked as skipped, where this process may not mount one. */
function smallDisk(t: TestContext): string {
  const disk = mkdtempSync(join(tmpdir(), 'signoff-disk-'));
  mount(disk);
  t.after(() => {
    // Lazily: what is still open on it closes after this.
    execFileSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });
  return disk;
}

function mount(disk: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' });
}

function mayMount(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'signoff-disk-'));
  try {
    mount(disk);
    execFileSync('umount', [disk]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(disk);
  }
}

/** Leaves 100 to 200 kB. */
function fill(file: string, disk: string): void {
  const free = Number(execFileSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' }).split('\n')[1]);
  writeFileSync(file, Buffer.alloc(Math.max(0, free - 150) * 1024));
  assert.ok(statSync(file).size > 0);
}

function integrity(path: string): unknown[] {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}
