// Whether one passage says that something rose and another that the same fell, or stayed as it was.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { type DirectionMark, directionMarks } from './direction-words.ts';
import { type NounChunk, nounChunks } from './noun-chunks.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

const LIKE_FROM = 0.58;
const TELLING_FROM = 1.2;

export function directionConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  const [here, there] = [directionMarks(one), directionMarks(other)];
  if (here.length === 0 || there.length === 0 || !canBeSameTime(one, other)) return null;
  let best: StatementConflict | null = null;
  for (const mine of here) {
    for (const theirs of there) {
      if (!areOpposed(mine, theirs) || !isOfSame(mine, theirs, one, other)) continue;
      if (saysLike(mine, theirs, here, there) || haveOppositeCauses(mine, theirs, aligned)) continue;
      const scope = { mine: mine.word.clause, theirs: theirs.word.clause, without: new Set([mine.word, theirs.word]) };
      const likeness = likenessOf(aligned, scope);
      if (likeness.value < LIKE_FROM || !isTelling(likeness, TELLING_FROM) || areToldApart(aligned, scope)) continue;
      if (likeness.value <= (best?.likeness ?? 0)) continue;
      best = {
        kind: 'denial',
        about: aboutMove(aligned, mine, theirs, likeness.shared),
        one: told(mine),
        other: told(theirs),
        likeness: likeness.value,
      };
    }
  }
  return best;
}

/** By the one that says that something moved: `whether it rose`, not `whether it did not`. */
function aboutMove(
  { one, other, foundOf }: AlignedPassages,
  mine: DirectionMark,
  theirs: DirectionMark,
  shared: readonly StatementWord[],
): string {
  if (!mine.isNegated && mine.sign !== 0) return aboutDenial(one.statement, mine.word.clause, shared);
  const found = other.words.filter((word) => foundOf(word) > 0);
  return aboutDenial(other.statement, theirs.word.clause, found);
}

const told = ({ word, isNegated }: DirectionMark): string => `${isNegated ? 'not ' : ''}"${word.text}"`;

function areOpposed(mine: DirectionMark, theirs: DirectionMark): boolean {
  if (mine.family !== theirs.family && mine.family !== 'any' && theirs.family !== 'any') return false;
  if (mine.sign === 0 || theirs.sign === 0) {
    const [still, moving] = mine.sign === 0 ? [mine, theirs] : [theirs, mine];
    return moving.sign !== 0 && !moving.isNegated && still.sign === 0;
  }
  if (mine.sign === theirs.sign) return mine.isNegated !== theirs.isNegated;
  return !mine.isNegated && !theirs.isNegated;
}

/** Another mark of the same clause says of the same what the other passage says. */
const saysLike = (
  mine: DirectionMark,
  theirs: DirectionMark,
  here: readonly DirectionMark[],
  there: readonly DirectionMark[],
): boolean => {
  const isLike = (one: DirectionMark, other: DirectionMark): boolean =>
    one.sign === other.sign && one.isNegated === other.isNegated && one.family === other.family;
  return (
    here.some((each) => each !== mine && each.word.clause === mine.word.clause && isLike(each, theirs)) ||
    there.some((each) => each !== theirs && each.word.clause === theirs.word.clause && isLike(each, mine))
  );
};

/** `sleep longer when school begins later` and `early lessons cut sleep short`: both can be true. */
const haveOppositeCauses = (
  mine: DirectionMark,
  theirs: DirectionMark,
  { one, other, pairs }: AlignedPassages,
): boolean => {
  const marks = new Set([...directionMarks(one), ...directionMarks(other)].map(({ word }) => word));
  return pairs.some(
    (pair) =>
      pair.isOpposite &&
      !marks.has(pair.mine) &&
      !marks.has(pair.theirs) &&
      (pair.mine.clause === mine.word.clause || pair.theirs.clause === theirs.word.clause),
  );
};

/** What goes up or down must be the same. */
function isOfSame(mine: DirectionMark, theirs: DirectionMark, one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [movedBy(mine, one), movedBy(theirs, other)];
  const same = here.flatMap((word) =>
    there.filter((each) => matchClosely(word, each)?.isOpposite === false).map((each) => [word, each] as const),
  );
  return same.length > 0 && same.every(([word, each]) => perAfter(word, one) === perAfter(each, other));
}

/** `output per hour` is another thing than output. */
const perAfter = ({ end }: StatementWord, { statement: { text } }: ComparedPassage): string =>
  /^ (?:per|an?|each|every) (hour|head|person|worker|unit)\b/.exec(text.slice(end, end + 20))?.[1] ?? '';

const BEFORE_NOUN = /^(?:determiner|adjective|number|pronoun)$/;
const LIGHT_HEAD = /^(?:number|amount|share|level|rate|area|figure|count|size|one)$/;

const heads = (chunks: readonly NounChunk[]): readonly StatementWord[] =>
  chunks
    .flatMap(({ head, modifiers }) => (LIGHT_HEAD.test(head.base) ? [head, ...modifiers] : [head]))
    .filter(({ weight }) => weight >= 0.3);

/** The noun behind a comparative, the subject and the object of a verb. */
function movedBy({ word }: DirectionMark, { statement }: ComparedPassage): readonly StatementWord[] {
  // `the number of pupils who come late has risen`: the subject stands in the clause before.
  const first = statement.words.find(({ clause }) => clause === word.clause);
  const verb = statement.words.find(({ clause, kind }) => clause === word.clause && kind === 'verb');
  const isRelative = /^(?:who|which|that)$/.test(first?.lower ?? '') && verb !== word;
  const words = isRelative ? statement.words : statement.words.filter(({ clause }) => clause === word.clause);
  const at = words.indexOf(word);
  const chunks = nounChunks(words);
  const within = chunks.find(({ start, end }) => start <= at && at <= end);
  const after = chunks.find(({ start, head }) => start > at && head.base !== 'thank');
  const before = chunks.filter(({ end }) => end < at);
  const direct = within?.head === word ? after : (within ?? after);
  // `no influence on marks`.
  if (word.kind === 'noun' && after !== undefined && /^(?:on|to|in)$/.test(after.preposition)) return heads([after]);
  const subjects = before.filter(
    ({ preposition }, place) =>
      preposition === '' || preposition === 'of' || preposition === 'by' || place === before.length - 1,
  );
  const isNear =
    direct !== undefined &&
    direct.start - at <= 3 &&
    (direct === within ||
      (direct.preposition === '' && words.slice(at + 1, direct.start).every(({ kind }) => BEFORE_NOUN.test(kind))));
  const isPassive = /^(?:be|become|get)$/.test(words[at - 1]?.base ?? '');
  if (word.kind === 'verb' && isNear && !isPassive && direct !== undefined) return heads([direct]);
  const chosen =
    word.kind === 'verb' || word.base === 'same' || !isNear
      ? [...subjects, ...(isNear ? [direct] : [])]
      : [direct, ...(/^(?:be|become)$/.test(words[at - 1]?.base ?? '') ? subjects : [])];
  return heads(chosen);
}
