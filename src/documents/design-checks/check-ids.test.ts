import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Around } from './check-context.ts';
import { contextOf } from './check-context.ts';
import { checkIds, type KnownIds, knownIdsOf } from './check-ids.ts';

const textsOf = (useCases: { readonly [id: string]: string }) => {
  const entries = Object.entries(useCases).map(([id, title]) => `### ${id}: ${title}\n`);
  return { hld: `## Overview and Use Cases\n\n${entries.join('\n')}`, lld: '', database: '' };
};
const FIRST = { 'UC-001': 'Book a room', 'UC-002': 'Cancel a booking' };

function messagesOf(now: { readonly [id: string]: string }, knownIds: KnownIds): readonly string[] {
  const around = { diagrams: [], standards: [], sql: { tables: [] }, knownIds } as unknown as Around;
  return checkIds(contextOf(textsOf(now), around)).map(({ message }) => message);
}

test('an id that stands for something else, while what it stood for has another, is a finding', () => {
  const known = knownIdsOf(textsOf(FIRST), {});
  const now = { 'UC-001': 'Send reminders', 'UC-002': 'Cancel a booking', 'UC-003': 'Book a room' };
  assert.deepEqual(messagesOf(now, known), [
    'Ids changed their meaning since the last draft: UC-001 was "Book a room", which is now UC-003, ' +
      'and stands for "Send reminders".',
  ]);
  // Nobody mended it: the next draft is told again.
  assert.equal(messagesOf(now, knownIdsOf(textsOf(now), known)).length, 1);
  assert.deepEqual(messagesOf(FIRST, knownIdsOf(textsOf(now), known)), [], 'mended');
});

test('an id that is gone, while its title has a new one, is a finding', () => {
  const known = knownIdsOf(textsOf(FIRST), {});
  assert.match(
    messagesOf({ 'UC-002': 'Cancel a booking', 'UC-003': 'Book a room' }, known).join(),
    /UC-001 "Book a room" is now UC-003/,
  );
});

test('numbers that moved are one finding that names all of them', () => {
  const moved = { 'UC-001': 'Send reminders', 'UC-002': 'Book a room', 'UC-003': 'Cancel a booking' };
  const [message, ...others] = messagesOf(moved, knownIdsOf(textsOf(FIRST), {}));
  assert.match(message ?? '', /UC-001 was "Book a room".*; UC-002 was "Cancel a booking"/);
  assert.deepEqual(others, []);
});

test('a new id, a title in other words, a use case that was dropped and a first draft are none', () => {
  const known = knownIdsOf(textsOf(FIRST), {});
  for (const now of [
    { ...FIRST, 'UC-003': 'Send reminders' },
    { ...FIRST, 'UC-001': 'Book a room by the hour' },
    { 'UC-002': 'Cancel a booking' },
    { 'UC-001': 'Send reminders', 'UC-002': 'Cancel a booking' },
  ])
    assert.deepEqual(messagesOf(now, known), []);
  assert.deepEqual(messagesOf(FIRST, {}), []);
});
