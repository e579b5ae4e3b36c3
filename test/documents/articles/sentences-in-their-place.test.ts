// Sentences stand where they are about something: with what they refer to, in paragraphs of one subject, and not at all
// where they speak to a reader.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAttributor } from '../../../src/documents/article/attribute.ts';
import { chooseClosing } from '../../../src/documents/article/choose-closing.ts';
import { isElliptic } from '../../../src/documents/article/elliptic.ts';
import { likeness, readPool } from '../../../src/documents/article/evidence-pool.ts';
import { isUsable } from '../../../src/documents/article/is-usable.ts';
import { lowerFirst } from '../../../src/documents/article/lower-first.ts';
import { makeParagraphs } from '../../../src/documents/article/make-paragraphs.ts';
import { placeItems } from '../../../src/documents/article/place-items.ts';
import { termsOf } from '../../../src/documents/article/terms-of.ts';
import { tellItems } from '../../../src/documents/article/told-sentence.ts';
import { isRepeat } from '../../../src/documents/article/without-repeats.ts';
import { corpusOf } from './corpus-of.ts';
import { briefOf, textOf, writeByRules } from './write-by-rules.ts';

test('a part of something that another sentence names needs that sentence', () => {
  for (const text of [
    'More than half of them, 26, died in the tunnel.',
    'The county pays £1.5 million of it, and the rest comes from gifts.',
    'Gas was produced in 88 percent of them, although no yeast was present.',
    'Turnover has remained the same, the electricity bill has become smaller.',
    'Overtime has become rarer.',
    'Pink or orange streaks are another story.',
  ])
    assert.equal(isElliptic(text), true, text);
  for (const text of [
    'Nine starters were lost, seven of them to mould.',
    'Output in Varland has become smaller than it was.',
    'Half of those who drink tea prefer it black.',
  ])
    assert.equal(isElliptic(text), false, text);
});

test('greetings, orders, asides on the page and speech without a speaker are not told', () => {
  for (const text of [
    'New faces are always welcome.',
    'Feed it one part starter, one part flour, one part water.',
    'The crackers on page 9 are dangerous.',
    'A spoonful of starter that floats in water is ready, sure.',
    'Rye starters often sink, so look at the bubbles and the dome instead.',
    '“A bat does not read any timetables.”',
  ])
    assert.equal(isUsable(text), false, text);
  assert.equal(isUsable('Volunteers have rebuilt seven of the eleven locks.'), true);
});

test('a common word that no dictionary has is small inside of a sentence', () => {
  assert.equal(lowerFirst('Boatmen lay on their backs.', new Set()), 'boatmen lay on their backs.');
  assert.equal(lowerFirst('Beginners are given a jar.', new Set()), 'beginners are given a jar.');
});

const poolOf = (...texts: readonly (readonly [string, string, string])[]) => {
  const { sources, passages } = corpusOf(
    texts.map(([title, text, date]) => textOf(title, text, { date, type: 'news' })),
  );
  return readPool(briefOf('The Brackwell Canal'), passages, sources);
};

test('a sentence of another source on another subject begins a paragraph and names its source', () => {
  const pool = poolOf(
    ['Selby Courier', 'Limestone was the largest cargo of all.', '2023-01-01'],
    ['Lake Gazette', 'Bats sleep in church towers every winter.', '2023-01-01'],
  );
  const paragraphs = makeParagraphs(pool, tellItems(pool.items));
  assert.equal(paragraphs.length, 2);
  const attributor = makeAttributor(briefOf('The Brackwell Canal'), new Set(), pool.newest);
  for (const paragraph of paragraphs) assert.match(attributor.attribute(paragraph)[0]?.text ?? '', /Courier|Gazette/);
});

test('the present of an old report is told with its year', () => {
  const pool = poolOf(
    ['Selby Courier', 'The Brackwell Canal has few visitors.', '2012-01-01'],
    ['Lake Gazette', 'Bats sleep in church towers every winter.', '2023-01-01'],
  );
  const attributor = makeAttributor(briefOf('The Brackwell Canal'), new Set(), pool.newest);
  const old = tellItems(pool.items.filter(({ year }) => year === 2012));
  assert.equal(attributor.attribute(old)[0]?.text, 'As of 2012, the Brackwell Canal has few visitors.');
});

test('a rule or a payment of an old report is told with its year, what happened then is not', () => {
  const pool = poolOf(
    ['Canal rules', 'Selby pays no grants for boats. Boats paid a toll of two pence at each lock.', '2012-01-01'],
    ['Lake Gazette', 'Bats sleep in church towers every winter.', '2023-01-01'],
  );
  const attributor = makeAttributor(briefOf('The Brackwell Canal'), new Set(), pool.newest);
  const [first, second] = tellItems(pool.items.filter(({ year }) => year === 2012));
  assert.ok(first !== undefined && second !== undefined);
  assert.match(attributor.attribute([first])[0]?.text ?? '', /^As of 2012, Selby pays/);
  assert.doesNotMatch(attributor.attribute([second])[0]?.text ?? '', /As of/);
});

test('what was "years ago" in a text of another year is not told', () => {
  const ago = 'The Brackwell Canal was closed four years ago.';
  const long = 'The valley of the canal was carved by ice thousands of years ago.';
  const texts = (date: string) =>
    poolOf(['A', `${ago} ${long}`, date], ['B', 'Bats sleep in old towers.', '2023-01-01']);
  const told = (date: string): readonly string[] => texts(date).items.map(({ text }) => text);
  assert.ok(!told('2015-01-01').includes(ago));
  assert.ok(told('2015-01-01').includes(long));
  assert.ok(told('2023-01-01').includes(ago));
});

test('a conclusion speaks of the topic, or there is none', () => {
  const pool = poolOf([
    'Selby Courier',
    'Judging by names alone, fewer than one in ten men came from Ireland.',
    '2023',
  ]);
  assert.deepEqual(chooseClosing(pool, pool.items, []), []);
});

test('a conclusion has at least two sentences on the topic, none of them a count or of another day', () => {
  const boats = 'Small boats remain the main reason why the Brackwell Canal is kept open in winter.';
  const locks = 'The Brackwell Canal needs to be repaired rather than replaced by a road.';
  const count = 'The Brackwell Canal carried 40 tons of limestone in 2023 and 30 tons in 2022.';
  const closing = (...texts: readonly (readonly [string, string, string])[]): readonly string[] => {
    const pool = poolOf(...texts);
    return chooseClosing(pool, pool.items, []).map(({ text }) => text);
  };
  const both = closing(['A', `${boats} ${count}`, '2024-01-01'], ['B', locks, '2024-01-01']);
  assert.deepEqual([...both].sort(), [boats, locks].sort());
  assert.deepEqual(closing(['A', `${boats} ${count}`, '2024-01-01'], ['B', locks, '2004-01-01']), []);
  assert.deepEqual(closing(['A', `${boats} ${count}`, '2024-01-01']), []);
});

test('a source that was named before is called by its short name', () => {
  const pool = poolOf(
    ['Canal review: the year 2023', 'Boats carried 40 tons of stone in 2023.', '2024-01-01'],
    ['Lake Gazette', 'Bats sleep in church towers every winter.', '2023-01-01'],
  );
  const attributor = makeAttributor(briefOf('The Brackwell Canal'), new Set(), pool.newest);
  const [one, other] = pool.items.map((item) => tellItems([item]));
  assert.ok(one !== undefined && other !== undefined);
  assert.match(attributor.attribute(one)[0]?.text ?? '', /\*Canal review: the year 2023\* \(2024\)/);
  attributor.attribute(other);
  assert.match(attributor.attribute(one)[0]?.text ?? '', /\*Canal review\*(?! \()/);
});

test('what neither names the topic nor what others speak of does not fill a short article', () => {
  const canal = 'The Brackwell Canal carries stone. The Brackwell Canal has eleven locks. The canal froze in 1895.';
  const party = 'The party ended around midnight. Pancakes were eaten with red jam. Three dogs slept under a table.';
  const { markdown } = writeByRules(briefOf('The Brackwell Canal'), [
    textOf('The canal', `## Locks\n\n${canal}`),
    textOf('A party', party),
  ]);
  assert.doesNotMatch(markdown, /midnight|Pancakes|dogs/);
});

test('a sentence leaves the subject that its source heads it with only for a section that is clearly about it', () => {
  const pool = poolOf(
    ['Tools', '## Classifiers\n\nA new classifier needs much training. Each classifier reads old letters.', '2023'],
    ['Staff', '## Wages\n\nTraining made the largest difference of all.', '2023'],
  );
  const [one, two, staff] = [...pool.items].sort((a, b) => (a.source.title < b.source.title ? 1 : -1));
  assert.ok(one !== undefined && two !== undefined && staff !== undefined);
  const facet = {
    heading: 'Classifiers',
    items: [one, two],
    isAsked: false,
    order: 1,
    kind: null,
    terms: termsOf('Classifiers'),
  };
  const strict = { ...facet, items: [...facet.items] };
  const like = likeness(pool, staff.terms, new Set([...one.terms, ...two.terms]));
  assert.ok(like > 0.05, String(like));
  placeItems(pool, [strict], [staff], like - 0.01);
  assert.equal(strict.items.includes(staff), false);
});

test('two sources that speak of the same thing one behind the other are both named', () => {
  const pool = poolOf(
    ['Selby Courier', 'A metal spoon hurts a sourdough starter.', '2023-01-01'],
    ['Lake Gazette', 'A metal spoon is safe for a sourdough starter.', '2023-01-01'],
  );
  const attributor = makeAttributor(briefOf('Sourdough', { tone: 'casual' }), new Set(), pool.newest);
  const told = attributor.attribute(tellItems(pool.items)).map(({ text }) => text);
  assert.equal(told.length, 2);
  for (const text of told) assert.match(text, /Courier|Gazette/);
});

test('an announcement is told where what it announces follows', () => {
  const text =
    'Two kinds of locks were tried. Wooden locks were built until 1840. Iron locks replaced them in the north. ' +
    'Boats carried coal on the canal.';
  const { items } = poolOf(['The canal', text, '2024-01-10']);
  const told = (...places: readonly number[]): readonly string[] =>
    tellItems(places.flatMap((at) => items[at] ?? [])).map((sentence) => sentence.text);
  assert.equal(told(0, 1, 2)[0], 'Two kinds of locks were tried.');
  assert.deepEqual(told(0, 3), ['Boats carried coal on the canal.']);
});

test('the same figure of the same thing is told once', () => {
  const pool = poolOf(
    ['A', 'At the end of 2023, 4.3 percent of boats on the canal had an electric motor on board.', '2024-01-10'],
    ['B', 'Inspectors count 4.3 percent of boats with an electric motor now, after 1.1 percent earlier.', '2024-01-10'],
    ['C', 'At the end of 2023, 7.9 percent of boats on the canal carried limestone for cement works.', '2024-01-10'],
  );
  const [one, other, third] = ['motor on board', 'Inspectors', 'limestone'].map((words) =>
    pool.items.find(({ text }) => text.includes(words)),
  );
  assert.ok(one !== undefined && other !== undefined && third !== undefined);
  assert.equal(isRepeat(pool, one, other), true);
  assert.equal(isRepeat(pool, one, third), false);
});
