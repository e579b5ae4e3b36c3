import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseOfParticiple, baseOfThird, isPlainVerb } from './verbs.ts';

test('participles lead back to their verbs', () => {
  const bases = ['sent', 'validated', 'stored', 'stopped', 'notified', 'written', 'optimized', 'weighed'];
  assert.deepEqual(bases.map(baseOfParticiple), [
    ...['send', 'validate', 'store', 'stop', 'notify', 'write', 'optimize', 'weigh'],
  ]);
});

test('verbs that are not in the list keep their spelling', () => {
  assert.deepEqual(['debounced', 'polished', 'pinned', 'laminated'].map(baseOfParticiple), [
    ...['debounce', 'polish', 'pin', 'laminate'],
  ]);
});

test('words that only look like participles are none', () => {
  assert.deepEqual(['speed', 'red', 'located', 'hundred'].map(baseOfParticiple), [null, null, null, null]);
});

test('third persons lead back to their verbs, plural nouns do not', () => {
  assert.deepEqual(['lists', 'pushes', 'notifies', 'invoices', 'tomatoes'].map(baseOfThird), [
    ...['list', 'push', 'notify', 'invoice', null],
  ]);
});

test('a noun that is a verb too is no plain verb', () => {
  assert.deepEqual(['notify', 'order', 'print'].map(isPlainVerb), [true, false, false]);
});
