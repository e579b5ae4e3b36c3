// A text as judging claims needs it: its words with their meanings, clause by clause, and what is negated or in doubt.

import { readWords, type Word, type WordKind } from '../words/read-words.ts';
import { remembered } from '../words/remembered.ts';
import { bounded, canBeVerb, isKnownWord } from '../words/tagger.ts';
import { BANS, BEFORE_INFINITIVE, EXCLUSIONS, LIGHT, NEAR_NEGATORS, NEGATORS, QUANTIFIERS } from './cue-words.ts';
import { type Doubt, markDoubts } from './mark-doubts.ts';
import { irregularBase, participleBase } from './participles.ts';
import { phrasalVerb } from './phrasal-verbs.ts';
import { type DateMention, readDates } from './read-dates.ts';
import { type Quantity, readQuantities } from './read-quantities.ts';
import { splitClauses } from './split-clauses.ts';
import { keysOf } from './word-meaning.ts';

export interface StatementWord {
  readonly text: string;
  readonly lower: string;
  /** Small letters: `rise` of `rose`. */
  readonly base: string;
  readonly kind: WordKind;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** Counted through the whole text. */
  readonly clause: number;
  /** It says something of its own; '' for what belongs to an amount, a date, a negation or to grammar. */
  readonly weight: number;
  readonly isName: boolean;
  readonly isNegated: boolean;
  readonly doubt: Doubt;
  readonly keys: readonly string[];
}

export interface Statement {
  readonly text: string;
  readonly words: readonly StatementWord[];
  readonly quantities: readonly Quantity[];
  readonly dates: readonly DateMention[];
}

/** Longer passages are read up to here; longer claims are not judged. */
export const CHARACTERS_MAX = 2000;

export const readStatement = remembered((given: string): Statement => {
  // `ｎｏｔ`, `120²`: what looks like letters and figures is read as such.
  const text = bounded(given.slice(0, CHARACTERS_MAX))
    .normalize('NFKC')
    .replace(/\u2212/g, '-')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"');
  const placed = placedWords(text);
  const clauses = splitClauses(placed);
  const negated = markNegated(placed, clauses);
  const doubts = markDoubts(placed, clauses);
  const quantities = readQuantities(text);
  const dates = readDates(text);
  const taken = [...quantities, ...dates].sort((first, second) => first.start - second.start);
  let next = 0;
  const words = placed.map((word, at): StatementWord => {
    while (next < taken.length && (taken[next]?.end ?? 0) <= word.start) next++;
    const isTaken =
      (taken[next]?.start ?? Number.POSITIVE_INFINITY) < word.end && !isSharedOut(word, taken[next]?.text);
    const isName = isNameAt(placed, at);
    return {
      ...word,
      clause: clauses.of[at] ?? 0,
      weight:
        isTaken || isPartOfDate(word, dates) || isPer(placed, at) ? 0 : weightOf(word, isName, isNegator(placed, at)),
      isName,
      isNegated: negated[at] ?? false,
      doubt: doubts[at] ?? '',
      keys: keysOf(isName ? word.lower.replace(/'s?$/, '') : word.base),
    };
  });
  return { text, words, quantities, dates };
});

/** `farm` of `one farm in five`. */
const isSharedOut = ({ kind, lower }: PlacedWord, amount = ''): boolean =>
  kind === 'noun' && amount.includes(` ${lower} in `);

/** `late` of `late 2014`, as `mid` of `mid-2014`. */
const isPartOfDate = ({ lower, end }: PlacedWord, dates: readonly DateMention[]): boolean =>
  /^(?:late|early|mid)$/.test(lower) && dates.some(({ start }) => start === end + 1);

/** `second` of `54 megabits per second`. */
const isPer = (words: readonly PlacedWord[], at: number): boolean =>
  /^(?:second|minute|hour|day|week|month|year)$/.test(words[at]?.lower ?? '') && words[at - 1]?.lower === 'per';

export interface PlacedWord {
  readonly text: string;
  readonly lower: string;
  readonly base: string;
  readonly kind: WordKind;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
}

function placedWords(text: string): readonly PlacedWord[] {
  const plain = text.replace(/(^|[.!?]["')]?\s+|["(])([A-Z])(\p{Ll}+)(?=\s+[^A-Z\s])/gu, lowered);
  let from = 0;
  const placed = readWords(plain).flatMap((word: Word) => {
    const start = plain.indexOf(word.text, from);
    if (start < 0 || word.text.trim() === '') return [];
    from = start + word.text.length;
    const own = text.slice(start, from);
    const base = word.base.replace(/^n't$/, 'not');
    return [{ text: own, lower: own.toLowerCase(), base, kind: word.kind, start, end: from, sentence: word.sentence }];
  });
  const tagged = withVerbs(placed).map((word, at) => {
    const base = irregularBase(word.lower) ?? participleBase(placed, at);
    return base === null ? word : { ...word, kind: 'verb' as const, base };
  });
  return tagged.map((given, at) => {
    const isCompared =
      placed[at + 1]?.lower === 'than' ||
      /^(?:faster|quicker|slower|harder|closer|longer|shorter|deeper|wider)$/.test(given.lower);
    const word = isCompared ? asComparative(given) : asChange(given, placed[at + 1]);
    if (isBeaten(placed, at)) return { ...word, base: 'lose' };
    const phrasal = word.kind === 'verb' ? phrasalAt(placed, at) : null;
    return phrasal === null ? word : { ...word, base: phrasal };
  });
}

/** A sentence without a verb: the tagger took `lives` for a noun or `reported` for an adjective. */
function withVerbs(placed: readonly PlacedWord[]): readonly PlacedWord[] {
  const hasVerb = new Set(
    placed.filter(({ kind }) => kind === 'verb' || kind === 'auxiliary').map(({ sentence }) => sentence),
  );
  const mended = new Set<number>();
  return placed.map((word, at) => {
    const before = placed[at - 1];
    if (hasVerb.has(word.sentence) || mended.has(word.sentence) || before?.sentence !== word.sentence) return word;
    if (!/^(?:noun|name|adverb)$/.test(before.kind) || !/^(?:noun|adjective)$/.test(word.kind)) return word;
    const base = verbOf(word, placed[at + 1]);
    if (base === null) return word;
    mended.add(word.sentence);
    return { ...word, kind: 'verb', base };
  });
}

/** `lives`, `supplies`, `reported`; `export` before `their goods`. */
function verbOf({ lower, kind }: PlacedWord, next: PlacedWord | undefined): string | null {
  const isBeforeThing = /^(?:determiner|pronoun|number)$/.test(next?.kind ?? '');
  const cut = (from: number, add = ''): string => lower.slice(0, from) + add;
  const stems = [
    ...(kind === 'noun' && lower.endsWith('ies') ? [cut(-3, 'y')] : []),
    ...(kind === 'noun' && lower.endsWith('s') ? [cut(-1), cut(-2)] : []),
    ...(kind === 'adjective' && lower.endsWith('ed') ? [cut(-2), cut(-1)] : []),
    ...(kind === 'noun' && isBeforeThing ? [lower] : []),
  ];
  return stems.find((stem) => stem.length > 2 && isKnownWord(stem) && canBeVerb(stem)) ?? null;
}

/** `quieter than`: what the tagger takes for a noun. */
function asComparative(word: PlacedWord): PlacedWord {
  const stem = /^([a-z]{3,12})er$/.exec(word.lower)?.[1];
  if (stem === undefined || !/^(?:noun|adverb)$/.test(word.kind)) return word;
  const base = [stem, stem.replace(/([bdgmnpt])\1$/, '$1'), stem.replace(/i$/, 'y'), `${stem}e`].find(isKnownWord);
  // `less water than`: there is no `wat`.
  return base === undefined ? word : { ...word, kind: word.kind === 'noun' ? 'adjective' : word.kind, base };
}

/** `were up 12 %`: they rose. */
function asChange(word: PlacedWord, next: PlacedWord | undefined): PlacedWord {
  if (!/^(?:up|down)$/.test(word.lower) || (next?.kind !== 'number' && !/^(?:from|by)$/.test(next?.lower ?? '')))
    return word;
  return { ...word, kind: 'verb', base: word.lower === 'up' ? 'rise' : 'fall' };
}

const BEATEN = /^(?:beat|defeat|outvote)$/;

/** `was beaten`: it lost. */
const isBeaten = (words: readonly PlacedWord[], at: number): boolean =>
  BEATEN.test(words[at]?.base ?? '') && words[at]?.kind === 'verb' && isPassive(words, at);

/** `voted down`, and `voted the budget down`. */
function phrasalAt(words: readonly PlacedWord[], at: number): string | null {
  const base = words[at]?.base ?? '';
  for (let place = at + 1; place <= at + 4; place++) {
    const found = phrasalVerb(base, words[place]?.lower ?? '');
    // `took effect on 1 May`: what stands before a thing of its own is no part of the verb.
    const isOwn =
      place > at + 1 && /^(?:determiner|noun|name|number|pronoun|adjective)$/.test(words[place + 1]?.kind ?? '');
    if (found !== null && !isOwn) return found;
    if (!/^(?:noun|name|determiner|adjective|pronoun)$/.test(words[place]?.kind ?? '')) return null;
  }
  return null;
}

/** The first word of a sentence is no name because of its capital. */
function lowered(whole: string, before: string, first: string, rest: string): string {
  const lower = first.toLowerCase() + rest;
  const isKnown = [lower, lower.replace(/s$/, ''), lower.replace(/ies$/, 'y'), lower.replace(/es$/, '')].some(
    isKnownWord,
  );
  return isKnown ? before + lower : whole;
}

const isNameAt = (words: readonly PlacedWord[], at: number): boolean => {
  const word = words[at];
  if (word === undefined || !/^\p{Lu}/u.test(word.text)) return false;
  if (/^(?:determiner|preposition|conjunction|subordinator|pronoun|auxiliary)$/.test(word.kind)) return false;
  if (/^\p{Lu}[\p{Lu}\d]/u.test(word.text)) return true;
  const before = words[at - 1];
  const isFirst = before === undefined || before.sentence !== word.sentence || /^["(]$/.test(before.text);
  if (/^\p{Lu}/u.test(word.base)) return true;
  return word.kind === 'name' ? !isFirst || !isKnownWord(word.lower) : !isFirst && word.text.length > 1;
};

const FUNCTION = new Set<WordKind>([
  ...([
    'determiner',
    'auxiliary',
    'preposition',
    'conjunction',
    'subordinator',
    'particle',
    'mark',
    'pronoun',
  ] as const),
  ...(['number', 'other'] as const),
]);
const KIND_WEIGHTS: Partial<Record<WordKind, number>> = { noun: 1, name: 1.5, verb: 1, adjective: 0.8, adverb: 0.4 };

/** `failed the exam` says something, `failed to pass` only denies. */
function weightOf(word: PlacedWord, isName: boolean, negates: boolean): number {
  if (!/[\p{L}]/u.test(word.text) || /^(?:when|where|whether|how|why)$/.test(word.lower)) return 0;
  if (isName) return 1.5;
  if (BANS.has(word.base)) return 0.15;
  const isOwnVerb = word.kind === 'verb' && BEFORE_INFINITIVE.has(word.base) && !negates;
  if (FUNCTION.has(word.kind) || (NEGATORS.has(word.base) && !isOwnVerb) || QUANTIFIERS.has(word.base)) return 0;
  // `is a lie`
  if (word.base === 'lie' && word.kind === 'noun') return 1;
  if (LIGHT.has(word.base) || LIGHT.has(word.lower)) return 0.15;
  return KIND_WEIGHTS[word.kind] ?? 0.5;
}

const NEAR_WORDS = 4;

/** Which words stand under a negation. What a clause reports (`no evidence that ...`) is negated with it. */
function markNegated(words: readonly PlacedWord[], clauses: ReturnType<typeof splitClauses>): readonly boolean[] {
  const negated: boolean[] = words.map(() => false);
  const open = new Map<number, number>();
  const leftOpen = new Set<number>();
  for (const [at, word] of words.entries()) {
    const clause = clauses.of[at] ?? 0;
    const outer = clauses.reportedBy.get(clause);
    // `has not decided whether it will pay`: what is left open is not denied.
    if (word.lower === 'whether') leftOpen.add(clause);
    const isReported = outer !== undefined && !leftOpen.has(clause);
    const count = (open.get(clause) ?? 0) + (isReported ? (open.get(outer) ?? 0) : 0);
    // `not because of the rain`: the reason is denied.
    if (clauses.of[at - 1] !== clause && /^(?:because|due)$/.test(word.lower) && words[at - 1]?.lower === 'not') {
      open.set(clause, 1);
      if (outer === undefined) negated[at] = true;
      continue;
    }
    negated[at] = count % 2 === 1;
    if (!isNegator(words, at)) continue;
    if (NEAR_NEGATORS.has(word.base)) continue;
    open.set(clause, (open.get(clause) ?? 0) + 1);
    // `depends on nothing`, `harms nobody`: the verb before is denied, too.
    const isSaidBefore = BANS.has(word.base) || (EXCLUSIONS.has(word.base) && isPassive(words, at));
    if (/^(?:nothing|nobody|none|nowhere)$/.test(word.lower) || isSaidBefore) {
      for (let back = at - 1; back >= 0 && clauses.of[back] === clause; back--) negated[back] = !negated[back];
    }
  }
  for (const [at, word] of words.entries()) {
    // `nobody who changes it has to repair it`: what is said of them stands behind the relative clause.
    if (/^(?:nobody|none)$/.test(word.lower) && /^(?:who|that)$/.test(words[at + 1]?.lower ?? '')) {
      const end = words.findIndex(
        ({ text, sentence }, there) => there > at && (text === ';' || sentence !== word.sentence),
      );
      for (let there = at + 1; there < (end < 0 ? words.length : end); there++) negated[there] = true;
    }
    // `drops support for`
    const isEnded = /^(?:drop|end|withdraw|remove)$/.test(word.base) && words[at + 1]?.base === 'support';
    if (NEAR_NEGATORS.has(word.base) || isInstead(words, at) || isEnded)
      for (const near of nearWords(words, at)) negated[near] = !negated[near];
  }
  return negated;
}

const isPassive = (words: readonly PlacedWord[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some(({ base }) => base === 'be');

/** The second word of `rather than`, `instead of`, `other than`. */
const isInstead = (words: readonly PlacedWord[], at: number): boolean =>
  /^(?:rather than|other than|instead of)$/.test(`${words[at - 1]?.lower} ${words[at]?.lower}`);

/** `without a warrant`, `lack of water`: up to the first noun. */
function nearWords(words: readonly PlacedWord[], at: number): readonly number[] {
  const near: number[] = [];
  for (let place = at + 1; place <= Math.min(words.length - 1, at + NEAR_WORDS); place++) {
    const word = words[place];
    if (word === undefined || word.kind === 'mark' || word.kind === 'conjunction' || word.kind === 'subordinator')
      break;
    if (word.kind === 'preposition' && word.lower !== 'of') break;
    near.push(place);
    if (word.kind === 'noun' && words[place + 1]?.kind !== 'noun') break;
  }
  return near;
}

/** `has yet to decide`: it has not decided. `was little changed`: it hardly changed. */
function isQuietNegator(words: readonly PlacedWord[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word?.lower === 'yet') return next?.lower === 'to' && /^(?:have|be)$/.test(before?.base ?? '');
  return (
    word?.lower === 'little' && /^(?:changed|altered|affected|used)$/.test(next?.lower ?? '') && before?.lower !== 'a'
  );
}

function isNegator(words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1]?.lower ?? '';
  if (word !== undefined && isQuietNegator(words, at)) return true;
  if (word === undefined || !(NEGATORS.has(word.base) || NEGATORS.has(word.lower))) return false;
  // `since the ban`: a noun names a ban and denies nothing of its sentence.
  const isVerbMissed =
    word.lower.endsWith('s') &&
    /^(?:noun|verb|name)$/.test(words[at + 1]?.kind ?? '') &&
    words[at - 1]?.kind === 'noun';
  if (BANS.has(word.base) && word.kind === 'noun') return isVerbMissed;
  // `the decline to 40 percent` denies nothing.
  if (BEFORE_INFINITIVE.has(word.base))
    return next === 'to' && !/^(?:determiner|number|noun|name|adjective)$/.test(words[at + 2]?.kind ?? '');
  // `it is false that`, `the myth that`; a false alarm denies nothing.
  if (/^(?:false|untrue|myth|hoax)$/.test(word.lower)) return next === 'that';
  // `could not be prouder` says how proud.
  if (
    word.base === 'not' &&
    next === 'be' &&
    /^(?:more|better|happier|[a-z]{3,10}er)$/.test(words[at + 2]?.lower ?? '') &&
    /^could$/.test(words[at - 1]?.lower ?? '')
  )
    return false;
  // `was not finished until 2012`: it was finished then.
  const ahead = words.slice(at + 1, at + 9);
  const stop = ahead.findIndex(({ text }) => /^[.;:]$/.test(text));
  if (word.base === 'not' && (stop < 0 ? ahead : ahead.slice(0, stop)).some(({ lower }) => lower === 'until'))
    return false;
  if (word.lower === 'not') return next !== 'only' && next !== 'just' && next !== 'least';
  // `no larger than`: says how large, and denies nothing.
  if (word.lower === 'no' && /^[a-z]{2,10}er$/.test(next) && words[at + 2]?.lower === 'than') return false;
  if (word.lower === 'no') return !/^(?:more|less|fewer|later|sooner|doubt|matter|\.|\d.*)$/.test(next);
  if (word.lower === 'nor') return false;
  // `advise against`, `voted against`: what is advised is not to do it.
  if (word.lower === 'against')
    return /^(?:advise|vote|decide|warn|recommend|argue|speak|rule)$/.test(words[at - 1]?.base ?? '');
  return true;
}
