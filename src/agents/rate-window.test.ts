// The rate window: what it lets through in a minute, and that its waits are just long enough.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type RateLimits, type RateWindow, takeFrom } from './rate-window.ts';

const MINUTE = 60_000;

function taken(window: RateWindow | null, now: number, tokens: number, limits: RateLimits): RateWindow {
  const answer = takeFrom(window, now, tokens, limits);
  assert.ok('window' in answer, `Expected a place at ${now}`);
  return answer.window;
}

test('requests are counted until the limit, then wait', () => {
  const limits = { requestsPerMinute: 2 };
  const one = taken(null, MINUTE, 10, limits);
  const two = taken(one, MINUTE + 1, 10, limits);
  assert.deepEqual(two, { minute: 1, requests: 2, tokens: 20, before: { requests: 0, tokens: 0 } });
  // In the next minute the two weigh less and less: at its half, they are as one.
  assert.deepEqual(takeFrom(two, MINUTE, 10, limits), { waitMs: MINUTE * 1.5 });
  assert.deepEqual(takeFrom(two, MINUTE * 2, 10, limits), { waitMs: MINUTE / 2 });
  assert.equal(taken(two, MINUTE * 2.5, 10, limits).before.requests, 2);
});

test('without limits nothing waits', () => {
  assert.equal(takeFrom(null, 0, 1e9, {}).waitMs, 0);
});

test('a request larger than the limit goes alone instead of never', () => {
  const limits = { tokensPerMinute: 100 };
  const window = taken(null, 0, 1000, limits);
  assert.deepEqual(takeFrom(window, 0, 1, limits), { waitMs: Math.ceil(MINUTE * (2 - 99 / 1000)) });
  assert.equal(takeFrom(window, 0, 5000, limits).waitMs, MINUTE * 2);
  assert.equal(takeFrom(window, MINUTE * 2, 5000, limits).waitMs, 0);
});

test('a limit of nothing lets nothing through', () => {
  assert.deepEqual(takeFrom(null, 0, 1, { requestsPerMinute: 0 }), { waitMs: MINUTE });
});

test('a record from the future is counted as of now', () => {
  const ahead: RateWindow = { minute: 900, requests: 2, tokens: 0, before: { requests: 0, tokens: 0 } };
  assert.deepEqual(takeFrom(ahead, MINUTE, 1, { requestsPerMinute: 2 }), { waitMs: MINUTE * 1.5 });
  assert.equal(taken(ahead, MINUTE, 1, { requestsPerMinute: 3 }).minute, 1);
});

const limits = fc.record({
  requestsPerMinute: fc.integer({ min: 1, max: 20 }),
  tokensPerMinute: fc.integer({ min: 1, max: 1000 }),
});
const asks = fc.array(fc.record({ pass: fc.nat({ max: 90_000 }), tokens: fc.nat({ max: 400 }) }), { maxLength: 60 });

test('after the wait there is room, if nobody else took it', () => {
  fc.assert(
    fc.property(limits, asks, (given, moves) => {
      let window: RateWindow | null = null;
      let now = 0;
      for (const { pass, tokens } of moves) {
        now += pass;
        const { waitMs } = takeFrom(window, now, tokens, given);
        assert.ok(waitMs >= 0 && waitMs <= 2 * MINUTE);
        now += waitMs;
        window = taken(window, now, tokens, given);
      }
    }),
    { numRuns: 500 },
  );
});

test('no minute of the clock holds more requests than the limit', () => {
  fc.assert(
    fc.property(limits, asks, (given, moves) => {
      const counts = new Map<number, number>();
      let window: RateWindow | null = null;
      let now = 0;
      for (const { pass, tokens } of moves) {
        now += Math.floor(pass / 20);
        const answer = takeFrom(window, now, tokens, given);
        if (!('window' in answer)) continue;
        window = answer.window;
        counts.set(window.minute, (counts.get(window.minute) ?? 0) + 1);
      }
      for (const count of counts.values()) assert.ok(count <= given.requestsPerMinute);
    }),
  );
});
