// A run that is cancelled ends with all that it started, no matter who cancels it, and pays for nothing more.

import assert from 'node:assert/strict';
import type { ListedOutbox, RunWrite, Store } from '../../src/ports/store.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { envelope } from '../agents/agent-engine.ts';
import { pricedAgents, USAGE } from '../agents/priced-agents.ts';
import { ADA, type EventOf, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { dyingStore } from '../support/dying-store.ts';
import { startModelServer } from '../support/model-server.ts';

const ENOUGH = { type: 'CancelRun', reason: 'Enough.' } as const;
const ABORT_MS = 2500;
/** What a process that works on nothing leaves undone. */
const WORKS_NOT = { processesWork: false, role: 'cli' };

const TOP = `flowchart TD
  A[Run: middle]
%% @workflow: { "name": "top" }
%% @A: { "subflowId": "middle" }`;
const MIDDLE = `flowchart TD
  A[Run: bottom] & B[Run: bottom] --> C[Join]
%% @workflow: { "name": "middle" }
%% @A: { "subflowId": "bottom" }
%% @B: { "subflowId": "bottom", "detached": true }`;
const SIGNS = 'flowchart TD\n  S(Sign)\n%% @workflow: { "name": "bottom" }';
const ASKS = `flowchart TD
  S[Ask] --> T[Ask again]
%% @workflow: { "name": "bottom" }
%% @S: { "prompt": "Say something." }
%% @T: { "prompt": "Say more." }`;

async function addAll(site: Site, bottom: string) {
  await site.add('bottom', bottom);
  await site.add('middle', MIDDLE);
  return site.add('top', TOP);
}

/** A run and all it started, near and far, by name and status. */
async function family({ store }: Site, run: string): Promise<readonly { readonly run: string; readonly is: string }[]> {
  const found = [run];
  for (const each of found)
    found.push(...(await store.listRuns({ parent: each }, { limit: 100 })).items.map((row) => row.run));
  const rows = await Promise.all(found.map((each) => store.run(each)));
  return rows.flatMap((row) => (row === null ? [] : [{ run: row.run, is: `${row.workflowName} ${row.status}` }]));
}

const statuses = async (site: Site, run: string) => (await family(site, run)).map(({ is }) => is).sort();
const CANCELLED = ['bottom cancelled', 'bottom cancelled', 'middle cancelled', 'top cancelled'];

async function openGates({ store }: Site, run: string): Promise<number> {
  return (await store.listTasks({ family: run, forPeople: true }, { limit: 100 })).items.length;
}

async function leftBy(store: Store): Promise<readonly string[]> {
  return [...(await store.outbox(null, 100)), ...(await store.outbox(0, 100))].map(({ kind }) => kind);
}

onBothStores(
  'research3-D9: all children of a cancelled run have ended before the answer, where no process works',
  async (site) => {
    const top = await addAll(site, SIGNS);
    const works = await site.engine();
    const run = await site.start(works, top);
    await site.until(run, 'two gates', async () => (await openGates(site, run)) === 2);
    await site.end(works);
    const cancels = await site.engine(WORKS_NOT);
    assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
    assert.deepEqual(await statuses(site, run), CANCELLED);
    assert.equal(await openGates(site, run), 0);
    assert.deepEqual(await leftBy(site.store), []);
    assert.equal((await site.events(cancels, run, 'RunCancelled')).length, 1);
  },
);

onBothStores('research3-D9: a child that was ordered and is not there yet does not outlive its run', async (site) => {
  const top = await addAll(site, SIGNS);
  const first = await site.engine(WORKS_NOT);
  const run = await site.start(first, top);
  assert.ok((await first.send(run, ENOUGH, ADA)).ok);
  assert.deepEqual(await statuses(site, run), ['top cancelled']);
  await site.engine();
  await site.until(run, 'nothing left', async () => (await leftBy(site.store)).length === 0);
  assert.deepEqual(await statuses(site, run), ['top cancelled']);
});

onBothStores('research3-D9: a detached child is ended although its start was under way', async (site) => {
  await site.add('bottom', SIGNS);
  const beside = await site.add(
    'beside',
    `flowchart TD
  B[Run: bottom] --> C(Look)
%% @workflow: { "name": "beside" }
%% @B: { "subflowId": "bottom", "detached": true }`,
  );
  const held = Promise.withResolvers<void>();
  let isStarting = false;
  const isStart = (args: readonly unknown[]) => /"parent":\{"run"/.test(JSON.stringify(args));
  // The process that starts the child is paused before it does.
  const waits = (store: Store): Store =>
    dyingStore(store, ({ name, args, make }) => {
      if (name !== 'append' || !isStart(args)) return make();
      isStarting = true;
      return held.promise.then(make);
    }).store;
  await site.engine({}, waits);
  const cancels = await site.engine(WORKS_NOT);
  const run = await site.start(cancels, beside);
  await site.until(run, 'a start under way', () => isStarting);
  assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
  // Another process looks at what was left, and finds nobody to cancel.
  const other = await site.engine();
  await other.settled();
  held.resolve();
  await site.until(
    run,
    'its end',
    async () => (await statuses(site, run)).join() === 'beside cancelled,bottom cancelled',
  );
});

for (const who of ['a process that works on nothing', 'another that works', 'the process itself'])
  onBothStores(`research3-D9: a call under way is aborted when ${who} cancels the run`, async (site, t) => {
    const server = await startModelServer(() => ({ broken: 'never' }));
    t.after(() => server.close());
    const agents = await pricedAgents(site.store, server.url, 'sk-x');
    const top = await addAll(site, ASKS);
    const works = await site.engine({ agents });
    const run = await site.start(works, top);
    await site.until(run, 'two calls under way', () => server.requests.length === 2);
    const cancels = who.endsWith('itself') ? works : await site.engine(who.endsWith('nothing') ? WORKS_NOT : {});
    const from = performance.now();
    assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
    await site.until(run, 'two aborted calls', () => server.leftEarly() === 2);
    const ms = performance.now() - from;
    assert.ok(ms < ABORT_MS, `the calls were aborted after ${Math.round(ms)} ms`);
    assert.deepEqual(await statuses(site, run), CANCELLED);
    const ended = await callsOf(site, works, run);
    assert.deepEqual(
      ended.map(({ data }) => [data.fault?.code, data.cost]),
      [
        ['aborted', null],
        ['aborted', null],
      ],
    );
    assert.equal(server.requests.length, 2);
    assert.equal(
      (await site.store.spent({})).reduce((sum, { unknown }) => sum + unknown, 0),
      2,
    );
    await agents.close();
  });

onBothStores(
  'research3-D9: a process that leaves because its run was cancelled does not wait for its calls',
  async (site, t) => {
    const server = await startModelServer(() => ({ broken: 'never' }));
    t.after(() => server.close());
    const agents = await pricedAgents(site.store, server.url, 'sk-x');
    const works = await site.engine({ agents });
    const run = await site.start(works, await addAll(site, ASKS));
    await site.until(run, 'two calls under way', () => server.requests.length === 2);
    const cancels = await site.engine(WORKS_NOT);
    assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
    const from = performance.now();
    await works.close();
    const ms = performance.now() - from;
    assert.ok(ms < ABORT_MS, `it left after ${Math.round(ms)} ms`);
    assert.equal(server.leftEarly(), 2);
    assert.equal((await callsOf(site, cancels, run)).length, 2);
    await agents.close();
  },
);

onBothStores('research3-D9: a call of one task that is cancelled is aborted, by anyone', async (site, t) => {
  const server = await startModelServer(() => ({ broken: 'never' }));
  t.after(() => server.close());
  const agents = await pricedAgents(site.store, server.url, 'sk-x');
  const works = await site.engine({ agents });
  const run = await site.start(works, await site.add('bottom', ASKS));
  await site.until(run, 'a call under way', () => server.requests.length === 1);
  const others = await site.engine(WORKS_NOT);
  const from = performance.now();
  const skipped = await others.send(run, { type: 'SkipTask', task: 1, output: 'mine', reason: 'By hand.' }, ADA);
  assert.ok(skipped.ok, JSON.stringify(skipped));
  await site.until(run, 'an aborted call', () => server.leftEarly() >= 1);
  const ms = performance.now() - from;
  assert.ok(ms < ABORT_MS, `the call was aborted after ${Math.round(ms)} ms`);
  await agents.close();
});

for (const isWorking of [true, false])
  onBothStores(
    `research3-D9: what its children cost counts in a cancelled run, where ${isWorking ? 'one' : 'no'} process works`,
    async (site, t) => {
      const server = await startModelServer(({ texts }) =>
        texts.some((text) => text.includes('Say more.')) ? { broken: 'never' } : { text: envelope('ok'), usage: USAGE },
      );
      t.after(() => server.close());
      const agents = await pricedAgents(site.store, server.url, 'sk-x');
      const works = await site.engine({ agents });
      const run = await site.start(works, await addAll(site, ASKS));
      await site.until(run, 'four calls', () => server.requests.length === 4);
      if (!isWorking) await site.end(works);
      const cancels = await site.engine(WORKS_NOT);
      assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
      const cost = async (): Promise<number> => (await cancels.view(run))?.state.cost ?? -1;
      await site.until(run, 'the cost of two calls', async () => Math.abs((await cost()) - 0.002) < 1e-9);
      await agents.close();
    },
  );

for (const [who, asSent] of [
  ['two processes', (store: Store): Store => store],
  ['a process of a version that gave no keys, and a newer one,', (store: Store): Store => withoutKeys(store)],
] as const)
  onBothStores(`research3-D9: ${who} at one entry count what a child cost once`, async (site, t) => {
    const server = await startModelServer(({ texts }) =>
      texts.some((text) => text.includes('Say more.')) ? { broken: 'never' } : { text: envelope('ok'), usage: USAGE },
    );
    t.after(() => server.close());
    const agents = await pricedAgents(site.store, server.url, 'sk-x');
    const works = await site.engine({ agents });
    const run = await site.start(works, await addAll(site, ASKS));
    await site.until(run, 'four calls', () => server.requests.length === 4);
    await site.end(works);
    const seen: ListedOutbox[] = [];
    const remembers = (store: Store): Store =>
      dyingStore(store, async ({ name, make }) => {
        const found = await make();
        if (name === 'outboxOf') seen.push(...(found as readonly ListedOutbox[]));
        return found;
      }).store;
    const cancels = await site.engine(WORKS_NOT, (store) => remembers(asSent(store)));
    assert.ok((await cancels.send(run, ENOUGH, ADA)).ok);
    const reports = seen.filter(({ kind }) => kind === 'tell-parent');
    assert.ok(reports.length >= 3);
    // Another process has read them before they were gone.
    let isRead = false;
    const isLate = (store: Store): Store =>
      dyingStore(store, ({ name, args, make }) => {
        if (name !== 'outbox' || args[0] !== null || isRead) return make();
        isRead = true;
        return Promise.resolve(reports);
      }).store;
    const other = await site.engine({}, isLate);
    await other.settled();
    assert.ok(isRead);
    const { state } = (await cancels.view(run)) ?? assert.fail('the run is there');
    assert.ok(Math.abs(state.cost - 0.002) < 1e-9, `it costs ${state.cost}`);
    await agents.close();
  });

/** What is appended bears no key. */
function withoutKeys(store: Store): Store {
  return new Proxy(store, {
    get(from, name) {
      const found = Reflect.get(from, name) as unknown;
      if (typeof found !== 'function') return found;
      if (name !== 'append') return found.bind(from);
      return (writes: readonly RunWrite[]) => from.append(writes.map(({ request: _, ...write }) => write));
    },
  });
}

/** As they are in the history, once all are there. */
async function callsOf(site: Site, engine: Engine, run: string): Promise<readonly EventOf<'CallEnded'>[]> {
  const bottoms = (await family(site, run)).filter(({ is }) => is.startsWith('bottom'));
  let found: EventOf<'CallEnded'>[] = [];
  await site.until(run, 'two ended calls', async () => {
    found = (await Promise.all(bottoms.map((each) => site.events(engine, each.run, 'CallEnded')))).flat();
    return found.length === 2;
  });
  return found;
}
