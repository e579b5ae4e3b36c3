// What of a corpus gets into an article and where: sentences that stand alone are kept, what is no part of the subject
// is left out, and each stands beside what it is like.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import { isElliptic } from '../../../src/documents/article/elliptic.ts';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import { isLost } from '../../../src/documents/article/lost-reference.ts';
import { lowerFirst } from '../../../src/documents/article/lower-first.ts';
import { makeOutline } from '../../../src/documents/article/make-outline.ts';
import { isOfThePage } from '../../../src/documents/article/page-detail.ts';
import { plainAbout } from '../../../src/documents/article/plain-about.ts';
import { roleOf } from '../../../src/documents/article/roles-of.ts';
import { chooseEvidence } from '../../../src/documents/evidence/choose-evidence.ts';
import { statesSomething } from '../../../src/documents/evidence/states-something.ts';
import { corpusOf, type TestText } from './corpus-of.ts';
import { briefOf, textOf } from './write-by-rules.ts';

function sectionsOf(brief: ArticleBrief, texts: readonly TestText[]): ReadonlyMap<string, readonly string[]> {
  const { sources, passages } = corpusOf(texts);
  const { sections } = makeOutline(brief, passages, sources);
  const textFor = (id: string): string => passages.find((passage) => passage.id === id)?.text ?? '';
  return new Map(sections.map(({ heading, passages: ids }) => [heading, ids.map(textFor)]));
}

test('a noun that looks like a verb begins a statement, an order does not', () => {
  for (const text of [
    'Reverse osmosis gets by with a fraction of the energy that distillation takes.',
    'Shoot density varied from year to year.',
    'Shore power is available at six of the eleven berths.',
    'The first ships carried boxes on deck.',
  ])
    assert.equal(statesSomething(text), true, text);
  assert.equal(statesSomething('Set the machine to soft and you will need less salt.'), false);
});

test('an entry that is called by its topic may say what the topic is, a magazine may not say what it is', () => {
  const entry = textOf('Green roofs', 'Green roofs are roofs that plants cover. Green roofs hold back rain.');
  const magazine = textOf('Garden Weekly', 'Garden Weekly is made by gardeners who love green roofs.');
  const { sources, passages } = corpusOf([entry, magazine]);
  const told = readPool(briefOf('Green roofs'), passages, sources).items.map(({ text }) => text);
  assert.ok(told.includes('Green roofs are roofs that plants cover.'), told.join(' | '));
  assert.ok(!told.some((text) => text.startsWith('Garden Weekly')), told.join(' | '));
});

test('a source that names the topic once is no other subject, however many words were asked for', () => {
  const brief = briefOf('Seawater desalination for coastal towns', {
    include_keywords: ['brine', 'membranes', 'pretreatment', 'boron'],
  });
  const { sources } = corpusOf([
    textOf('Annual report', 'The desalination plant opened in 2019. Half of the electricity came from a wind farm.'),
  ]);
  const chosen = chooseEvidence(brief, sources).map(({ text }) => text);
  assert.ok(chosen.includes('Half of the electricity came from a wind farm.'), chosen.join(' | '));
});

test('what a sentence names itself is not lost', () => {
  const known = new Set(['water']);
  for (const text of [
    'Osmosis needs less energy than boiling for the same amount of water.',
    'Fridays cost most, because customers are lost on that day.',
    'Who works 32 hours will ask why others are paid more for the same hours.',
  ])
    assert.equal(isLost(text, known), false, text);
  for (const text of [
    'Boats on the river carry the same cargo.',
    'Customers are lost on that day.',
    'It stayed the same.',
  ])
    assert.equal(isLost(text, known), true, text);
});

test('a superlative, a likeness and a share of nothing that is named are elliptic', () => {
  for (const text of [
    'Friday is the most popular and the most expensive, because customers call.',
    'Dr Vesely hopes for a similar result in the valley.',
    'Only 2,900 led to a change of treatment.',
    '38 percent concerned delays and missed connections.',
    'Roughly three quarters of them belong to radiology.',
    'Water is another limit in dry regions.',
    'The largest models lost least.',
  ])
    assert.equal(isElliptic(text), true, text);
  assert.equal(isElliptic('Oak is the most common tree in the valley.'), false);
  assert.equal(isElliptic('The valley had a similar result to that of the coast.'), false);
});

test('how to write to somebody and when an event takes place is of the page', () => {
  for (const text of [
    'Requests for data should be addressed to the department for care research.',
    'In bad weather the event will be held in the gymnasium.',
    'Admission is free for children.',
  ])
    assert.equal(isOfThePage(text), true, text);
  assert.equal(isOfThePage('The road will be open to buses in 2030.'), false);
});

test('a common word is small inside of a sentence where a name begins with it, too', () => {
  const names = new Set(['old', 'rust']);
  assert.equal(lowerFirst('Old ports lacked space.', names), 'old ports lacked space.');
  assert.equal(lowerFirst('Rust is a language.', names), 'Rust is a language.');
  for (const word of ['Readmissions', 'Underfloor', 'Nozzles', 'Installers'])
    assert.equal(lowerFirst(`${word} were rare.`, names), `${word.toLowerCase()} were rare.`);
  assert.equal(lowerFirst('Ellersund was closed.', names), 'Ellersund was closed.');
});

test('what a part of the topic is defines nothing', () => {
  const known = new Set(['heat', 'pump', 'building', 'build', 'old', 'age']);
  assert.notEqual(roleOf('The age of a building is a poor guide.', known, known), 'definition');
});

test('a disagreement on figures is told by the figures', () => {
  assert.equal(plainAbout('the figure for weekly output'), null);
  assert.equal(plainAbout('the number of passengers'), 'the number of passengers');
});

const STUDY = textOf(
  'Green roofs in Tarnwick',
  `## Sewers

Green roofs keep rain out of the old sewers of Tarnwick. A roof of moss holds back half of a summer rain.
Clay pipes burst less often since then.

## Methods

Eleven sensors recorded the flow below green roofs every ten minutes.`,
);
const GUIDE = textOf(
  'A guide to green roofs',
  `## Sewers

Green roofs relieve sewers after a storm. Sewers below green roofs overflow less often than others do.`,
  { date: '2023-05-01' },
);
const OLD = textOf(
  'Roofs of tomorrow',
  `## Sewers

The town has no green roofs above its sewers and wants none. Green roofs cost 90 euros for each square metre.`,
  { date: '2008-05-01', type: 'news' },
);

test('methods and what was so long ago are no part of an article; a dated figure is', () => {
  const told = [...sectionsOf(briefOf('Green roofs'), [STUDY, GUIDE, OLD]).values()].flat();
  assert.ok(!told.some((text) => text.startsWith('Eleven sensors')), told.join(' | '));
  assert.ok(!told.some((text) => text.startsWith('The town has no green roofs')), told.join(' | '));
  assert.ok(
    told.some((text) => text.startsWith('Green roofs cost 90 euros')),
    told.join(' | '),
  );
});

test('a sentence that is like nothing goes with its neighbour where the text would be short', () => {
  const sections = sectionsOf(briefOf('Green roofs'), [STUDY, GUIDE]);
  const told = [...sections.values()].find((texts) => texts.some((text) => text.startsWith('Green roofs keep rain')));
  assert.ok(
    told?.some((text) => text.startsWith('A roof of moss')),
    [...sections].join(' || '),
  );
});
