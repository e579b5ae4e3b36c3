import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isRequirementId, mentionedIds, nextRequirementId } from './requirement-ids.ts';

test('ids have at least three digits', () => {
  for (const id of ['REQ-001', 'REQ-1000']) assert.ok(isRequirementId(id));
  for (const text of ['REQ-1', 'req-001', 'REQ-001 ', 'REQ-', 'GAP-001', '']) assert.ok(!isRequirementId(text));
});

test('the next id is above every one that was ever taken', () => {
  assert.equal(nextRequirementId([]), 'REQ-001');
  assert.equal(nextRequirementId(['REQ-001', 'REQ-007', 'GAP-100']), 'REQ-008');
  assert.equal(nextRequirementId(['REQ-999']), 'REQ-1000');
  assert.equal(nextRequirementId(['REQ-99999999999999999999']), 'REQ-100000000000000000000');
  fc.assert(
    fc.property(fc.array(fc.nat(2000)), (numbers) => {
      const taken = numbers.map((number) => `REQ-${String(number).padStart(3, '0')}`);
      const next = nextRequirementId(taken);
      assert.ok(isRequirementId(next) && !taken.includes(next));
    }),
  );
});

test('ids in comments, history and prose are taken too', () => {
  const ids = mentionedIds('<!-- ### REQ-012: x -->\n- **Rejected IDs**: REQ-004, req-7');
  assert.deepEqual([...ids].sort(), ['REQ-004', 'REQ-007', 'REQ-012']);
  assert.equal(nextRequirementId(ids), 'REQ-013');
});
