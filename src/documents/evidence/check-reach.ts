// Where a figure holds: `60 percent of the reefs worldwide` are not those in Europe, which another sentence names.

import { compareQuantities } from './compare-quantities.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';

const EVERYWHERE = /^(?:worldwide|globally|global|nationwide|national|nationally)$/;

export function checkReach(claim: Statement, source: Statement): readonly Objection[] {
  const place = claim.words.find(({ isName }, at) => isName && claim.words[at - 1]?.lower === 'in');
  if (place === undefined) return [];
  for (const quantity of claim.quantities) {
    const said = source.quantities.find((other) => compareQuantities(quantity, other) === 'same');
    const sentence = source.words.find(({ end }) => end > (said?.start ?? 0))?.sentence;
    const here = source.words.filter((word) => word.sentence === sentence);
    const reach = said === undefined ? undefined : here.find(({ lower }) => EVERYWHERE.test(lower));
    if (reach === undefined || here.some((word) => isSamePlace(word, place))) continue;
    if (claim.words.some(({ lower }) => lower === reach.lower)) continue;
    return [{ kind: 'missing', reason: `The source says it "${reach.text}", the claim says it of ${place.text}.` }];
  }
  return [];
}

const isSamePlace = (word: StatementWord, place: StatementWord): boolean =>
  word.isName && sameName(word.lower, place.lower);
