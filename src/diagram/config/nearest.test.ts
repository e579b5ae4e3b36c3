// Which slips find their word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEP_KEYS } from './known-keys.ts';
import { isOneSlip, nearest } from './nearest.ts';

test('a slip finds the key it was meant to be', () => {
  const slips = {
    promt: 'prompt',
    asignee: 'assignee',
    timout: 'timeout',
    itemspath: 'itemsPath',
    veridcts: 'verdicts',
    minpercent: 'minPercent',
    branch: 'branches',
  };
  for (const [slip, meant] of Object.entries(slips)) assert.equal(nearest(slip, STEP_KEYS), meant);
});

test('a word like none of them finds nothing, and a huge one costs nothing', () => {
  assert.equal(nearest('colour', STEP_KEYS), null);
  assert.equal(nearest('x'.repeat(1_000_000), STEP_KEYS), null);
  assert.equal(nearest('', STEP_KEYS), null);
});

test('a word half of which is wrong is no slip of another, but its case may be', () => {
  assert.equal(nearest('C', ['A', 'B']), null);
  assert.equal(nearest('ab', ['ac']), null);
  assert.equal(nearest('abc', ['abd']), 'abd');
  assert.equal(nearest('a', ['A']), 'A');
});

test('the nearer of two candidates wins, the first of equals', () => {
  assert.equal(nearest('outptu', ['input', 'output']), 'output');
  assert.equal(nearest('abc', ['abd', 'abe']), 'abd');
  assert.equal(nearest('tpye', STEP_KEYS), 'type');
});

test('a word that negates another is no slip of it', () => {
  for (const word of ['unapproved', 'disapproved', 'not approved', 'unaproved'])
    assert.equal(nearest(word, ['approved']), null);
  assert.equal(nearest('approved', ['unapproved']), null);
  assert.equal(nearest('invalid', ['valid']), null);
  assert.equal(nearest('inlcuded', ['included']), 'included');
});

test('one slip is one edit behind the first letter of a word of five letters or more', () => {
  assert.equal(isOneSlip('aproved', 'approved'), true);
  assert.equal(isOneSlip('rejetc', 'reject'), true);
  for (const word of ['unapproved', 'eject', 'respect', 'reject', 'reject?'])
    assert.equal(isOneSlip(word, 'reject'), false);
  assert.equal(isOneSlip('skip', 'ship'), false);
});
