// What code objects to in two sets of sentences in own words. Of the second its author had not read the objections.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPairs } from '../../../bench/quality/measure-research.ts';
import { objectTo } from '../../../src/documents/evidence/object-to.ts';
import { language } from '../../../src/language/words/language.ts';
import type { ClaimSet } from '../../systems/read-claims.ts';
import { CLAIMS } from '../../systems/research-claims/claims.ts';
import { UNSEEN } from '../../systems/research-claims-unseen/claims.ts';

const objected = ({ trueClaims, contextOf }: ClaimSet): readonly string[] =>
  trueClaims.flatMap(({ id, claim, rests }) => {
    const objections = objectTo(claim, contextOf(rests));
    return objections.length === 0 ? [] : [`${id} ${objections.map(({ kind }) => kind).join()}: ${claim}`];
  });

function missedIn({ lies, contextOf }: ClaimSet): readonly string[] {
  const missed = lies.filter(({ claim, rests }) => objectTo(claim, contextOf(rests)).length === 0);
  return missed.map(({ id, kind }) => `${id} ${kind}`);
}

test('to 25 true sentences code has no objection, and to each of 12 lies it has one', () => {
  assert.deepEqual(objected(CLAIMS), []);
  assert.deepEqual(missedIn(CLAIMS), []);
});

test('of 72 true sentences of another author code objects to one, which needs knowledge of the world', () => {
  assert.equal(UNSEEN.trueClaims.length, 72);
  assert.deepEqual(objected(UNSEEN), [
    "u48 name: New Delhi's export stop of 20/7/2023 hit non-basmati white rice, the Indian staple.",
  ]);
});

test('of 61 lies of another author code finds 55, and all quotations and dates among them', () => {
  assert.equal(UNSEEN.lies.length, 61);
  const missed = missedIn(UNSEEN);
  assert.ok(missed.length <= 6, missed.join('\n'));
  // What begins a sentence may be any word; where all nouns have capitals, or in languages whose denials are not read,
  // only a judge can tell.
  const inSight = missed.filter((each) => !/ (?:name|negation)$/.test(each));
  assert.deepEqual(inSight, ['m07 figure', 'm19 unit']);
});

test('of 749 true sentences beside their passages, by many authors, code objects to at most six', () => {
  const supported = readPairs().filter(({ verdict }) => verdict === 'supported');
  const refused = supported.filter(({ claim, passage: text }) => {
    const passage = { id: 'e1', source: 's1', start: 0, end: text.length, text, heading: '', before: '' };
    return (
      objectTo(claim, { passages: [passage], sources: [], beside: [], language: { ...language, names: undefined } })
        .length > 0
    );
  });
  assert.equal(supported.length, 749);
  assert.ok(refused.length <= 6, `${refused.length}`);
});
