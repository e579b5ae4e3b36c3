// Who does what in a clause: a source that says the same of somebody else does not say it of the claim's subject.

import { type Alignment, matchWords } from './align-words.ts';
import { sidesOf } from './clause-sides.ts';
import { MUTUAL } from './cue-words.ts';
import { isGeneral } from './kinds-of-things.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';

const isThing = ({ kind, isName, weight }: StatementWord): boolean =>
  weight >= 0.8 && (isName || kind === 'noun' || kind === 'name');

const STANDS_FOR =
  /^(?:he|she|it|they|him|her|them|his|its|their|who|which|whose|this|that|these|those|one|both|we|i)$/;

/** `The ministry recommends it` where the source says `the manufacturer recommends it`. */
export function checkSubject(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: said, isOpposite } of pairs) {
    if (verb.kind !== 'verb' || said.base !== verb.base || isOpposite || verb.weight < 0.8 || MUTUAL.has(verb.base))
      continue;
    const own = sidesOf(verb, claim).before.filter(isThing);
    // `WHO` may stand for names that the source writes out.
    if (own.length === 0 || own.some(({ text }) => /^\p{Lu}{2,6}s?$/u.test(text))) continue;
    // `where the bird survives`: the one that both texts speak of.
    if (own.every((word) => isGeneral(word) && source.words.some(({ base }) => base === word.base))) continue;
    const others = source.words.filter((word) => word.kind === 'verb' && matchWords(verb, word)?.isOpposite === false);
    const told = others.map((word) => subjectOf(word, source));
    if (told.length === 0 || told.some((subject) => subject === null || subject.some((word) => isAny(own, word))))
      continue;
    // `the bill passed`, `the town burned`: what it is done to may be the subject as well.
    if (others.some((word) => doneTo(word, source).some((each) => isAny(own, each)))) continue;
    const who =
      told[0]
        ?.filter(isThing)
        .map(({ text }) => text)
        .join(' ') ?? '';
    return [{ kind: 'missing', reason: `The source says "${said.text}" of "${who}".` }];
  }
  return [];
}

/** Behind the next verb stands what is done by that one. */
function doneTo(verb: StatementWord, source: Statement): readonly StatementWord[] {
  const { after } = sidesOf(verb, source);
  const next = after.find(({ kind, start }) => kind === 'verb' && start > verb.start);
  return after.filter(({ start }) => start < (next?.start ?? Number.POSITIVE_INFINITY));
}

const isAny = (own: readonly StatementWord[], word: StatementWord): boolean =>
  own.some((each) => matchWords(each, word)?.isOpposite === false);

/** null: a pronoun stands for it, or it is not said. */
function subjectOf(verb: StatementWord, source: Statement): readonly StatementWord[] | null {
  const { before } = sidesOf(verb, source);
  if (!before.some(isThing) || before.some(({ lower }) => STANDS_FOR.test(lower))) return null;
  return before;
}
