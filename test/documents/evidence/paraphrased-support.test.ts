// Claims that say with other words or in another order what the source says, each beside a false neighbour.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';

const verdictOf = (claim: string, passage: string): string => judgeClaim(claim, [passage]).verdict;

const supports = (claim: string, passage: string): void => assert.equal(verdictOf(claim, passage), 'supported', claim);

const supportsNot = (claim: string, passage: string): void =>
  assert.notEqual(verdictOf(claim, passage), 'supported', claim);

describe('what a source says in other words', () => {
  it('a participle is a verb, whatever stands before it', () => {
    const passage = 'The chapel, damaged during the war, was reconstructed in 1951.';
    supports('The chapel was damaged in the war and rebuilt in 1951.', passage);
    supportsNot('The chapel was damaged in the war and demolished in 1951.', passage);
    supports('In a speech lasting two hours she promised reforms.', 'She promised reforms in a two-hour speech.');
    supportsNot('In a speech lasting ten hours she promised reforms.', 'She promised reforms in a two-hour speech.');
  });

  it('synonyms of verbs, nouns and adjectives', () => {
    const passage = 'Researchers followed 2,300 nurses for eleven years. Shares in the group lost 9 percent.';
    supports('Researchers tracked 2,300 nurses over eleven years.', passage);
    supportsNot('Researchers hired 2,300 nurses over eleven years.', passage);
    supportsNot('Shares in the group gained 9 percent.', passage);
  });

  it('phrases that say what one word says', () => {
    supports('A large number of users complained about the update.', 'Many users complained about the update.');
    supportsNot('A small number of users complained about the update.', 'Many users complained about the update.');
    const passage = 'The airline grounded its fleet in the wake of the accident.';
    supports('Following the accident, the airline grounded its fleet.', passage);
    supportsNot('Before the accident, the airline grounded its fleet.', passage);
    supports('The committee decided to postpone the vote.', 'The committee made the decision to postpone the vote.');
    supportsNot(
      'The committee declined to postpone the vote.',
      'The committee made the decision to postpone the vote.',
    );
  });
});
