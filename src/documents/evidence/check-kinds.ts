// Another thing of the same kind in the same place: `an oil boiler` where the source has `the gas boiler`.

import { DONE_ONCE } from './cue-words.ts';
import type { Objection } from './objection.ts';
import { areOtherThings } from './other-things.ts';
import type { Statement, StatementWord } from './read-statement.ts';

export function checkKinds(items: readonly StatementWord[], claim: Statement, source: Statement): readonly Objection[] {
  for (const item of items) {
    if (item.weight < 0.8 || has(source, item)) continue;
    const other = source.words.find(
      (word) => areOtherThings(item.base, word.base) && !has(claim, word) && isInItsPlace(item, claim, word, source),
    );
    if (other === undefined) continue;
    // Who harvested peaches may have harvested apricots, too; what was founded was founded once.
    const isOnce = items.some(({ kind, base }) => kind === 'verb' && DONE_ONCE.has(base) && has(source, { base }));
    return [
      {
        kind: isOnce ? 'conflict' : 'missing',
        reason: `The source says "${other.text}", the claim says "${item.text}".`,
      },
    ];
  }
  return [];
}

const has = ({ words }: Statement, { base }: Pick<StatementWord, 'base'>): boolean =>
  words.some((word) => word.base === base);

/** The word before or the word behind it is the same. */
function isInItsPlace(mine: StatementWord, claim: Statement, theirs: StatementWord, source: Statement): boolean {
  const [at, there] = [claim.words.indexOf(mine), source.words.indexOf(theirs)];
  const isSame = (step: number): boolean => {
    const [one, other] = [claim.words[at + step], source.words[there + step]];
    if (one === undefined || other === undefined || one.base !== other.base) return false;
    return !/^(?:mark|determiner|conjunction|auxiliary)$/.test(one.kind);
  };
  return isSame(-1) || isSame(1);
}
