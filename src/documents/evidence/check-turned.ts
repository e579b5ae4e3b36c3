// A comparison the other way round: `B was affected more than A` where the claim says `A more than B`.

import { matchWords } from './align-words.ts';
import type { Objection } from './objection.ts';
import { isComparative } from './read-comparison.ts';
import type { Statement, StatementWord } from './read-statement.ts';

/** How far before `than` its comparative may stand, in words. */
const BACK = 6;

interface Compared {
  /** `more`, `later`. */
  readonly by: string;
  readonly before: readonly StatementWord[];
  readonly behind: readonly StatementWord[];
}

export function checkTurned(claim: Statement, source: Statement): readonly Objection[] {
  for (const mine of comparedIn(claim)) {
    const [left, right] = [apart(mine.before, mine.behind), apart(mine.behind, mine.before)];
    for (const theirs of comparedIn(source)) {
      if (theirs.by !== mine.by) continue;
      const isOnly = (word: StatementWord, side: readonly StatementWord[], other: readonly StatementWord[]): boolean =>
        has(side, word) && !has(other, word);
      const isTurned =
        left.some((word) => isOnly(word, theirs.behind, theirs.before)) &&
        right.some((word) => isOnly(word, theirs.before, theirs.behind));
      const isKept =
        left.some((word) => isOnly(word, theirs.before, theirs.behind) && isName(word)) &&
        right.some((word) => isOnly(word, theirs.behind, theirs.before) && isName(word));
      if (isTurned && !isKept)
        return [{ kind: 'conflict', reason: `The source has "${mine.by} than" the other way round.` }];
    }
  }
  return [];
}

function comparedIn(statement: Statement): readonly Compared[] {
  return [...comparedByThan(statement), ...comparedByAs(statement)];
}

/** `twice as likely as boys`. */
function comparedByAs({ words, quantities }: Statement): readonly Compared[] {
  return words.flatMap((as, at): Compared[] => {
    const [adjective, second] = [words[at + 1], words[at + 2]];
    const isMore = quantities.some(
      ({ dimension, end }) => dimension === 'factor' && end <= as.start && end > as.start - 3,
    );
    if (as.lower !== 'as' || second?.lower !== 'as' || adjective === undefined || !isMore) return [];
    const here = words.filter(({ sentence }) => sentence === as.sentence);
    return [
      {
        by: /^(?:likely|often|common|frequently)$/.test(adjective.lower) ? 'as often as' : `as ${adjective.lower} as`,
        before: here.filter(({ start }) => start < as.start),
        behind: here.filter(({ start }) => start > second.start),
      },
    ];
  });
}

function comparedByThan({ words }: Statement): readonly Compared[] {
  return words.flatMap((than, at): Compared[] => {
    if (than.lower !== 'than' || words[at + 1]?.kind === 'number') return [];
    const by = words.slice(Math.max(0, at - BACK), at).findLast(isComparative);
    if (by === undefined || by.isNegated || words[words.indexOf(by) - 1]?.lower === 'no') return [];
    const here = words.filter(({ sentence }) => sentence === than.sentence);
    return [
      {
        by: by.lower,
        before: here.filter(({ start }) => start < by.start),
        behind: here.filter(({ start }) => start > than.start),
      },
    ];
  });
}

const isName = ({ isName: named, kind }: StatementWord): boolean => named || kind === 'noun' || kind === 'name';

const has = (words: readonly StatementWord[], word: StatementWord): boolean =>
  words.some((other) => other.base === word.base || matchWords(word, other)?.worth === 1);

/** What tells one side from the other. */
const apart = (one: readonly StatementWord[], other: readonly StatementWord[]): readonly StatementWord[] =>
  one.filter((word) => word.weight >= 0.8 && (isName(word) || word.kind === 'adjective') && !has(other, word));
