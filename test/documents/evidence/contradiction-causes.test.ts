// What makes two sentences contradict each other, cause by cause, and what only looks like it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findContradictions } from '../../../src/documents/evidence/find-contradictions.ts';
import type { Passage } from '../../../src/documents/evidence/passage.ts';
import { sentencesToCompare } from '../../../src/documents/evidence/sentences-to-compare.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { sourceText } from '../../sources/source-text.ts';

interface Sentence {
  readonly text: string;
  readonly before?: string;
  readonly heading?: string;
  readonly source?: Partial<SourceText>;
}

const NOISE = [
  'The violin was built in Cremona by a master.',
  'Rain fell on the harbour for most of the week.',
  'Bakers begin their work long before the sun rises.',
  'The library lends maps to readers of all ages.',
  'Snow closed the pass above the monastery.',
];

function reasonsOf(one: Sentence | string, other: Sentence | string): readonly string[] {
  const all = [one, other, ...NOISE].map((each): Sentence => (typeof each === 'string' ? { text: each } : each));
  const sources = all.map(({ text, source }, at) => sourceText(`s${at}`, text, source));
  const passages = all.map(
    ({ text, before = '', heading = '' }, at): Passage => ({
      ...{ id: `e${at}`, source: `s${at}`, start: 0, end: text.length, text, heading, before },
    }),
  );
  return findContradictions(passages, sources).map(({ reason }) => reason);
}

const aboutOf = (one: string, other: string): string => {
  const sources = [one, other, ...NOISE].map((text, at) => sourceText(`s${at}`, text));
  const passages = [one, other, ...NOISE].map(
    (text, at): Passage => ({
      ...{ id: `e${at}`, source: `s${at}`, start: 0, end: text.length, text, heading: '', before: '' },
    }),
  );
  return findContradictions(passages, sources)[0]?.about ?? '';
};

function areContradictions(pairs: readonly (readonly [Sentence | string, Sentence | string])[]): void {
  for (const [one, other] of pairs) assert.equal(reasonsOf(one, other).length, 1, JSON.stringify([one, other]));
}

function areNone(pairs: readonly (readonly [Sentence | string, Sentence | string])[]): void {
  for (const [one, other] of pairs) assert.deepEqual(reasonsOf(one, other), [], JSON.stringify([one, other]));
}

describe('contradictions by cause', () => {
  test('amounts of the same differ, per unit, as a share or as a change', () =>
    areContradictions([
      [
        'The plant used 3.2 kilowatt-hours of electricity for each cubic metre.',
        'The plant swallowed 4.1 kilowatt-hours of electricity per cubic metre.',
      ],
      ['One in four pupils of Tarn ate a free meal.', 'A free meal was eaten by 38 percent of the pupils of Tarn.'],
      ['Free entry brought the museum 22 percent more visitors.', 'Visitors to the museum rose by 64 percent.'],
    ]));

  test('no amounts that are said of two things: once and each year, paid and got, of all and of some', () =>
    areNone([
      ['Tunnels cost 900 euros a metre in Tarn.', 'Costs of tunnels in Tarn fell to 310 euros per metre and year.'],
      ['Growers in Tarn get 12 euros for each orchard tree.', 'An orchard tree costs growers in Tarn 14 euros.'],
      ['In Tarn the school opens its kitchen at 6:30.', 'In Tarn every school begins at 8:10.'],
      ['The school of Tarn moved the first lesson from 7:50 to 8:50.', 'In Tarn the first lesson is at 8:50.'],
      [
        'A regatta with 40,000 sailors brings the harbour of Tarn a profit.',
        'Today some 50,000 sailors take part in the regatta of Tarn harbour.',
      ],
      [
        'On the six ferries that were repainted, Tarn harbour pays 19 euros.',
        'In Tarn harbour 14 ferries were in operation.',
      ],
      ['We run nine ferries in Tarn harbour.', 'In Tarn harbour 23 ferries are run.'],
      [
        'With room for 6,600 tonnes she is the largest ship of Tarn.',
        'At Tarn 212 of the calls were by ships of more than 15,000 tonnes.',
      ],
      ['It makes up a third of the cost of the harbour.', 'Two thirds of the cost of the harbour paid for themselves.'],
      [
        'The permit for the harbour of Tarn took five years.',
        'The permit for the harbour of Tarn can be shortened to two years.',
      ],
      [
        'A clerk who has thirty days of leave in a five-day week has twenty-four in a four-day week.',
        'A clerk drives 40 miles a week on paper, 42.5 according to the books of the four-day week.',
      ],
      ['Of 118 birds of Tarn at the start, they found 91.', 'In all 163 birds of Tarn were found.'],
    ]));

  test('no directions and ranks of two things: of a duty, of opposite causes, of pay and of parcels', () =>
    areNone([
      ['The number of trees in Tarn must not fall.', 'The number of trees in Tarn fell.'],
      ['In the pilot of Tarn, weekly output stayed the same.', 'In the pilot of Tarn, output per hour increased.'],
      ['Pupils of Tarn sleep longer when school begins later.', 'Early lessons cut the sleep of the pupils of Tarn.'],
      [
        'Riders in Tarn earn 13 euros an hour, which is less than drivers get.',
        'Riders in Tarn deliver more parcels an hour than drivers.',
      ],
      [
        'In Tarn primary schools, which begin at 8:00, are served first, secondary schools second.',
        'In Tarn all secondary schools begin at 8:50.',
      ],
    ]));

  test('of a list, the amount that is said of the same', () => {
    const [reason = ''] = reasonsOf('Barley covers no more than 4 percent of the flour used in Tarn.', {
      text: 'Of the flour used in Tarn, 52 percent came from wheat, 31 percent from barley and 17 percent from rye.',
    });
    assert.match(reason, /4 percent, but .* says 31 percent/);
  });

  test('no amounts of other groups, seasons, places, plans, sizes and changes', () =>
    areNone([
      ['Among girls, 61 percent liked the new menu.', 'Of the boys, 44 percent said that they liked the new menu.'],
      ['In summer the reef reaches 30 degrees.', 'In winter the reef reaches 23 degrees.'],
      ['The branch in Kirk lends out 40,000 books.', 'The branch in Eastgate lends out 95,000 books.'],
      ['The council plans to serve 9,000 meals a day.', 'The council serves 5,200 meals a day.'],
      ['A nap of 60 minutes improves memory by 20 percent.', 'A nap of 15 minutes improves memory by 5 percent.'],
      ['Output of the mill fell by 6 percent.', 'Output of the mill makes up 40 percent of the total.'],
      ['Nearly half of the samples were false.', '46 percent of the samples were false.'],
    ]));

  test('one event has two dates, in whatever words', () =>
    areContradictions([
      ['The reef was declared a reserve in 1994.', 'It was in 2001 that the government made the reef a reserve.'],
      [
        'The ordinance on felling came into force on 1 January 2011.',
        'Since 2014, when the ordinance on felling took effect, a permit has been needed.',
      ],
    ]));

  test('the subject of a pronoun is carried over from the sentence before', () => {
    const before = 'The desalination plant at Cape Orrin is the largest of the coast.';
    areContradictions([
      [
        { text: 'It delivered its first water in March 2019.', before },
        'Since the pumps at Cape Orrin were first switched on, in October 2017, we have lost ground.',
      ],
    ]);
  });

  test('figures that change with the date are a development', () =>
    areNone([
      ['In 1950 peat was cut on 300 hectares of the moss.', 'In 1985 peat was cut on 40 hectares of the moss.'],
      ['In 2010 the library had 64 employees.', 'Today the library has 41 employees.'],
    ]));

  test('a figure of last year is one of the year before the text', () => {
    const later = { text: 'The mill used 900 tonnes of coal last year.', source: { publishedAt: '2024-02-01' } };
    areContradictions([['In 2023 the mill used 700 tonnes of coal.', later]]);
    areNone([['In 2020 the mill used 700 tonnes of coal.', later]]);
  });

  test('a person whom the writer names beside the event makes it no other event', () =>
    areContradictions([
      [
        'Building of the weir began in November 2015.',
        'When the masons came in the spring of 2013 to build the weir, I was standing on the bank with my mother.',
      ],
    ]));

  test('the same amount is told in other words, also by whom somebody cites', () =>
    areContradictions([
      [
        'A year after the reform, waiting times at the clinic had lengthened by 38 minutes.',
        'A year on, patients waited 12 minutes longer at the clinic, said the speaker of the union, citing the board.',
      ],
      [
        'When she left for the south, the Swallow carried 40 horses in stalls of oak.',
        'The Swallow had 65 horses on board, each of them led by a groom.',
      ],
      [
        'Anger led to the strike of 1972, which closed the mines of Garth for six weeks.',
        { text: 'It was in 1972, and for eleven weeks no coal came out of Garth.', before: 'We remember the strike.' },
      ],
    ]));

  test('one says that none was added, the other how many', () =>
    areContradictions([
      [
        'The night shift of the clinic could be filled without a single additional nurse.',
        'For the night shift the clinic had to hire nine additional nurses.',
      ],
    ]));

  test('none of one thing is no denial of another, nor is another time or ship', () =>
    areNone([
      ['The clinic was built without a single additional euro.', 'The clinic hired nine additional nurses.'],
      ['The strike of 1972 closed Garth for six weeks.', 'The strike of 1980 closed Garth for eleven weeks.'],
      ['The Swallow carried 40 horses.', 'The Heron had 65 horses on board.'],
    ]));

  test('two things are ranked in opposite order, by words or by figures', () =>
    areContradictions([
      ['Scales set off more false alarms than cuffs.', 'The cuff gives more false alarms than the scale.'],
      ['An electric bus costs less than a diesel bus.', 'Diesel buses are cheaper than electric ones.'],
      [
        'Reverse osmosis gets by with a fraction of the energy that distillation takes.',
        'Distillation needs less energy than reverse osmosis.',
      ],
      [
        'Per kilometre, a night train caused 22 grams of emissions, a coach 31 grams.',
        'Per kilometre a coach causes lower emissions than a night train.',
      ],
      ['Women gained 7 kilos and men 4 kilos.', 'In the study of the clinic, men profited more than women.'],
    ]));

  test('one says that it rose, the other that it fell or stayed as it was', () =>
    areContradictions([
      ['Losses of sheep have gone down since the fences came.', 'More sheep are lost since the fences came.'],
      ['The number of accidents has hardly changed since 2019.', 'Accidents have doubled since 2019.'],
      ['The mudflats are as large as they were before the barrage.', 'The barrage has halved the mudflats.'],
    ]));

  test('one denies what the other says, also by what is needed or allowed', () =>
    areContradictions([
      ['Wolves avoid villages.', 'It is not true that wolves avoid villages.'],
      ['There is no proof that badgers infect cattle.', 'Badgers infect cattle.'],
      ['Readers no longer need a card to borrow books.', 'Whoever wants to borrow books needs a card.'],
      ['The reading room is open to everyone.', 'Only members may use the reading room.'],
      ['Values sent from home are kept for ten years.', 'After thirty days values sent from home are deleted.'],
    ]));

  test('one says that it is over or was given up, the other that it goes on or was kept', () =>
    areContradictions([
      [
        'The paper mill at Garth was shut down in 2016, and the river is clean again.',
        { text: 'The paper mill at Garth is still working in three shifts.', source: { publishedAt: '2021-05-01' } },
      ],
      [
        'The swelling that followed the vaccination was over by the end of the second day.',
        'After a vaccination the swelling does not subside within days but goes on for months.',
      ],
      [
        'Lund released her patent on the zip in 1931, and anyone could use it.',
        'To the end of her life Lund never gave up the rights to the zip.',
      ],
    ]));

  test('what went on before it ended, and what is another thing, is none', () =>
    areNone([
      [
        'The paper mill at Garth was shut down in 2016.',
        { text: 'The paper mill at Garth is still working in three shifts.', source: { publishedAt: '2012-05-01' } },
      ],
      ['The paper mill at Garth was shut down in 2016.', 'The brewery at Garth is still working in three shifts.'],
      ['The bridge at Garth is over 200 metres long.', 'Work on the bridge at Garth goes on for years.'],
    ]));

  test('what holds of some, of no year and of the year of a report is none', () =>
    areNone([
      ['Some shops were closed during the works.', 'Some shops are still open during the works.'],
      ['No new teachers were hired in 2011.', 'Forty new teachers were hired in 2019.'],
      [
        'In the years 1950 to 1956 a ship spent six days at the berth on average.',
        {
          text: 'A ship spent 31 hours at the berth on average.',
          source: { title: 'Traffic report for 2023', publishedAt: '2024-02-22' },
        },
      ],
      ['Electricity makes up 30 percent of the cost.', 'The treasurer comes down to look at the cost of electricity.'],
    ]));

  test('nothing is denied of other objects, of some only, or by who tells it', () =>
    areNone([
      ['Riders are insured against accidents.', 'Riders are not insured against theft.'],
      ['A third of the developers had never used the kernel.', 'Developers used the kernel for years.'],
      ['The poem tells of the battle.', 'Herodotus does not mention the battle.'],
    ]));

  test('only one can be the oldest, and only one founded it', () =>
    areContradictions([
      ['The oldest coral of the sea stands off Gull Island.', 'The oldest coral of the sea is found at Port Selden.'],
      ['The new wing was designed by Ilse Brandt.', 'Tomas Reuter designed the new wing.'],
    ]));

  test('all of them cannot be, where most are not', () =>
    areContradictions([
      ['None of the dogs that guard flocks was injured.', 'Wolves injured several of the dogs that guard flocks.'],
      ['All teachers voted for the plan.', 'Most of the teachers did not vote for the plan.'],
    ]));

  test('sentences that nobody cites are compared, too', () => {
    const texts = [
      sourceText('s0', 'The ferry to Holm carried 610,000 passengers in 2023. It is red and white.'),
      sourceText('s1', 'In 2023 the ferry to Holm carried 480,000 passengers. The captain likes to sing.'),
    ];
    const sentences = sentencesToCompare([], texts);
    assert.equal(findContradictions(sentences, texts).length, 1);
  });
});

describe('sides of a contradiction', () => {
  const sidesOf = (...said: readonly (readonly [string, string])[]): readonly (readonly string[])[] => {
    const all = [...said, ...NOISE.map((text, at) => [`n${at}`, text] as const)];
    const ids = [...new Set(all.map(([source]) => source))];
    const passages = all.map(
      ([source, text], at): Passage => ({
        ...{ id: `e${at}`, source, start: at * 1000, end: at * 1000 + text.length, text, heading: '', before: '' },
      }),
    );
    const sources = ids.map((id) => sourceText(id, id));
    return findContradictions(passages, sources).map(({ spans }) => spans.map(({ source }) => source));
  };
  const members = (count: number): string => `The rowing club of Tarn has ${count} members.`;

  test('no source has two figures among them', () =>
    assert.deepEqual(
      sidesOf(
        ['a', members(512)],
        ['b', members(180)],
        ['a', 'The rowing club of Tarn has 402 young members in Tarn.'],
      ),
      [['a', 'b']],
    ));

  test('a third source is a side where it says otherwise than all the others, or the same as one', () => {
    assert.deepEqual(sidesOf(['a', members(512)], ['b', members(180)], ['c', members(77)]), [['a', 'b', 'c']]);
    assert.deepEqual(sidesOf(['a', members(512)], ['b', members(180)], ['c', members(180)]), [['a', 'b', 'c']]);
    assert.deepEqual(
      sidesOf(
        ['a', 'Closing of the ditches began there in November 2015.'],
        ['b', 'When the diggers came to Tarn Moor in the spring of 2013 to close the first ditches, all watched.'],
        ['c', 'Volunteers found 31 pairs of ducks on Tarn Moor in 2020.'],
      ),
      [['a', 'b']],
    );
  });
});

describe('what sources disagree on', () => {
  test('is a thing or a whole clause', () => {
    assert.equal(
      aboutOf(
        'Days of sick leave in Tarn fell from 7.9 to 5.6 per person.',
        'In Tarn days of sick leave had fallen from 7.9 to 6.8 per person.',
      ),
      'the figure for days of sick leave',
    );
    assert.equal(
      aboutOf(
        'In the drivers of Tarn, 4 percent of the lines of code are unsafe.',
        'In the drivers of Tarn, 11 percent of the lines of code are unsafe.',
      ),
      'the share of lines of code',
    );
    assert.equal(
      aboutOf(
        'Distillation, in which water is boiled, needs less energy in Tarn than filtering does.',
        'Filtering needs less energy in Tarn than distillation does.',
      ),
      'whether distillation needs less energy in Tarn than filtering does',
    );
    assert.equal(
      aboutOf('A nap of 15 minutes did not improve memory in Tarn.', 'A nap of 15 minutes improves memory in Tarn.'),
      'whether a nap of 15 minutes improves memory in Tarn',
    );
    assert.equal(
      aboutOf(
        'Since the pumps at Cape Tarn were first switched on, in October 2017, divers have lost ground.',
        'The pumps at Cape Tarn were first switched on in March 2019.',
      ),
      'when the pumps at Cape Tarn were first switched on',
    );
  });
});
