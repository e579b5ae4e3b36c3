// Whether one passage denies what another says, or says the opposite of it.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf, type WordMatch } from './align-passages.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { type NounChunk, nounChunks } from './noun-chunks.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

const LIKE_FROM = 0.62;
/** Of the clause that denies, so much must be what the other says. */
const DENYING_FROM = 0.6;
const AFFIRMING_FROM = 0.35;
/** A word and its opposite are often said of different things: more must be alike. */
const OPPOSITE_LIKE_FROM = 0.68;
const TELLING_FROM = 1;
const OPPOSITE_TELLING_FROM = 1.4;
/** Where much that is rare is shared, sentences may differ in length. */
const OPPOSITE_SURE_FROM = 2;
const OPPOSITE_SURE_LIKE_FROM = 0.55;

/** The first one holds the negation. */
export function denialConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one: denying, other: affirming } = aligned;
  if (!canBeSameTime(denying, affirming)) return null;
  for (const pair of aligned.pairs) {
    if (pair.isOpposite || !isDenied(pair, denying, affirming) || !isAsserted(pair.theirs, affirming)) continue;
    const scope = { mine: pair.mine.clause, theirs: pair.theirs.clause };
    const likeness = likenessOf(aligned, scope);
    if (likeness.value < LIKE_FROM || !isTelling(likeness, TELLING_FROM)) continue;
    if (likeness.forth < DENYING_FROM || likeness.back < AFFIRMING_FROM || likeness.shared.length < 3) continue;
    if (pair.worth < 1 && likeness.value < OPPOSITE_LIKE_FROM) continue;
    if (isDeniedToo(pair, aligned) || haveOtherObjects(pair, aligned) || areToldApart(aligned, scope)) continue;
    return {
      kind: 'denial',
      about: aboutDenial(affirming.statement, pair.theirs.clause, likeness.shared),
      one: `not "${pair.mine.text}"`,
      other: `"${pair.theirs.text}"`,
      likeness: likeness.value,
    };
  }
  return null;
}

/** `kept` against `deleted`, of the same. */
export function oppositeConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  if (!canBeSameTime(one, other)) return null;
  const opposed = aligned.pairs.filter(
    ({ mine, theirs, isOpposite }) => isOpposite && isPredicate(mine, one) && isPredicate(theirs, other),
  );
  for (const pair of opposed) {
    if (pair.mine.isNegated || pair.theirs.isNegated || !isAsserted(pair.mine, one) || !isAsserted(pair.theirs, other))
      continue;
    if (aligned.foundOf(pair.mine) === 1 || aligned.foundOf(pair.theirs) === 1) continue;
    const scope = { mine: pair.mine.clause, theirs: pair.theirs.clause, without: new Set([pair.mine, pair.theirs]) };
    const likeness = likenessOf(aligned, scope);
    const least = likeness.telling >= OPPOSITE_SURE_FROM ? OPPOSITE_SURE_LIKE_FROM : OPPOSITE_LIKE_FROM;
    if (likeness.value < least || !isTelling(likeness, OPPOSITE_TELLING_FROM) || likeness.shared.length < 3) continue;
    if (areToldApart(aligned, scope)) continue;
    return {
      kind: 'denial',
      about: aboutDenial(one.statement, pair.mine.clause, likeness.shared),
      one: `"${pair.mine.text}"`,
      other: `"${pair.theirs.text}"`,
      likeness: likeness.value,
    };
  }
  return null;
}

const isPredicate = (word: StatementWord, { statement: { words } }: ComparedPassage): boolean => {
  if (word.kind === 'verb')
    return !word.lower.endsWith('ing') || /^(?:be|keep)$/.test(words[words.indexOf(word) - 1]?.base ?? '');
  if (word.kind !== 'adjective') return false;
  const next = words[words.indexOf(word) + 1];
  return next === undefined || (next.kind !== 'noun' && !next.isName && next.kind !== 'adjective');
};

/** Who tells or knows of it says nothing of the thing. */
const TOLD = /^(?:say|tell|mention|report|note|write|know|think|believe|want|ask|speak|describe|explain|mean|share)$/;
/** `It is not true that`. */
const TRUTH = /^(?:true|correct|right|case|fact|accurate)$/;

/** What stands under the negation first, or the verb that it denies, must be what the other affirms. */
function isDenied({ mine, theirs }: WordMatch, denying: ComparedPassage, affirming: ComparedPassage): boolean {
  if (
    !mine.isNegated ||
    theirs.isNegated ||
    !isAsserted(mine, denying) ||
    isOfSome(mine, denying) ||
    isDegree(mine, denying) ||
    isByWithout(mine, denying) ||
    isDuty(mine, denying) !== isDuty(theirs, affirming)
  )
    return false;
  const negated = denying.words.filter(
    (word) => word.clause === mine.clause && word.isNegated && word.kind !== 'adverb' && !TRUTH.test(word.base),
  );
  // `It is not true that wolves avoid villages`: the verb is denied, not its subject.
  const isTruth = denying.words.some((word) => word.clause === mine.clause && word.isNegated && TRUTH.test(word.base));
  const isReported = denying.statement.words.find(({ clause }) => clause === mine.clause)?.lower === 'that';
  const first =
    isTruth || isReported ? negated.find(({ kind }) => kind === 'verb' || kind === 'adjective') : negated[0];
  if (first !== mine || TOLD.test(mine.base)) return false;
  if (mine.kind === 'noun') return isPredicate(theirs, affirming);
  return isPredicate(mine, denying) && isPredicate(theirs, affirming);
}

/** What must not be may be all the same. */
const isDuty = ({ start }: StatementWord, { statement: { text } }: ComparedPassage): boolean =>
  /\b(?:must|shall|should|ought)(?: (?:not|never|to|be|have|been)){0,3} $/i.test(
    text.slice(Math.max(0, start - 30), start),
  );

/** `must not be chosen too large`, `cannot fix it as quickly as`: only how far it goes is denied. */
const isDegree = ({ end }: StatementWord, { statement }: ComparedPassage): boolean =>
  /^[^.;:,]{0,40}\b(?:too|so|as|by more than|more than|further than|only) /i.test(statement.text.slice(end, end + 60));

/** `a night without sleep` denies nothing. */
const isByWithout = (word: StatementWord, { statement }: ComparedPassage): boolean =>
  /\b(?:without|hardly|nobody|few|nor|lack of)\b[^.;:]{0,40}$/i.test(
    statement.text.slice(Math.max(0, word.start - 40), word.start),
  );

/** `insured against theft` and `insured against accidents`. */
function haveOtherObjects({ mine, theirs }: WordMatch, { one, other, isInOther }: AlignedPassages): boolean {
  const objectsOf = (word: StatementWord, { statement: { words } }: ComparedPassage): readonly NounChunk[] =>
    nounChunks(words)
      .filter(
        ({ head }) => head.clause === word.clause && head.start > word.start && head.start - word.end < OBJECT_REACH,
      )
      .filter(({ head }) => head.weight >= 0.3 && !isInOther(head));
  const there = objectsOf(theirs, other);
  return objectsOf(mine, one).some(({ preposition }) => there.some((each) => each.preposition === preposition));
}

const OBJECT_REACH = 40;

/** The other denies something of the same, too. */
const isDeniedToo = ({ theirs }: WordMatch, { pairs }: AlignedPassages): boolean =>
  pairs.some(
    (each) => !each.isOpposite && each.theirs.clause === theirs.clause && each.theirs.isNegated && each.mine.isNegated,
  );

const CONDITION = /^(?:before|when|if|unless|until|once|after|whenever|provided|which|who|whose|whom)$/;

/** Not what a clause only names as a condition or a time: `before the pump is chosen`. */
export function isAsserted(word: StatementWord, { statement: { words } }: ComparedPassage): boolean {
  const at = words.indexOf(word);
  const lead = words.slice(Math.max(0, at - 6), at).filter(({ clause }) => clause === word.clause);
  return !lead.some(({ lower }) => CONDITION.test(lower)) && word.doubt === '' && !isInRelative(word, words);
}

const REPORTED = /^(?:evidence|sign|proof|indication|claim|fact|view|belief|idea|conclusion|suggestion|finding)$/;

/** `the group that had not slept`: says which group, not what it did. */
function isInRelative({ clause }: StatementWord, words: readonly StatementWord[]): boolean {
  const first = words.findIndex((each) => each.clause === clause);
  const before = words[first - 1];
  return words[first]?.lower === 'that' && before?.kind === 'noun' && !REPORTED.test(before.base);
}

/** `A third had never been there`: denied of some only. */
const isOfSome = ({ clause, start }: StatementWord, { figures, statement: { words } }: ComparedPassage): boolean =>
  figures.some((figure) => {
    const at = words.find(({ end }) => end > figure.start);
    return (
      figure.end < start && at?.clause === clause && (figure.dimension === 'share' || figure.dimension === 'count')
    );
  });
