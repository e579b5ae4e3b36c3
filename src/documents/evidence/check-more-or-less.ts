// `drank more water` where the source has `drank less water`.

import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';

const MORE = /^(?:more|additional)$/;
const LESS = /^(?:less|fewer)$/;

export function checkMoreOrLess(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  const theirs = ofNouns(source);
  for (const own of ofNouns(claim)) {
    if (!clauses.has(own.word.clause)) continue;
    const said = theirs.filter(({ noun, verb }) => noun === own.noun && verb === own.verb);
    const [other] = said;
    if (other === undefined || said.some(({ isMore }) => isMore === own.isMore)) continue;
    return [{ kind: 'conflict', reason: `The source says "${other.word.text}", the claim says "${own.word.text}".` }];
  }
  return [];
}

interface Told {
  readonly word: StatementWord;
  readonly isMore: boolean;
  readonly noun: string;
  readonly verb: string;
}

/** Each `more` or `less` with what it is said of; with `than` it is a comparison, which is read elsewhere. */
function ofNouns({ words }: Statement): readonly Told[] {
  return words.flatMap((word, at): Told[] => {
    const isMore = MORE.test(word.lower);
    const [before, next] = [words[at - 1], words[at + 1]];
    if ((!isMore && !LESS.test(word.lower)) || before === undefined || next === undefined) return [];
    if (word.isNegated || words.slice(at, at + 8).some(({ lower }) => lower === 'than')) return [];
    // `were more often buried`
    if (/^(?:often|likely|frequently)$/.test(next.lower))
      return [{ word, isMore, noun: next.lower, verb: words[at + 2]?.base ?? '' }];
    if (before.weight < 0.8 || next.kind !== 'noun') return [];
    return [{ word, isMore, noun: next.base, verb: before.base }];
  });
}
