// A wall clock that jumps a day: leases go by a clock that does not, history by numbers, due times by the wall.

import assert from 'node:assert/strict';
import type { Clock } from '../../src/runtime/clock.ts';
import { ownIdentity } from '../../src/runtime/process-identity.ts';
import { LEASE_MS, Sweeper } from '../../src/runtime/sweep-leases.ts';
import { ADA, approve, onBothStores } from './on-both-stores.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

class JumpingClock implements Clock {
  aheadMs = 0;
  /** Only time that really passed moves this one. */
  passedMs = 0;
  now = (): number => Date.now() + this.aheadMs;
  monotonic = (): number => performance.now() + this.passedMs;
}

const WORK = `flowchart TD
    A[Work] --> B(Approve)
%% @A: { "action": "work" }`;

onBothStores('a clock that jumps a day forward and back takes no lease away', async (site) => {
  const work = await site.add('work', WORK);
  const clock = new JumpingClock();
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const actions = { work: () => done.then(() => ({ output: 'done' })) };
  const engine = await site.engine({ code: { actions }, clock });
  const run = await site.start(engine, work);
  await site.until(run, 'the work under way', async () => {
    const { items } = await site.store.listTasks({ run, status: ['in_progress'] }, { limit: 1 });
    return items.length === 1;
  });
  // Someone else's sweeper, on a machine whose clock jumps too. Its own row is not ours.
  const lost: string[] = [];
  const own = await site.store.register({
    ...{ ...ownIdentity('elsewhere'), role: 'work', reads: 1000, hosts: [], startedAt: clock.now() },
  });
  const sweeper = new Sweeper({
    ...{ store: site.store, clock, identity: ownIdentity('elsewhere'), process: () => own },
    submit: async ({ command }) => {
      lost.push(command.type);
      return { outcome: { ok: false, rejection: { code: 'run-ended', message: '' }, events: [] } };
    },
    lost: async () => assert.fail('it was taken for dead'),
    met: () => {},
    swept: () => {},
  });
  for (const aheadMs of [0, DAY_MS, DAY_MS, -DAY_MS, -DAY_MS, 0]) {
    clock.aheadMs = aheadMs;
    await sweeper.sweep();
  }
  assert.deepEqual(lost, [], 'no lease was lost');
  finish();
  await site.until(run, 'the gate', async () => (await site.openTasks(run)).length === 1);
  assert.equal((await site.events(engine, run, 'LeaseLost')).length, 0);

  // The same sweeper does take leases away when as much time has really passed without a beat.
  const silent = await site.store.register({
    ...{ host: 'silent', pid: 1, bornAt: '1', role: 'work', reads: 1000, hosts: [], startedAt: 0 },
  });
  await sweeper.sweep();
  clock.passedMs += LEASE_MS;
  await sweeper.sweep();
  const left = (await site.store.processes()).map(({ key }) => key);
  assert.ok(!left.includes(silent), 'it counts as dead');
  await site.store.unregister(own);
});

const TIMED = `flowchart TD
    A(Approve) --> C([END])
    A -->|error| B(Say that nobody came)
    B --> C
%% @A: { "timeout": "1h" }`;

onBothStores('a timer is due by the wall clock, fires once, and history keeps its order by numbers', async (site) => {
  const timed = await site.add('timed', TIMED);
  const clock = new JumpingClock();
  const engine = await site.engine({ clock });
  const first = await site.start(engine, timed);
  clock.aheadMs = DAY_MS;
  await site.until(first, 'the timeout', async () => (await site.openTasks(first))[0]?.step === 'B');

  const second = await site.start(engine, timed);
  const [{ due } = assert.fail('no timer')] = (await site.store.listTimers({ run: second }, { limit: 5 })).items;
  clock.aheadMs = 0;
  await engine.send(second, { type: 'CommentTask', task: 1, text: 'The clock was set back.' }, ADA);
  // A timer that is due by the clock that was set back shows that timers were looked at since.
  const soon = await site.start(engine, await site.add('soon', TIMED.replace('1h', '50ms')));
  await site.until(soon, 'the timeout', async () => (await site.openTasks(soon))[0]?.step === 'B');
  const [kept] = (await site.store.listTimers({ run: second }, { limit: 5 })).items;
  assert.equal(kept?.due, due, 'what was due tomorrow stays due tomorrow');
  assert.equal((await site.events(engine, second, 'TimerFired')).length, 0);
  assert.ok((await engine.send(first, approve(2), ADA)).ok);
  clock.aheadMs = DAY_MS + 2 * HOUR_MS;
  await site.until(second, 'the timeout', async () => (await site.openTasks(second))[0]?.step === 'B');
  clock.aheadMs = 0;
  assert.ok((await engine.send(second, approve(2), ADA)).ok);
  for (const run of [first, second]) {
    const events = await site.events(engine, run);
    assert.deepEqual(
      events.map(({ number }) => number),
      events.map((_, i) => i + 1),
    );
    assert.ok(
      events.some(({ at }, i) => i > 0 && at < (events[i - 1]?.at ?? 0)),
      'times went back',
    );
    assert.equal(events.filter(({ type }) => type === 'TimerFired').length, 1);
    assert.equal((await site.row(run)).status, 'completed');
    assert.equal((await engine.view(run))?.state.status, 'completed');
  }
});
