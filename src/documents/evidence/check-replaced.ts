// A claim that is a sentence of its source but for one value: another name, date or share stands in the same place.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { commonSequence } from './common-sequence.ts';
import { DATE_NAMES } from './cue-words.ts';
import { isKindOf } from './kinds-of-things.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';

/** So much of the claim stands word for word, in its order, in one sentence of the source. */
const COPIED_MIN = 0.6;
const COPIED_WORDS_MIN = 5;
/** Longer sentences are compared by other rules. */
const WORDS_MAX = 80;

interface Gap {
  /** What the claim has where the source has `theirs`. */
  readonly own: readonly StatementWord[];
  readonly theirs: readonly StatementWord[];
  /** Words that both have before it, the last of them nearest. */
  readonly before: readonly StatementWord[];
}

export function checkReplaced(claim: Statement, source: Statement): readonly Objection[] {
  const own = claim.words.filter(isWord);
  if (own.length < COPIED_WORDS_MIN || own.length > WORDS_MAX) return [];
  for (const words of sentencesOf(source)) {
    const gap = onlyGap(own, words);
    const isOther = gap !== null && (isOtherValue(gap) || isOtherPerson(gap, claim, source));
    const isThing = gap !== null && isOtherThing(gap) && !isKindInSource(gap, source);
    const kind = gap === null ? null : isOther ? 'conflict' : isThing ? 'missing' : null;
    if (gap === null || kind === null) continue;
    const [said, claimed] = [gap.theirs, gap.own].map((each) => each.map(({ text }) => text).join(' '));
    return [{ kind, reason: `The source says "${said}", the claim says "${claimed}".` }];
  }
  return [];
}

/** `the messaging app is used by 60 million people` says nothing of the browser, whatever else is said of it. */
const isOtherThing = ({ own, theirs }: Gap): boolean =>
  [own, theirs].every((words) => words.at(-1)?.kind === 'noun' && words.every(({ kind }) => NOMINAL.test(kind))) &&
  !own.some((word) => theirs.some((other) => matchWords(word, other) !== null));

/** `sedentary rats` where the source has `sedentary animals` and speaks of rats; `animals` where it has `rats`. */
function isKindInSource({ own, theirs }: Gap, { words }: Statement): boolean {
  const [mine, other] = [own.at(-1)?.base ?? '', theirs.at(-1)?.base ?? ''];
  return isKindOf(mine, other) || (isKindOf(other, mine) && words.some(({ base }) => base === mine));
}

const NOMINAL = /^(?:noun|adjective|name|preposition|determiner)$/;

const isWord = ({ text }: StatementWord): boolean => /[\p{L}\d]/u.test(text);

function sentencesOf({ words }: Statement): readonly (readonly StatementWord[])[] {
  const sentences = new Map<number, StatementWord[]>();
  for (const word of words) {
    if (!isWord(word)) continue;
    const known = sentences.get(word.sentence);
    if (known === undefined) sentences.set(word.sentence, [word]);
    else known.push(word);
  }
  return [...sentences.values()].filter(({ length }) => length <= WORDS_MAX);
}

const isSame = (one: StatementWord, other: StatementWord): boolean =>
  one.lower === other.lower || (one.base === other.base && one.kind === other.kind && !one.isName);

/** The one place where the claim has other words than the source; null where it has none, or several. */
function onlyGap(own: readonly StatementWord[], theirs: readonly StatementWord[]): Gap | null {
  const pairs = commonSequence(own, theirs, isSame).filter(([at, there], place, all) => {
    const isSmall = own[at]?.weight === 0 && own[at]?.kind !== 'number';
    const isNext = (other: readonly [number, number] | undefined, step: number): boolean =>
      other !== undefined && other[0] === at + step && other[1] === there + step;
    // A `the` somewhere else in the sentence is not the claim's.
    return !isSmall || isNext(all[place - 1], -1) || isNext(all[place + 1], 1);
  });
  if (pairs.length < COPIED_WORDS_MIN || pairs.length < own.length * COPIED_MIN) return null;
  const gaps: Gap[] = [];
  let [at, there] = [0, 0];
  for (const [next, match] of [...pairs, [own.length, theirs.length] as const]) {
    const missing = own.slice(at, next);
    // Behind the last common word the source goes on: only what stands just there is compared.
    const isEnd = next === own.length;
    const skipped = isEnd ? theirs.slice(there, there + missing.length + 2) : theirs.slice(there, match);
    if (missing.some(({ weight, kind }) => weight > 0 || kind === 'number' || kind === 'determiner'))
      gaps.push({ own: missing, theirs: skipped, before: own.slice(0, at) });
    [at, there] = [next + 1, match + 1];
  }
  const [gap] = gaps;
  return gaps.length === 1 && gap !== undefined && gap.theirs.length > 0 ? gap : null;
}

/** `coined by the physicist Emil Karsh in 1927`: of one event, which has its date, one person is told. */
function isOtherPerson({ own, theirs, before }: Gap, claim: Statement, source: Statement): boolean {
  const isNames = (words: readonly StatementWord[]): boolean => words.length > 0 && words.every(({ isName }) => isName);
  const names = theirs.filter(({ isName }) => isName);
  if (!isNames(own) || names.length === 0 || theirs[0]?.isName !== true) return false;
  if (own.some((name) => theirs.some((each) => sameName(name.lower, each.lower)))) return false;
  const isDated = claim.dates.some(({ from, to }) => source.dates.some((date) => date.from === from && date.to === to));
  const near = before.slice(-3).map(({ lower }) => lower);
  return isDated && near.includes('by');
}

const DEFINITE = /^(?:the|its|his|her|their|this|that)$/;

function isOtherValue({ own, theirs, before }: Gap): boolean {
  const isDate = [own, theirs].every((words) => words.some(({ lower }) => DATE_NAMES.test(lower)));
  const months = (words: readonly StatementWord[]): string =>
    words
      .filter(({ lower }) => DATE_NAMES.test(lower))
      .map(({ lower }) => lower)
      .join();
  if (isDate) return months(own) !== months(theirs);
  const names = own.filter(({ isName }) => isName);
  const others = theirs.filter(({ isName }) => isName);
  if (names.length === 0 || others.length === 0 || own.some(({ isName, weight }) => !isName && weight > 0))
    return false;
  if (names.some((name) => others.some((each) => sameName(name.lower, each.lower)))) return false;
  // `by a team in Chile` names nobody.
  if (theirs.find(({ kind }) => kind !== 'determiner')?.isName !== true) return false;
  const last = before.at(-1);
  // `Finance minister Alma Dietz`: an office has one holder.
  if (last?.kind === 'noun' && OFFICE.test(last.base)) return true;
  const hasVerb = before.some(({ kind }) => kind === 'verb' || kind === 'auxiliary');
  // `Flight 2071`, `Line 7`: one of them.
  const isDefinite =
    before[0]?.isName === true || DEFINITE.test(before[0]?.lower ?? '') || before[1]?.kind === 'number';
  return hasVerb && isDefinite && last?.kind === 'preposition';
}

const OFFICE = anyOf(`
  minister president chancellor mayor director secretary chairman chairwoman chair governor chief executive head
  coach captain king queen bishop ambassador senator commissioner editor founder owner spokesman spokeswoman
  author composer architect conductor
`);
