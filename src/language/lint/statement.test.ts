import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatements } from './statement.ts';

const parts = (text: string) =>
  readStatements(text).map(({ lead, subject, modal, response, form }) => [form, lead, subject, modal, response]);

test('a condition may hold commas of its own', () => {
  assert.deepEqual(parts('When the user enters name, street and town, the shop shall check them.'), [
    ['modal', 'When the user enters name, street and town', 'the shop', 'shall', 'check them'],
  ]);
});

test('a condition without a comma ends before the subject', () => {
  assert.deepEqual(parts('When a parcel is scanned the tracker shall store the time.'), [
    ['modal', 'When a parcel is scanned', 'the tracker', 'shall', 'store the time'],
  ]);
});

test('a modal in a condition at the end is not the main one', () => {
  assert.deepEqual(parts('The tool exits with 2 when a file cannot be read.'), [
    ['present', '', 'The tool', '', 'exits with 2 when a file cannot be read'],
  ]);
});

test('a story names its role, and its reason is not part of it', () => {
  assert.deepEqual(parts('As a tenant, I want to report a broken lift so that it gets repaired fast.'), [
    ['story', '', 'the tenant', 'can', 'report a broken lift'],
  ]);
});

test('sentences in which nobody acts are told apart', () => {
  const forms = (text: string) => readStatements(text).map((each) => each.form);
  assert.deepEqual(forms('It should be possible to undo a move.'), ['possible']);
  assert.deepEqual(forms('There must be a log.'), ['there']);
  assert.deepEqual(forms('Ability to undo a move.'), ['ability']);
  assert.deepEqual(forms('Undo the last move.'), ['imperative']);
  assert.deepEqual(forms('Dark mode.'), ['fragment']);
});

test('full stops in figures, abbreviations and quotes end no sentence', () => {
  const text = 'The app shall round 2.5 kg, i.e. The weight, to "3. Done" kilograms. It shall show it.';
  assert.equal(readStatements(text).length, 2);
});

test('what is far too long is read at its beginning only', () => {
  const [statement] = readStatements('The shop shall sell apples, '.repeat(10_000));
  assert.equal(statement?.text.length, 1000);
});
