// What an article opens with: a sentence that says what its topic is, and a road map that reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import { lowerFirst } from '../../../src/documents/article/lower-first.ts';
import { topicTermsOf } from '../../../src/documents/article/topic-terms.ts';
import { chooseLead, tellIntroduction } from '../../../src/documents/article/write-introduction.ts';
import { corpusOf } from './corpus-of.ts';
import { briefOf, textOf } from './write-by-rules.ts';

const poolOf = (topic: string, ...texts: readonly string[]) => {
  const { sources, passages } = corpusOf(texts.map((text, at) => textOf(`Text ${at}`, text)));
  return readPool(briefOf(topic), passages, sources);
};

test('what is asked of a subject is no part of it', () => {
  assert.deepEqual([...topicTermsOf('How the shipping container changed the ports')].includes('how'), false);
  assert.deepEqual([...topicTermsOf('The history of the marathon')], ['marathon']);
  assert.equal(topicTermsOf('The future').size, 1);
});

test('a definition of a word that begins like the topic opens the article', () => {
  const topic = 'How the container changed trade';
  const definition = 'Containerisation is the carriage of goods in steel boxes of standard size.';
  const pool = poolOf(topic, `${definition} Rain stops work on one day in five.`, 'Cranes lift 29 boxes an hour.');
  assert.equal(chooseLead(briefOf(topic), pool, pool.items)[0]?.text, definition);
});

test('a sentence that speaks of something not named yet does not open the article', () => {
  const pool = poolOf(
    'Trail running',
    'Trail running is one of several reasons for the growth.',
    'Trail running takes place on paths and not on roads.',
  );
  assert.equal(
    chooseLead(briefOf('Trail running'), pool, pool.items)[0]?.text,
    'Trail running takes place on paths and not on roads.',
  );
});

test('the road map gives a single thing its article', () => {
  const pool = poolOf('Trail running', 'Trail running takes place on paths and not on roads.');
  const text = tellIntroduction(briefOf('Trail running'), pool, [], ['Origin of the name', 'Costs of shoes']);
  assert.equal(text, 'This article covers the origin of the name and costs of shoes.');
});

test('the road map writes a heading as the sources write it', () => {
  const pool = poolOf(
    'Trail running',
    'Trail running tires strong calves. The summit of a hill is the summit of a race.',
  );
  const text = tellIntroduction(briefOf('Trail running'), pool, [], ['Strong calves', 'Summit', 'Costs of shoes']);
  assert.equal(text, 'This article covers strong calves, the summit and costs of shoes.');
});

test('where no sentence has the topic for its subject, the article opens with what begins a source', () => {
  const pool = poolOf(
    'Urban beekeeping',
    'The number of honeybee colonies in cities has grown strongly. Hives stand on roofs.',
    'Bees of the city find flowers from March to October.',
  );
  const [first] = chooseLead(briefOf('Urban beekeeping'), pool, pool.items);
  assert.equal(first?.text, 'The number of honeybee colonies in cities has grown strongly.');
});

test('a noun that is made of a verb is small inside of a sentence', () => {
  assert.equal(lowerFirst('Containerisation is old.', new Set()), 'containerisation is old.');
});
