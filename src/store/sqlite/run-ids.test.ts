// Packing an id loses nothing, whatever it is, and keeps the order of time.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { packedId, unpackedId } from './run-ids.ts';

const characters = fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz');
const made = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.array(characters, { minLength: 25, maxLength: 25 }))
  .map(([first, rest]) => `run_${first}${rest.join('')}`);

describe('ids of runs', () => {
  it('made by us take 16 bytes and come back', () => {
    fc.assert(
      fc.property(made, (id) => {
        const packed = packedId(id);
        assert.ok(packed instanceof Uint8Array && packed.length === 16);
        assert.equal(unpackedId(packed), id);
      }),
    );
  });

  it('sort as their texts do', () => {
    fc.assert(
      fc.property(made, made, (a, b) => {
        const order = Buffer.compare(Buffer.from(packedId(a) as Uint8Array), Buffer.from(packedId(b) as Uint8Array));
        assert.equal(order, a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('of any other form stay as they are', () => {
    for (const id of ['system', 'run_1', '', `run_8${'0'.repeat(25)}`, `run_0${'u'.repeat(25)}`]) {
      assert.equal(packedId(id), id);
      assert.equal(unpackedId(id), id);
    }
  });
});
