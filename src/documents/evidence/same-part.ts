// When a part of one sentence is the same as one of another: as written, in another form or unit, or rounded.

import type { FigureReading } from './figure-readings.ts';
import { figureStands, isShortened } from './figures-stand.ts';
import type { DateMention } from './read-dates.ts';
import { sameName } from './same-name.ts';
import type { PartKind, ReadSentence, SentencePart } from './sentence-parts.ts';

/** As it is written, in another unit, rounded, or as a fraction. */
export function stands(part: SentencePart, own: ReadSentence, other: ReadSentence): boolean {
  if (other.parts.some((each) => isSamePart(part, each))) return true;
  const figure = figureAt(part, own);
  const isAmount = figure !== undefined && other.figures.some((each) => isSameAmount(figure, each));
  return isAmount || isSameDate(part, own, other);
}

/** `more than 40` is not `more than 60`, though some amounts are both. */
function isSameAmount(figure: FigureReading, other: FigureReading): boolean {
  const isBoth = figure.quantity.bound === other.quantity.bound;
  const exact = ({ quantity, ...rest }: FigureReading): FigureReading => ({
    ...rest,
    quantity: { ...quantity, bound: isBoth ? 'exact' : quantity.bound },
    scales: [1],
  });
  return figureStands(exact(figure), [exact(other)]);
}

export function isSameAmountAs(
  part: SentencePart,
  own: ReadSentence,
  other: SentencePart,
  source: ReadSentence,
): boolean {
  const figure = figureAt(part, own);
  const standing = figure === undefined ? undefined : figureAt(other, source);
  return figure !== undefined && standing !== undefined && isSameAmount(figure, standing);
}

/** `the 1990s` for 1994, `1895` of 1891 to 1899. */
function isSameDate({ start, end }: SentencePart, { dates }: ReadSentence, other: ReadSentence): boolean {
  const date = dates.find((each) => each.start <= start && end <= each.end);
  return date !== undefined && other.dates.some((each) => meet(date, each));
}

/** They have a day in common; without a year, of any. */
export function meet(one: DateMention, other: DateMention): boolean {
  const day = (date: number): number => (one.isYearless || other.isYearless ? date % 10_000 : date);
  return day(one.from) <= day(other.to) && day(other.from) <= day(one.to);
}

/** The first that holds the part; a source may be one sentence with thousands of figures. */
export function figureAt({ kind, start, end }: SentencePart, { figures }: ReadSentence): FigureReading | undefined {
  if (kind !== 'figure' && kind !== 'unit') return undefined;
  const places = known.get(figures) ?? placesOf(figures);
  known.set(figures, places);
  return places.get(Math.floor(start / PLACE))?.find(({ quantity }) => quantity.start <= start && end <= quantity.end);
}

/** Characters. */
const PLACE = 64;
const known = new WeakMap<readonly FigureReading[], ReadonlyMap<number, readonly FigureReading[]>>();

function placesOf(figures: readonly FigureReading[]): ReadonlyMap<number, readonly FigureReading[]> {
  const places = new Map<number, FigureReading[]>();
  for (const figure of figures) {
    const last = Math.floor(figure.quantity.end / PLACE);
    for (let at = Math.floor(figure.quantity.start / PLACE); at <= last; at++)
      places.set(at, [...(places.get(at) ?? []), figure]);
  }
  return places;
}

/** Words and names. */
export const isContent = (kind: PartKind): boolean => kind === 'word' || kind === 'name';

const isSameWord = (one: SentencePart, other: SentencePart): boolean =>
  one.keys.some((key) => other.keys.includes(key)) ||
  (one.kind === 'name' && other.kind === 'name' && sameName(one.keys[0] ?? '', other.keys[0] ?? ''));

export function isSamePart(one: SentencePart, other: SentencePart): boolean {
  if (one.kind !== other.kind) return isContent(one.kind) && isContent(other.kind) && isSameWord(one, other);
  return isSameWord(one, other) || one.values.some((value) => isValue(value, one, other));
}

/** A year is not rounded. */
const isValue = (value: number, { text, step }: SentencePart, other: SentencePart): boolean =>
  other.values.some(
    (each) =>
      Math.abs(value - each) <= Math.abs(value) * 1e-6 ||
      (!/^\d{4}$/.test(text) && isShortened([value, step], [each, other.step])),
  );
