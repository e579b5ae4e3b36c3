// Sizes are counted in bytes, and the message says what was allowed and what was found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../engine/commands.ts';
import type { Json } from '../json.ts';
import { externalised } from './externalise.ts';
import { LIMITS, type Limits, sizeRefusal } from './limits.ts';

const SMALL: Limits = { outputBytesMax: 5000, payloadBytesMax: 10_000 };

function refusalOf(command: Command, limits: Limits = SMALL) {
  const payloads = new Map<string, string>();
  let count = 0;
  const put = (ref: string, _: Json, text: string): void => void payloads.set(ref, text);
  const kept = externalised(command, { hash: () => `ref${++count}`, put });
  return sizeRefusal(kept, payloads, limits);
}

const completing = (output: Json, set?: { [name: string]: Json }): Command => ({
  ...{ type: 'CompleteTask', task: 1, output },
  ...(set && { set }),
});

test('an output over its limit is refused, one at its limit is not', () => {
  assert.equal(refusalOf(completing('x'.repeat(4998))), null);
  assert.deepEqual(refusalOf(completing('x'.repeat(4999))), {
    code: 'output-too-large',
    message:
      'Expected an output of at most 5,000 bytes, found 5,001. Give less, or give it as a file. Nothing was changed.',
  });
});

test('bytes count, not characters', () => {
  assert.equal(refusalOf(completing('ü'.repeat(2499))), null);
  assert.equal(refusalOf(completing('ü'.repeat(2500)))?.code, 'output-too-large');
});

test('any other value has the limit of a payload', () => {
  assert.equal(refusalOf(completing(1, { a: 'x'.repeat(9998), b: 'y'.repeat(9998) })), null);
  assert.equal(refusalOf(completing(1, { a: 'x'.repeat(9999) }))?.code, 'payload-too-large');
  const signal: Command = { type: 'SendSignal', id: 's', name: 'go', value: 'x'.repeat(9999) };
  assert.equal(refusalOf(signal)?.code, 'payload-too-large');
});

test('the limits are 5 MB for an output and 10 MB for a payload', () => {
  assert.deepEqual(LIMITS, { outputBytesMax: 5_000_000, payloadBytesMax: 10_000_000 });
});
