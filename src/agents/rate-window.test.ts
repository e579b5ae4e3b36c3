// The rate window: what it lets through in any minute, and that its waits are just long enough.

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

test('requests are counted by the second until the limit, then wait', () => {
  const limits = { requestsPerMinute: 2 };
  const one = taken(null, MINUTE, 10, limits);
  const two = taken(one, MINUTE + 1500, 10, limits);
  assert.deepEqual(two, { 60: [1, 10], 61: [1, 10] });
  // A second is over when all of it is a minute ago.
  assert.deepEqual(takeFrom(two, MINUTE + 2000, 10, limits), { waitMs: 59_000 });
  assert.deepEqual(taken(two, MINUTE * 2 + 1000, 10, limits), { 61: [1, 10], 121: [1, 10] });
});

test('without limits nothing waits', () => {
  assert.equal(takeFrom(null, 0, 1e9, {}).waitMs, 0);
});

test('a request larger than the limit goes alone instead of never', () => {
  const limits = { tokensPerMinute: 100 };
  const window = taken(null, 0, 1000, limits);
  assert.deepEqual(takeFrom(window, 0, 1, limits), { waitMs: 61_000 });
  assert.equal(takeFrom(window, 0, 5000, limits).waitMs, 61_000);
  assert.equal(takeFrom(window, 61_000, 5000, limits).waitMs, 0);
});

test('a limit of nothing lets nothing through', () => {
  assert.deepEqual(takeFrom(null, 0, 1, { requestsPerMinute: 0 }), { waitMs: MINUTE });
});

test('a record from the future is counted as of now', () => {
  const ahead: RateWindow = { 900: [2, 0] };
  assert.deepEqual(takeFrom(ahead, MINUTE, 1, { requestsPerMinute: 2 }), { waitMs: 61_000 });
  assert.deepEqual(taken(ahead, MINUTE, 1, { requestsPerMinute: 3 }), { 60: [3, 1] });
});

test('a record in the form of earlier versions counts nothing', () => {
  const old = { minute: 1, requests: 9, tokens: 9, before: { requests: 0, tokens: 0 } } as unknown as RateWindow;
  assert.deepEqual(taken(old, MINUTE, 1, { requestsPerMinute: 2 }), { 60: [1, 1] });
});

const limits = fc.record({
  requestsPerMinute: fc.integer({ min: 1, max: 20 }),
  tokensPerMinute: fc.integer({ min: 1, max: 1000 }),
});
const asks = fc.array(fc.record({ pass: fc.nat({ max: 90_000 }), tokens: fc.nat({ max: 400 }) }), { maxLength: 60 });

test('after the wait there is room, if nobody else took it, and just before there is none', () => {
  fc.assert(
    fc.property(limits, asks, (given, moves) => {
      let window: RateWindow | null = null;
      let now = 0;
      for (const { pass, tokens } of moves) {
        now += Math.floor(pass / 20);
        const { waitMs } = takeFrom(window, now, tokens, given);
        assert.ok(waitMs >= 0 && waitMs <= MINUTE + 1000);
        if (waitMs > 0) assert.ok(takeFrom(window, now + waitMs - 1, tokens, given).waitMs > 0);
        now += waitMs;
        window = taken(window, now, tokens, given);
      }
    }),
    { numRuns: 300 },
  );
});

test('agents-D18: no 60 s, wherever they begin, hold more requests or tokens than the limit', () => {
  fc.assert(
    fc.property(limits, asks, (given, moves) => {
      const passed: { at: number; tokens: number }[] = [];
      let window: RateWindow | null = null;
      let now = 0;
      for (const { pass, tokens } of moves) {
        now += Math.floor(pass / 20);
        const answer = takeFrom(window, now, tokens, given);
        if (!('window' in answer)) continue;
        window = answer.window;
        passed.push({ at: now, tokens });
      }
      for (const { at: from } of passed) {
        const within = passed.filter(({ at }) => at >= from && at < from + MINUTE);
        assert.ok(within.length <= given.requestsPerMinute);
        const used = within.reduce((sum, each) => sum + each.tokens, 0);
        assert.ok(used <= given.tokensPerMinute || within.filter((each) => each.tokens > 0).length === 1);
      }
    }),
    { numRuns: 500 },
  );
});

test('agents-D18: 20 a minute are 20 around the edge of a minute, not 36', () => {
  let window: RateWindow | null = null;
  const at: number[] = [];
  for (let now = 52_000; now < 108_100; now += 100) {
    const answer = takeFrom(window, now, 1, { requestsPerMinute: 20 });
    if (!('window' in answer)) continue;
    window = answer.window;
    at.push(now);
  }
  assert.equal(at.length, 20);
});
