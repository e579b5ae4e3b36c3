// Comparisons of two things in a passage: which has more of what, as `more than` says it or as their figures show it.

import { byWord } from '../words/by-word.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { perPassage } from './per-passage.ts';
import type { StatementWord } from './read-statement.ts';

export interface RankedPair {
  readonly left: readonly StatementWord[];
  readonly right: readonly StatementWord[];
  /** 1: the left one has more, -1: less, 0: as much. */
  readonly sign: number;
  /** `cost`, `speed`, `amount` or the word that says it. */
  readonly scale: string;
  /** What is compared: nouns and verbs beside the two. */
  readonly measured: readonly StatementWord[];
  readonly text: string;
  readonly clause: number;
  /** By figures, not by a word. */
  readonly isShown?: boolean;
}

export const readRankings = perPassage(readReadRankings);

function readReadRankings(passage: ComparedPassage): readonly RankedPair[] {
  const { words } = passage.statement;
  const spoken = words.flatMap((word, at) => {
    if (word.lower === 'than') return thanAt(passage, at);
    if (word.base === 'fraction') return fractionAt(passage, at);
    if (word.lower === 'as') return asAt(passage, at);
    return word.kind === 'verb' && EXCEEDS.has(word.base) ? exceedsAt(passage, at) : [];
  });
  return [...spoken, ...shownByFigures(passage)];
}

const EXCEEDS = new Set('exceed outnumber outperform surpass outweigh outdo overtake beat'.split(' '));
const AMOUNT: ReadonlyMap<string, number> = new Map([
  ...'more higher larger bigger greater longer heavier taller'.split(' ').map((word) => [word, 1] as const),
  ...'less fewer lower smaller shorter lighter'.split(' ').map((word) => [word, -1] as const),
]);
const SCALES: ReadonlyMap<string, readonly [string, number]> = new Map(
  Object.entries({
    cost: ['expensive costly dear pricey', 'cheap inexpensive affordable economical'],
    speed: ['fast quick rapid swift quickly rapidly', 'slow slowly sluggish'],
    age: ['old', 'young new recent'],
    quality: ['good well effective', 'bad badly poor'],
    noise: ['loud noisy', 'quiet silent'],
    difficulty: ['hard difficult', 'easy simple'],
    time: ['late', 'early'],
    strength: ['strong powerful', 'weak'],
    safety: ['safe', 'dangerous risky'],
    amount: ['often frequent frequently common likely', 'rarely rare seldom'],
    heat: ['warm hot', 'cold cool'],
  }).flatMap(([scale, sides]) =>
    sides.flatMap((side, at) =>
      side.split(' ').map((word): [string, [string, number]] => [word, [scale, at === 0 ? 1 : -1]]),
    ),
  ),
);
const COSTS = /^(?:cost|price|pay|expense|fee|charge|spend|rent)$/;
const IRREGULAR: Readonly<Record<string, string>> = byWord({
  better: 'good',
  worse: 'bad',
  cheaper: 'cheap',
  further: 'far',
});
const REACH = 14;

interface Comparative {
  readonly at: number;
  readonly next: number;
  readonly sign: number;
  readonly scale: string;
}

function thanAt(passage: ComparedPassage, at: number): readonly RankedPair[] {
  const { words, quantities } = passage.statement;
  const than = words[at];
  if (than === undefined || quantities.some(({ start, end }) => than.start >= start && than.end <= end)) return [];
  if (
    /^(?:\d|expected|ever|usual|before|planned|in|a year|one|that|last)/.test(words[at + 1]?.lower ?? '') &&
    !isNoun(words[at + 2])
  )
    return [];
  const found = comparativeBefore(words, at);
  if (found === null) return [];
  const from = clauseStart(words, found.at);
  const before = telling(words.slice(from, found.at));
  const between = words.slice(found.next, at);
  const right = telling(words.slice(at + 1, rightEnd(words, at + 1)));
  const isAfter = !before.some(isThing);
  // `less time with the van than with the bike`: what stands behind the measure is the one of the two.
  const place = isAfter ? between.findIndex((word) => word.kind === 'preposition' || word.kind === 'verb') : -1;
  // `fewer limes than maples`: what stands between is the one of the two.
  const left = isAfter ? telling(place < 0 ? between : between.slice(place)) : before;
  const isVerb = ({ kind }: StatementWord): boolean => kind === 'verb';
  const measured = [
    ...telling(isAfter ? between.slice(0, Math.max(0, place)) : between),
    ...before.filter(isVerb),
    ...right.filter(isVerb),
  ];
  if (right.length === 0 || left.length === 0) return [];
  const isCost = found.scale === 'amount' && [...measured, ...left].some(({ base }) => COSTS.test(base));
  const isTime = found.scale === 'amount' && between.some(({ lower }) => /^(?:time|minutes|hours|days)$/.test(lower));
  const isDenied = words[found.at]?.isNegated === true;
  if (isDenied) return [];
  const text = passage.statement.text.slice(words[found.at]?.start ?? 0, words[rightEnd(words, at + 1) - 1]?.end ?? 0);
  const scale = isCost ? 'cost' : isTime ? 'speed' : found.scale;
  return [{ left, right, sign: isTime ? -found.sign : found.sign, scale, measured, text, clause: than.clause }];
}

function comparativeBefore(words: readonly StatementWord[], at: number): Comparative | null {
  for (let place = at - 1; place >= Math.max(0, at - REACH); place--) {
    const word = words[place];
    if (word === undefined || word.sentence !== words[at]?.sentence) return null;
    // `the later start`: names a thing and compares nothing.
    if (words[place - 1]?.lower === 'the') continue;
    const sign = AMOUNT.get(word.lower);
    if (sign !== undefined) {
      const next = words[place + 1];
      const scale =
        next?.kind === 'adjective' || next?.kind === 'adverb'
          ? (SCALES.get(next.lower) ?? SCALES.get(next.base))
          : undefined;
      if (scale !== undefined && next?.lower !== 'than')
        return { at: place, next: place + 2, sign: sign * scale[1], scale: scale[0] };
      return { at: place, next: place + 1, sign, scale: 'amount' };
    }
    const base = IRREGULAR[word.lower] ?? (/er$/.test(word.lower) ? stemOfComparative(word) : null);
    if (base === null) continue;
    const scale = SCALES.get(base);
    if (scale !== undefined) return { at: place, next: place + 1, sign: scale[1], scale: scale[0] };
    if (word.kind === 'adjective' || word.kind === 'adverb')
      return { at: place, next: place + 1, sign: 1, scale: base };
  }
  return null;
}

function stemOfComparative({ lower, base }: StatementWord): string {
  if (base !== lower) return base;
  return lower
    .slice(0, -2)
    .replace(/([bdgmnpt])\1$/, '$1')
    .replace(/i$/, 'y');
}

const isNoun = (word: StatementWord | undefined): boolean =>
  word !== undefined && (word.kind === 'noun' || word.isName);
const isThing = (word: StatementWord): boolean =>
  isNoun(word) || word.kind === 'adjective' || (word.kind === 'verb' && word.lower.endsWith('ing'));
const telling = (words: readonly StatementWord[]): readonly StatementWord[] =>
  words.filter(({ weight }) => weight >= 0.3);

function clauseStart(words: readonly StatementWord[], at: number): number {
  for (let place = at - 1; place >= 0; place--) {
    if (words[place]?.sentence !== words[at]?.sentence || /^[;:]$/.test(words[place]?.text ?? '')) return place + 1;
  }
  return 0;
}

function rightEnd(words: readonly StatementWord[], from: number): number {
  for (let place = from; place < words.length; place++) {
    if (
      words[place]?.sentence !== words[from]?.sentence ||
      /^(?:[;:.,]|because|since|while|although|and|but)$/.test(words[place]?.lower ?? '')
    )
      return place;
  }
  return words.length;
}

/** `costs twice as much as`, `half as long as`, `as fast as`. */
function asAt(passage: ComparedPassage, at: number): readonly RankedPair[] {
  const { words, text } = passage.statement;
  const second = words.findIndex(({ lower }, place) => place > at + 1 && place <= at + 4 && lower === 'as');
  const word = words[at + 1];
  if (second < 0 || word === undefined || words[at]?.isNegated === true) return [];
  const factor = passage.figures.find(
    ({ end, start }) => (words[at]?.start ?? 0) - end <= 1 && start < (words[at]?.start ?? 0),
  );
  const many = factor === undefined ? 0 : factor.low > 1 ? 1 : -1;
  const known = SCALES.get(word.lower);
  const left = telling(words.slice(clauseStart(words, at), at));
  const right = telling(words.slice(second + 1, rightEnd(words, second + 1)));
  if (
    left.length === 0 ||
    right.length === 0 ||
    /^(?:it|they|before|ever|possible|in)$/.test(words[second + 1]?.lower ?? '')
  )
    return [];
  const isCost = left.some(({ base }) => COSTS.test(base));
  const scale = isCost ? 'cost' : (known?.[0] ?? 'amount');
  const said = text.slice(factor?.start ?? words[at]?.start ?? 0, words[second]?.end ?? 0);
  const measured = [...telling(words.slice(at + 1, second)), ...left];
  return [{ left, right, sign: many * (known?.[1] ?? 1), scale, measured, text: said, clause: words[at]?.clause ?? 0 }];
}

/** `gets by with a fraction of the energy that distillation takes`. */
function fractionAt(passage: ComparedPassage, at: number): readonly RankedPair[] {
  const { words, text } = passage.statement;
  const that = words.findIndex(
    ({ lower, sentence }, place) =>
      place > at && place < at + 8 && lower === 'that' && sentence === words[at]?.sentence,
  );
  if (that < 0) return [];
  const left = telling(words.slice(clauseStart(words, at), at));
  const right = telling(words.slice(that + 1, Math.min(rightEnd(words, that + 1), that + 5)));
  const measured = telling(words.slice(at + 1, that));
  return left.length === 0 || right.length === 0
    ? []
    : [
        {
          left,
          right,
          sign: -1,
          scale: 'amount',
          measured,
          text: text.slice(words[at]?.start ?? 0, words[that]?.start ?? 0).trim(),
          clause: words[at]?.clause ?? 0,
        },
      ];
}

function exceedsAt(passage: ComparedPassage, at: number): readonly RankedPair[] {
  const { words } = passage.statement;
  const left = telling(words.slice(clauseStart(words, at), at));
  const right = telling(words.slice(at + 1, rightEnd(words, at + 1)));
  if (left.length === 0 || right.length === 0 || words[at]?.isNegated === true) return [];
  return [
    {
      left,
      right,
      sign: 1,
      scale: 'amount',
      measured: [],
      text: words[at]?.text ?? '',
      clause: words[at]?.clause ?? 0,
    },
  ];
}

/** `a train caused 22 grams, a coach 31 grams`: the first has less. */
function shownByFigures({ statement: { words, text }, figures }: ComparedPassage): readonly RankedPair[] {
  return figures.slice(0, 5).flatMap((figure, place) => {
    const next = figures[place + 1];
    if (
      next === undefined ||
      next.dimension !== figure.dimension ||
      figure.dimension === 'ordinal' ||
      figure.role !== '' ||
      next.role !== ''
    )
      return [];
    if (/[.;:!?]/.test(text.slice(figure.end, next.start).replace(/\d\.\d/g, ''))) return [];
    const between = telling(words.filter(({ start, end }) => start >= figure.end && end <= next.start));
    const before = telling(words.filter(({ end }) => end <= figure.start));
    const apart = figure.low - next.low;
    if (between.filter(isThing).length === 0 || before.length === 0 || Math.abs(apart) < 0.02 * Math.abs(figure.low))
      return [];
    const said = text.slice(figure.start, next.end);
    return [
      {
        left: before,
        right: between,
        sign: Math.sign(apart),
        scale: 'amount',
        measured: before,
        text: said,
        clause: words.find(({ end }) => end > figure.start)?.clause ?? 0,
        isShown: true,
      },
    ];
  });
}
