// Workflows and records, each change noted in the system stream with it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHAIN_START, chained } from '../../src/engine/chain.ts';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';
import { note, SampleRun, sampleWorkflow, sha256 } from './samples.ts';
import { withStore } from './with-store.ts';

export function libraryPart(newPlace: NewPlace): void {
  describe('the library', () => {
    it('stores versions under a name; the one added last is the newest', withStore(newPlace, versions));
    it('finds a version by at least 7 characters', withStore(newPlace, byPrefix));
    it('lists the newest of each name with its runs, by pages', withStore(newPlace, listed));
    it('keeps records by kind and name', withStore(newPlace, records));
    it('chains what happened outside runs, whichever connection wrote it', withStore(newPlace, systemChain));
  });
}

async function versions(store: Store): Promise<void> {
  const [one, two] = [sampleWorkflow('w', 'one'), sampleWorkflow('w', 'two')];
  const first = await store.addWorkflow(one, '/flows', note('[["A",{}]]', 11));
  const second = await store.addWorkflow(two, null, note());
  assert.deepEqual([first.isNew, second.isNew], [true, true]);
  assert.deepEqual((await store.workflow('w'))?.workflow, two);
  assert.deepEqual(await store.addWorkflow(one, null, note()), { key: first.key, isNew: false });
  assert.deepEqual((await store.workflow('w'))?.workflow, one);
  const head = { key: first.key, name: 'w', version: one.version, compiler: 1 };
  const stored = { ...head, origin: '/flows', addedAt: 11, addedBy: 'ada' };
  assert.deepEqual(await store.workflowByKey(first.key), { ...stored, workflow: one });
  const listedVersions = await store.versionsOf('w');
  assert.deepEqual(listedVersions[0], { ...stored, runs: 0, openRuns: 0 });
  assert.deepEqual(
    listedVersions.map((version) => version.key),
    [first.key, second.key],
  );
  await store.removeWorkflow('w', note());
  assert.deepEqual([await store.workflow('w'), await store.workflowByKey(first.key)], [null, null]);
  assert.ok((await store.addWorkflow(one, null, note())).key > second.key);
}

async function byPrefix(store: Store): Promise<void> {
  const workflow = sampleWorkflow('w');
  await store.addWorkflow(workflow, null, note());
  const digits = workflow.version.slice('sha256:'.length);
  assert.ok(await store.workflow('w', workflow.version));
  assert.ok(await store.workflow('w', digits));
  assert.ok(await store.workflow('w', `sha256:${digits.slice(0, 7)}`));
  assert.ok(await store.workflow('w', digits.slice(0, 7)));
  assert.equal(await store.workflow('w', digits.slice(0, 6)), null);
  assert.equal(await store.workflow('w', '_______'), null);
  assert.equal(await store.workflow('other', workflow.version), null);
}

async function listed(store: Store): Promise<void> {
  for (const name of ['c', 'a', 'b']) await store.addWorkflow(sampleWorkflow(name), null, note());
  const { key } = await store.addWorkflow(sampleWorkflow('a', 'newer'), null, note());
  await new SampleRun(key).put(store);
  await new SampleRun(key).put(store, { row: { status: 'failed', live: false, endedAt: 3 } });
  const first = await store.listWorkflows({ limit: 2 });
  assert.deepEqual(
    first.items.map((row) => [row.name, row.runs, row.openRuns]),
    [
      ['a', 2, 1],
      ['b', 0, 0],
    ],
  );
  assert.equal(first.items[0]?.key, key);
  assert.ok(first.next);
  const second = await store.listWorkflows({ limit: 2, after: first.next });
  assert.deepEqual([second.items.map((row) => row.name), second.next], [['c'], null]);
}

async function records(store: Store): Promise<void> {
  assert.equal(await store.record('view', 'mine'), null);
  await store.putRecord('view', 'mine', { a: 1 }, note());
  await store.putRecord('view', 'mine', { a: [2, null] }, note());
  await store.putRecord('view', 'also', {}, note());
  await store.putRecord('other', 'mine', { b: 1 }, note());
  assert.deepEqual(await store.record('view', 'mine'), { a: [2, null] });
  assert.deepEqual(await store.records('view'), [
    { name: 'also', content: {} },
    { name: 'mine', content: { a: [2, null] } },
  ]);
  assert.equal(await store.removeRecord('view', 'mine', note()), true);
  assert.equal(await store.removeRecord('view', 'mine', note()), false);
  assert.deepEqual(
    (await store.records('view')).map((record) => record.name),
    ['also'],
  );
}

async function systemChain(store: Store, { open }: Place): Promise<void> {
  const other = await open();
  await store.putRecord('k', 'n', {}, note('[["One",{}]]', 1));
  await other.putRecord('k', 'n', {}, note('[["Two",{}],["Three",{}]]', 2));
  await store.addWorkflow(sampleWorkflow('w'), null, note('[["Four",{}]]', 3));
  const commits = await store.commitsOf(0, 0, 10);
  assert.deepEqual(
    commits.map((commit) => [commit.first, commit.last]),
    [
      [1, 1],
      [2, 3],
      [4, 4],
    ],
  );
  let hash = CHAIN_START;
  for (const commit of commits) hash = chained(hash, 'system', commit, sha256(commit.text ?? ''), sha256);
  const [system] = await store.heads(-1, 1);
  assert.deepEqual(system, { key: 0, run: 'system', head: 4, hash });
}
