// The sentences of sources and articles, with the ends that `language` finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from '../../../src/documents/evidence/sentences-of.ts';
import { language } from '../../../src/language/words/language.ts';

const textsOf = (text: string): readonly string[] => sentencesOf(text, language).map((each) => each.text);

test('a sentence ends at a full stop, a question mark and an exclamation mark', () => {
  assert.deepEqual(textsOf('It rains. Does it? It does! We stay.'), ['It rains.', 'Does it?', 'It does!', 'We stay.']);
});

test('places are those of the text, white space is joined', () => {
  const text = '# Rain\n\n  It rains\n  in  Bergen. It stops.\n';
  const found = sentencesOf(text, language);
  assert.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    ['It rains\n  in  Bergen.', 'It stops.'],
  );
  assert.deepEqual(
    found.map((each) => [each.text, each.heading]),
    [
      ['It rains in Bergen.', 'Rain'],
      ['It stops.', 'Rain'],
    ],
  );
});

test('abbreviations, initials, figures and addresses end nothing', () => {
  for (const whole of [
    'Dr. Smith of St. Mary met Prof. J. R. Jones.',
    'The share rose by 3.5 percent, e.g. Norway by 4.1, i.e. more than in No. 7.',
    'See Fig. 3 and pp. 12 to 14 of vol. 2.',
    'The U.S. Department of Energy pays approx. $3 million.',
    'Read example.com/a.b?c=1 for details.',
    'Lee et al. Nature, 2020, found it.',
    'The plant of Acme Inc. Norway opened in Jan. 2024.',
    'He waited ... and left.',
    '“Stop!” he said.',
  ])
    assert.deepEqual(textsOf(whole), [whole]);
});

test('an abbreviation at the end of a sentence ends it', () => {
  assert.deepEqual(textsOf('It was built in the U.S. The plant is small. Pumps, fans etc. They last.'), [
    ...['It was built in the U.S.', 'The plant is small.', 'Pumps, fans etc.', 'They last.'],
  ]);
  assert.deepEqual(textsOf('Half came from Acme Inc. In 2020 it fell. Plan B. The end.'), [
    ...['Half came from Acme Inc.', 'In 2020 it fell.', 'Plan B.', 'The end.'],
  ]);
});

test('quotes, brackets and notes stay with their sentence', () => {
  assert.deepEqual(textsOf('“It works.” (So they say.) It was tested [3]. It failed.[4][5] Then it stopped.'), [
    ...['“It works.”', '(So they say.)', 'It was tested [3].', 'It failed.[4][5]', 'Then it stopped.'],
  ]);
  assert.deepEqual(textsOf('He waited… Nobody came... Then rain.'), ['He waited…', 'Nobody came...', 'Then rain.']);
});

test('items of lists are sentences of their own; headings, tables and code are none', () => {
  const text = [
    ...[
      'Costs of heat',
      '=============',
      '',
      'Two things count:',
      '- The pump itself',
      '  with its fan.',
      '* Power.',
      '',
    ],
    ...['## Prices ##', '', '| Year | Price |', '| --- | --- |', '| 2020 | 5 |', '', '```', 'Code. Here.', '```'],
    ...['> Quoted', '> words.', '', 'Year    Price    Share', '1. First. Second.'],
  ].join('\n');
  assert.deepEqual(
    sentencesOf(text, language).map((each) => [each.heading, each.text]),
    [
      ['Costs of heat', 'Two things count:'],
      ['Costs of heat', 'The pump itself with its fan.'],
      ['Costs of heat', 'Power.'],
      ['Prices', 'Quoted words.'],
      ['Prices', 'First.'],
      ['Prices', 'Second.'],
    ],
  );
});

test('a short line alone is a heading in plain text', () => {
  assert.deepEqual(
    sentencesOf('Results of the trial\n\nPatients recovered.\n\nThey went home.\n', language).map(
      (each) => each.heading,
    ),
    ['Results of the trial', 'Results of the trial'],
  );
});

test('other scripts end sentences without a blank', () => {
  assert.deepEqual(textsOf('雨が降る。止んだ。'), ['雨が降る。', '止んだ。']);
  assert.deepEqual(textsOf('वर्षा होती है। वह रुक गई।'), ['वर्षा होती है।', 'वह रुक गई।']);
  assert.deepEqual(textsOf('هل تمطر؟ نعم.'), ['هل تمطر؟', 'نعم.']);
});

test('a figure, a mark of Markdown and code in small letters may begin a sentence', () => {
  const sentences = ['It fell in 2020.', '14 people came.', '*some* stayed.', '`npm test` runs.', 'Then it was $3.'];
  assert.deepEqual(textsOf(sentences.join(' ')), sentences);
});

test('sentences end only where the language given says', () => {
  const found = sentencesOf('It rains. It stops.', { ends: (text) => [text.length] });
  assert.deepEqual(
    found.map((each) => each.text),
    ['It rains. It stops.'],
  );
});

test('time grows with the text alone', () => {
  const hostile = [
    '.'.repeat(1e6),
    'a. '.repeat(4e5),
    '[1]'.repeat(3e5),
    '> '.repeat(5e5),
    '"'.repeat(1e6),
    ' '.repeat(1e6),
    '\r'.repeat(1e6),
    'A b. '.repeat(2e5),
  ];
  for (const text of [...hostile, `${'x'.repeat(1e6)}.`, '| '.repeat(5e5), '#\n'.repeat(5e5), '.['.repeat(5e5)]) {
    const started = process.cpuUsage();
    sentencesOf(text, language);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 3e6, `${text.slice(0, 10)}... took ${user / 1e3} ms`);
  }
});

test('a sentence inside of a quotation that other sentences open and close is speech', () => {
  const speechIn = (text: string): readonly string[] =>
    sentencesOf(text, language).flatMap((sentence) => (sentence.isSpeech ? [sentence.text] : []));
  assert.deepEqual(speechIn('He shrugs. "We tried it. People loved it. It split us." Now it is over.'), [
    'People loved it.',
  ]);
  assert.deepEqual(speechIn('“We tried it. People loved it. It split us.” Now it is over.'), ['People loved it.']);
  assert.deepEqual(speechIn('“We tried it. People loved it.\n\nThen it was over.'), ['People loved it.']);
  assert.deepEqual(speechIn('The board is 5" wide. It is heavy. The other is 6" wide.'), []);
  assert.deepEqual(speechIn('The word "boom" is old. It is used often. So is "bust".'), []);
});
