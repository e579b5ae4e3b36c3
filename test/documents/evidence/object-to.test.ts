// What code objects to, one sentence beside one passage.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectTo } from '../../../src/documents/evidence/object-to.ts';
import { language } from '../../../src/language/words/language.ts';

const kindsOf = (claim: string, text: string): string =>
  objectTo(claim, {
    passages: [{ source: 's1', start: 0, end: text.length, id: 'e1', text, heading: '', before: '' }],
    sources: [],
    beside: [],
    language: { ...language, names: undefined },
  })
    .map(({ kind }) => kind)
    .join();

const SPEECH = '"We stood in the rain, and half of the city had come," he said.';
const TIMES = 'Lund crossed the line in 2:09:31, Okello in 2:09:45.';
const YEARS = 'The line reopened in September 2022; eleven months later it carried more people.';

/** What a claim says, and what the passage says. */
const TRUE: readonly (readonly [string, string])[] = [
  ['He said that "we stood … half of the city".', SPEECH],
  ['He said: "[The citizens] stood in the rain".', SPEECH],
  ['He said that "[w]e stood in the rain".', SPEECH],
  ['They report that ‘we stood in the rain’.', SPEECH],
  [
    'He spoke of “what he called ‘a big mistake for all’ that day”.',
    'He spoke of what he called "a big mistake for all" that day.',
  ],
  [
    'Er sagt »das ist sehr gut so«, und sie meint »das ist wirklich schlecht«.',
    '»Das ist sehr gut so«, sagt er. »Das ist wirklich schlecht.«',
  ],
  ['The 5" pipe and the longer 6" pipe fit.', 'The 5" pipe and the 6" pipe fit.'],
  [
    'They spoke of "the compensation that came too late".',
    'They spoke of the com\u00adpensation that *came* too late.',
  ],
  ['X-rays show it.', 'It was shown by X-rays.'],
  ['A team found the gene NVR2.', 'The gene NVR2 was found by a team.'],
  ['It works at 356 degrees Fahrenheit.', 'It works at 180 °C.'],
  ['It is open on Sundays.', 'It is open every day of the week.'],
  ['According to Dr Halder and Prof. Weiss it is bad.', 'It is bad, say Halder and Weiss.'],
  ['In August 2023 it carried more people.', YEARS],
  ['The theft was on 24 December 1998.', 'The theft was on Christmas Eve 1998.'],
  ['Each hectare took 7,400 m³, or 7,400 cubic metres.', 'It took 7,400 cubic metres per hectare.'],
  ['They pay 24 €/m² here.', 'They pay 24 euros per square metre for 10 m³.'],
  ['There are 100 µg in it.', 'There are 0.10 mg in it.'],
  ['The harvest was some 524m tonnes.', 'The harvest was 523.9 million tonnes.'],
  ['The sample weighed 121 grams.', 'We found that the sample weighed 121.6 grams.'],
  ['It runs for 8 kilometres.', 'It runs for 8.4 kilometres from the harbour.'],
  ['He won in two hours, nine minutes and 31 seconds.', TIMES],
  ['Lund won by 14 seconds.', TIMES],
  ['A hive gives about 44 pounds of honey.', 'A hive gives 20 kilograms of honey.'],
  ['About seven of ten work.', 'Of the pumps 71 percent work.'],
  ['More than half are portraits.', 'Most of them are portraits.'],
  ['A quarter sold a car within twelve months.', 'Of them 25 percent sold a car within a year.'],
  ['They kept about 240 euros more a month.', 'A household saved €2,900 a year.'],
  ['The rest is 15 percent.', 'Beech is 55 percent, hornbeam 30 percent, the rest is oak.'],
  ['In February there were 970 fines.', 'In March there were 1,940 fines, twice as many as in February.'],
  ['It took two years longer.', 'The one took four years, the other took six.'],
  ['All of them carry 2,940 people.', 'There are 14 of them, and each carries 210 people.'],
  ['There is a stop every half a kilometre.', 'The line has 17 stops on 8.4 kilometres.'],
  ['Sales doubled.', 'There was a 100 percent increase in sales.'],
  [
    'Where goods were not made to order, refunds must be paid.',
    'Refunds must be paid, unless the goods were made to order.',
  ],
  ['A dog must be kept on a lead in the park.', 'Letting a dog off the lead is prohibited in the park.'],
  ['A house built before 1978, a pre-1978 one, is old.', 'A house built before 1978, not a pre-1945 one, is old.'],
];

const FALSE: readonly (readonly [string, string, string])[] = [
  ['quotation', 'They report that ‘we stood in the snow’.', SPEECH],
  ['quotation', 'He said »we stood in the snow«.', SPEECH],
  ['quotation', 'He said "we stood … half of the country".', SPEECH],
  ['name', 'As Dr. Smith reports, it is bad.', 'Ines Halder reports that it is bad.'],
  ['name', 'As Rosa Halder reports, it is bad.', 'Ines Halder reports that it is bad.'],
  ['date', 'In October 2023 it carried more people.', YEARS],
  ['date', 'The theft was on 2 July 1998.', 'The theft was on 20 July 1998.'],
  ['unit', 'It costs 648 dollars a kilogram.', 'It costs 648 dollars a tonne.'],
  ['unit', 'It costs 46 euros per hectare.', 'It costs 46 US dollars per hectare.'],
  ['figure', 'A quarter sold a car within twelve months.', 'Of them 25 percent sold a car within three years.'],
  ['figure', 'They kept about 340 euros more a month.', 'A household saved €2,900 a year.'],
  ['figure', 'Lund won by 24 seconds.', TIMES],
  ['figure', 'All of them carry 2,490 people.', 'There are 14 of them, and each carries 210 people.'],
  [
    'figure',
    'Seventy-four percent of them had used the bus before.',
    '64 percent of them had used the bus before; 10 percent had not.',
  ],
  [
    'figure',
    'Die Brote enthielten noch 31 Prozent davon.',
    'Die Brote enthielten noch 13 Prozent davon, nach drei Tagen.',
  ],
  ['negation', 'Online sales were included.', 'Online sales were not included.'],
  ['negation', 'The rails in the street were taken out.', 'The rails in the street were never taken out.'],
  ['negation', 'Las ventas aumentaron en la ciudad.', 'Las ventas no aumentaron en la ciudad.'],
];

describe('code objects', () => {
  for (const [claim, text] of TRUE) test(`not to "${claim}"`, () => assert.equal(kindsOf(claim, text), ''));
  for (const [kind, claim, text] of FALSE) test(`to "${claim}"`, () => assert.equal(kindsOf(claim, text), kind));
});
