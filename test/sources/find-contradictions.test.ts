// What sources say differently of the same, and which of them is followed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findContradictions } from '../../src/documents/evidence/find-contradictions.ts';
import type { Passage } from '../../src/documents/evidence/passage.ts';
import type { SourceText } from '../../src/documents/evidence/source.ts';
import { sourceText } from './source-text.ts';

/** Each text is one source with one passage. */
function found(...texts: readonly (readonly [string, Partial<SourceText>?, string?])[]) {
  const sources = texts.map(([text, more], at) => sourceText(`s${at}`, text, more));
  const passages = texts.map(
    ([text, , before = ''], at): Passage => ({
      ...{ id: `e${at + 1}`, source: `s${at}`, start: 0, end: text.length, text, heading: '', before },
    }),
  );
  return findContradictions(passages, sources);
}

const NOISE: readonly (readonly [string])[] = [
  ['The violin was built in Cremona by a master.'],
  ['Rain fell on the harbour for most of the week.'],
  ['Bakers begin their work long before the sun rises.'],
  ['The library lends maps to readers of all ages.'],
];

describe('contradictions', () => {
  test('are different figures for the same thing, with the spans and what each says', () => {
    const one = 'Air-source pumps in the field study reached an average seasonal factor of 3.1.';
    const other = 'In the field study, air-source pumps had a seasonal factor of only 2.6 on average.';
    const [first, ...more] = found(
      [one, { title: 'Study' }],
      [other, { title: 'News', publishedAt: '2024' }],
      ...NOISE,
    );
    assert.equal(more.length, 0);
    assert.deepEqual(
      first?.spans.map(({ source, start, end, quote }) => [source, start, end, quote]),
      [
        ['s0', 0, one.length, one],
        ['s1', 0, other.length, other],
      ],
    );
    assert.match(first?.reason ?? '', /^"Study" says 3\.1, but "News" \(2024\) says 2\.6\.$/);
    assert.equal(first?.followed, null);
  });

  test('a figure that held when it was written is out of date: the later one is followed', () => {
    const [first] = found(
      ['There are now 430 registered colonies in Lindmoor.', { publishedAt: '2012-05-23' }],
      ['The office counts 1,460 registered colonies in Lindmoor.', { publishedAt: '2023-08-12' }],
      ...NOISE,
    );
    assert.deepEqual(first?.followed, {
      source: 's1',
      why: 'It is from 2023-08-12; 430 is from 2012-05-23 and out of date.',
    });
  });

  test('are denials, also in other words', () => {
    for (const [one, other] of [
      ['A nap of 15 minutes did not improve their memory.', 'Even a nap of 15 minutes improves memory for new words.'],
      ['Underfloor heating is not required for a pump.', 'A pump needs underfloor heating in order to work.'],
      [
        'The duration of REM sleep did not predict performance.',
        'The longer the REM sleep lasted, the better the performance of the group.',
      ],
    ] as const)
      assert.equal(found([one], [other], ...NOISE).length, 1, one);
  });

  test('are different dates of one event, and times of a race', () => {
    const dates = found(
      ['Support for the language was merged into the kernel in March 2022.'],
      ['Support for the language was merged into the kernel in October 2021.'],
      ...NOISE,
    );
    assert.match(dates[0]?.reason ?? '', /March 2022.*October 2021/);
    const races = found(['The world record of men is 2:01:09.'], ['The world record of men is 2:00:35.'], ...NOISE);
    assert.match(races[0]?.reason ?? '', /2:01:09.*2:00:35/);
  });

  test('what a pronoun stands for is found in the sentence before', () => {
    const before = 'Rust came into the code of Corvid late.';
    const [first] = found(
      ['At the end of 2023 it made up 1.9 percent of all lines in the code of Corvid.', {}, before],
      ['Rust makes up 3.1 percent of all lines in the code of Corvid.'],
      ...NOISE,
    );
    assert.match(first?.reason ?? '', /1\.9 percent.*3\.1 percent/);
  });

  test('are none of these: other things, other times, other names, the same figure, one source', () => {
    const figure = 'The firm sold 430 pumps to owners of old houses in Lindmoor in 2012.';
    for (const other of [
      'The firm sold 900 pumps to owners of old houses in Lindmoor in 2020.',
      'The firm sold 900 boilers to schools of another town.',
      'The firm sold some 430 pumps to owners of old houses in Lindmoor.',
      'In 2012 owners of old houses in Lindmoor got 900 euros from the firm for pumps.',
    ])
      assert.deepEqual(found([figure], [other], ...NOISE), [], other);
    const passages = [figure, figure.replace('430', '900')].map(
      (text, at): Passage => ({ id: `e${at}`, source: 's0', start: 0, end: 9, text, heading: '', before: '' }),
    );
    assert.deepEqual(findContradictions(passages, [sourceText('s0', figure)]), []);
  });

  test('more sources than one against one decide, where dates do not', () => {
    const says = (figure: number) =>
      [`The bridge over the fjord is ${figure} metres long from tower to tower.`] as const;
    const [first] = found(says(900), says(850), says(900), says(900), ...NOISE);
    assert.equal(first?.spans.length, 4);
    assert.equal(first?.followed?.why, '3 sources say it, 1 says otherwise.');
  });
});
