import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vagueWordsIn } from './vague-words.ts';

const vague = (text: string): readonly string[] => vagueWordsIn(text).map(({ word }) => word);

test('an adverb of manner is vague, one that a test can see is not', () => {
  assert.deepEqual(vague('The controller shall open the valve gradually.'), ['gradually']);
  assert.deepEqual(vague('The robot shall move cautiously.'), ['cautiously']);
  assert.deepEqual(vague('The clerk can change the address manually.'), []);
  assert.deepEqual(vague('The list shall be sorted alphabetically.'), []);
});

test('degree and worth are vague, names of things are not', () => {
  assert.deepEqual(vague('The clerk may grant a modest discount.'), ['modest']);
  assert.deepEqual(vague('The app shall show a short summary of the case.'), ['short']);
  assert.deepEqual(vague('The clerk enters the short name of the station.'), []);
  assert.deepEqual(vague('The secretary can reserve the small hall.'), []);
});

test('a comparison with nothing is vague', () => {
  assert.deepEqual(vague('The library shall lend films for a shorter period.'), ['shorter']);
  assert.deepEqual(vague('The tool shall reject names longer than 20 letters.'), []);
  assert.deepEqual(vague('The operator can lower the boom.'), []);
});
