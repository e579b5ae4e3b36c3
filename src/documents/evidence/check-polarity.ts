// Whether a source says a thing or its opposite: negation, words that are opposites, and who does it to whom.

import type { Alignment, WordPair } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { sidesOf } from './clause-sides.ts';
import { BANS, MUTUAL, RELATIONAL } from './cue-words.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { deniesTheSame } from './same-denial.ts';
import { areEither } from './word-meaning.ts';

export function checkPolarity(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  alignment: Alignment,
): readonly Objection[] {
  if (REQUIRED.test(claim.text) && NONE_WITHOUT.test(source.text)) return [];
  if (deniesTheSame(claim, source)) return [];
  const pairs = alignment.pairs.filter(({ isInClause, claim: word }) => isInClause && word.weight >= 0.3);
  const denied = items.filter(({ isNegated, weight }) => isNegated && weight >= 0.3);
  const isClaimNegated = denied.length > 0;
  // What the claim denies and the source never speaks of is not affirmed by it.
  if (isClaimNegated && !alignment.pairs.some(({ claim: word }) => word === denied[0])) {
    return [{ kind: 'missing', reason: `The source says nothing of "${denied[0]?.text ?? ''}".` }];
  }
  const negated = alignment.pairs.find(
    (pair) =>
      pair.source.isNegated && pair.claim.weight >= 0.3 && (isClaimNegated || !isSaidElsewhere(pair, claim, alignment)),
  );
  const elsewhere =
    negated === undefined && !isClaimNegated
      ? (deniedElsewhere(alignment, source) ?? deniedHere(items, source, alignment))
      : null;
  if (elsewhere !== null) return [elsewhere];
  if (isExempt(claim, source)) return [];
  if (isClaimNegated && negated === undefined && isBannedInBoth(claim, source)) return [];
  const opposite = pairs.find(({ isOpposite, claim: word }) => isOpposite && word.weight > 0);
  const swapped = swappedPair(pairs, claim, source);
  const isConverse = swapped !== null && opposite === undefined && comparesConversely(claim, source);
  const turns = [isClaimNegated, negated !== undefined, opposite !== undefined, swapped !== null, isConverse];
  const isTurned = turns.filter(Boolean).length % 2 === 1;
  if (!isTurned) {
    // `did not rise` does not say `fell`.
    const isEither = opposite !== undefined && areEither(opposite.claim.base, opposite.source.base);
    if (opposite !== undefined && negated !== undefined && swapped === null && !isClaimNegated && !isEither) {
      return [
        {
          kind: 'missing',
          reason: `The source denies "${opposite.source.text}", which is not yet "${opposite.claim.text}".`,
        },
      ];
    }
    return [];
  }
  if (swapped !== null && opposite === undefined) {
    // `results improved` does not say by what.
    if (isWithoutObject(swapped, source) && !isWithoutObject(swapped, claim))
      return [{ kind: 'missing', reason: `The source does not say by what: "${swapped.text}".` }];
    return [
      {
        kind: 'conflict',
        reason: `The source has "${swapped.text}" the other way round: who does it and to whom are exchanged.`,
      },
    ];
  }
  if (opposite !== undefined) {
    const { source: said, claim: claimed } = opposite;
    // `female seals gave birth` says nothing of when male seals arrived.
    const isOfOthers =
      claimed.kind === 'adjective' && alignment.missing.some(({ kind, weight }) => kind === 'verb' && weight >= 0.8);
    return [
      {
        kind: isOfOthers ? 'missing' : 'conflict',
        reason: `The source says "${said.text}", the claim says "${claimed.text}".`,
      },
    ];
  }
  return [denial(items, source, alignment, negated, isClaimNegated)];
}

/** `no longer print a Monday edition. One keeps its own`: which edition is told where others are denied. */
function isSaidElsewhere({ claim: word, source }: WordPair, claim: Statement, { pairs }: Alignment): boolean {
  const isWhich = claim.words[claim.words.indexOf(word) + 1]?.kind === 'noun';
  if (!isWhich || word.kind === 'verb') return false;
  const verbs = pairs.filter((pair) => pair.claim.kind === 'verb' && pair.claim.weight >= 0.8 && !pair.isOpposite);
  return verbs.length > 0 && verbs.every((verb) => verb.source.sentence !== source.sentence && !verb.source.isNegated);
}

/** One of the two denies what the other says. */
function denial(
  items: readonly StatementWord[],
  source: Statement,
  alignment: Alignment,
  negated: WordPair | undefined,
  isClaimNegated: boolean,
): Objection {
  const verb = source.words.find(
    ({ clause, isNegated, kind }) => clause === negated?.source.clause && isNegated && kind === 'verb',
  );
  // `does not publish its profits` says nothing of them.
  if (verb !== undefined && NOT_ASKED.test(verb.base) && !items.some(({ base }) => base === verb.base))
    return { kind: 'missing', reason: `The source leaves it open: "${verb.text}" stands under a negation.` };
  // `has yet to say whether it will pay`
  const place = negated?.source ?? alignment.pairs.find(({ claim }) => claim.isNegated)?.source;
  const opening = source.words.find(({ clause }) => clause === place?.clause);
  if (isClaimNegated && opening?.lower === 'whether')
    return { kind: 'missing', reason: `The source leaves it open whether "${place?.text ?? ''}" holds.` };
  // `love` is not said at all: what is denied is something else.
  const isVerbOpen =
    alignment.missing.some(({ kind, weight }) => kind === 'verb' && weight >= 0.8) &&
    !alignment.pairs.some(({ claim: { kind, weight } }) => kind === 'verb' && weight >= 0.8);
  if (isVerbOpen && negated !== undefined && negated.claim.kind !== 'verb' && !isClaimNegated)
    return { kind: 'missing', reason: `The source denies something else of "${negated.source.text}".` };
  const word = negated?.source.text ?? items.find(({ isNegated }) => isNegated)?.text ?? '';
  const reason = isClaimNegated
    ? `The source affirms what the claim denies: "${word}".`
    : `The source denies it: "${word}" stands under a negation.`;
  return { kind: 'conflict', reason };
}

const ENDS_CLAUSE = /^(?:preposition|mark|adverb|conjunction|subordinator|particle)$/;

const isWithoutObject = ({ base }: StatementWord, { words }: Statement): boolean => {
  const at = words.findIndex((word) => word.base === base && word.kind === 'verb');
  return at >= 0 && ENDS_CLAUSE.test(words[at + 1]?.kind ?? 'mark') && words[at - 1]?.base !== 'be';
};

const LIFTED = /\b(?:lift|end|repeal|scrap|drop|overturn|relax|suspend)/;

/** `vans are banned` and `the ban keeps vans out`. */
const isBannedInBoth = (claim: Statement, source: Statement): boolean =>
  [claim, source].every(({ words }) => words.some(({ base }) => BANS.has(base))) && !LIFTED.test(source.text);

/** `does not apply to farms` and `farms are exempt`. */
const isExempt = (claim: Statement, source: Statement): boolean =>
  [claim, source].some(({ text }) => /\bnot appl(?:y|ies)\b/.test(text)) &&
  [claim, source].some(({ text }) => /\bexempt/.test(text));

/** `A needs more than B` and `B needs less than A`. */
function comparesConversely(claim: Statement, source: Statement): boolean {
  const directionOf = ({ words }: Statement): string | undefined =>
    words.find(
      ({ lower, start }) =>
        /^(?:more|less|fewer)$/.test(lower) && words.some((than) => than.lower === 'than' && than.start > start),
    )?.lower;
  const [own, theirs] = [directionOf(claim), directionOf(source)];
  return own !== undefined && theirs !== undefined && (own === 'more') !== (theirs === 'more');
}

const REQUIRED = /\b(?:required?|requires|needed|needs?|necessary|must have|compulsory|mandatory|obligatory)\b/i;
/** `nobody may camp without a permit`: a permit is required. */
const NONE_WITHOUT = /\b(?:nobody|no one|no \p{L}{2,20}|not|never|cannot)\b[^.;]{0,80}\b(?:without|unless)\b/iu;

const NOT_ASKED = anyOf(`
  comment respond study test publish know measure examine try confirm ask decide investigate report mention say
  establish determine
`);

/** `A version for Windows is not planned`: the only words on a name of the claim deny something of it. */
function deniedElsewhere({ pairs }: Alignment, source: Statement): Objection | null {
  for (const { source: word, claim: own, isInClause } of pairs) {
    if (isInClause || !(own.isName || own.kind === 'noun')) continue;
    const denied = source.words.find(
      ({ clause, isNegated, kind, start }) =>
        clause === word.clause && isNegated && kind === 'verb' && start > word.start,
    );
    if (denied === undefined || !(own.isName || isSubjectOf(word, denied, own, source))) continue;
    const kind = NOT_ASKED.test(denied.base) ? 'missing' : 'conflict';
    return {
      kind,
      reason: `Of "${word.text}" the source only says what is not: "${denied.text}" stands under a negation.`,
    };
  }
  return null;
}

/** `passwords were not affected`: the only words on them, and nothing between the two but what belongs to them. */
function isSubjectOf(
  word: StatementWord,
  verb: StatementWord,
  { weight }: StatementWord,
  { words }: Statement,
): boolean {
  const between = words.slice(words.indexOf(word) + 1, words.indexOf(verb));
  const isOnce = words.filter(({ base }) => base === word.base).length === 1;
  return (
    !word.isNegated &&
    weight >= 0.8 &&
    isOnce &&
    between.length <= 6 &&
    between.every(({ kind }) => BEFORE_VERB.test(kind))
  );
}

const BEFORE_VERB = /^(?:auxiliary|particle|adverb|noun|conjunction|determiner|adjective)$/;

/**
 * `names were exposed; passwords were not affected` against `passwords were exposed`: where the source speaks of
 * them it denies something, and what is claimed of them it says of others.
 */
function deniedHere(
  items: readonly StatementWord[],
  source: Statement,
  { pairs, clause }: Alignment,
): Objection | null {
  const here = source.words.filter((word) => word.clause === clause);
  const denied = here.find(({ isNegated, kind }) => isNegated && kind === 'verb');
  if (denied === undefined || NOT_ASKED.test(denied.base)) return null;
  const verbs = pairs.filter(({ claim: { kind, weight, base } }) => kind === 'verb' && weight >= 0.8 && base !== 'say');
  const isElsewhere = verbs.every(({ source: word }) => word.clause !== clause && word.sentence === denied.sentence);
  const subject = items.find(({ kind, weight }) => kind === 'noun' && weight >= 0.8);
  const isSubject = pairs.some(
    ({ claim, source: word }) => claim === subject && word.clause === clause && word.start < denied.start,
  );
  if (verbs.length === 0 || !isElsewhere || !isSubject) return null;
  const what = `Of "${subject?.text ?? ''}" the source only says what is not`;
  return { kind: 'conflict', reason: `${what}: "${denied.text}" stands under a negation.` };
}

/** The verb, comparison or preposition of time whose two sides are exchanged; null where they are not. */
function swappedPair(pairs: readonly WordPair[], claim: Statement, source: Statement): StatementWord | null {
  for (const { claim: verb, source: other, isOpposite } of relationsOf(pairs, claim, source)) {
    const [own, theirs] = [sidesOf(verb, claim), sidesOf(other, source)];
    const isTwice = ({ lower }: StatementWord): boolean =>
      [own.before, own.after].every((side) => side.some((each) => each.lower === lower));
    const entities = pairs.filter(({ claim: { kind, isName }, claim: word, source: there }) => {
      const isThing =
        isName || kind === 'noun' || kind === 'name' || (kind === 'adjective' && isBeforeThan(verb, claim));
      const isAside =
        verb.kind === 'verb' && !isName && (isAdjunct(word, verb, claim) || isAdjunct(there, other, source));
      return word !== verb && there !== other && isThing && word.weight >= 0.8 && !isTwice(word) && !isAside;
    });
    const isTurned = entities.some(
      ({ claim: word, source: there }) => own.before.includes(word) && theirs.after.includes(there),
    );
    if (!isTurned) continue;
    if (entities.some(({ claim: word, source: there }) => own.after.includes(word) && theirs.before.includes(there)))
      return verb;
    const subject = entities.findLast(({ claim: word }) => own.before.includes(word));
    if (subject === undefined || !theirs.after.includes(subject.source)) continue;
    // `the visitors won` and `the team lost`: the one side is what the other is not.
    if (isOpposite && theirs.before.some(({ weight, kind }) => weight >= 0.8 && kind !== 'verb')) return verb;
  }
  return null;
}

const IN_PHRASE = /^(?:determiner|adjective|noun|name|pronoun|particle)$/;

/** `in the spring`, `to stop the beetle`: says when, where or why, and may stand before or behind. */
function isAdjunct(word: StatementWord, verb: StatementWord, { words }: Statement): boolean {
  let at = words.indexOf(word) - 1;
  while (at >= 0 && words[at] !== verb && words[at]?.lower !== 'to' && IN_PHRASE.test(words[at]?.kind ?? '')) at--;
  const before = words[at];
  if (before === undefined || before === verb) return TIME.test(word.base);
  if (before.kind === 'verb') return words[at - 1]?.lower === 'to';
  return (
    TIME.test(word.base) || (before.kind === 'preposition' && /^(?:in|on|at|within|during|near)$/.test(before.lower))
  );
}

const TIME = /^(?:spring|summer|autumn|winter|year|month|week|day|night|morning|evening|afternoon|century|decade)$/;

interface Relation {
  readonly claim: StatementWord;
  readonly source: StatementWord;
  readonly isOpposite: boolean;
}

function relationsOf(pairs: readonly WordPair[], claim: Statement, source: Statement): readonly Relation[] {
  const verbs = pairs.filter(({ claim: word, source: other, isOpposite }) => {
    // Of verbs that only say nearly the same, who does it may be the other: `supplies` and `draws from`.
    const isExact =
      word.base === other.base ||
      (RELATIONAL.has(word.base) && (isOpposite || word.keys.some((key) => other.keys.includes(key))));
    const isVerb =
      word.kind === 'verb' &&
      isExact &&
      (other.kind === 'verb' || (other.kind === 'noun' && RELATIONAL.has(other.base)));
    const isComparison = isBeforeThan(word, claim) && isBeforeThan(other, source);
    return (isVerb && !MUTUAL.has(word.base)) || isComparison;
  });
  const times = claim.words.flatMap((word): Relation[] => {
    if (!/^(?:before|after)$/.test(word.lower)) return [];
    const other = source.words.find(
      ({ lower, clause }) => lower === word.lower && pairs.some((pair) => pair.source.clause === clause),
    );
    return other === undefined ? [] : [{ claim: word, source: other, isOpposite: false }];
  });
  return [...verbs, ...times];
}

/** `larger than`, `more effective than`. */
function isBeforeThan(word: StatementWord, { words }: Statement): boolean {
  const at = words.indexOf(word);
  return words.slice(at + 1, at + 5).some(({ lower }) => lower === 'than');
}
