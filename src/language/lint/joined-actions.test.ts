import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedActions } from './joined-actions.ts';

test('things that are listed are one deed', () => {
  for (const text of [
    'store name, address and phone',
    'encrypt files at rest and in transit',
    'show the price and the open orders',
    'offer search and replace in a file',
    'grant read and write access',
    'reject files that exceed 10 MB and contain macros',
    'ask the user to check the amount and confirm the payment',
  ]) {
    assert.deepEqual(joinedActions(text, 'base'), [text]);
  }
});

test('verbs share the object that follows them', () => {
  assert.deepEqual(joinedActions('create, edit and delete cases', 'base'), [
    'create cases',
    'edit cases',
    'delete cases',
  ]);
});

test('each deed keeps who may do it', () => {
  assert.deepEqual(joinedActions('allow citizens to upload forms and to pay fees', 'base'), [
    ...['allow citizens to upload forms', 'allow citizens to pay fees'],
  ]);
});

test('a deed may follow a condition about one thing', () => {
  assert.deepEqual(joinedActions('save the score when the match ends and return to the menu', 'base'), [
    ...['save the score when the match ends', 'return to the menu'],
  ]);
});

test('deeds are found in the third person and after "be" as well', () => {
  assert.deepEqual(joinedActions('weighs the box and prints the label', 'third'), [
    'weighs the box',
    'prints the label',
  ]);
  assert.deepEqual(joinedActions('be validated and stored in the profile', 'participle'), [
    ...['be validated', 'be stored in the profile'],
  ]);
});
