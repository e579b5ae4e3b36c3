// What a source must say before it supports a claim, by cause; none of these sentences is from the labelled sets.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import type { Verdict } from '../../../src/documents/evidence/ledger.ts';

type Case = readonly [claim: string, passage: string, verdict: Verdict];

const CAUSES: Readonly<Record<string, readonly Case[]>> = {
  'a verb that the source lacks leaves a claim without support': [
    ['The bridge was designed by Paul Erne.', 'Paul Erne was a guest when the bridge was opened.', 'insufficient'],
    ['The singer was born in Lund.', 'The singer grew up in Lund.', 'insufficient'],
    ['The company moved to Dublin.', 'The company has relocated to Dublin.', 'supported'],
  ],
  'a word that British and American writers spell differently is one word': [
    ['The minister criticised the plan.', 'The minister praised the plan.', 'contradicted'],
  ],
  'what is ruled out is denied': [
    ['The fire was caused by arson.', 'The fire was due to a cable. Arson has been ruled out.', 'contradicted'],
  ],
  'what is alleged or meant to be done is not yet so': [
    ['Karl Beck stole the car.', 'Karl Beck is alleged to have stolen the car.', 'insufficient'],
    ['Guests sort their waste.', 'Guests are supposed to sort their waste.', 'insufficient'],
  ],
  'a figure of another year is no contradiction': [
    ['Unemployment was 6 percent in 2015.', 'Unemployment was 6 percent in 2012.', 'insufficient'],
  ],
  'what was planned gives way to what took place': [
    ['The meeting was held in June.', 'The meeting was planned for June but took place in September.', 'contradicted'],
  ],
  'how often something happens is compared': [
    ['The festival takes place every year.', 'The festival takes place every three years.', 'contradicted'],
    ['The prize is awarded every two years.', 'The prize is awarded biennially.', 'supported'],
  ],
  'whoever was beaten lost': [['The team won the match.', 'The team was beaten 3-1 in the match.', 'contradicted']],
  'another name in a place that holds one is a contradiction': [
    ['The river Ase empties into Lake Dor.', 'The river Ase empties into Lake Ves.', 'contradicted'],
  ],
  'a noun before than is no comparative': [
    ['Farms used 13 percent less water.', 'Farms used 30 percent less water than others.', 'contradicted'],
  ],
};

describe('support for a claim', () => {
  for (const [cause, cases] of Object.entries(CAUSES)) {
    test(cause, () => {
      const found = cases.map(([claim, passage]) => [claim, passage, judgeClaim(claim, [passage]).verdict]);
      assert.deepEqual(found, cases);
    });
  }
});
