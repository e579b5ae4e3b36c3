import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../json.ts';
import { assembled, inline, NeedsPayloads, pointInto, type Reference, readValue, referencesOf } from './value.ts';

const long = 'x'.repeat(2000);
const ref = (name: string, extra: Partial<Reference> = {}): Reference => ({
  $ref: `sha256:${name}`,
  bytes: 2000,
  ...extra,
});
const loaded = (payloads: { readonly [name: string]: Json }) => ({
  get: (name: string): Json | undefined => payloads[name.slice('sha256:'.length)],
});
const none = loaded({});

describe('a value', () => {
  it('from outside is never taken for a reference, whatever its keys', () => {
    const hostile = { $ref: 'sha256:secret', bytes: 1 };
    assert.deepEqual(readValue(inline(hostile), [], none), hostile);
    assert.deepEqual(readValue(inline({ $value: 1 }), ['$value'], none), 1);
    assert.deepEqual(readValue(inline({ $parts: [hostile] }), [], none), { $parts: [hostile] });
    assert.deepEqual(referencesOf(inline(hostile)), []);
  });

  it('asks for the payload it needs, and only that', () => {
    assert.throws(
      () => readValue(ref('a'), ['b'], none),
      (thrown) => thrown instanceof NeedsPayloads && thrown.refs[0] === 'sha256:a',
    );
    const parts = assembled({ first: ref('a'), second: ref('b') });
    assert.equal(readValue(parts, ['first', 'n'], loaded({ a: { n: 1 } })), 1);
    assert.throws(
      () => readValue(parts, [], none),
      (thrown) => thrown instanceof NeedsPayloads && thrown.refs.length === 2,
    );
  });

  it('is walked over own properties only', () => {
    assert.equal(readValue({ a: 1 }, ['constructor'], none), undefined);
    assert.equal(readValue([1], ['__proto__'], none), undefined);
    assert.equal(readValue('text', ['length'], none), 4);
  });

  it('that is large is pointed into, not copied', () => {
    const payloads = loaded({ a: { files: [{ path: 'x', text: long }], name: 'n' } });
    assert.equal(pointInto(ref('a'), ['name'], payloads), 'n');
    assert.deepEqual(pointInto(ref('a'), ['files', 0], payloads), ref('a', { path: ['files', 0] }));
    assert.deepEqual(readValue(ref('a', { path: ['files', 0] }), ['path'], payloads), 'x');
    assert.equal(pointInto(ref('a'), ['missing'], payloads), undefined);
  });

  it('made of values is resolved leaf by leaf', () => {
    const results = { results: [{ index: 0, output: ref('a') }], total: 1 };
    const stored = ref('m', { parts: true });
    const payloads = loaded({ a: { score: 5 }, m: results });
    assert.equal(readValue(stored, ['results', 0, 'output', 'score'], payloads), 5);
    assert.deepEqual(readValue(stored, [], payloads), { results: [{ index: 0, output: { score: 5 } }], total: 1 });
    assert.deepEqual(pointInto(stored, ['results'], payloads), ref('m', { parts: true, path: ['results'] }));
    assert.deepEqual(readValue(ref('m', { parts: true, path: ['results'] }), [0, 'output', 'score'], payloads), 5);
    assert.equal(readValue(stored, ['results', 'length'], payloads), 1);
  });
});
