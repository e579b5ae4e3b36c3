// Answers become requirements in EARS form with tests that can be carried out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellAs } from './spell-as.ts';
import { limitsIn, wordLimit } from './word-limit.ts';
import { wordSentence } from './word-response.ts';

test('what happens in a case is worded as one requirement, with the step and the result apart', () => {
  const worded = wordSentence('If an item is missing, the picker reports it and the shift lead is informed.');
  assert.equal(
    worded?.description,
    'If an item is missing, the system shall let the picker report it and inform the shift lead.',
  );
  assert.deepEqual(worded?.criteria, [
    'Given that an item is missing, when the picker reports it, then the shift lead is informed.',
  ]);
});

test('a figure in a case gives a test of its edge', () => {
  const worded = wordSentence('If a score is above 7, the doctor on duty is called.');
  assert.equal(worded?.description, 'If a score is above 7, the system shall call the doctor on duty.');
  assert.match(worded?.criteria[1] ?? '', /exactly 7, then that does not happen/);
});

test('words of the one who speaks are not put into the mouth of the system', () => {
  assert.equal(wordSentence('If we are closed, my wife calls you.'), null);
});

const LIMITS: readonly (readonly [string, string])[] = [
  ['It must work on phones', 'The system shall work on phones.'],
  ['We have about 400 members', 'The system shall work with about 400 members.'],
  ['An order may have at most 24 jars', 'The system shall make sure that an order has at most 24 jars.'],
  ['Data of children is deleted after the summer', 'The system shall delete data of children after the summer.'],
  ['the reservations have to be kept for 10 years', 'The system shall keep the reservations for 10 years.'],
  ['Handhelds run Android 10', 'The system shall work where handhelds run Android 10.'],
];

for (const [said, description] of LIMITS)
  test(`the limit "${said}" is worded`, () => {
    const worded = wordLimit(said);
    assert.equal(worded?.description, description);
    assert.match(worded?.criterion ?? '', /^Given .*, (?:when|then) /);
  });

test('several limits in a sentence are several requirements', () => {
  assert.deepEqual(limitsIn('Kubernetes 1.31, at most 40 namespaces at a time, secrets only via Vault'), [
    'Kubernetes 1.31',
    'at most 40 namespaces at a time',
    'secrets only via Vault',
  ]);
});

test('words that rules form are spelled as the person spells', () => {
  assert.equal(spellAs('Canceling a booking', ['Members can cancel a booking.']), 'Cancelling a booking');
  assert.equal(spellAs('Canceling a booking', ['It was canceled.']), 'Canceling a booking');
});
