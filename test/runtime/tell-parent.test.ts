// A parent hears how its child ended, each time it waited for that, and of each end once.

import assert from 'node:assert/strict';
import type { ListedOutbox, Store } from '../../src/ports/store.ts';
import { envelope } from '../agents/agent-engine.ts';
import { pricedAgents, USAGE } from '../agents/priced-agents.ts';
import { ADA, approve, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { dyingStore } from '../support/dying-store.ts';
import { startModelServer } from '../support/model-server.ts';

const WORKS_NOT = { processesWork: false, role: 'cli' };
const ASKS = `flowchart TD
  A[Ask] --> S(Sign)
%% @workflow: { "name": "child" }
%% @A: { "prompt": "Say something." }`;
const WORKS = `flowchart TD
  W[Work] --> S(Sign)
%% @workflow: { "name": "child" }
%% @W: { "action": "work", "critical": true, "retry": { "attempts": 1 } }`;
const PARENT = 'flowchart TD\n  C[Run: child] --> Z(After)\n%% @workflow: { "name": "parent" }';

onBothStores('a child that is retried and fails at once is reported again', async (site) => {
  const child = `flowchart TD
    F[[Each: a]] --> T[Work] --> J[Join]
  %% @F: {"itemsPath": "run.input.none", "critical": true}`;
  await site.add('child', child);
  const engine = await site.engine();
  const run = await site.start(engine, await site.add('parent', 'flowchart TD\n  S[[Run: child]] --> Z(After)'));
  for (const round of [1, 2, 3]) {
    const held = await site.until(run, `hold ${round}`, async () => {
      const view = await engine.view(run);
      return [...(view?.state.holds.values() ?? [])].some(({ id, code }) => id === round && code === 'step-failed');
    });
    assert.equal(held.status, 'on_hold');
    const retry = { type: 'ResolveHold', hold: round, move: 'retry', reason: 'Once more.' } as const;
    assert.ok((await engine.send(run, retry, ADA)).ok);
  }
});

for (const [kind, settings] of [
  ['that is waited for', ''],
  ['that nobody waits for', '\n%% @C: { "detached": true }'],
] as const)
  onBothStores(`two processes at one entry count what a child ${kind} cost once`, async (site, t) => {
    const server = await startModelServer(() => ({ text: envelope('ok'), usage: USAGE }));
    t.after(() => server.close());
    const agents = await pricedAgents(site.store, server.url, 'sk-x');
    await site.add('child', ASKS);
    const works = await site.engine({ agents });
    const run = await site.start(works, await site.add('parent', PARENT + settings));
    const child = await gateBelow(site, run);
    await site.end(works);
    const seen = remembering();
    const answers = await site.engine(WORKS_NOT, seen.around);
    assert.ok((await answers.send(child, approve(2), ADA)).ok);
    const cost = async (): Promise<number> => (await answers.view(run))?.state.cost ?? 0;
    await site.until(run, 'the cost', async () => (await cost()) > 0);
    await tellsLate(site, seen.remembered);
    assert.equal(await cost(), 0.001);
    await agents.close();
  });

onBothStores('a failure that is reported late does not fail a child that was retried', async (site) => {
  await site.add('child', WORKS);
  const seen = remembering();
  let fails = true;
  const work = async () => {
    if (fails) throw new Error('Not yet.');
    return { output: null };
  };
  const code = { actions: { work } };
  const works = await site.engine({ code }, seen.around);
  const run = await site.start(works, await site.add('parent', PARENT));
  await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
  fails = false;
  const retry = { type: 'ResolveHold', hold: 1, move: 'retry', reason: 'Once more.' } as const;
  const retried = await works.send(run, retry, ADA);
  assert.ok(retried.ok, JSON.stringify(retried));
  const child = await gateBelow(site, run);
  await tellsLate(site, seen.remembered);
  assert.deepEqual([(await site.row(run)).status, (await site.row(child)).status], ['running', 'running']);
});

onBothStores('what a child cost counts in a run that was paused and then cancelled', async (site, t) => {
  const server = await startModelServer(() => ({ text: envelope('ok'), usage: USAGE }));
  t.after(() => server.close());
  const agents = await pricedAgents(site.store, server.url, 'sk-x');
  await site.add('child', ASKS);
  const works = await site.engine({ agents });
  const run = await site.start(works, await site.add('parent', PARENT));
  const child = await gateBelow(site, run);
  assert.ok((await works.send(run, { type: 'PauseRun', reason: 'Lunch.' }, ADA)).ok);
  assert.ok((await works.send(child, approve(2), ADA)).ok);
  await works.settled();
  assert.equal((await works.view(run))?.state.kept.size, 1);
  assert.ok((await works.send(run, { type: 'CancelRun', reason: 'Enough.' }, ADA)).ok);
  assert.equal((await works.view(run))?.state.cost, 0.001);
  await agents.close();
});

/** The child that waits for a person. */
async function gateBelow(site: Site, run: string): Promise<string> {
  let child = '';
  await site.until(run, 'a gate of the child', async () => {
    const { items } = await site.store.listTasks({ family: run, forPeople: true }, { limit: 10 });
    child = items.find(({ step }) => step === 'S')?.run ?? '';
    return child !== '';
  });
  return child;
}

/** What a process that stood still meanwhile had read before it was done. */
function remembering() {
  const remembered: ListedOutbox[] = [];
  const around = (store: Store): Store =>
    dyingStore(store, ({ name, make }) => {
      if (name !== 'outboxOf' && name !== 'outbox') return make();
      return (make() as Promise<readonly ListedOutbox[]>).then((found) => {
        const entries = found.filter(({ kind }) => kind === 'tell-parent');
        remembered.push(...entries.filter(({ id }) => !remembered.some((each) => each.id === id)));
        return found;
      });
    }).store;
  return { remembered, around };
}

async function tellsLate(site: Site, remembered: readonly ListedOutbox[]): Promise<void> {
  assert.ok(remembered.length > 0);
  let isRead = false;
  const isLate = (store: Store): Store =>
    dyingStore(store, ({ name, args, make }) => {
      if (name !== 'outbox' || args[0] !== null || isRead) return make();
      isRead = true;
      return Promise.resolve(remembered);
    }).store;
  const other = await site.engine({}, isLate);
  await other.settled();
  assert.ok(isRead);
}
