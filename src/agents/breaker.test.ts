// The breaker: when it opens, how long it waits, and what closes it again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CallFaultCode } from '../errors.ts';
import { Breaker } from './breaker.ts';

/** Without chance: each wait is the whole of its backoff. */
const whole = () => 1;

function failing(breaker: Breaker, now: number, ...faults: readonly CallFaultCode[]): void {
  for (const fault of faults) breaker.failed(now, fault, null);
}

test('three outages in a row open it, and a success between them does not let it open', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 5, 'overloaded', 'network');
  breaker.succeeded(6);
  failing(breaker, 7, 'timed-out', 'overloaded');
  assert.deepEqual(breaker.mayCall(7), { ok: true });
  failing(breaker, 8, 'network');
  assert.deepEqual(breaker.mayCall(8), { ok: false, untilMs: 1008 });
  assert.deepEqual(breaker.state(8), { state: 'open', since: 8, until: 1008, reason: 'network' });
});

test('half open it lets one probe through, whose success closes it', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'network', 'network', 'network');
  assert.equal(breaker.state(1000).state, 'half-open');
  assert.deepEqual(breaker.mayCall(1000), { ok: true });
  assert.equal(breaker.mayCall(1001).ok, false);
  breaker.succeeded(1500);
  assert.deepEqual(breaker.mayCall(1500), { ok: true });
  assert.deepEqual(breaker.state(1500), { state: 'closed', since: 1500, until: null, reason: null });
});

test('each failed probe doubles the wait, up to a minute', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'overloaded', 'overloaded', 'overloaded');
  let now = 0;
  const waits: number[] = [];
  for (let probe = 0; probe < 9; probe += 1) {
    const until = breaker.state(now).until ?? 0;
    waits.push(until - now);
    now = until;
    assert.deepEqual(breaker.mayCall(now), { ok: true });
    breaker.failed(now, 'overloaded', null);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('calls sent before it opened and failing after do not lengthen the wait', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'network', 'network', 'network', 'network', 'network');
  assert.equal(breaker.state(0).until, 1000);
});

test('chance shortens a wait to no less than its half', () => {
  const breaker = new Breaker(() => 0);
  failing(breaker, 0, 'network', 'network', 'network');
  assert.equal(breaker.state(0).until, 500);
});

test('a rate limit with a time closes the way for that long at once, and is no outage', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'network', 'network');
  breaker.failed(10, 'rate-limited', 5000);
  assert.deepEqual(breaker.mayCall(10), { ok: false, untilMs: 5010 });
  // A reply to a call sent before changes nothing: the provider asked to be left alone.
  breaker.succeeded(20);
  assert.equal(breaker.mayCall(20).ok, false);
  assert.equal(breaker.state(5010).state, 'closed');
  assert.deepEqual([breaker.mayCall(5010), breaker.mayCall(5010)], [{ ok: true }, { ok: true }]);
});

test('rate limits without a time count like outages', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'rate-limited', 'rate-limited', 'rate-limited');
  assert.equal(breaker.state(0).state, 'open');
  assert.equal(breaker.state(1000).state, 'half-open');
});

test('a bad key keeps it open until it is reset', () => {
  const breaker = new Breaker(whole);
  breaker.failed(0, 'bad-key', null);
  breaker.succeeded(1);
  breaker.failed(2, 'rate-limited', 10);
  assert.deepEqual(breaker.mayCall(1e12), { ok: false, untilMs: Number.POSITIVE_INFINITY });
  assert.deepEqual(breaker.state(1e12), { state: 'open', since: 0, until: null, reason: 'bad-key' });
  breaker.reset(5);
  assert.deepEqual(breaker.mayCall(5), { ok: true });
});

test('a refusal ends the probe well; an aborted probe is made again', () => {
  const refused = new Breaker(whole);
  failing(refused, 0, 'network', 'network', 'network');
  refused.mayCall(1000);
  refused.failed(1100, 'content-refused', null);
  assert.equal(refused.state(1100).state, 'closed');
  const aborted = new Breaker(whole);
  failing(aborted, 0, 'network', 'network', 'network');
  aborted.mayCall(1000);
  aborted.failed(1100, 'aborted', null);
  assert.deepEqual(aborted.mayCall(1100), { ok: true });
  assert.equal(aborted.mayCall(1101).ok, false);
});

test('a probe nobody reports of does not block for ever', () => {
  const breaker = new Breaker(whole);
  failing(breaker, 0, 'network', 'network', 'network');
  breaker.mayCall(1000);
  assert.equal(breaker.mayCall(600_999).ok, false);
  assert.deepEqual(breaker.mayCall(601_000), { ok: true });
});

test('whatever happens, a refusal names a later time and only a bad key lasts', () => {
  const fault = fc.constantFrom<CallFaultCode>('overloaded', 'network', 'timed-out', 'rate-limited', 'aborted');
  const move = fc.record({
    pass: fc.nat({ max: 70_000 }),
    what: fc.oneof(fc.constant('call' as const), fc.constant('succeed' as const), fault),
    retryAfterMs: fc.option(fc.nat({ max: 90_000 })),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (moves, chance) => {
      const breaker = new Breaker(() => chance);
      let now = 0;
      for (const { pass, what, retryAfterMs } of moves) {
        now += pass;
        if (what === 'succeed') breaker.succeeded(now);
        else if (what !== 'call') breaker.failed(now, what, retryAfterMs);
        const { state, until } = breaker.state(now);
        const answer = breaker.mayCall(now);
        if (!answer.ok) assert.ok(answer.untilMs > now && answer.untilMs <= now + 90_000);
        if (state === 'closed') assert.ok(answer.ok);
        if (state === 'open') assert.ok(!answer.ok && answer.untilMs === until);
      }
    }),
  );
});
