// The verdict on a claim by cause: names, amounts, dates, negation, order, scope, and how much of it a passage says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import type { Verdict } from '../../../src/documents/evidence/ledger.ts';

type Case = readonly [claim: string, passage: string, verdict: Verdict];

const CAUSES: Readonly<Record<string, readonly Case[]>> = {
  'a name that the passage lacks is not supported, and another in its place speaks against it': [
    ['Ann Lee designed the bridge.', 'Ann Lee designed the bridge in 1911.', 'supported'],
    ['Ann Lee designed the bridge.', 'The bridge was designed by Jonas Pell in 1911.', 'contradicted'],
    ['Ann Lee lives in Oslo.', 'Ann Lee lives in a small flat by the harbour.', 'insufficient'],
    ['The treaty was signed in Ghent.', 'The treaty was signed in Bruges by both kings.', 'contradicted'],
    ['The prize went to Ann Lee.', 'The jury gave the prize to Jonas Pell; Ann Lee was praised.', 'contradicted'],
  ],
  'an amount is compared in its unit': [
    ['The road is 62 miles long.', 'The road has a length of 100 km.', 'supported'],
    ['The road is 100 miles long.', 'The road has a length of 100 km.', 'contradicted'],
    ['The walk takes an hour and a half.', 'You need 90 minutes for the walk.', 'supported'],
    ['The tank holds 20 millilitres.', 'The tank holds 20 litres.', 'contradicted'],
    ['Rents rose by 5 percentage points.', 'Rents rose by 5 percent.', 'contradicted'],
  ],
  'an amount may be rounded, but not made exact': [
    ['About 40 % of the panels came from Vietnam.', 'Of the panels, 39.7 % came from Vietnam.', 'supported'],
    ['Exactly 40,000 people marched.', 'About 40,000 people marched.', 'insufficient'],
    ['More than 500 species live there.', 'Biologists counted 612 species that live there.', 'supported'],
    ['The plant grows two metres high.', 'The plant grows one to three metres high.', 'insufficient'],
  ],
  'an amount of another thing is none': [
    ['The telescope found 300 planets.', 'The telescope observed 300 stars and looked for planets.', 'insufficient'],
    ['Farms used 10 percent less fertiliser.', 'Farms used 30 percent less water.', 'insufficient'],
  ],
  'amounts that a passage implies count': [
    ['The budget grew by a tenth.', 'The budget rose from 50 million to 55 million crowns.', 'supported'],
    ['The staff was halved.', 'The staff fell from 900 to 750 people.', 'contradicted'],
    ['The firms together employ 1,400 people.', 'One firm has 800 employees, the other one 600.', 'supported'],
  ],
  'a negation on one side speaks against it, on both sides not': [
    ['The drug reduced mortality.', 'The drug did not reduce mortality.', 'contradicted'],
    ['The drug did not reduce mortality.', 'The drug did not reduce mortality in any group.', 'supported'],
    ['The test does not hurt.', 'Patients call the test painless.', 'supported'],
    [
      'A fault of the pilot led to the crash.',
      'A fault of the pilot was excluded as reason of the crash.',
      'contradicted',
    ],
  ],
  'a date may be less exact than that of the passage': [
    ['The theatre opened in 1926.', 'On 4 October 1926 the theatre opened.', 'supported'],
    ['The theatre opened on 4 October 1926.', 'The theatre opened in 1926.', 'insufficient'],
    ['The theatre opened in the 1930s.', 'On 4 October 1926 the theatre opened.', 'contradicted'],
    ['The comet was seen in the nineteenth century.', 'The comet was seen in 1911.', 'contradicted'],
    ['The theatre closed in 1965.', 'The theatre opened in 1926; in 1965 the city bought it.', 'insufficient'],
  ],
  'what came first is read off dates and words': [
    ['The mill was built before the bridge.', 'The mill was built in 1820, the bridge was built in 1855.', 'supported'],
    [
      'The bridge was built before the mill.',
      'The mill had stood for sixty years when the bridge was built.',
      'contradicted',
    ],
    ['The chapel is older than the school.', 'First a chapel was built; the school followed later.', 'supported'],
  ],
  'a comparison is read off two amounts, also where a unit is said once': [
    ['The ferry is slower than the bus.', 'By ferry it takes 50 minutes, by bus 35.', 'supported'],
    ['The ferry is faster than the bus.', 'By ferry it takes 50 minutes, by bus 35.', 'contradicted'],
    ['Electric buses are quieter than diesel buses.', 'Diesel buses are louder than electric buses.', 'supported'],
  ],
  'what may, must or must not be is told apart': [
    ['Cyclists have to use the path.', 'Cyclists may use the path or the road.', 'contradicted'],
    ['Members can vote by post.', 'Voting by post is not possible for members.', 'contradicted'],
    ['Shops must close at eight.', 'Most shops close at eight.', 'insufficient'],
  ],
  'what a passage says of some, of one case or with doubt is not said of all': [
    ['All nurses speak two languages.', 'Many of the nurses speak two languages.', 'insufficient'],
    ['Most of the oaks survived.', 'Of the 340 oaks, 291 survived.', 'supported'],
    ['The ship sank in a storm.', 'The ship probably sank in a storm.', 'insufficient'],
    ['The plant is safe.', 'The operator claims that the plant is safe.', 'insufficient'],
    ['Speed limits reduce accidents.', 'On the one road with a speed limit, accidents were reduced.', 'insufficient'],
  ],
  'a cause is more than what goes together, and another cause speaks against it': [
    ['Music makes children clever.', 'Children who play music are more clever on average.', 'insufficient'],
    ['The fire was caused by lightning.', 'The fire was caused by a faulty cable.', 'contradicted'],
    [
      'Corrosion caused the collapse of the bridge.',
      'The bridge collapsed because its cables had corroded.',
      'supported',
    ],
  ],
  'each part of a list must be there': [
    ['The tower has a lift and a restaurant.', 'The tower has a lift.', 'insufficient'],
    [
      'The tower has a lift and a restaurant.',
      'There is a lift in the tower, which also has a restaurant.',
      'supported',
    ],
  ],
};

describe('the verdict on a claim', () => {
  for (const [cause, cases] of Object.entries(CAUSES)) {
    test(cause, () => {
      const found = cases.map(([claim, passage]) => [claim, passage, judgeClaim(claim, [passage]).verdict]);
      assert.deepEqual(found, cases);
    });
  }

  test('is that of a careful reader on the pairs of this folder', () => {
    const pairs = JSON.parse(readFileSync(new URL('claim-pairs.json', import.meta.url), 'utf8')) as Case[];
    const wrong = pairs.filter(([claim, passage, verdict]) => judgeClaim(claim, [passage]).verdict !== verdict);
    assert.ok(pairs.length > 50);
    assert.deepEqual(wrong, []);
  });

  test('names the passage that it rests on, and both where it needs both', () => {
    const passages = ['Bees like clover.', 'The bridge was opened in 1911.', 'Farmers paid for the bridge.'];
    const { verdict, best, used } = judgeClaim('The bridge was opened in 1911.', passages);
    assert.deepEqual([verdict, best, used], ['supported', 1, [1]]);
    const both = judgeClaim('The bridge was opened in 1911, and farmers paid for the bridge.', passages);
    assert.deepEqual([both.verdict, both.used.toSorted()], ['supported', [1, 2]]);
  });

  test('without a passage, or without one about it, is that there is not enough', () => {
    assert.deepEqual(judgeClaim('Bees like clover.', []).best, null);
    const other = judgeClaim('Bees like clover.', ['The bridge was opened in 1911.']);
    assert.deepEqual([other.verdict, other.best], ['insufficient', null]);
    assert.match(other.reasons.join(' '), /says nothing of "Bees"/);
  });
});
