// Two versions of Signoff on one store: neither writes what the other cannot read, nor touches what it cannot.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { chained } from '../../src/engine/chain.ts';
import { NEWEST_CODE } from '../../src/engine/commit-text.ts';
import type { Store } from '../../src/ports/store.ts';
import { findStuck } from '../../src/runtime/find-stuck.ts';
import { ADA, approve, onBothStores, refusal, type Site } from './on-both-stores.ts';

const GATE = `flowchart TD
    A(Approve) --> B[Publish]
    B --> C(Sign)
%% @A: { "timeout": "1h" }
%% @B: { "action": "work" }`;

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** As a process of another version registers, elsewhere. */
function otherVersion(store: Store, reads: number): Promise<number> {
  const now = Date.now();
  return store.register({ role: 'work', host: 'elsewhere', pid: 1, bornAt: '1', reads, hosts: [], startedAt: now });
}

onBothStores('an event that an older running process cannot read is not written until it has ended', async (site) => {
  const gate = await site.add('gate', GATE);
  // Comments came with code 74: this process knows those before.
  const old = await otherVersion(site.store, 73);
  const actions = { work: async () => ({ output: 'done' }) };
  const [server, sender] = [await site.engine({ code: { actions } }), await site.engine({ processesWork: false })];
  const run = await site.start(server, gate);
  const comment = { type: 'CommentTask', task: 1, text: 'Looks fine.' } as const;
  for (const engine of [server, sender]) {
    const refused = await engine.send(run, comment, ADA);
    assert.equal(refusal(refused), 'older-process-running');
    assert.ok(!refused.ok && /reads only up to 73/.test(refused.rejection.message));
  }
  assert.equal((await site.events(server, run, 'TaskCommented')).length, 0);
  assert.ok((await server.send(run, approve(1), ADA)).ok, 'what the older one reads goes on');
  await site.until(run, 'the last gate', async () => (await site.openTasks(run))[0]?.step === 'C');
  await site.store.unregister(old);
  const onThird = { ...comment, task: 3 };
  await site.until(run, 'the comment taken', async () => (await server.send(run, onThird, ADA)).ok);
  assert.equal((await site.events(server, run, 'TaskCommented')).length, 1);
});

const BUSY = `flowchart TD
    A[Work] --> B(Approve)
%% @A: { "action": "work" }`;

onBothStores(
  'a process leaves a run alone that a newer one wrote, says so, and goes on with the others',
  async (site, t) => {
    const busy = await site.add('busy', BUSY);
    const gate = await site.add('gate', GATE);
    const sender = await site.engine({ processesWork: false });
    const warnings: string[] = [];
    const heard = (warning: Error & { code?: string }): void => {
      if (warning.code === 'newer-history') warnings.push(warning.message);
    };
    process.on('warning', heard);
    t.after(() => process.off('warning', heard));
    const unreadable = [await site.start(sender, busy), await site.start(sender, gate)];
    for (const run of unreadable) await writeNewer(site, run);
    const readable = await site.start(sender, busy);
    const actions = { work: async () => ({ output: 'done' }) };
    // A clock two hours ahead: the timer of the unreadable gate is due all the while.
    const clock = { now: () => Date.now() + 7_200_000, monotonic: () => performance.now() };
    const server = await site.engine({ code: { actions }, clock });
    await site.until(readable, 'work on the other run', async () => (await site.openTasks(readable)).length === 1);
    const heads = await Promise.all(unreadable.map(async (run) => (await site.row(run)).head));
    for (const run of unreadable) {
      const refused = await server.send(run, approve(1), ADA);
      assert.equal(refusal(refused), 'newer-history');
      assert.equal(
        refusal(await server.answer(run, 1, { output: 'approve', verdict: 'approve' }, ADA)),
        'newer-history',
      );
      await assert.rejects(server.view(run), /found 999: a newer version of Signoff wrote it/);
    }
    // What comes after them is worked on and becomes due: they were passed over meanwhile.
    const after = await site.start(sender, busy);
    await site.until(after, 'work on the next run', async () => (await site.openTasks(after)).length === 1);
    const late = await site.start(sender, gate);
    const timeouts = async (): Promise<number> => (await site.events(sender, late, 'TimerFired')).length;
    await site.until(late, 'its timeout', async () => (await timeouts()) > 0);
    assert.deepEqual(await Promise.all(unreadable.map(async (run) => (await site.row(run)).head)), heads);
    assert.equal(warnings.length, 1, 'said once');
    assert.match(warnings[0] ?? '', /is left to newer processes/);
    const stuck = await findStuck(site.store, Date.now() + 3_600_000);
    const newer = stuck.filter(({ code }) => code === 'newer-history').map(({ run }) => run);
    assert.deepEqual(newer.sort(), [...unreadable].sort(), 'and the doctor names the runs');
  },
);

/** What a newer version may write: an event of a code that nobody here knows. */
async function writeNewer({ store }: Site, run: string): Promise<void> {
  const row = await store.run(run);
  assert.ok(row !== null && NEWEST_CODE < 999);
  const number = row.head + 1;
  const text = '[[999,"something new"]]';
  const commit = { first: number, last: number, at: Date.now(), actor: 'system', channel: 'engine', text } as const;
  const next = chained(row.hash, run, commit, sha256(text), sha256);
  const change = { head: number, hash: next, changedAt: commit.at };
  const [done] = await store.append([{ run, key: row.key, expected: row.head, commits: [commit], row: change }]);
  assert.ok(done?.ok);
}
