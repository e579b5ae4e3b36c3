// Semicolons and colons between statements, and those that stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitStatements } from './split-statements.ts';

test('statements between semicolons and behind a colon are sentences of their own', () => {
  assert.deepEqual(
    splitStatements('Members book meeting rooms by the hour; an admin manages rooms; rooms have a name.'),
    ['Members book meeting rooms by the hour.', 'An admin manages rooms.', 'Rooms have a name.'],
  );
  assert.deepEqual(splitStatements('Track the temperature of freezers: sensors report every minute.'), [
    'Track the temperature of freezers.',
    'Sensors report every minute.',
  ]);
});

test('lists, parentheses, what leans on the words before, and today stay whole', () => {
  for (const whole of [
    'Compartments come in three sizes: small, medium and large.',
    'A finding has a severity (it is low; it is high) and a line.',
    'A technician answers within 10 minutes; otherwise the system calls the manager.',
    'Today a volunteer writes a list; nobody knows which tools are out.',
    'The hall opens at 10:30 each day.',
  ])
    assert.deepEqual(splitStatements(whole), [whole]);
});
