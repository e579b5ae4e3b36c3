// Looking after a store: seals, erasing, removing, pruning, figures.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { CHAIN_START, chained, sealed } from '../../src/engine/chain.ts';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, note, peopleTask, refOf, SampleRun, sampleTask, sha256 } from './samples.ts';
import { withStore } from './with-store.ts';

const ended = { status: 'completed', live: false, endedAt: 50 } as const;

export function carePart(newPlace: NewPlace): void {
  describe('care', () => {
    it('seals the heads that changed since the last seal, each chained to the one before', withStore(newPlace, seals));
    it('seals once a minute, no matter who asks and what is committed meanwhile', withStore(newPlace, sealsInTime));
    it('seals up to the newest commit it found, and ends', withStore(newPlace, sealsAndEnds));
    it('gives every head with its hash, by key', withStore(newPlace, heads));
    it('erases texts, snapshot and payloads of one run; its chain can still be checked', withStore(newPlace, erases));
    it('keeps what an erased run shares with others or still names itself', withStore(newPlace, erasesPart));
    it('removes ended runs only and leaves a tombstone of each', withStore(newPlace, removes));
    it('never gives the key or the place in the feed of a removed run again', withStore(newPlace, givesOnce));
    it('names ended runs that may be pruned, oldest first', withStore(newPlace, prunable));
    it('prunes payloads nobody refers to and old request keys', withStore(newPlace, prunes));
    it('counts what is in it, and stays whole when it is compacted', withStore(newPlace, stats));
  });
}

async function seals(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const [a, b] = [await new SampleRun(workflow).put(store), await new SampleRun(workflow).put(store)];
  const first = await store.seal(100);
  assert.ok(first);
  const [system] = await store.heads(-1, 1);
  assert.deepEqual(JSON.parse(first.text), [
    [0, 1, system?.hash],
    [a.key, a.head, a.hash],
    [b.key, b.head, b.hash],
  ]);
  assert.equal(first.hash, sealed(CHAIN_START, 100, first.text, sha256));
  assert.equal(await store.seal(101), null);
  await b.put(store);
  const second = await store.seal(102);
  assert.deepEqual(JSON.parse(second?.text ?? ''), [[b.key, b.head, b.hash]]);
  assert.equal(second?.hash, sealed(first.hash, 102, second?.text ?? '', sha256));
  assert.deepEqual(await store.seals(0, 10), [first, second]);
  assert.deepEqual(await store.seals(first.id, 10), [second]);
  assert.deepEqual(await store.seals(0, 1), [first]);
  const took = { next: null, isBeyond: false };
  const { commits } = await store.commitsOfSeal(first.id, null);
  assert.deepEqual(new Set(commits.map(({ key }) => key)), new Set([0, a.key, b.key]));
  assert.deepEqual(await store.commitsOfSeal(2, null), { commits: [{ key: b.key, last: b.head }], ...took });
}

/** Two connections ask every 10 s for 5 minutes, a commit before each: one seal a minute, each with its own time. */
async function sealsInTime(store: Store, { open }: { open: () => Promise<Store> }): Promise<void> {
  const other = await open();
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  const start = 1_000_000;
  for (let now = start; now < start + 300_000; now += 10_000) {
    await run.put(store);
    await Promise.all([store.seal(now, 60_000), other.seal(now + 500, 60_000)]);
  }
  const made = await store.seals(0, 100);
  assert.equal(made.length, 5);
  for (const [n, { at }] of made.entries()) assert.ok(at >= start + n * 60_000 && at <= start + n * 60_000 + 600);
  // A clock that was set back, by a year for one, is not a reason to wait for a year.
  await run.put(store);
  assert.ok(await store.seal(start - 31_536_000_000, 60_000));
}

async function sealsAndEnds(store: Store, { open }: { open: () => Promise<Store> }): Promise<void> {
  const writer = await open();
  const run = await new SampleRun(await addedWorkflow(store)).put(writer);
  let isSealing = true;
  const writing = (async () => {
    for (let n = 0; isSealing && n < 1_000; n++) await run.put(writer);
  })();
  const seal = await store.seal(5);
  isSealing = false;
  await writing;
  assert.deepEqual(await store.seals(0, 10), [seal]);
}

async function heads(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const runs = [await new SampleRun(workflow).put(store), await new SampleRun(workflow).put(store)];
  const all = await store.heads(-1, 10);
  assert.deepEqual(
    all.slice(1),
    runs.map(({ known, run, head, hash }) => ({ key: known, run, head, hash })),
  );
  assert.deepEqual(await store.heads(runs[0]?.known ?? 0, 10), all.slice(2));
  assert.deepEqual(
    (await store.heads(-1, 1)).map((head) => head.run),
    ['system'],
  );
}

async function erases(store: Store): Promise<void> {
  const texts = [`[[19,{"a":{"$ref":"${refOf('secret')}","bytes":6}}]]`, '[[60,"private"]]'];
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    texts,
    payloads: new Map([[refOf('secret'), 'secret']]),
    references: [refOf('secret')],
    snapshot: { number: 4, format: 1, parts: new Map([['', 'private']]), gone: [] },
  });
  const before = await store.heads(-1, 10);
  const erased = await store.erase(run.known, run.head, note('[["DataErased",{}]]'));
  assert.deepEqual(erased, { commits: 2, payloads: 1 });
  const commits = await store.commitsOf(run.known, 0, 10);
  assert.deepEqual(
    commits.map((commit) => [commit.text, commit.textHash]),
    texts.map((text) => [null, refOf(text)]),
  );
  let hash = CHAIN_START;
  for (const commit of commits) hash = chained(hash, run.run, commit, commit.textHash?.slice(7) ?? '', sha256);
  assert.equal((await store.run(run.run))?.hash, hash);
  assert.equal(await store.snapshotOf(run.known), null);
  assert.equal((await store.payloads([refOf('secret')])).size, 0);
  const after = await store.heads(-1, 10);
  assert.deepEqual(after.slice(1), before.slice(1));
  assert.equal(after[0]?.head, (before[0]?.head ?? 0) + 1, 'the note is in the system stream');
  assert.deepEqual(await store.erase(run.known, run.head, note()), { commits: 0, payloads: 0 });
}

async function erasesPart(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  // What is named later is a join's results, made of another payload.
  const later = `[{"$ref":"${refOf('part')}","bytes":4}]`;
  const payloads = new Map(['own', 'shared', 'part', later].map((text) => [refOf(text), text]));
  const run = await new SampleRun(workflow).put(store, { payloads, references: [...payloads.keys()] });
  await run.put(store, { texts: [`[[19,{"$ref":"${refOf(later)}","bytes":5}]]`], references: [refOf(later)] });
  await new SampleRun(workflow).put(store, { references: [refOf('shared')] });
  assert.deepEqual(await store.erase(run.known, 2, note()), { commits: 1, payloads: 1 });
  const left = await store.payloads([...payloads.keys()]);
  assert.deepEqual([...left.values()].sort(), [later, 'part', 'shared']);
  assert.deepEqual(
    (await store.commitsOf(run.known, 0, 9)).map((commit) => commit.text === null),
    [true, false],
  );
}

async function removes(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const open = await new SampleRun(workflow).put(store);
  const cleaning = await new SampleRun(workflow).put(store, { row: { ...ended, live: true } });
  const telling = await new SampleRun(workflow).put(store, { row: ended, outbox: [{ kind: 'tell', content: 1 }] });
  const done = await new SampleRun(workflow).put(store, {
    row: ended,
    tasks: [peopleTask(1), sampleTask(2)],
    timers: [{ timer: 1, kind: 'due', due: 1, task: 1 }],
    payloads: new Map([[refOf('p'), 'p']]),
    references: [refOf('p')],
    snapshot: { number: 2, format: 1, parts: new Map([['', 'x']]), gone: [] },
  });
  const keys = [open, cleaning, telling, done].map((run) => run.known);
  assert.equal(await store.removeRuns([...keys, 12_345], note('[["RunsRemoved",{}]]', 77)), 1);
  assert.equal(await store.run(done.run), null);
  assert.equal(await store.task(done.run, 1), null);
  assert.deepEqual(await store.commitsOf(done.known, 0, 5), []);
  assert.equal(await store.snapshotOf(done.known), null);
  const { known: key, run, head, hash } = done;
  assert.deepEqual(await store.tombstones(0, 10), [{ key, run, head, hash, removedAt: 77 }]);
  assert.deepEqual(await store.tombstones(key, 10), []);
  assert.equal((await store.prunePayloads(9_999, 0)).payloads, 1, 'nothing refers to it any more');
  assert.equal((await store.listRuns({}, { limit: 9 })).items.length, 3);
}

async function givesOnce(store: Store, { open }: { open: () => Promise<Store> }): Promise<void> {
  const workflow = await addedWorkflow(store);
  const run = await new SampleRun(workflow).put(store, { row: ended, texts: ['[1]', '[2]', '[3]'] });
  const end = await store.feedEnd();
  await store.removeRuns([run.known], note());
  const other = await open();
  const next = await new SampleRun(workflow).put(other);
  assert.ok(next.known > run.known);
  const { commits } = await store.feed(end, 10);
  assert.deepEqual(
    commits.map((commit) => commit.run),
    ['system', next.run],
  );
}

async function prunable(store: Store): Promise<void> {
  const [a, b] = [await addedWorkflow(store, 'a'), await addedWorkflow(store, 'b')];
  const put = async (workflow: number, endedAt: number): Promise<string> =>
    (await new SampleRun(workflow).put(store, { row: { ...ended, endedAt } })).run;
  const runs = [await put(a, 30), await put(b, 10), await put(a, 20)];
  await new SampleRun(a).put(store);
  const found = async (workflow: string | null, before: number, limit: number): Promise<string[]> =>
    (await store.prunable(workflow, before, limit)).map((run) => run.run);
  assert.deepEqual(await found(null, 99, 9), [runs[1], runs[2], runs[0]]);
  assert.deepEqual(await found(null, 30, 9), [runs[1], runs[2]]);
  assert.deepEqual(await found('a', 99, 9), [runs[2], runs[0]]);
  assert.deepEqual(await found(null, 99, 1), [runs[1]]);
  assert.deepEqual(await found('c', 99, 9), []);
}

async function prunes(store: Store): Promise<void> {
  const texts = Array.from({ length: 1_200 }, (_, i) => `text ${i}`);
  const request = { actor: 'ada', operation: 'o', requestHash: 'h', answer: null };
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    payloads: new Map(texts.map((text) => [refOf(text), text])),
    references: [refOf('text 7')],
    request: { ...request, key: 'old', at: 10 },
    at: 100,
  });
  await run.put(store, { request: { ...request, key: 'new', at: 20 }, at: 100 });
  assert.deepEqual(await store.prunePayloads(100, 0), { payloads: 0, bytes: 0, requests: 0 });
  const pruned = await store.prunePayloads(101, 20);
  const bytes = texts.join('').length - 'text 7'.length;
  assert.deepEqual(pruned, { payloads: 1_199, bytes, requests: 1 });
  assert.equal((await store.payloads([refOf('text 7')])).size, 1);
  assert.ok(await store.knownRequest('ada', 'o', 'new'));
}

async function stats(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  await new SampleRun(workflow).put(store, {
    tasks: [sampleTask(1), peopleTask(2), sampleTask(3, { kind: 'foreach' })],
  });
  // PostgreSQL would make little of a repeated letter.
  const big = randomBytes(1_000_000).toString('hex');
  const run = await new SampleRun(workflow).put(store, {
    row: ended,
    timers: [{ timer: 1, kind: 'due', due: 1, task: null }],
    payloads: new Map([[refOf(big), big]]),
  });
  const { kind, place, schema, bytes, freeBytes, ...counts } = await store.stats();
  assert.deepEqual([kind, place], [store.kind, store.place]);
  assert.ok(schema >= 1 && bytes > 2_000_000);
  assert.ok(store.kind === 'postgres' ? freeBytes === null : (freeBytes ?? 0) > 0);
  assert.deepEqual(counts, {
    ...{ runs: { running: 1, completed: 1 }, openTasks: 2, commits: 3, payloads: 1, payloadBytes: 2_000_000 },
    ...{ timers: 1, processes: 0 },
  });
  await store.prunePayloads(99_999, 0);
  await store.compact();
  assert.ok((await store.stats()).bytes <= bytes);
  assert.equal((await store.run(run.run))?.head, 2);
}
