// Whether two passages give different figures for the same thing.

import { aboutFigure } from './about-text.ts';
import type { AlignedPassages, Likeness } from './align-passages.ts';
import { isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { directionMarks } from './direction-words.ts';
import { haveOtherArguments } from './figure-argument.ts';
import { countedIn, countedThings, figureRole, isMeasure, isSameSort, perOf, unitEnd } from './figure-role.ts';
import type { Quantity } from './read-quantities.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

/** From here on two figures are of the same thing. */
const LIKE_FROM = 0.55;
/** Where it is not said what is counted, or one is many times the other, more must be alike. */
const UNNAMED_LIKE_FROM = 0.72;
const TELLING_FROM = 1;
const UNNAMED_TELLING_FROM = 1.7;
/** Where both say by the same verb what was done to so many of the same. */
const DEED_TELLING_FROM = 0.6;
/** Of the same name how many of the same it has, or how long it lasted at the same place in the same year. */
const SUBJECT_LIKE_FROM = 0.42;
const SHARED_MIN = 2;
/** `480,000 people took the ferry` beside `passengers`. */
const PEOPLE_LIKE_FROM = 0.8;

export function figureConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  if (!canBeSameTime(one, other)) return null;
  let best: StatementConflict | null = null;
  for (const mine of one.figures) {
    if (!isMeasure(mine, one)) continue;
    for (const theirs of other.figures) {
      if (!isMeasure(theirs, other) || !areDifferent(mine, theirs, one, other)) continue;
      const [isMineThere, isTheirsHere] = [saysToo(mine, other), saysToo(theirs, one)];
      if (isMineThere === 'now' || isTheirsHere === 'now' || (isMineThere !== 'no' && isTheirsHere !== 'no')) continue;
      if (!isSameSort(mine, theirs, one, other) || haveOtherArguments(mine, theirs, aligned)) continue;
      const likeness = figureLikeness(mine, theirs, aligned);
      if (likeness === null || likeness.value <= (best?.likeness ?? 0)) continue;
      const about = aboutFigure(one.statement, mine, likeness.shared);
      best = { kind: 'figure', about, one: mine.text, other: theirs.text, likeness: likeness.value };
    }
  }
  return best;
}

function areDifferent(mine: Quantity, theirs: Quantity, one: ComparedPassage, other: ComparedPassage): boolean {
  if (mine.dimension !== theirs.dimension)
    return isUnitElsewhere(mine, theirs, one) || isUnitElsewhere(theirs, mine, other);
  if (!isSamePer(mine, theirs, one, other) || areOtherSpans(mine, theirs)) return false;
  const [here, there] = [figureRole(mine, one), figureRole(theirs, other)];
  if (here.kind !== there.kind) return false;
  if (here.direction * there.direction < 0) return true;
  if (isVague(mine) !== isVague(theirs) && isNear(mine, theirs)) return false;
  return compareQuantities(mine, theirs) === 'different' && compareQuantities(theirs, mine) === 'different';
}

const SPAN = /\b(minute|hour|day|week|month|year)/;

/** `32 hours` of a week and its `five days` measure two things. */
function areOtherSpans(mine: Quantity, theirs: Quantity): boolean {
  const [here, there] = [SPAN.exec(mine.text)?.[1], SPAN.exec(theirs.text)?.[1]];
  return mine.dimension === 'time' && [here, there].includes('hour') && [here, there].includes('day');
}

const isVague = ({ bound, text }: Quantity): boolean => bound === 'about' || !/\d/.test(text);
const VAGUE_PART = 0.12;

/** `nearly half` and `46 percent`. */
const isNear = (mine: Quantity, theirs: Quantity): boolean =>
  Math.abs(mine.low - theirs.low) <= VAGUE_PART * Math.max(mine.low, theirs.low);

const PER_ONE = /\b(?:per|each|every|an?|one) ([a-z]{1,40})/gi;

/** `colonies per square kilometre` are no colonies; `per kilometre` may stand before the figure. */
function isSamePer(mine: Quantity, theirs: Quantity, one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [perOf(mine, one), perOf(theirs, other)];
  if (here === there) return true;
  const says = ({ statement }: ComparedPassage, unit: string): boolean =>
    [...statement.text.matchAll(PER_ONE)].some(([, each]) => each?.toLowerCase().startsWith(unit) === true);
  return here === '' ? says(one, there) : there === '' ? says(other, here) : false;
}

/** `Days of sick leave fell from 7.9 to 5.6` and `from 7.9 to 6.8 days`: the unit stands before the one figure. */
function isUnitElsewhere(bare: Quantity, full: Quantity, { statement }: ComparedPassage): boolean {
  const isCounted = /^(?!per$|to$|from$|in$|on$|at$|a$).+/.test(bare.following[0] ?? '');
  if (bare.dimension !== 'count' || isCounted || /^(?:count|share|factor)$/.test(full.dimension)) return false;
  const unit = full.text.split(' ').at(-1)?.toLowerCase() ?? '';
  const [first] = statement.words.filter(({ kind }) => kind === 'noun');
  const isNamed = unit.length > 2 && first?.lower === unit;
  return isNamed && bare.role === full.role && numberIn(bare.text) !== numberIn(full.text);
}

const numberIn = (text: string): string => /\d[\d.,]{0,20}/.exec(text)?.[0] ?? text;

const BEFORE = /\b(?:after|from|earlier|before|ago|previous(?:ly)?|last year|compared with|up from|down from)\b/i;

/** Whether the other passage says this figure too: as what holds `now`, or as what was `before`. */
function saysToo(figure: Quantity, { figures, statement }: ComparedPassage): 'no' | 'before' | 'now' {
  const same = figures.find((each) => {
    if (each.dimension !== figure.dimension) return false;
    return ['same', 'near'].includes(compareQuantities(figure, each)) || compareQuantities(each, figure) === 'same';
  });
  if (same === undefined) return 'no';
  const near = statement.text.slice(Math.max(0, same.start - 40), same.end + 40);
  return same.role === 'from' || BEFORE.test(near) ? 'before' : 'now';
}

function figureLikeness(mine: Quantity, theirs: Quantity, aligned: AlignedPassages): Likeness | null {
  const { one, other } = aligned;
  const [own, their] = [countedIn(mine, one), countedIn(theirs, other)];
  const isNamed = own.length > 0 && their.length > 0;
  const isCount = mine.dimension === 'count' && theirs.dimension === 'count';
  if (isCount && own.length > 0 !== their.length > 0) return null;
  const isSameDeed =
    isNamed &&
    aligned.pairs.some(
      (pair) => pair.worth === 1 && pair.mine.kind === 'verb' && pair.theirs.kind === 'verb' && pair.mine.weight > 0.3,
    );
  if (
    isNamed &&
    !isSameCounted(own, their) &&
    !(isOfPeople(own, their) && (isSameDeed || likenessOf(aligned, {}).value >= PEOPLE_LIKE_FROM))
  )
    return null;
  const scope = { mine: clauseAt(mine, one), theirs: clauseAt(theirs, other) };
  const isOneEvent = areOfOneEvent(mine, theirs, aligned);
  if (areToldApart(aligned, { ...scope, isOneEvent, mineAt: mine.start, theirsAt: theirs.start })) return null;
  // `lengthened by` and `longer` say the same; both directions up or down, they are told by the figure's role.
  const isChange = figureRole(mine, one).kind === 'change';
  const moved = isChange ? [...directionMarks(one), ...directionMarks(other)].map(({ word }) => word) : [];
  const likeness = likenessOf(aligned, { ...scope, without: new Set(moved) });
  const isShare = mine.dimension === 'share' && figureRole(mine, one).kind === 'level';
  const isOtherDeed = isCount && !isSameDeed && isDeed(mine, one) && isDeed(theirs, other);
  const isUnsure = ((isCount || isShare) && !isNamed) || isFarApart(mine, theirs) || isOtherDeed;
  if (isChange && !isMovedAlike(mine, theirs, aligned)) return null;
  const said = [...(mine.dimension === 'share' ? countedThings(mine, one) : own), ...unitWords(mine, one)];
  const shared = likeness.shared.filter((word) => isThing(word) && !said.includes(word));
  if (shared.length < (isNamed ? 1 : SHARED_MIN) || !likeness.shared.some(({ isName }) => !isName)) return null;
  if (!isTelling(likeness, isUnsure ? UNNAMED_TELLING_FROM : isSameDeed ? DEED_TELLING_FROM : TELLING_FROM))
    return null;
  const isOfSubject = isNamed && !isUnsure && haveSameSubject(mine, theirs, one, other);
  const least = isUnsure ? UNNAMED_LIKE_FROM : isOneEvent || isOfSubject ? SUBJECT_LIKE_FROM : LIKE_FROM;
  return likeness.value < least ? null : likeness;
}

/** `metre` of `14 euros a metre` is nothing that was measured. */
const unitWords = (figure: Quantity, passage: ComparedPassage): readonly StatementWord[] =>
  passage.words.filter(({ start, end }) => start >= figure.start && end <= unitEnd(figure, passage));

/** How long it lasted, in the same year and at the same place. */
function areOfOneEvent(mine: Quantity, theirs: Quantity, { one, other, pairs }: AlignedPassages): boolean {
  const lasts = ({ start, dimension }: Quantity, { statement: { text } }: ComparedPassage): boolean =>
    dimension === 'time' &&
    /\bfor(?: (?:about|some|nearly|almost|over))? $/i.test(text.slice(Math.max(0, start - 14), start));
  if (!lasts(mine, one) || !lasts(theirs, other)) return false;
  const isSame = pairs.filter(({ worth, isOpposite }) => worth === 1 && !isOpposite);
  // `closed its baths` and `closed its schools`: the same was done to two things.
  if (isSame.some((pair) => pair.mine.kind === 'verb') || !isSame.some((pair) => pair.mine.isName)) return false;
  return one.dates.some(({ from, to }) => other.dates.some((each) => each.from === from && each.to === to));
}

/** `the Linnet carried 62` and `the Linnet had 88`: the name before the verb is the same. */
function haveSameSubject(mine: Quantity, theirs: Quantity, one: ComparedPassage, other: ComparedPassage): boolean {
  const nameOf = ({ start }: Quantity, { statement: { words } }: ComparedPassage): StatementWord | undefined => {
    const verb = words.findLastIndex(({ end, kind }) => end <= start && (kind === 'verb' || kind === 'auxiliary'));
    const [name, said] = [words[verb - 1], words[verb]];
    // `has 30 schools` and `had 12 schools` are of two times.
    const isPast = said !== undefined && !/^(?:has|have|is|are)$/.test(said.lower) && !/s$/.test(said.lower);
    return isPast && start - said.end <= 2 && name?.isName === true ? name : undefined;
  };
  const [here, there] = [nameOf(mine, one), nameOf(theirs, other)];
  return here !== undefined && there !== undefined && matchClosely(here, there)?.worth === 1;
}

const STATES = /^(?:be|have|there|count|live|number|exist|contain|hold|record|register|find|report|know|remain|stand)$/;

/** What was done to so many, not how many there are. */
function isDeed(figure: Quantity, passage: ComparedPassage): boolean {
  const clause = clauseAt(figure, passage);
  const all = passage.statement.words.filter(
    (word) => word.kind === 'verb' && (clause === undefined || word.clause === clause),
  );
  const before = all.filter(({ start }) => start < figure.start);
  // `Forty people left`: the verb stands behind those who did it.
  const isState = passage.statement.words.some(
    ({ kind, start, clause: each }) => kind === 'auxiliary' && start < figure.start && (clause ?? each) === each,
  );
  const verbs = before.length > 0 || isState ? before : all.slice(0, 1);
  return verbs.length > 0 && verbs.every(({ base }) => !STATES.test(base));
}

const isAnyone = ({ base }: StatementWord): boolean => base === 'people' || base === 'person';

/** `carried 4 million passengers` and `carried 6 million people`. */
const isOfPeople = (own: readonly StatementWord[], their: readonly StatementWord[]): boolean =>
  [own, their].some((words) => words.some(isAnyone)) &&
  own.some((word) => their.some((each) => matchClosely(word, each) !== null));

/** The last noun says what is counted: `night routes` are no nights. */
function isSameCounted(own: readonly StatementWord[], their: readonly StatementWord[]): boolean {
  const [head, other] = [own.findLast(isNoun), their.findLast(isNoun)];
  if (head === undefined || other === undefined) return false;
  const isIn = (word: StatementWord, words: readonly StatementWord[]): boolean =>
    words.some((each) => matchClosely(word, each)?.isOpposite === false);
  if (isAnyone(head) !== isAnyone(other)) return false;
  return isIn(head, [other]) || (isIn(head, their) && isIn(other, own));
}

const isThing = ({ kind, isName }: StatementWord): boolean =>
  isName || kind === 'noun' || kind === 'name' || kind === 'adjective' || kind === 'verb';

/** Undefined stands for the whole sentence: in `it left in May` another clause says what left. */
export function clauseAt({ start }: { readonly start: number }, { statement }: ComparedPassage): number | undefined {
  const clause = statement.words.find(({ end }) => end > start)?.clause;
  const first = statement.words.find((word) => word.clause === clause && word.kind !== 'mark');
  const isOpen =
    first?.lower === 'that'
      ? first.kind !== 'subordinator'
      : /^(?:it|they|he|she|this|these|which|who|when|there)$/.test(first?.lower ?? '');
  return isOpen ? undefined : clause;
}

/** What changed by so much is named by both: a noun before the figure. */
function isMovedAlike(mine: Quantity, theirs: Quantity, { one, other, pairs, isInOther }: AlignedPassages): boolean {
  const [here, there] = [clauseAt(mine, one), clauseAt(theirs, other)];
  const isBeside = (word: StatementWord, { start }: Quantity, clause: number | undefined): boolean =>
    isNoun(word) && word.start < start + 40 && (clause === undefined || word.clause === clause);
  // `improved their reading by`, `improved their speaking by`: what stands before the figure is what changed.
  const isOwn = ({ statement: { words } }: ComparedPassage, { start }: Quantity): boolean => {
    const last = words.findLast((word) => word.end <= start && word.weight >= 0.3);
    return last !== undefined && (isNoun(last) || last.lower.endsWith('ing')) && !isInOther(last);
  };
  if (isOwn(one, mine) && isOwn(other, theirs)) return false;
  return pairs.some(
    (pair) => pair.worth === 1 && isBeside(pair.mine, mine, here) && isBeside(pair.theirs, theirs, there),
  );
}

const isNoun = ({ kind, isName }: StatementWord): boolean => kind === 'noun' || isName;

/** Ten times as much is rarely said of the same. */
const isFarApart = (mine: Quantity, theirs: Quantity): boolean =>
  mine.dimension === theirs.dimension && Math.max(mine.low, theirs.low) > 10 * Math.min(mine.high, theirs.high);
