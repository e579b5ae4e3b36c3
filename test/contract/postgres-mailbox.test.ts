// The mailbox of a run: commands from many processes, decided in order by the one that has the run.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Json } from '../../src/json.ts';
import type { Mailbox, QueuedCommand } from '../../src/ports/mailbox.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { addedWorkflow, SampleRun } from './samples.ts';

type Box = { readonly store: Store; readonly box: Mailbox };

async function opened(t: TestContext, count: number): Promise<readonly Box[] | undefined> {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return undefined;
  const url = await postgres.createDatabase();
  const stores: Box[] = [];
  for (let i = 0; i < count; i++) {
    const store = await openPostgresStore({ url });
    t.after(() => store.close());
    assert.ok(store.mailbox !== null);
    stores.push({ store, box: store.mailbox });
  }
  return stores;
}

const queuedCommand = (id: string, command: Json = { say: id }): QueuedCommand => ({
  ...{ id, actor: 'ada', channel: 'http', command },
  payloads: new Map([[`sha256:${'a'.repeat(64)}`, `of ${id}`]]),
});

/** Decides each letter by one commit that holds its id, and answers it with its place. */
function deciding(run: SampleRun, seen: string[] = []) {
  return async (queued: readonly QueuedCommand[], head: number) => {
    assert.equal(head, run.head);
    const write = run.write({ texts: queued.map(({ id }) => `["${id}",0]`) });
    const answers = new Map<string, Json>(queued.map(({ id }) => [id, seen.push(id)]));
    run.took(write, run.known);
    return { write, answers };
  };
}

test('letters are decided in order, with the write, and answered once', async (t) => {
  const [first, second] = (await opened(t, 2)) ?? [];
  if (first === undefined || second === undefined) return;
  const run = await new SampleRun(await addedWorkflow(first.store)).put(first.store);
  await second.box.post(run.known, [queuedCommand('l1'), queuedCommand('l2')]);
  await second.box.post(run.known, [queuedCommand('l2'), queuedCommand('l3')]);
  const [waiting, ...others] = await first.box.waiting(10);
  assert.deepEqual([waiting?.run, waiting?.key, others], [run.run, run.known, []]);
  assert.deepEqual(await first.box.waiting(10, waiting?.oldest), []);
  const seen: string[] = [];
  assert.equal(await first.box.drain(run.known, 2, deciding(run, seen)), 2);
  assert.equal(await first.box.drain(run.known, 9, deciding(run, seen)), 1);
  assert.equal(await first.box.drain(run.known, 9, deciding(run, seen)), 0);
  assert.deepEqual(seen, ['l1', 'l2', 'l3']);
  assert.deepEqual(await first.box.waiting(10), []);
  assert.equal((await second.store.run(run.run))?.head, run.head);
  const answers = await second.box.collect(['l1', 'l3', 'l9']);
  assert.deepEqual([...answers].sort(), [
    ['l1', 1],
    ['l3', 3],
  ]);
  assert.equal((await second.box.collect(['l1', 'l2'])).get('l2'), 2);
});

test('a letter arrives as it was posted', async (t) => {
  const [only] = (await opened(t, 1)) ?? [];
  if (only === undefined) return;
  const run = await new SampleRun(await addedWorkflow(only.store)).put(only.store);
  const posted = queuedCommand('l1', { text: '"\\ \u0000 {}' });
  await only.box.post(run.known, [posted]);
  const decide = deciding(run);
  await only.box.drain(run.known, 9, (queued, head) => {
    assert.deepEqual(queued, [posted]);
    return decide(queued, head);
  });
});

test('while one has the run another learns so at once, and a command can still be posted', async (t) => {
  const [first, second] = (await opened(t, 2)) ?? [];
  if (first === undefined || second === undefined) return;
  const run = await new SampleRun(await addedWorkflow(first.store)).put(first.store);
  await first.box.post(run.known, [queuedCommand('l1')]);
  const decide = deciding(run);
  await first.box.drain(run.known, 9, async (queued, head) => {
    assert.equal(await second.box.drain(run.known, 9, decide), null);
    await second.box.post(run.known, [queuedCommand('l2')]);
    return decide(queued, head);
  });
  assert.equal(await second.box.drain(run.known, 9, decide), 1);
});

test('a decision that fails leaves letters and run as they were', async (t) => {
  const [only] = (await opened(t, 1)) ?? [];
  if (only === undefined) return;
  const run = await new SampleRun(await addedWorkflow(only.store)).put(only.store);
  await only.box.post(run.known, [queuedCommand('l1')]);
  const failing = async (): Promise<never> => {
    throw new Error('no');
  };
  await assert.rejects(only.box.drain(run.known, 9, failing), /no/);
  const stale = async (queued: readonly QueuedCommand[]) => {
    const { key, head, hash } = run;
    run.head = 0;
    const write = run.write();
    Object.assign(run, { key, head, hash });
    return { write, answers: new Map<string, Json>([[queued[0]?.id ?? '', 1]]) };
  };
  await assert.rejects(only.box.drain(run.known, 9, stale), /Nothing was changed/);
  assert.equal((await only.box.collect(['l1'])).size, 0);
  assert.equal(await only.box.drain(run.known, 9, deciding(run)), 1);
});

test('many writers of one run lose no letter', async (t) => {
  const stores = await opened(t, 3);
  if (stores === undefined) return;
  const [first] = stores as readonly [Box];
  const run = await new SampleRun(await addedWorkflow(first.store)).put(first.store);
  const ids = Array.from({ length: 60 }, (_, i) => `l${i}`);
  const seen: string[] = [];
  const post = ids.map((id, i) => (stores[i % 3] as Box).box.post(run.known, [queuedCommand(id)]));
  const drain = async ({ box }: Box): Promise<void> => {
    for (let i = 0; i < 2_000 && seen.length < ids.length; i++) await box.drain(run.known, 7, deciding(run, seen));
  };
  await Promise.all([...post, ...stores.map(drain)]);
  assert.deepEqual([...seen].sort(), [...ids].sort());
  const answers = await first.box.collect(ids);
  assert.equal(answers.size, ids.length);
  assert.equal((await first.store.commitsOf(run.known, 2, 1_000)).length, ids.length);
});
