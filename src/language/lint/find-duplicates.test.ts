import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import { findDuplicates, findRepeats } from './find-duplicates.ts';

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

test('other words are shown as a difference, whether they mean the same or not', () => {
  assert.equal(kindOf('The clinic shall delete photos.', 'Photos must be deleted by the clinic.'), 'near');
  assert.equal(kindOf('The clinic shall delete photos.', 'Photos must be removed by the clinic.'), 'alike');
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
  test(`another ${why} is another requirement`, () => assert.equal(kindOf(one, other), 'alike'));
}

for (const [one, other, role] of [
  ['Users can delete own comments.', 'Users can delete all comments.', 'selection'],
  ['The bank shall refuse transfers over 100 euros.', 'The bank shall refuse transfers under 100 euros.', 'quantity'],
  ['The manager must approve a refund.', 'The manager may approve a refund.', 'duty'],
  [
    'The tool copies files from the phone to the server.',
    'The tool copies files from the server to the phone.',
    'direction',
  ],
  ['The doctor calls the patient.', 'The patient calls the doctor.', 'actor'],
  ['The alarm sounds if smoke and heat occur.', 'The alarm sounds if smoke or heat occurs.', 'joint'],
  ['A customer who has paid can see the file.', 'A customer who has not paid can see the file.', 'actor'],
  ['Only the owner can share a folder.', 'The owner can share only a folder.', 'selection'],
  ['The user can turn the lights off.', 'The user can turn the lights on.', 'action'],
  ['The shop sends the guest a list.', 'The shop receives a list from the guest.', 'actor'],
  ['It shall be possible for guests to pay.', 'It shall not be possible for guests to pay.', 'duty'],
  ['The app must send an alert.', 'The app can send an alert.', 'duty'],
  ['The shop cuts the price by 10 euros.', 'The shop cuts the price below 10 euros.', 'quantity'],
  ['Parents can view grades of their children.', 'Parents can view grades of all children.', 'selection'],
  ['Users can delete their comments.', 'Users can delete comments.', 'selection'],
  ['The doctor of the assistant can book a room.', 'The assistant of the doctor can book a room.', 'actor'],
  ['The chef must see the orders.', 'The chef must see new orders.', 'object'],
  ['The user can turn up the volume.', 'The user can turn down the volume.', 'action'],
  ['The manager can cancel the approval of a trip.', 'The manager can approve the cancellation of a trip.', 'action'],
] as const) {
  test(`alike, and another ${role}: ${one} / ${other}`, () => {
    const [found] = findDuplicates([requirement('REQ-002', other)], [requirement('REQ-001', one)]);
    assert.equal(found?.kind, 'alike');
    assert.ok(found?.differs?.includes(role), `Expected ${role} among ${found?.differs?.join(', ')}.`);
    assert.deepEqual(findRepeats([requirement('REQ-002', other)], [requirement('REQ-001', one)]), []);
  });
}

for (const [one, other] of [
  ['The shop sends the customer a receipt.', 'The customer receives a receipt from the shop.'],
  ['Please let the driver skip a stop.', 'As a driver, I want to skip a stop.'],
  ['The app must not store card numbers.', "The app doesn't store card numbers."],
  ['Nobody but the owner can close a case.', 'Only the owner can close a case.'],
  ['The depot keeps a parcel for 7 days.', 'The depot shall keep parcels for one week.'],
  ['The system shall prevent a pupil from submitting twice.', 'A pupil cannot submit two times.'],
  ['The system shall support the export of data.', 'The system shall export data.'],
  ['Deletion of an account by its owner shall be possible.', 'The owner of an account can delete it.'],
  ['It would be nice if farmers could reserve a tractor.', 'Farmers can reserve a tractor.'],
  ['Visitors should have the opportunity to leave a comment.', 'Visitors can leave a comment.'],
  ['It must not be possible for guests to delete photos.', 'Guests are not allowed to delete photos.'],
  ['As a nurse, I want to be alerted when a pump stops.', 'The system shall alert the nurse when a pump stops.'],
  ['Drivers can see the next stop.', 'The system shall show drivers the next stop.'],
  ['For every failed build the bot shall create a ticket.', 'The bot shall create a ticket for each failed build.'],
  ['The museum sends members a list once a month.', 'Every month the museum sends a list to members.'],
] as const) {
  test(`said in another way, the same: ${one} / ${other}`, () => {
    assert.equal(kindOf(one, other), 'near');
    assert.equal(kindOf(other, one), 'near');
  });
}

test('what somebody is able to do is what the system lets them do', () => {
  const lets = 'The system shall let readers mark articles.';
  assert.equal(kindOf(lets, 'Readers shall be able to mark articles.'), 'near');
  assert.equal(kindOf(lets, 'Readers can mark articles.'), 'near');
  assert.equal(kindOf(lets, 'Editors shall be able to mark articles.'), 'alike');
  assert.equal(kindOf('The app shall be able to print.', 'The system shall let the app print.'), 'alike');
});

test('the other way round is another thing, and is shown as such', () => {
  const there = requirement('REQ-001', 'The system shall let clerks copy orders from the shop to the ledger.');
  const back = requirement('REQ-002', 'The system shall let clerks copy orders from the ledger to the shop.');
  const [found] = findDuplicates([back], [there]);
  assert.deepEqual([found?.kind, found?.differs], ['alike', ['direction']]);
  const said = 'The system shall let clerks copy to the ledger orders from the shop.';
  assert.notEqual(kindOf(there.description, said), 'none');
  assert.deepEqual(findRepeats([back], [there]), []);
});

test('what says more is not the same', () => {
  assert.equal(kindOf('The guest can cancel a booking online.', 'Guests must be able to cancel bookings.'), 'alike');
});

test('of several the likest is named, and what was decided comes before proposals', () => {
  const decided = [requirement('REQ-001', 'The guest can cancel a booking online.')];
  const proposed = [
    requirement('REQ-002', 'Guests must be able to cancel bookings online.'),
    requirement('REQ-003', 'The guest can cancel a booking online.'),
  ];
  assert.deepEqual(findDuplicates(proposed, decided), [
    { id: 'REQ-002', of: 'REQ-001', kind: 'near', likeness: 0.99 },
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

test('of 1,000 that are all alike, the one that is said again is found in seconds', () => {
  const alike = Array.from({ length: 1000 }, (_, at) =>
    requirement(`REQ-${at}`, `The shop shall list the orders of region ${at} within ${at} seconds.`),
  );
  const again = requirement('REQ-1000', alike[17]?.description ?? '');
  const startedAt = performance.now();
  const found = findRepeats([...alike, again], []).find(({ id }) => id === 'REQ-1000');
  assert.deepEqual(found, { id: 'REQ-1000', of: 'REQ-17', kind: 'exact', likeness: 1 });
  assert.ok(performance.now() - startedAt < 15_000);
});
