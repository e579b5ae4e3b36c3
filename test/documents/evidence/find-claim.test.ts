// What `research verify` finds of single claims: sentences of sources as they are and with one thing changed, and
// claims of many authors beside their passages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findingOf, readPairs } from '../../../bench/quality/measure-research.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { sentencesOf } from '../../../src/documents/evidence/sentences-of.ts';
import { language } from '../../../src/language/words/language.ts';
import { sourceText } from '../../sources/source-text.ts';

const TOPICS = new URL('../../../bench/labelled/research/topics/', import.meta.url);
const AGREE = 'figures and names agree, wording not judged';

const CASES: readonly (readonly [passage: string, claim: string, finding: string])[] = [
  ['The mill was built in 1820.', 'The mill was built in 1820.', 'word for word'],
  ['The mill was built in 1820.', 'The mill was built in 1821.', 'differs'],
  ['The mill was built in 1820.', 'The mill was not built in 1820.', 'differs'],
  ['The mill did not burn in 1820.', 'The mill burned in 1820.', 'differs'],
  ['The dam is 40 metres high.', 'The dam is 40 kilometres high.', 'differs'],
  ['The dam is 2 kilometres long.', 'The dam is 2,000 metres long.', AGREE],
  ['The dam is 39.7 metres high.', 'The dam is about 40 metres high.', AGREE],
  ['More than 60 people came to the mill.', 'More than 90 people came to the mill.', 'differs'],
  ['Anna Weir sold the mill to Ben Hale.', 'Ben Hale sold the mill to Anna Weir.', 'differs'],
  ['Anna Weir sold the mill in May 1990.', 'Anna Weir sold the mill in June 1990.', 'differs'],
  ['Anna Weir sold the mill in May.', 'Clara Weir sold the mill in May.', 'differs'],
  ['Weir said: "The mill pays for itself." Others doubt it.', 'Weir said: "The mill ruins us all."', 'differs'],
  ['Das Wehr ist seit 24 Stunden offen.', 'Das Wehr ist seit 24 Tagen offen.', 'differs'],
  ['Le moulin tourne à Lyon depuis 1820.', 'Le moulin tourne à Nantes depuis 1820.', 'differs'],
  ['Das Amt zahlt die Miete für die Halle nicht.', 'Das Amt zahlt die Miete für die Halle.', 'differs'],
  [
    'Am 3. Mai 2021 hob das Amt dort den Wasserstand an.',
    'Am 3. Mai 2021 hob das Amt dort den Wasserstand an.',
    'word for word',
  ],
  [
    'Am 3. Mai 2021 hob das Amt dort den Wasserstand an.',
    'Am 3. August 2021 hob das Amt dort den Wasserstand an.',
    'differs',
  ],
  ['Les appareils à gaz ne sont pas acceptés.', 'Les appareils à gaz sont acceptés.', 'differs'],
  ['Le moulin de la ville a prêté 400 sacs.', 'Le moulin de la ville n’a pas prêté 400 sacs.', 'differs'],
  ['Мост не закрыт для пешеходов.', 'Мост закрыт для пешеходов.', 'differs'],
  ['该项目不包括旧城区的道路。', '该项目包括旧城区的道路。', 'differs'],
  ['この橋は歩行者に開放されていない。', 'この橋は歩行者に開放されている。', 'differs'],
  ['สะพานนี้ไม่เปิดให้คนเดินเท้าใช้', 'สะพานนี้เปิดให้คนเดินเท้าใช้', 'differs'],
  [
    'Le fonds ancien n’est pas consultable sans rendez-vous. L’architecte Paul Ferrand a dessiné la verrière.',
    'Le fonds ancien est consultable sans rendez-vous.',
    'differs',
  ],
  [
    'Работы закончатся в ноябре 2025 года. Жители города не платят за парковку.',
    'Зал откроют весной 2026 года. Жители города платят за парковку.',
    'differs',
  ],
  ['The new pump is not allowed near the mill.', 'The nеw pump is allowed near the mill.', 'not found'],
  ['The new pump is not allowed near a mill.', 'The new pump is allowed near а mill.', 'not found'],
  ['The filter holds back 5 μm of sand and dust.', 'Of sand and dust the filter holds back 5 μm.', AGREE],
  ['However, the old pump failed twice in March.', 'The old pump failed twice in March.', AGREE],
  ['Weir directed eleven films about rivers.', 'She directed eleven films about rivers.', AGREE],
  [
    'The east tower is 40 metres high. The west tower is 60 metres high.',
    'The east tower is 60 metres high.',
    'differs',
  ],
  ['The tower was built in 1901, and in 1950 it burned.', 'It burned in 1950.', AGREE],
  ['The mill was built in 1820.', 'A dragon sleeps under the bridge.', 'not found'],
  ['The mill was built in 1820 by the river.', 'The mill cost 5,000 pounds.', 'not found'],
  ['The mill grinds oats and barley for the town.', 'For the town the mill grinds oats.', AGREE],
];

describe('a claim', () => {
  for (const [passage, claim, finding] of CASES)
    test(`"${claim}" beside "${passage}": ${finding}`, () => {
      const ledger = makeLedger(claim, [sourceText('s1', passage)], { hash: () => '', language });
      assert.deepEqual(
        ledger.entries.map((entry) => entry.finding),
        [finding],
        JSON.stringify(ledger.entries),
      );
    });

  for (const [passage, claim] of [
    ['3人の職員は日曜日に働いていない。', '3人の職員は日曜日に働いている。'],
    ['2023年的工程不包括旧城区的道路。', '2023年的工程包括旧城区的道路。'],
    [
      'Die Leiterin sagte: „Wir warten das Seil alle sechs Wochen.“',
      'Die Leiterin sagte: „Wir warten das Seil alle acht Wochen.“',
    ],
  ] as const)
    test(`is one also in a short paragraph of its own: "${claim}"`, () => {
      assert.equal(findingOf({ claim: `${claim}\n\n`, passage }), 'differs');
    });

  test('of a quotation inside of a source is not the source saying it', () => {
    const passage = 'Hale wrote: "I saw it. The mill was sold for nothing. Nobody knew."';
    assert.notEqual(findingOf({ claim: 'The mill was sold for nothing.', passage }), 'word for word');
  });
});

const CHANGES: { readonly [kind: string]: (sentence: string) => string } = {
  figure: (sentence) => sentence.replace(/(?<![\d.,])\d[\d,.]*\d|\d/, (figure) => figure.replace(/\d/g, otherDigit)),
  unit: (sentence) =>
    sentence.replace(/\b(?:percent|hours|minutes|kilowatts|degrees|euros)\b/, (unit) => UNITS[unit] ?? unit),
  date: (sentence) => sentence.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) - 7)),
  negation: (sentence) => sentence.replace(/\b(?:is|are|was|were|can|has|have)\b(?! not)/, '$& not'),
};
const UNITS: { readonly [unit: string]: string } = {
  ...{ percent: 'kilograms', hours: 'minutes', minutes: 'hours', kilowatts: 'megawatts', degrees: 'percent' },
  euros: 'dollars',
};
const otherDigit = (digit: string): string => String(((Number(digit) + 4) % 9) + 1);

test('of sentences with a figure, unit, year or denial changed nine of ten differ, and none is the same', () => {
  const tally = new Map<string, number>();
  const wrong: string[] = [];
  for (const topic of readdirSync(TOPICS)) {
    const folder = new URL(`${topic}/`, TOPICS);
    const files = readdirSync(folder).filter((file) => /\.(?:md|txt)$/.test(file));
    const sources = files.map((file, at) => sourceText(`s${at}`, readFileSync(new URL(file, folder), 'utf8')));
    const sentences = sources.flatMap(({ text }) => sentencesOf(text, language).map((each) => each.text));
    const whole = sentences.filter((each) => /^[A-Z].{30,240}\.$/.test(each));
    for (const sentence of whole)
      for (const [kind, change] of Object.entries(CHANGES)) {
        const claim = change(sentence);
        if (claim === sentence) continue;
        const { entries } = makeLedger(claim, sources, { hash: () => '', language });
        const found = entries.map(({ finding }) => finding ?? '').join(' ');
        tally.set(`${kind} ${found}`, (tally.get(`${kind} ${found}`) ?? 0) + 1);
        if (found === 'word for word') wrong.push(claim);
      }
  }
  assert.deepEqual(wrong, []);
  for (const kind of Object.keys(CHANGES)) {
    const own = [...tally].filter(([key]) => key.startsWith(`${kind} `));
    const all = own.reduce((sum, [, count]) => sum + count, 0);
    const differ = tally.get(`${kind} differs`) ?? 0;
    assert.ok(all >= 8 && differ >= 0.9 * all, JSON.stringify(own));
  }
});

test('of 749 true claims by many authors at most one in thirty differs; no false one stands word for word', () => {
  const pairs = readPairs();
  const [right, wrong] = [true, false].map((isRight) =>
    pairs.filter(({ verdict }) => (verdict === 'supported') === isRight),
  );
  assert.equal(right?.length, 749);
  const differing = (right ?? []).filter((pair) => findingOf(pair) === 'differs');
  assert.ok(differing.length <= 25, differing.map(({ claim }) => claim).join('\n'));
  assert.deepEqual(
    (wrong ?? []).filter((pair, at) => at % 3 === 0 && findingOf(pair) === 'word for word'),
    [],
  );
});

test('a sentence that is longer than what is compared stands word for word or is refused, and says why', () => {
  const long = `The pump moved ${'forty litres and '.repeat(2_000)}more.`;
  const findingsOf = (claim: string) =>
    makeLedger(claim, [sourceText('s1', long)], { hash: () => '', language }).entries.map(({ finding, reasons }) => [
      ...[finding, reasons.join(' ')],
    ]);
  assert.deepEqual(findingsOf(long), [['word for word', 'It stands in the source word for word.']]);
  assert.deepEqual(findingsOf(long.replace('more', 'less')), [
    ['not found', 'It has more than the 20000 characters that are compared: make several sentences of it.'],
  ]);
  assert.equal(findingOf({ claim: 'The pump moved forty litres.', passage: long }), AGREE);
});
