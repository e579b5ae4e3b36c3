// Figures, names and sides that were exchanged: a claim that is its source but for that is contradicted.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeClaim } from './judge-claim.ts';

const verdictOn = (claim: string, passage: string): string => judgeClaim(claim, [passage]).verdict;

describe('a claim that exchanges what its source says', () => {
  const cases: readonly (readonly [title: string, claim: string, passage: string])[] = [
    [
      'the two sides of a comparison',
      'Solitary bees were affected more than bumblebees.',
      'Bumblebees were affected more than solitary bees.',
    ],
    [
      'sides that relative clauses tell apart',
      'Experts who work on theory gave later dates than those who work with hardware.',
      'Experts who work with hardware gave later dates than those who work on theory.',
    ],
    [
      'whose figure it is, in two sentences',
      'In the countryside, 23% of the colonies died.',
      '23% of the urban colonies died. In the countryside it was 31 percent.',
    ],
    [
      'whose figure it is, in one sentence',
      'Steel exports were worth 4 billion euros and timber exports 7 billion euros.',
      'Timber exports were worth 4 billion euros and steel exports 7 billion euros.',
    ],
    [
      'with and without',
      'The median time was 78 minutes with AI triage and 41 minutes without it.',
      'The median time from examination to report was 41 minutes with AI triage and 78 minutes without it.',
    ],
    [
      'a name that stands elsewhere in the source',
      'The fortress was designed by the engineer Jacopo Ferrante.',
      'The fortress was designed by Luca Brandini, a Lombard engineer. His rival Jacopo Ferrante built the aqueduct.',
    ],
    [
      'the holder of an office',
      'Finance minister Alma Dietz resigned on Wednesday over a loan.',
      'Finance minister Teo Marchetti resigned on Wednesday over a loan. Prime minister Alma Dietz will stand in.',
    ],
    [
      'a month',
      'The airline will end its service to Belmonte at the end of March.',
      'The airline will end its service to Belmonte on 28 February, blaming weak demand.',
    ],
    [
      'nobody and anyone',
      'Anyone who changes the interface has to repair the code that uses it.',
      'Nobody who changes the interface has to repair the code that uses it; that remains our task.',
    ],
    [
      'a minimum',
      'Passwords must be at least eight characters long.',
      'Passwords must be at least twelve characters long and may not contain the user name.',
    ],
  ];
  for (const [title, claim, passage] of cases)
    test(`is contradicted: ${title}`, () => {
      assert.equal(verdictOn(claim, passage), 'contradicted');
      const [first = ''] = passage.split(/(?<=\.) /);
      assert.equal(verdictOn(first, passage), 'supported');
    });
});

describe('a claim that only looks exchanged', () => {
  const cases: readonly (readonly [title: string, claim: string, passage: string])[] = [
    [
      'says the converse of a comparison',
      'The yellow varieties need more water than the blue-grained maize.',
      'The blue-grained maize needs less water than the yellow varieties, though it is harder to shell.',
    ],
    [
      'has both figures beside their own words',
      'While 62 percent of the companies had tried agents, 9 percent used one in daily work.',
      'In a survey among companies, 62 percent had tried agents and 9 percent used at least one in daily work.',
    ],
    [
      'has a change from one figure to another',
      'Unemployment in the region fell to 5.4 percent in the third quarter.',
      'Unemployment in the region dropped from 6.1% to 5.4% in the third quarter, the statistics office reported.',
    ],
    [
      'has a size that is told by a comparison',
      'The probe will spend eleven months cruising to the asteroid.',
      'The probe, a craft no larger than a washing machine, will spend eleven months cruising to the asteroid.',
    ],
    [
      'counts from one number to another',
      'The city grew from 1400 to 3900 apiaries between 2010 and 2020.',
      'Between 2010 and 2020 the city grew from 1,400 to 3,900 apiaries.',
    ],
  ];
  for (const [title, claim, passage] of cases)
    test(`is supported: it ${title}`, () => assert.equal(verdictOn(claim, passage), 'supported'));
});
