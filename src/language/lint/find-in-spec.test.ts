// What a careful reader would ask about a specification.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findInSpec } from './find-in-spec.ts';

const VALID = readFileSync(new URL('../../../test/documents/specs/01-as-it-should-be.md', import.meta.url), 'utf8');
const found = (text: string, quotes?: Parameters<typeof findInSpec>[1]): readonly string[] =>
  findInSpec(text, quotes).map(({ rule, line, column }) => `${rule} at ${line}:${column}`);
const said = (...quotes: readonly string[]) => ({
  checklist: [{ topic: 'requirements', quotes: quotes.map((quote) => ({ turn: 2, quote })) }],
});
const BOTH = ['members book a free court for an hour', 'a member can cancel a booking a day before it begins'];

test('a good specification gives no warning', () => {
  assert.deepEqual(found(VALID), []);
  assert.deepEqual(found(VALID, said(...BOTH)), []);
});

test('descriptions are read by the requirement lint, at the words it is about', () => {
  assert.deepEqual(found(VALID.replace('for 60 minutes', 'quickly')), ['ambiguous at 32:71']);
  const wrapped = VALID.replace('for 60 minutes', 'and\nshow it quickly');
  assert.ok(found(wrapped).includes('ambiguous at 33:9'), found(wrapped).join());
});

test('a criterion whose result nobody can test is found, and vague words before its result are not', () => {
  const text = VALID.replace("then the calendar shows the member's name", 'then the calendar looks good');
  assert.deepEqual(found(text), ['criterion-not-testable at 36:75']);
  const before = VALID.replace('Given a free court, when', 'Given some free courts, when');
  assert.deepEqual(found(before), []);
});

test('a requirement for what Out of Scope excludes is found', () => {
  const text = VALID.replace('book a free court for 60 minutes.', 'make payments by card.');
  assert.deepEqual(found(text), ['contradicts-scope at 32:18']);
  assert.match(findInSpec(text)[0]?.message ?? '', /R-001.*Out of Scope excludes, found "Payments"/);
});

test('an answer that reached no requirement is found at the section, and short ones are passed over', () => {
  const quotes = said(...BOTH, 'a weekly report about broken floodlights', 'yes, lamps');
  assert.deepEqual(found(VALID, quotes), ['answer-not-covered at 24:1']);
  assert.match(findInSpec(VALID, quotes)[0]?.message ?? '', /turn 2.*broken floodlights/);
});

test('a requirement nobody asked for is found, unless it comes from the PRD', () => {
  const strange = `${VALID}
### R-003: Export the ledger

**Description:** The archive shall export the ledger to tape each quarter.

**Acceptance Criteria:**

- [ ] Given 3 months, when the quarter ends, then the archive holds 1 tape.
`;
  assert.deepEqual(found(strange, said(...BOTH)), ['requirement-not-asked at 51:1']);
  const traced = strange.replace('ledger\n\n', 'ledger\n\n**Source:** REQ-004\n\n');
  assert.deepEqual(found(traced, said(...BOTH)), []);
  assert.deepEqual(found(strange, { checklist: [] }), []);
});

test('criteria and descriptions in another language are not judged by rules of English', () => {
  const text = VALID.replace(/Given a free court.*/, 'Der Kalender zeigt den Namen des Mitglieds sehr schnell an.');
  assert.deepEqual(found(text), []);
});
