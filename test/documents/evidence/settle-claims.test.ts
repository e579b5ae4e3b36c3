// What a sentence of a draft may take from around the passage that it cites, and to what it may link.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normaliseDraft } from '../../../src/documents/article/draft-claims.ts';
import { settleClaims } from '../../../src/documents/article/settle-claims.ts';
import type { Passage } from '../../../src/documents/evidence/passage.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { language } from '../../../src/language/words/language.ts';
import { languageNames } from '../../../src/language/words/language-names.ts';

const CITED = 'The pump kept all rooms of the house warm.';
const [BEFORE, BEHIND] = ['The trial ran for 14 months.', 'It saved 320 euros a year.'];
const text = ['# Heating in Lindau', `${BEFORE} ${CITED} ${BEHIND}`, '## Other trials', 'They ran for 90 months.'].join(
  '\n\n',
);
const source: SourceText = {
  ...{ id: 's1', hash: 'sha256:s1', address: 'https://trial.example/report', also: ['https://copy.example/'] },
  ...{ title: 'Heat pumps in 60 houses', type: 'web', publishedAt: '2019-04', authors: ['Ines Halder'] },
  ...{ publisher: 'Kolb Institute', retrievedAt: '2026-01-01', words: 30, isWhole: true, score: 1, reasons: [], text },
};
const start = text.indexOf(CITED);
const passage: Passage = {
  ...{ id: 'e1', source: 's1', text: CITED, heading: 'Heating in Lindau', before: BEFORE },
  ...{ start, end: start + CITED.length },
};

function faultOf(claim: string, { text: words = CITED } = {}): string {
  const draft = normaliseDraft(claim, language).text;
  const [settled, ...more] = settleClaims({
    ...{ draft, passages: [{ ...passage, text: words }], sources: [source], texts: [source], judged: [] },
    language: { ...language, names: languageNames },
  });
  assert.deepEqual(more, []);
  return settled?.fault?.reasons.join(' ') ?? '';
}

describe('a sentence in own words', () => {
  for (const [where, claim] of [
    ['the sentence before', 'Rooms stayed warm through all 14 months of it [e1].'],
    ['the sentence behind', 'Rooms stayed warm, and people saved 320 euros [e1].'],
    ['the heading', 'In Lindau rooms stayed warm [e1].'],
    ["the source's title", 'Rooms of the 60 houses stayed warm [e1].'],
    ["the source's author", 'Ines Halder found that rooms stayed warm [e1].'],
    ["the source's publisher", 'The Kolb Institute found that rooms stayed warm [e1].'],
    ["the source's date", 'Rooms stayed warm, as a report of April 2019 says [e1].'],
  ] as const)
    test(`may take a figure, a date or a name from ${where}`, () => assert.equal(faultOf(claim), ''));

  for (const [what, claim] of [
    ['a figure of another section', 'Rooms stayed warm through all 90 months of it [e1].'],
    ['a figure of nowhere', 'Rooms stayed warm, and people saved 230 euros [e1].'],
    ['a name of nowhere', 'In Konstanz rooms stayed warm [e1].'],
    ['a date of nowhere', 'Rooms stayed warm, as a report of April 2018 says [e1].'],
  ] as const)
    test(`may not bring in ${what}`, () => assert.notEqual(faultOf(claim), ''));
});

describe('a link in a sentence', () => {
  for (const address of [source.address, ...source.also])
    test(`may lead to a place of a source, ${address}`, () =>
      assert.equal(faultOf(`Rooms stayed [warm](${address}) [e1].`), ''));

  test('may lead nowhere else', () => {
    const claim = 'Rooms stayed [warm](https://evil.example/) [e1].';
    assert.match(faultOf(claim), /^No source has the address https:\/\/evil\.example\/\.$/);
  });
});

describe('in another language', () => {
  const cited = { text: 'Die Pumpe im Keller kostet 4.850 € und läuft seit dem 13. Mai ohne Pause.' };

  for (const [what, claim] of [
    ['another currency', 'Die Pumpe im Keller kostet 4.850 $ und läuft [e1].'],
    ['another day', 'Die Pumpe läuft seit dem 31. Mai ohne Pause [e1].'],
  ] as const)
    test(`${what} stands nowhere`, () => assert.match(faultOf(claim, cited), /^The passage says /));

  test('the same figures stand', () =>
    assert.equal(faultOf('Seit dem 13. Mai läuft sie, für 4.850 € [e1].', cited), ''));
});
