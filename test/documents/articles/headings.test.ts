// What an article may be headed with, and which of its sides comes first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import { findFacets } from '../../../src/documents/article/find-facets.ts';
import { phrasesOf } from '../../../src/documents/article/phrase-facets.ts';
import { plainHeading } from '../../../src/documents/article/plain-heading.ts';
import { corpusOf } from './corpus-of.ts';
import { briefOf, textOf } from './write-by-rules.ts';

const NOTHING: ReadonlySet<string> = new Set();

test('a heading loses its numbering, and a figure is none', () => {
  for (const heading of ['3.1 Costs of care', '3) Costs of care', '3 Costs of care', 'Section 3: Costs of care'])
    assert.equal(plainHeading(heading, NOTHING), 'Costs of care');
  assert.equal(plainHeading('12 euros a metre', NOTHING), null);
});

test('headings that any paper or page could have say nothing', () => {
  for (const heading of ['Study area', 'Setting', 'What remains', 'The usual objections'])
    assert.equal(plainHeading(heading, NOTHING), null, heading);
});

test('a phrase that only says which one heads nothing', () => {
  assert.deepEqual(phrasesOf('In the third year, hedges in good condition had new shoots.'), []);
  assert.deepEqual(phrasesOf('The port needs deep water.'), ['deep water']);
});

test('a side that one source alone speaks of does not come first', () => {
  const own =
    '## Ropes\n\nHemp ropes were pulled by horses until 1850. Steel ropes were pulled by engines until 1920. ' +
    'Wire ropes were stored in sheds near the bridges.';
  const one =
    '## Locks\n\nWooden locks were leaking in most winters. Iron locks were built by Scottish masons. ' +
    'Stone locks were repaired in 1901.';
  const other =
    '## Locks\n\nGreat locks were guarded by two keepers. Small locks were closed during the war. ' +
    'Deep locks were drained each spring.';
  const { sources, passages } = corpusOf([textOf('A', own), textOf('B', one), textOf('C', other)]);
  const brief = briefOf('The Brackwell Canal');
  const pool = readPool(brief, passages, sources);
  assert.deepEqual(
    findFacets(brief, pool, pool.items).map(({ heading }) => heading),
    ['Locks', 'Ropes'],
  );
});

test('what is left over fills no more than a tenth of the article, and only with what names the topic', () => {
  const locks =
    'Wooden locks were leaking in most winters. Iron locks were built by masons. Stone locks were repaired.';
  const left = Array.from(
    { length: 30 },
    (_, at) => `The Brackwell Canal was praised by visitor number ${at + 1} from ${['Rome', 'Oslo', 'Bonn'][at % 3]}.`,
  ).join(' ');
  const other = 'Pancakes were eaten with red jam. Three dogs slept under a table. Candles were lit in both windows.';
  const { sources, passages } = corpusOf([textOf('A', `## Locks\n\n${locks}`), textOf('B', left), textOf('C', other)]);
  const brief = briefOf('The Brackwell Canal', { target_length: 400 });
  const pool = readPool(brief, passages, sources);
  const rest = findFacets(brief, pool, pool.items).filter(({ heading }) => heading === 'Further points');
  const words = rest.flatMap(({ items }) => items).reduce((sum, item) => sum + item.words, 0);
  assert.ok(words <= 60, `${words} words`);
  assert.ok(!rest.some(({ items }) => items.some(({ text }) => /Pancakes|dogs|Candles/.test(text))));
});
