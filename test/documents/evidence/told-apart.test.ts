// False claims that have nearly all words of their passage: turned round, exchanged, of another thing, in general.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import type { Verdict } from '../../../src/documents/evidence/ledger.ts';

type Case = readonly [claim: string, passage: string, verdict: Verdict];

const CAUSES: Readonly<Record<string, readonly Case[]>> = {
  'two words that changed places speak against it, a converse comparison does not': [
    [
      'The dye turns red in vinegar and blue in soda.',
      'The dye turns blue in vinegar and red in soda, as a rule.',
      'contradicted',
    ],
    [
      'The mill is owned by the abbey, which bought it from the town in 1790.',
      'The mill is owned by the town, which bought it from the abbey in 1790.',
      'contradicted',
    ],
    [
      'Birds in the old wood had on average 0.8 more eggs than birds in the new wood.',
      'Birds in the new wood had on average 0.8 fewer eggs than birds in the old wood.',
      'supported',
    ],
  ],
  'the same amount in the other direction speaks against it': [
    [
      'The lake froze nine days later in 2010 than in 1980.',
      'The lake froze nine days earlier in 2010 than in 1980.',
      'contradicted',
    ],
    ['Sales in May were 4 % lower than in April.', 'Sales in May were up 4 % on April.', 'contradicted'],
    ['The cows ate more hay.', 'The cows in the new barn ate less hay.', 'contradicted'],
  ],
  'whether something rose or fell is read off two figures': [
    [
      'The number of burglaries in Oxby increased last year.',
      'Police in Oxby counted 80 burglaries last year, down from 95 a year earlier.',
      'contradicted',
    ],
    [
      'Girls scored lower than boys in the reading test.',
      'In the reading test girls scored 61 points and boys 58.',
      'contradicted',
    ],
    ['Fares cost more than rent.', 'Of each crown, 20 cents went to rent, 11 to fares and 6 to tax.', 'contradicted'],
  ],
  'another thing of the same kind is another thing': [
    ['The order was founded by two sisters.', 'The order was founded by two brothers in 1340.', 'contradicted'],
    ['Imports of timber fell by 5 percent.', 'Exports of timber fell by 5 percent.', 'insufficient'],
    ['Trains on line 9 run every ten minutes.', 'Trains on line 4 run every ten minutes.', 'insufficient'],
    ['The ship sailed from Orra to Melby.', 'The ship sailed from Melby to Orra with grain.', 'contradicted'],
    ['The vase dates from 320 AD.', 'By its glaze the vase dates from 320 BC.', 'contradicted'],
  ],
  'what happened once is not said in general': [
    ['Foxes in towns sleep by day.', "The town's two foxes slept by day.", 'insufficient'],
    [
      'Bakeries that buy a stone mill double their sales.',
      'Since it bought a stone mill, the bakery in Oxby has doubled its sales.',
      'insufficient',
    ],
    ['Foxes sleep by day.', 'As a rule, foxes sleep by day.', 'supported'],
  ],
  'what made it so must be said': [
    [
      'Drinking tea lowers blood pressure.',
      'People who drank tea had lower blood pressure, the survey found.',
      'insufficient',
    ],
    [
      'The glacier thinned because a tunnel was driven beneath it.',
      'A tunnel was driven beneath the glacier in 1978. Since then the glacier has thinned.',
      'insufficient',
    ],
  ],
  'what is left open is not denied, and what is denied of another is not denied of this one': [
    [
      'The council will not sell the hall.',
      'The council has not yet decided whether it will sell the hall.',
      'insufficient',
    ],
    [
      'None of the three cars that left the road overturned.',
      'The three cars that left the road did not overturn.',
      'supported',
    ],
    [
      'Names and passwords were exposed in the breach.',
      'Names were exposed in the breach; passwords were not affected.',
      'contradicted',
    ],
    [
      'Wine may be brought in free of duty.',
      'Goods may be brought in free of duty, except wine and spirits.',
      'contradicted',
    ],
  ],
  'a year that another one implies counts as said': [
    [
      'The word entered the dictionary in 1937.',
      'The word was coined in 1927 and entered the dictionary ten years later.',
      'supported',
    ],
    ['The mine closed in 2021.', 'The mine still dug coal in 2020 and closed the following year.', 'supported'],
    ['The mine closed in 2020.', 'The mine still dug coal in 2020 and closed the following year.', 'contradicted'],
  ],
  'what is said of one verb, of one name or by one person is not said of another': [
    ['Otto Brandt was born in Paris.', 'Otto Brandt, born in Vienna in 1901, moved to Paris in 1926.', 'contradicted'],
    ['Otto Brandt was born in Vienna.', 'Otto Brandt, born in Vienna in 1901, moved to Paris in 1926.', 'supported'],
    ['Ben said that Anna left.', 'Anna said that Ben left.', 'contradicted'],
    ['The film Merrit sank.', 'The ship Merrit sank.', 'insufficient'],
    ['The whale weighs 900 kg a day.', 'The whale eats 900 kg of krill a day.', 'insufficient'],
    ['Smith is still mayor.', 'Smith is mayor no longer.', 'insufficient'],
  ],
  'what other words deny or name is read where it stands': [
    ['Rents have not risen.', 'Rents rose by 12 percent, while wages stayed flat.', 'contradicted'],
    ['Wages have not grown.', 'Wages have stagnated.', 'supported'],
    ['The animals were sold.', 'The farm had to bear the cost; the carts were sold.', 'insufficient'],
    ['All animals in the zoo died.', 'All rats in the zoo died.', 'insufficient'],
    ['Bees need flowers.', 'In one garden the bees need flowers.', 'insufficient'],
    ['It cost 500 NOK.', 'It cost 500 DKK.', 'contradicted'],
    ['Filtration stopped below 6 degrees.', 'Filtration nearly stopped below 6 degrees.', 'insufficient'],
    [
      'Catches were 2.3 times higher on bare mud than on the reefs.',
      'Catches were 2.3 times higher on the reefs than on bare mud.',
      'contradicted',
    ],
    ['Raised walls were more often buried.', 'Raised walls were less often buried by silt.', 'contradicted'],
    ['A phase is planned for 2025 to 2029.', 'A phase of 20 hectares is planned for 2025 to 2029.', 'supported'],
  ],
  'a claim that says much more than a passage is not contradicted by it': [
    [
      'Rising rents and bad harvests drove 300 families from the islands in 1821.',
      'By 1826 about 300 families had left the islands.',
      'insufficient',
    ],
  ],
};

test('a text may speak of what every object has', () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const claim = `The ${name}s of the firm paid 5 million euros to ${name} 5.`;
    assert.equal(judgeClaim(claim, ['The dog ran 5 km.', claim]).verdict, 'supported');
  }
});

describe('a claim near to the words of its passage', () => {
  for (const [cause, cases] of Object.entries(CAUSES)) {
    test(cause, () => {
      const found = cases.map(([claim, passage]) => [claim, passage, judgeClaim(claim, [passage]).verdict]);
      assert.deepEqual(found, cases);
    });
  }
});
