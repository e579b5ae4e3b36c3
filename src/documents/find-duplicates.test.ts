import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDuplicates } from './find-duplicates.ts';
import type { Requirement } from './requirement.ts';

const requirement = (id: string, description: string): Requirement => ({
  ...{ id, title: id, description, priority: 'low', category: 'General' },
});

function kindOf(one: string, other: string): string {
  return findDuplicates([requirement('REQ-002', other)], [requirement('REQ-001', one)])[0]?.kind ?? 'none';
}

test('spelling, case, Markdown, number words and units do not matter', () => {
  assert.equal(
    kindOf('The app shall send an e-mail within 2 s.', 'the **app** shall send an email within two seconds'),
    'exact',
  );
});

test('other words for the same are near', () => {
  assert.equal(kindOf('The clinic shall delete photos.', 'Photos must be removed by the clinic.'), 'near');
});

for (const [one, other, why] of [
  ['The search shall answer within 2 s.', 'The search shall answer within 5 s.', 'figure'],
  ['The archive shall keep a file for 3 days.', 'The archive shall keep a file for 3 weeks.', 'unit'],
  ['The nurse may change the dose.', 'The nurse must not change the dose.', 'polarity'],
  ['The shop shall show at least 10 hits.', 'The shop shall show at most 10 hits.', 'bound'],
  ['Before a call, the app shall beep.', 'After a call, the app shall beep.', 'order in time'],
  ['The doctor shall call the patient.', 'The patient shall call the doctor.', 'subject'],
  ['The admin can create a user.', 'The admin can delete a user.', 'deed'],
  [
    'When a file changes in A7X, the tool shall copy it to B9Y.',
    'When a file changes in B9Y, the tool shall copy it to A7X.',
    'trigger',
  ],
] as const) {
  test(`another ${why} is another requirement`, () => assert.equal(kindOf(one, other), 'none'));
}

test('of several the likest is named, and what was decided comes before proposals', () => {
  const decided = [requirement('REQ-001', 'The guest can cancel a booking online.')];
  const proposed = [
    requirement('REQ-002', 'Guests must be able to cancel bookings.'),
    requirement('REQ-003', 'The guest can cancel a booking online.'),
  ];
  assert.deepEqual(findDuplicates(proposed, decided), [
    { id: 'REQ-002', of: 'REQ-001', kind: 'near', likeness: 0.75 },
    { id: 'REQ-003', of: 'REQ-001', kind: 'exact', likeness: 1 },
  ]);
});

test('a requirement that was decided under the same id is not its own duplicate', () => {
  const item = requirement('REQ-001', 'The guest can cancel a booking online.');
  assert.deepEqual(findDuplicates([item], [item]), []);
});

test('any text is an exact duplicate of itself if it has a word', () => {
  fc.assert(
    fc.property(fc.string(), (noise) => {
      const text = `The gardener waters roses ${noise}`;
      assert.equal(kindOf(text, text), 'exact');
    }),
  );
});
