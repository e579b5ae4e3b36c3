// Where sources disagree, and where a newer figure replaced an older one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import { lowerFirst } from '../../../src/documents/article/lower-first.ts';
import { plainAbout } from '../../../src/documents/article/plain-about.ts';
import { namesIn } from '../../../src/documents/article/plain-heading.ts';
import { nameOf } from '../../../src/documents/article/source-name.ts';
import { tellConclusion } from '../../../src/documents/article/write-conclusion.ts';
import { corpusOf } from './corpus-of.ts';
import { MIGRAINE } from './migraine.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';
import { briefOf, sentencesIn, textOf, writeByRules } from './write-by-rules.ts';

test('two figures for the same thing are told side by side, the newer first, each in the name of its source', () => {
  const { markdown } = writeByRules(briefOf('Heat pumps in old houses'), OLD_HOUSE_HEATING);
  const plain = markdown.replace(/ \[\[\d+\]\]\([^)]*\)/g, '');
  const newer =
    'about a heat pump: according to the Northern Energy Agency (2024), a heat pump cuts the carbon emissions';
  const older = 'Climate and Homes (2023), by contrast, reports that a heat pump cuts the carbon emissions';
  assert.ok(plain.includes(`The sources disagree ${newer} of a typical old house by 55 %. ${older}`), plain);
});

test('that there are two sides is no conclusion by itself', () => {
  const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
  const brief = briefOf('Heat pumps in old houses', { target_length: 100 });
  const pool = readPool(brief, passages, sources);
  const [one, other] = pool.items;
  assert.ok(one !== undefined && other !== undefined);
  const disputes = [{ about: 'the price of stoves', items: [one, other] }];
  const parts = { brief, pool, told: [], body: [], disputes, words: 100, isExhausted: false };
  assert.equal(tellConclusion({ ...parts, closing: [] }), '');
  const told = tellConclusion({ ...parts, closing: [one] });
  assert.match(told, /This article presents both sides where the sources disagree: on the price of stoves/);
});

test('a figure that a newer one replaced is told behind it, with who reported it and when', () => {
  const sentences = sentencesIn(writeByRules(briefOf('Migraine'), MIGRAINE).markdown);
  const newer = sentences.findIndex((text) => text.includes('350 euros'));
  const older = sentences.findIndex((text) => text.includes('500 euros'));
  assert.ok(newer >= 0 && older > newer, sentences.join('\n'));
  assert.match(sentences[older] ?? '', /^The Practice of Neurology \(2020\) reported that /);
});

test('what sources disagree on is named only where it reads as a thing', () => {
  assert.equal(plainAbout('The cost of the canal.'), 'the cost of the canal');
  assert.equal(plainAbout('whether naps help'), 'whether naps help');
  assert.equal(plainAbout('air source heat pumps reached seasonal performance factor'), null);
  assert.equal(plainAbout('the [cost]'), null);
});

test('a source is called by its publisher, its author or its title, with the year', () => {
  const named = (
    title: string,
    publisher: string,
    authors: readonly string[] = [],
    date: string | null = '2024-02-01',
  ) => {
    const [source] = corpusOf([textOf(title, 'Text.', { publisher, date })]).sources;
    return source === undefined ? null : (nameOf({ ...source, authors })?.text ?? null);
  };
  assert.equal(named('A title', 'Headache Foundation'), 'the Headache Foundation (2024)');
  assert.equal(named('A title', '', ['The Lake Courier, energy desk']), 'the Lake Courier (2024)');
  assert.equal(named('A title', '', ['Jane Smith']), 'Jane Smith (2024)');
  assert.equal(named('Heat in old houses: a report', ''), '*Heat in old houses: a report* (2024)');
  assert.equal(named('A title', 'Home Energy Guide', [], null), 'Home Energy Guide');
  assert.equal(named('What is it?', ''), null);
});

test('inside of a sentence a common word is small and a name is not', () => {
  const names = namesIn(['Code in Rust is new.']);
  assert.equal(lowerFirst('Rust is new.', names), 'Rust is new.');
  assert.equal(lowerFirst('Traffic was slow.', names), 'traffic was slow.');
  assert.equal(lowerFirst('Paris is large.', names), 'Paris is large.');
  assert.equal(lowerFirst('Answers may differ.', names), 'answers may differ.');
  assert.equal(lowerFirst('The GPU is fast.', names), 'the GPU is fast.');
  assert.equal(lowerFirst('NASA said so.', names), 'NASA said so.');
});
