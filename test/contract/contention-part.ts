// Two writers on one store: all writes arrive, and neither event loop stands still for the other.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';
import { otherProcess } from './other-process.ts';
import { addedWorkflow, SampleRun } from './samples.ts';
import { watchLoop } from './watch-loop.ts';
import { withStore } from './with-store.ts';

const WRITES = 300;
const STALL_MS_MAX = 50;
/** A busy machine stops processes on its own: how long is seen while one writes alone, and comes on top. */
const TRIES = 3;

export function contentionPart(newPlace: NewPlace): void {
  describe('two writers', () => {
    it('of one process: every write arrives', withStore(newPlace, twoConnections));
    it('that start the same run: one of them does', withStore(newPlace, sameRun));
    it('of two processes: every write arrives, and no event loop stands still', withStore(newPlace, twoProcesses));
  });
}

async function putMany(store: Store, run: SampleRun, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await run.put(store);
}

async function twoConnections(store: Store, { open }: Place): Promise<void> {
  const other = await open();
  const workflow = await addedWorkflow(store);
  const runs = [new SampleRun(workflow), new SampleRun(workflow)];
  await Promise.all(runs.map((run, i) => putMany(i === 0 ? store : other, run, WRITES)));
  for (const run of runs) assert.equal((await store.run(run.run))?.head, 2 * WRITES);
}

async function sameRun(store: Store, { open }: Place): Promise<void> {
  const other = await open();
  const workflow = await addedWorkflow(store);
  const [a, b] = [new SampleRun(workflow), new SampleRun(workflow)];
  const second = new SampleRun(workflow, a.run);
  const answers = await Promise.all([store.append([a.write()]), other.append([second.write(), b.write()])]);
  assert.equal(answers.flat().filter((answer) => answer.ok).length, 2);
  assert.equal((await store.commitsOf((await store.run(a.run))?.key ?? -1, 0, 9)).length, 1);
}

async function twoProcesses(store: Store, { address }: Place): Promise<void> {
  const workflow = await addedWorkflow(store);
  const other = await otherProcess(address);
  const born = { role: 'work', host: 'h', pid: process.pid, bornAt: 'b', reads: 73, hosts: [], startedAt: 1 };
  const key = await store.register(born);
  const stalls: number[] = [];
  try {
    for (let i = 0; i < TRIES && !stalls.some((stall) => stall < STALL_MS_MAX); i++) {
      const alone = watchLoop();
      await putMany(store, new SampleRun(workflow), WRITES);
      const aloneMs = await alone.longestMs();
      const theirs = other.ask({ do: 'put', workflow, count: WRITES, isRegistered: true });
      const run = new SampleRun(workflow);
      const loop = watchLoop();
      await putMany(store, run, WRITES);
      const stalledMs = await loop.longestMs();
      const answered = await theirs;
      assert.equal((await store.run(run.run))?.head, 2 * WRITES);
      assert.equal(answered.written, WRITES);
      assert.equal((await store.run(answered.run))?.head, 2 * WRITES);
      stalls.push(Math.max(stalledMs, answered.stalledMs) - aloneMs);
    }
    assert.ok(Math.min(...stalls) < STALL_MS_MAX, `found ${stalls.map(Math.round).join(', ')} ms more than alone`);
  } finally {
    await store.unregister(key);
    await other.end();
  }
}
