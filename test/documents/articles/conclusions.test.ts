// What a conclusion is made of: sentences that were kept back for it, or what was told in fewer words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAttributor } from '../../../src/documents/article/attribute.ts';
import { chooseClosing } from '../../../src/documents/article/choose-closing.ts';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import { restateFindings, shortened } from '../../../src/documents/article/restate-findings.ts';
import { withoutReferences } from '../../../src/documents/article/trim-sentence.ts';
import { corpusOf, type TestText } from './corpus-of.ts';
import { briefOf, textOf } from './write-by-rules.ts';

const poolOf = (topic: string, texts: readonly TestText[]) => {
  const { sources, passages } = corpusOf(texts);
  return readPool(briefOf(topic), passages, sources);
};

const STUDY = textOf(
  'Green roofs in Tarnwick: a study',
  `Green roofs hold back rain in the centre of Tarnwick. The roofs were planted in April.

## Results

A green roof in Mill Street held back 61 percent of the rain in July.

## Conclusions

Green roofs reduce the load on old sewers most where streets are steep. They should be planted there first.`,
  { publisher: 'Institute of Urban Water' },
);
const GUIDE = textOf(
  'Green roofs',
  `A green roof is a roof that is covered with plants. Whether green roofs cool whole districts remains open.`,
  { publisher: 'Handbook of Roofs' },
);

test('what a study concludes closes before what it measured once, with the sentence that needs it', () => {
  const pool = poolOf('Green roofs', [STUDY, GUIDE]);
  const told = chooseClosing(pool, pool.items, []).map(({ text }) => text);
  assert.deepEqual(told, [
    'Green roofs reduce the load on old sewers most where streets are steep.',
    'They should be planted there first.',
    'Whether green roofs cool whole districts remains open.',
  ]);
});

test('where nothing can be kept back, what was told is said again in fewer words', () => {
  const text = textOf(
    'The old tram',
    `The tram carried nine million people in 1912, which was more than any other in the country. The tram lost its
largest depot to a fire in 1931, and forty cars burned. Buses took over the northern line in 1950.`,
    { publisher: 'Tram Museum' },
  );
  const pool = poolOf('The old tram', [text]);
  const told = restateFindings(pool, pool.items, makeAttributor(briefOf('The old tram'), new Set(), null));
  const texts = told.map((sentence) => sentence.text);
  assert.equal(texts.length, 2, texts.join(' | '));
  assert.match(texts[0] ?? '', /carried nine million people in 1912(?:, according to the Tram Museum \(2024\))?\.$/);
  assert.match(texts[1] ?? '', /lost its largest depot to a fire in 1931\.$/);
  for (const { marks } of told) assert.equal(marks.length, 1);
});

test('a sentence is shortened to a main clause that takes nothing back', () => {
  assert.equal(
    shortened('The canal company lowered its tolls three times, which did not help.'),
    'The canal company lowered its tolls three times.',
  );
  assert.equal(shortened('The canal company lowered its tolls three times, but traffic fell.'), null);
  assert.equal(shortened('If the tolls of the old canal are lowered, which is likely, traffic grows.'), null);
  assert.equal(shortened('The canal, which was dug by hand, is shallow.'), null);
});

test('what authors say they found is told as what they found', () => {
  assert.equal(withoutReferences('We found that green roofs hold back rain.'), 'Green roofs hold back rain.');
  assert.equal(
    withoutReferences('A wider use would, on our estimates, halve the load on sewers.'),
    'A wider use would halve the load on sewers.',
  );
  assert.match(withoutReferences('We suspect that green roofs hold back rain.'), /^We suspect/);
});
