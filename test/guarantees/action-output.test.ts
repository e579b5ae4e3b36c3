// What does the work gives garbage, nothing, or far too much: a failure with a message, and the run goes on.

import assert from 'node:assert/strict';
import type { Json } from '../../src/json.ts';
import type { Action } from '../../src/ports/action.ts';
import { onBothStores, type Site } from './on-both-stores.ts';

const FLOW = `flowchart TD
    A[Work] --> B([END])
    A -->|error| C[Clean up]
%% @A: { "action": "odd", "retry": { "attempts": 1 } }
%% @C: { "action": "work" }`;

const circular: { [name: string]: unknown } = {};
circular.self = circular;
let deep: unknown = 0;
for (let i = 0; i < 200_000; i++) deep = [deep];
const throwing = {
  toJSON() {
    throw new Error('It will not be written.');
  },
};
const thrown = (value: unknown) => () => {
  throw value;
};

interface Odd {
  readonly gives: () => unknown;
  readonly code: string;
  readonly says: RegExp;
}

const GARBAGE: { readonly [name: string]: Odd } = {
  'a BigInt': { gives: () => ({ output: 1n }), code: 'invalid-output', says: /BigInt/ },
  'a BigInt inside': { gives: () => ({ output: { n: [1n] } }), code: 'invalid-output', says: /BigInt/ },
  'a circle': { gives: () => ({ output: circular }), code: 'invalid-output', says: /circular/ },
  'a function': { gives: () => ({ output: () => 1 }), code: 'invalid-output', says: /found a function/ },
  'a symbol': { gives: () => ({ output: Symbol('x') }), code: 'invalid-output', says: /found a symbol/ },
  'what refuses to be written': { gives: () => ({ output: throwing }), code: 'invalid-output', says: /will not be/ },
  'a nest of 200,000 lists': { gives: () => ({ output: deep }), code: 'invalid-output', says: /written as JSON/ },
  'a BigInt for the record': { gives: () => ({ output: 1, set: { n: 1n } }), code: 'invalid-output', says: /BigInt/ },
  'a text where a result is due': { gives: () => 'done', code: 'invalid-output', says: /found a string/ },
  'a list where a result is due': { gives: () => ['done'], code: 'invalid-output', says: /found a list/ },
  'an output that nobody wrapped': { gives: () => ({ answer: 42 }), code: 'invalid-output', says: /one with answer/ },
  'nothing, thrown': { gives: thrown(undefined), code: 'action-failed', says: /./ },
  'a text, thrown': { gives: thrown('no'), code: 'action-failed', says: /no/ },
  'an output of 10 MB': {
    gives: () => ({ output: 'x'.repeat(10_000_000) }),
    code: 'output-too-large',
    says: /at most 5,000,000 bytes, found 10,000,002/,
  },
  'a record of 11 MB': {
    gives: () => ({ output: 1, set: { text: 'x'.repeat(11_000_000) } }),
    code: 'payload-too-large',
    says: /at most 10,000,000 bytes/,
  },
};

onBothStores('an action that returns garbage or 10 MB fails with a message, and the run goes on', async (site) => {
  for (const [name, { gives, code, says }] of Object.entries(GARBAGE)) {
    const { status, failures, stored } = await played(site, gives);
    assert.equal(status, 'completed', name);
    assert.deepEqual(
      failures.map((each) => each.code),
      [code],
      name,
    );
    assert.match(failures[0]?.message ?? '', says, name);
    assert.ok(stored < 1_000_000, `${name}: nothing of it is kept`);
  }
});

onBothStores('an action that returns nothing gives null, and what JSON leaves out is left out', async (site) => {
  const given: readonly (readonly [() => unknown, Json])[] = [
    [() => undefined, null],
    [() => null, null],
    [() => ({}), null],
    [() => ({ output: undefined }), null],
    [() => ({ output: Number.NaN }), null],
    [
      () => ({ output: { a: undefined, b: [undefined], c: new Date(0) } }),
      { b: [null], c: '1970-01-01T00:00:00.000Z' },
    ],
    [() => ({ output: 'x'.repeat(4_000_000) }), 'x'.repeat(4_000_000)],
  ];
  for (const [gives, expected] of given) {
    const { status, failures, output } = await played(site, gives);
    assert.deepEqual([status, failures], ['completed', []]);
    assert.deepEqual(output, expected);
  }
});

async function played(site: Site, gives: () => unknown) {
  const workflow = await site.add('odd', FLOW);
  const odd = (async () => gives()) as unknown as Action;
  const engine = await site.engine({ code: { actions: { odd, work: async () => ({ output: 'clean' }) } } });
  const before = (await site.store.stats()).payloadBytes;
  const run = await site.start(engine, workflow);
  const ended = await engine.result(run, AbortSignal.timeout(60_000));
  const failed = await site.events(engine, run, 'AttemptFailed');
  const stored = (await site.store.stats()).payloadBytes - before;
  await engine.close();
  return { status: ended?.status, output: ended?.output, failures: failed.map(({ data }) => data.failure), stored };
}
