// Which sentences of a source may be told elsewhere: each rule with what it leaves out and what it keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announces } from '../../../src/documents/article/announcement.ts';
import { hasLostDefinite } from '../../../src/documents/article/definite-phrases.ts';
import { isElliptic } from '../../../src/documents/article/elliptic.ts';
import { isUsable } from '../../../src/documents/article/is-usable.ts';
import { isLost } from '../../../src/documents/article/lost-reference.ts';
import { hasMainVerb, isOfTheMethod, isOfThePage } from '../../../src/documents/article/page-detail.ts';
import { repairReference } from '../../../src/documents/article/repair-reference.ts';
import { standsBehind } from '../../../src/documents/article/stands-behind.ts';
import { statementsOf } from '../../../src/documents/article/statements-of.ts';

const NOTHING: ReadonlySet<string> = new Set();

function decides(rule: (text: string) => boolean, yes: readonly string[], no: readonly string[]): void {
  for (const text of yes) assert.equal(rule(text), true, text);
  for (const text of no) assert.equal(rule(text), false, text);
}

test('a sentence that counts or compares what the sentence before named is elliptic', () => {
  decides(
    isElliptic,
    [
      'In 18 percent the flow temperature had been set too high.',
      'Eleven kept five days and shortened each of them.',
      'Four went back to five days.',
      'The highest of an air-source system was 4.3.',
      'Inspectors also looked at radiators.',
      'At such temperatures a heat pump works poorly.',
      'Another reason is the price of gas.',
      'The association had 512 members, 64 more than the year before.',
      'Memory takes longer, and the pain stays.',
      'Each orders bigger ships to be cheaper than the rest.',
      'Runs on trails are growing faster.',
      'Ports with old installations may have faced higher costs.',
    ],
    [
      'In 61 percent of the houses, most of the radiators had to be replaced.',
      'Eleven firms kept five days.',
      'Two thirds of all cases were settled before a hearing.',
      'More than half of all adults sleep badly.',
      'Refrigerants such as R32 warm the climate if they leak.',
      'A large race uses up a million cups.',
      'Cutting every third year is better for berries and thrushes and cheaper.',
      'The highest mountain of the country rises to 2,100 metres.',
    ],
  );
});

test('a definite phrase is lost where neither the topic nor most sources nor its own words explain it', () => {
  const context = { familiar: new Set(['pump', 'house', 'temperatur']), earlier: new Set(['machin']), own: NOTHING };
  decides(
    (text) => hasLostDefinite(text, context),
    [
      'The machine stands behind the woodshed.',
      'The inspected houses were warm.',
      'The remaining cases were closed.',
      'A neighbour looked at the machine.',
      'The house owner looked away.',
    ],
    [
      'The pump is old.',
      'The cost of living is high.',
      'The government wants to pay more.',
      'The Housing Code governs it.',
      'A neighbour looked at the garden.',
      'In the first two years nothing changed.',
    ],
  );
});

test('the author of a report may call itself by its noun', () => {
  const text = 'The tribunal received 8,412 applications in 2023.';
  const context = { familiar: NOTHING, earlier: NOTHING, own: NOTHING };
  assert.equal(hasLostDefinite(text, context), true);
  assert.equal(hasLostDefinite(text, { ...context, own: new Set(['tribun', 'tribunal']) }), false);
});

test('a sentence about its page, and the speech of somebody without a name, is not told', () => {
  decides(
    isOfThePage,
    [
      'Reproduction is permitted if the source is named.',
      'Prices and titles are those of the time of publication.',
      'The progress report appears every spring.',
      'Figures on installations come from the register.',
      'Members can arrange a consultation free of charge.',
      'Working time is expensive, says a spokesman, and nobody can afford it.',
      'The institute did not reply to questions.',
    ],
    [
      'The register shows 1,460 colonies.',
      'Spring comes earlier every decade.',
      'The union says that nurses are tired.',
      'Customers are lost on Fridays.',
    ],
  );
});

test('how a study was done is told only behind the sentence that says who studied what', () => {
  decides(
    isOfTheMethod,
    ['Heat output and temperatures were recorded every minute.', 'Owners were recruited through chimney sweeps.'],
    ['Heat pumps were installed in 940,000 houses.', 'The air-source heat pumps reached a factor of 3.1.'],
  );
});

test('a sentence whose only verb stands in a clause beside it has no main verb', () => {
  decides(
    hasMainVerb,
    [
      'Bees like morning sun and shelter from the wind.',
      'Adults sleep for seven hours on average.',
      'The share who said that they felt worn out fell to 35 percent.',
      'Where there is a works council, it must be heard.',
      'Adults often sleep for seven hours.',
    ],
    [
      'Around 180 euros a year for an inspection, in which the filters are cleaned.',
      '32 hours a week for all employees who work shifts, from January, in three steps.',
      'Nobody without a permit, if it is longer than 20 metres.',
      'Where there are deer or sheep, yes.',
      'Because peat is preserved under water.',
      'Eleven nights on eleven trains, with a city in between, and back home in Aldmoor with a story to tell.',
    ],
  );
});

test('questions, orders, advertisements and words to the reader are not usable', () => {
  decides(
    isUsable,
    [
      'A heat pump moves heat from a cold place to a warm one.',
      'Use of opioids rose by a third in ten years.',
      'Even the founders were surprised by the success.',
      'Water planners treat the plant as insurance.',
    ],
    [
      'Have you ever wondered how a fridge works?',
      'Over the year, expect 30 to 40 hours for two colonies.',
      'Subscribe to the newsletter and learn more about it.',
      'We monitored 84 heat pumps over two seasons.',
      'Expected result for task five: 13.4 kilometres per hour.',
      'Too short it is.',
      'In the first years, yes, above all where water stands in old tracks.',
      'Count the woody species in 30 metres and multiply by one hundred.',
    ],
  );
});

test('a pronoun without anything it could mean is lost', () => {
  decides(
    (text) => isLost(text, new Set(['pump'])),
    [
      'It uses electricity to drive a compressor.',
      'A nap of 15 minutes did not improve their memory.',
      'Spyridon Louis passed him near the stadium.',
      'In old buildings it remains a rare guest.',
      'It has been linked to emotional memories.',
      'Fourteen additional posts were created for it.',
    ],
    [
      'It is not possible to make up for lost sleep.',
      'The landlord must keep the deposit apart from his own assets.',
      'More than 61,000 households received a grant, about two thirds of them in old houses.',
      'The pump is cheap.',
      'People who have large radiators can run a heat pump.',
    ],
  );
});

test('an amount, a place or an act of another sentence is lost', () => {
  decides(
    (text) => isLost(text, NOTHING),
    [
      'People who live alone pay much less than that.',
      'Operators pay 95 euros a month for each place, which covers 12 percent of that.',
      'For that one needs cranes that reach across 17 rows.',
      'In 1967 Kathrine Switzer ran there with a number.',
      "Since 1998, the men's best time has been improved here eight times.",
      'The Linnet had 88 containers on board on that first trip, each of them filled by its own men.',
      'The 14-year-old finished in three hours.',
    ],
    [
      'In Sundby there are two wards that work 32 hours.',
      'Ships wait outside of the harbour and are unloaded there.',
      'Energy use of the bikes was 2.1 kilowatt-hours, compared to that of the vans.',
      'Holiday trains ran here and there until 1970.',
      'Bogs are sour and poor, and moss grows there.',
      'A 14-year-old finished in three hours.',
    ],
  );
});

test('a pronoun does not mean a name of another number, a place, or who did it', () => {
  decides(
    (text) => isLost(text, NOTHING),
    [
      'Kipchoge has run below them once, in Vienna in 2019.',
      'The stadium of the Games of 2004 in Athens bears his name.',
      'Newspapers all over the world reported it, and that is why people remembered the distance.',
      'In the larger races of the English-speaking world it is now nearly every second one.',
    ],
    [
      'The poem of Robert Browning made his name known.',
      'The Persians lost their ships.',
      'Tolland and Meyer sold their patents.',
      'People who own hens feed them every morning.',
      'When the plant stops, engineers repair it within a day.',
    ],
  );
});

test('a lost pronoun is replaced by the subject of the sentence before, where only that can be meant', () => {
  const known = new Set(['pump']);
  assert.equal(
    repairReference('It uses electricity.', 'A heat pump is a machine.', known),
    'A heat pump uses electricity.',
  );
  assert.equal(repairReference('They use electricity.', 'A heat pump is a machine.', known), null);
  assert.equal(repairReference('It rose.', 'Although the price fell, nobody came.', known), null);
});

test('a sentence stands behind another only where that one names what its first words mean', () => {
  const context = { familiar: NOTHING, earlier: NOTHING, own: NOTHING, often: new Set(['outfal', 'foreman']) };
  const before = 'Two hours ago the water was slapping against the breakwater.';
  decides(
    (text) => standsBehind(text, before, context),
    [
      'The water was cold.',
      'The process takes an hour.',
      'The outfall lies at a depth of 20 metres.',
      'The winner was Spyridon Louis.',
      'It was cold.',
    ],
    ['The foreman washes the glass.', 'The port director looks at his quay.', 'He has done so for years.'],
  );
  assert.equal(standsBehind('They were counted twice.', 'Nothing was left of it.', context), false);
});

test('a definite phrase is described by what follows it, but not by what is to be done with it', () => {
  const context = { familiar: NOTHING, earlier: NOTHING, own: NOTHING };
  decides(
    (text) => hasLostDefinite(text, context),
    ['For the drawer to open, it would have to stop raining.'],
    ['The area covered by seagrass was the same.', 'The track to Garrel was opened in June.'],
  );
});

test('an answer that says nothing without its question is not told', () => {
  const passage = { id: 'e1', source: 's1', start: 0, end: 90, before: '' };
  const told = (heading: string, text: string): number => statementsOf({ ...passage, heading, text }, NOTHING).length;
  assert.equal(told('Who may do it?', 'Only with a permit may anybody remove more than 20 metres.'), 0);
  assert.equal(told('Is a permit needed?', 'Only with a permit may anybody remove more than 20 metres.'), 1);
  assert.equal(told('Is it safe?', 'Compartments can be locked from the inside on all trains.'), 1);
});

test('what only announces is known by what it counts', () => {
  decides(
    announces,
    [
      'Three channels can be told apart.',
      'Two common stories do not fit the record.',
      'Three things confuse beginners.',
      'There are several ways to do it.',
    ],
    [
      'Two families of processes have been important: distillation and reverse osmosis.',
      'Two depots for cargo bikes were set up in the inner city.',
      'Three models were tested in 2021.',
    ],
  );
});
