// The feed: every commit once and in order, also with several connections; and notifications of other processes'
// commits.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedCommit, Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';
import { otherProcess } from './other-process.ts';
import { addedWorkflow, SampleRun } from './samples.ts';
import { withStore } from './with-store.ts';

const PATIENCE_MS = 20_000;

export function feedPart(newPlace: NewPlace): void {
  describe('the feed', () => {
    it('gives all commits after a cursor in order, by pages', withStore(newPlace, inOrder));
    it('leaves out none and gives none twice while two connections write', withStore(newPlace, twoWriters));
    it('tells of a commit by another process within 250 ms', withStore(newPlace, listens));
    it('tells nothing of its own commits', withStore(newPlace, ownCommits));
  });
}

async function drained(
  store: Store,
  cursor: string,
  limit: number,
): Promise<{ commits: FeedCommit[]; cursor: string }> {
  const commits: FeedCommit[] = [];
  let at = cursor;
  for (let pages = 0; pages < 10_000; pages++) {
    const page = await store.feed(at, limit);
    at = page.cursor;
    if (page.commits.length === 0) return { commits, cursor: at };
    commits.push(...page.commits);
  }
  throw new Error('expected the feed to end');
}

/** On Postgres a commit waits in the feed while a transaction that began before it is open, on any database. */
async function untilGiven(store: Store, cursor: string, limit: number, count: number) {
  const commits: FeedCommit[] = [];
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    const page = await drained(store, cursor, limit);
    commits.push(...page.commits);
    cursor = page.cursor;
    if (commits.length >= count || Date.now() > end) return { commits, cursor };
  }
}

async function inOrder(store: Store): Promise<void> {
  const start = await store.feedEnd();
  const workflow = await addedWorkflow(store);
  const end = await store.feedEnd();
  const runs = [await new SampleRun(workflow).put(store), await new SampleRun(workflow).put(store)];
  for (const run of runs) await run.put(store, { texts: ['[1]', '[2]'] });
  const { commits, cursor } = await untilGiven(store, end, 2, 6);
  const [a, b] = runs;
  const expected = [a?.run, b?.run, a?.run, a?.run, b?.run, b?.run];
  assert.deepEqual(
    commits.map((commit) => commit.run),
    expected,
  );
  assert.deepEqual(
    commits.map((commit) => commit.first),
    [1, 1, 3, 5, 3, 5],
  );
  assert.deepEqual((await store.feed(cursor, 10)).commits, []);
  assert.equal((await store.feed(cursor, 10)).cursor, cursor);
  const all = await drained(store, start, 100);
  assert.deepEqual([all.commits[0]?.run, all.commits[0]?.runKey], ['system', 0]);
  assert.equal(all.commits.length, 7);
}

async function twoWriters(store: Store, { open }: Place): Promise<void> {
  const [other, reader] = [await open(), await open()];
  const workflow = await addedWorkflow(store);
  let cursor = await store.feedEnd();
  const seen: string[] = [];
  let writing = 2;
  const write = async (to: Store): Promise<void> => {
    const run = new SampleRun(workflow);
    for (let i = 0; i < 100; i++) {
      await run.put(to);
      if (i % 10 === 0) await sleep(1);
    }
    writing--;
  };
  const read = async (): Promise<void> => {
    let isLast = false;
    for (const end = Date.now() + PATIENCE_MS; !isLast && Date.now() < end; ) {
      isLast = writing === 0 && seen.length >= 200;
      const page = await drained(reader, cursor, 7);
      cursor = page.cursor;
      for (const commit of page.commits) seen.push(`${commit.run}:${commit.first}`);
      await sleep(2);
    }
  };
  await Promise.all([write(store), write(other), read()]);
  assert.equal(seen.length, 200);
  assert.equal(new Set(seen).size, 200);
}

async function listens(store: Store, { address }: Place): Promise<void> {
  const workflow = await addedWorkflow(store);
  const other = await otherProcess(address);
  try {
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      let heardAt = 0;
      await sleep(150);
      const end = store.listen(() => {
        heardAt ||= Date.now();
      });
      const { committedAt } = await other.ask({ do: 'put', workflow, count: 1 });
      for (let waited = 0; heardAt === 0 && waited < 1_000; waited += 5) await sleep(5);
      end();
      // On a busy machine it may be heard before the one who made it gets to look at the clock.
      waits.push(heardAt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, heardAt - committedAt));
    }
    // Timers are late on a busy machine; the middle one tells.
    const middle = waits.sort((a, b) => a - b)[2] as number;
    assert.ok(middle <= 250, `expected to hear within 250 ms, found ${waits.join(', ')}`);
  } finally {
    await other.end();
  }
}

/** A process that waits for runs would ask the store about all of them after each commit of its own. */
async function ownCommits(store: Store): Promise<void> {
  const run = new SampleRun(await addedWorkflow(store));
  let heard = 0;
  const end = store.listen(() => heard++);
  // Until it has a connection that listens it looks every now and then.
  for (let round = 0, before = -1; round < 20 && before !== heard; round++) {
    before = heard;
    await sleep(400);
  }
  const counts: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = heard;
    await run.put(store);
    await sleep(150);
    counts.push(heard - before);
  }
  end();
  // A slow look every second is the safety net.
  assert.ok(counts.filter((count) => count > 0).length <= 2, `expected silence, heard ${counts.join(', ')}`);
}
