// Corpora with little or nothing to tell: the article is short and honest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestText } from './corpus-of.ts';
import { briefOf, plainOf, sentencesIn, textOf, writeByRules } from './write-by-rules.ts';

const BRIEF = briefOf('Peat bogs');
const THREE =
  'A peat bog is a wetland that stores carbon. Peat grows by about a millimetre a year. ' +
  'Drained peat bogs release carbon dioxide.';

/** Facts of the article, without what it says of itself. */
const factsOf = (texts: readonly TestText[]): readonly string[] =>
  sentencesIn(writeByRules(BRIEF, texts).markdown)
    .map(plainOf)
    .filter((sentence) => !/^This article /.test(sentence));

test('no source gives a title and the sentence that there was nothing', () => {
  const { markdown, sources } = writeByRules(BRIEF, []);
  assert.match(markdown, /^# Peat bogs\n/);
  assert.match(markdown, /This article covers less than was ordered/);
  assert.deepEqual(sources, []);
});

test('one source of three sentences gives these three at most, each once', () => {
  const facts = factsOf([textOf('Peat bogs', THREE)]);
  assert.ok(facts.length >= 2 && facts.length <= 3, facts.join(' | '));
  for (const fact of facts)
    assert.ok(THREE.includes(fact.replace(/^.*?, /, '').slice(0, 20)) || THREE.includes(fact), fact);
  assert.equal(new Set(facts).size, facts.length);
});

test('a short text says that it is shorter than was ordered', () => {
  assert.match(writeByRules(BRIEF, [textOf('Peat bogs', THREE)]).markdown, /This article covers less than was ordered/);
});

test('a text that leaves out much of what the sources say blames the sources for nothing', () => {
  const untold = 'I saw a peat bog. Did you see my peat bog? My peat bog is the best of all bogs. You love my bogs!';
  const { markdown } = writeByRules(BRIEF, [textOf('Peat bogs', `${THREE} ${untold}`)]);
  assert.doesNotMatch(markdown, /covers less than was ordered/);
});

test('sources of 200 words each give a text without repetition', () => {
  const texts = ['Aldermoor', 'Brackmire', 'Coldfen'].map((place, at) =>
    textOf(
      `The bog of ${place}`,
      `## The bog

The peat bog of ${place} covers ${300 + 70 * at} hectares. It was drained in ${1880 + at}. Sundew and cotton grass
grow there. Peat was cut by hand until the war.

## Restoration

Ditches in ${place} were blocked in ${2001 + at}. The water table has risen by ${20 + at} centimetres since. Peat bogs
store more carbon than forests. Cranes have returned to ${place}.`,
    ),
  );
  const facts = factsOf(texts);
  assert.ok(facts.length >= 5, facts.join(' | '));
  assert.equal(new Set(facts).size, facts.length);
});

test('text in another language gives no sentences of it that nobody checked', () => {
  const german =
    'Das Moor speichert Kohlenstoff und Wasser. Torf wächst etwa einen Millimeter im Jahr. ' +
    'Entwässerte Moore setzen Kohlendioxid frei.';
  const { markdown } = writeByRules(BRIEF, [textOf('Moore', german)]);
  assert.match(markdown, /^# Peat bogs\n/);
  for (const fact of factsOf([textOf('Moore', german)])) {
    const own = fact.replace(/^According to \*Moore\* \(\d{4}\), /, '').slice(1);
    assert.ok(german.includes(own), fact);
  }
});

test('sentences of more than 48 words are not told', () => {
  const middle = 'that stores carbon and water and moss and reed and heather and sundew '.repeat(8);
  const long = `A peat bog is a wetland ${middle}in the north.`;
  assert.ok(long.length > 400);
  assert.deepEqual(factsOf([textOf('Peat bogs', `${long} ${long.replace('north', 'south')}`)]), []);
});

test('lists of words and tables give no sentences', () => {
  const text =
    '- sundew\n- cotton grass\n- cranberry\n\n| plant | height |\n| --- | --- |\n| sundew | 10 cm |\n| reed | 3 m |';
  assert.deepEqual(factsOf([textOf('Peat bogs', text)]), []);
});

test('one document alone is written without headings of one sentence', () => {
  const cutting = '## Cutting\n\nPeat was cut by hand. Farmers burned peat in winter.';
  const text = `${THREE}\n\n${cutting}\n\n## Plants\n\nSundew catches insects.`;
  const { markdown } = writeByRules(BRIEF, [textOf('Peat bogs', text)]);
  assert.doesNotMatch(markdown, /^## Plants$/m);
});
