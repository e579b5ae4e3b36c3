// Whether a source says a thing or its opposite: negation, words that are opposites, and who does it to whom.

import { type Alignment, verbPairs, type WordPair } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { sidesOf } from './clause-sides.ts';
import { BANS, DONE_ONCE, MUTUAL, OPPOSITE_PLACES, RELATIONAL } from './cue-words.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { deniesTheSame } from './same-denial.ts';
import { sameName } from './same-name.ts';
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
  const negated = alignment.pairs.find(({ source: word, claim: own }) => word.isNegated && own.weight >= 0.3);
  const elsewhere = negated === undefined && !isClaimNegated ? deniedElsewhere(alignment, source) : null;
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
    if (isInClause || !own.isName) continue;
    const denied = source.words.find(
      ({ clause, isNegated, kind, start }) =>
        clause === word.clause && isNegated && kind === 'verb' && start > word.start,
    );
    if (denied === undefined) continue;
    const kind = NOT_ASKED.test(denied.base) ? 'missing' : 'conflict';
    return {
      kind,
      reason: `Of "${word.text}" the source only says what is not: "${denied.text}" stands under a negation.`,
    };
  }
  return null;
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
      return word !== verb && there !== other && isThing && word.weight >= 0.8 && !isTwice(word);
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
    if (!/^(?:before|after|than)$/.test(word.lower)) return [];
    const other = source.words.find(
      ({ lower, clause }) => lower === word.lower && pairs.some((pair) => pair.source.clause === clause),
    );
    return other === undefined || word.lower === 'than' ? [] : [{ claim: word, source: other, isOpposite: false }];
  });
  return [...verbs, ...times];
}

/** `larger than`, `more effective than`. */
function isBeforeThan(word: StatementWord, { words }: Statement): boolean {
  const at = words.indexOf(word);
  return words.slice(at + 1, at + 5).some(({ lower }) => lower === 'than');
}

/** `designed by Jonas Pell` against a claim that somebody else designed it. */
export function checkAgent(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isInClause } of verbPairs({ pairs }, source)) {
    const isOnce =
      DONE_ONCE.has(verb.base) || (verb.base === 'set' && pairs.some(({ claim: { base } }) => base === 'record'));
    if ((!isInClause && verb.base !== other.base) || verb.kind !== 'verb' || other.kind !== 'verb' || !isOnce) continue;
    const [own, theirs] = [sidesOf(verb, claim), sidesOf(other, source)];
    const head = (side: readonly StatementWord[], isBefore: boolean): readonly StatementWord[] => {
      // `a Finnish company` names no company.
      const names = side.filter(
        (word, at) =>
          word.isName && side[at + 1]?.kind !== 'noun' && !/^(?:in|at|near|of|from)$/.test(side[at - 1]?.lower ?? ''),
      );
      const end = side.findIndex(({ text, isName }, at) => text === ',' && at > 0 && !isName);
      return isBefore || end < 0 ? names : names.filter((name) => side.indexOf(name) < end);
    };
    const [mine, others] = [head(own.before, false), head(theirs.before, false)];
    const isObject = pairs.some((pair) => own.after.includes(pair.claim) && theirs.after.includes(pair.source));
    if (mine.length === 0 || others.length === 0 || !isObject) continue;
    if (mine.some((name) => others.some((each) => sameName(name.lower, each.lower)))) continue;
    const who = others.map(({ text }) => text).join(' ');
    return [
      { kind: 'conflict', reason: `By the source it was ${who}, not ${mine.map(({ text }) => text).join(' ')}.` },
    ];
  }
  return [];
}

const CAUSES = /^(?:cause|start|trigger|ignite|kill|destroy|bring|provoke|produce)$/;

/** `started by lightning` against `caused by a faulty cable`: another cause of the same. */
export function checkCauses(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isInClause } of pairs) {
    if (!isInClause || !CAUSES.test(verb.base) || !CAUSES.test(other.base) || other.isNegated || verb.isNegated)
      continue;
    if (verb.kind !== 'verb' || other.kind !== 'verb' || other.doubt !== '') continue;
    const [own, theirs] = [sidesOf(verb, claim), sidesOf(other, source)];
    const things = (side: readonly StatementWord[]): readonly StatementWord[] =>
      side.filter(({ kind, weight, isName }) => weight >= 0.8 && (isName || kind === 'noun' || kind === 'name'));
    const [mine, others] = [things(own.before), things(theirs.before)];
    const isObject = pairs.some((pair) => own.after.includes(pair.claim) && theirs.after.includes(pair.source));
    if (mine.length === 0 || others.length === 0 || !isObject) continue;
    if (mine.some((word) => pairs.some((pair) => pair.claim === word))) continue;
    const [said, claimed] = [others, mine].map((words) => words.map(({ text }) => text).join(' '));
    return [{ kind: 'conflict', reason: `By the source the cause was "${said}", not "${claimed}".` }];
  }
  return [];
}

/** `before the election` against `after the election`: the opposite preposition before the same word. */
export function checkPlaces(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  { pairs }: Alignment,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  for (const { claim: word, source: other } of pairs) {
    if (!clauses.has(word.clause) || word.weight < 0.1) continue;
    const [own, theirs] = [placeBefore(word, claim), placeBefore(other, source)];
    if (own === null || theirs === null || OPPOSITE_PLACES.get(own) !== theirs) continue;
    if (source.words.some(({ lower }) => lower === own || lower === `${own}wards` || lower === `${own}hand`)) continue;
    return [
      { kind: 'conflict', reason: `The source says "${theirs} ${other.text}", the claim says "${own} ${word.text}".` },
    ];
  }
  return [];
}

/** `less rain than the average` is below it. */
function placeBefore(word: StatementWord, { words }: Statement): string | null {
  const at = words.indexOf(word);
  const near = words.slice(Math.max(0, at - 7), at);
  const than = near.findLastIndex(({ lower }) => lower === 'than');
  const more =
    than < 0
      ? undefined
      : near
          .slice(0, than)
          .findLast(({ lower }) => /^(?:more|less|fewer|higher|lower|greater|smaller|larger)$/.test(lower));
  if (more !== undefined && near.length - than <= 4)
    return /^(?:more|higher|greater|larger)$/.test(more.lower) ? 'above' : 'below';
  const before = words
    .slice(Math.max(0, at - 3), at)
    .findLast(({ lower, weight }) => OPPOSITE_PLACES.has(lower) || weight >= 0.8);
  return before !== undefined && OPPOSITE_PLACES.has(before.lower) ? before.lower : null;
}
