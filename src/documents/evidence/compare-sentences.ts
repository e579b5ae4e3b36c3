// Whether a claim is a sentence of a source with another figure, unit, date, name or denial in it: all its other
// content words stand there, and what differs has another of its kind in its place.

import { sameDimension } from './figures-stand.ts';
import { figureAt, isContent, isSameAmountAs, isSamePart, stands } from './same-part.ts';
import type { ReadSentence, SentencePart } from './sentence-parts.ts';

export interface SentenceDifference {
  readonly kind: 'figure' | 'unit' | 'date' | 'name' | 'negation';
  /** A sentence for readers. */
  readonly reason: string;
}

/** `holds`: all words of the claim stand there, and nothing differs. null: it is about something else. */
export type Comparison = SentenceDifference | 'holds' | null;

const EXACT_KINDS = ['figure', 'unit', 'date', 'name'] as const;
const PARTS_MIN = 2;
/** Of the words of the source among which those of the claim stand. */
const COVERED_MIN = 0.5;

export function compareSentences(claim: ReadSentence, source: ReadSentence): Comparison {
  const inPlace = comparedInPlace(claim, source);
  if (inPlace !== null) return inPlace;
  const stretch = stretchOf(claim.parts, source.parts);
  if (stretch === null) return null;
  for (const kind of EXACT_KINDS) {
    const own = claim.parts.filter((part) => part.kind === kind);
    const missing = own.filter((part) => !stands(part, claim, source));
    if (missing.length === 0) continue;
    const near = stretch.filter((part) => part.kind === kind && !stands(part, source, claim));
    const [pair] = missing.flatMap((part) =>
      near.flatMap((other) => (isInPlaceOf(part, claim, other, source) ? [[part, other] as const] : [])),
    );
    return pair === undefined ? null : differing(kind, ...pair);
  }
  return denialsOf(claim, source.parts) === denialsOf({ parts: stretch }, claim.parts)
    ? 'holds'
    : denial(claim, source);
}

/** Figures of one measure, or one figure with two units; years are not compared with amounts. */
function isInPlaceOf(part: SentencePart, own: ReadSentence, other: SentencePart, source: ReadSentence): boolean {
  const [one, two] = [figureAt(part, own), figureAt(other, source)];
  if (one === undefined || two === undefined)
    return part.kind !== 'figure' || (one === two && isInDate(part, own) === isInDate(other, source));
  const haveSameNumber = one.numbers.some((values) =>
    two.numbers.some((each) => each.some((value) => values.includes(value))),
  );
  return haveSameNumber || sameDimension(one.quantity, two.quantity);
}

const isInDate = ({ start, end }: SentencePart, { dates }: ReadSentence): boolean =>
  dates.some((date) => date.start <= start && end <= date.end);

const DENIED_WORDS = 2;

/** Of words that the other sentence has: how many of them are denied. */
function denialsOf({ parts }: Pick<ReadSentence, 'parts'>, others: readonly SentencePart[]): number {
  const count = parts.filter(({ kind }, at) => {
    if (kind !== 'denial') return false;
    const behind = parts.slice(at + 1).filter((each) => isContent(each.kind));
    return behind.slice(0, DENIED_WORDS).some((denied) => others.some((other) => isSamePart(denied, other)));
  });
  return count.length % 2;
}

/** The same words in the same order: then part is compared with part. */
function comparedInPlace(claim: ReadSentence, source: ReadSentence): Comparison {
  const [own, others] = [claim.parts, source.parts];
  if (own.length < PARTS_MIN + 1 || own.length > others.length) return null;
  for (let from = 0; from + own.length <= others.length; from++) {
    const pairs = own.map((part, at) => [part, others[from + at] ?? part] as const);
    const apart = pairs.filter(
      ([part, other]) => !isSamePart(part, other) && !isSameAmountAs(part, claim, other, source),
    );
    if (apart.length === 0 && own.length === others.length) return 'holds';
    const [first, ...more] = apart;
    const isSwap = apart.every(([part]) => apart.some(([, other]) => isSamePart(part, other)));
    if (first === undefined || (more.length * 3 > own.length && !isSwap)) continue;
    const [part, other] = first;
    const before = own[own.indexOf(part) - 1];
    const isOnly = more.length === 0 || isSwap;
    const kind = more.length > 0 || before?.kind !== 'figure' ? kindOfDifference(part, other, isOnly) : 'unit';
    if (kind === null || more.some(([one, two]) => kindOfDifference(one, two, isOnly) === null)) continue;
    return differing(kind, part, other);
  }
  return null;
}

/** Of two parts in one place what they are; null: words, of which a judge must say whether they mean the same. */
function kindOfDifference(one: SentencePart, other: SentencePart, isOnly: boolean): SentenceDifference['kind'] | null {
  if (isOnly && one.mayBeName && other.mayBeName) return 'name';
  if (one.kind === other.kind)
    return one.kind === 'word' || one.kind === 'small' || one.kind === 'denial' ? null : one.kind;
  if ([one, other].every(({ kind }) => EXACT_KINDS.some((exact) => exact === kind)))
    return one.kind as (typeof EXACT_KINDS)[number];
  const hasName = [one, other].some(({ kind }) => kind === 'name');
  const isCapital = [one, other].every(({ text }) => /^\p{Lu}/u.test(text));
  return hasName && isCapital ? 'name' : null;
}

/** The part of the source's sentence in which the claim's words stand; null: not all of them do, or far apart. */
function stretchOf(own: readonly SentencePart[], others: readonly SentencePart[]): readonly SentencePart[] | null {
  const content = own.filter(({ kind }) => isContent(kind));
  const standing = content.filter((part) => others.some((other) => isSamePart(part, other)));
  if (standing.length < PARTS_MIN || content.some((part) => part.kind === 'word' && !standing.includes(part)))
    return null;
  const places = others.flatMap((other, at) => (standing.some((part) => isSamePart(part, other)) ? [at] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (coverOf(others, places) >= COVERED_MIN) return others;
  if (coverOf(others.slice(first, last + 1), places) < COVERED_MIN) return null;
  return others.slice(beginOf(others, first), endOf(others, last));
}

const coverOf = (others: readonly SentencePart[], places: readonly number[]): number =>
  places.length / Math.max(1, others.filter(({ kind }) => isContent(kind)).length);

/** With the small words, figures and denials around it. */
function beginOf(others: readonly SentencePart[], from: number): number {
  let at = from;
  while (at > 0 && others[at - 1]?.kind !== 'word') at--;
  return at;
}

function endOf(others: readonly SentencePart[], to: number): number {
  let at = to + 1;
  while (at < others.length && others[at]?.kind !== 'word') at++;
  return at;
}

/** Two denials are none. */
export const isDenied = (parts: readonly SentencePart[]): boolean =>
  parts.filter(({ kind }) => kind === 'denial').length % 2 === 1;

const differing = (kind: SentenceDifference['kind'], own: SentencePart, other: SentencePart): SentenceDifference => ({
  kind,
  reason: `The passage says "${other.text}", the claim says "${own.text}".`,
});

const denial = (claim: ReadSentence, source: ReadSentence): SentenceDifference => ({
  kind: 'negation',
  reason: [
    `The claim ${isDenied(claim.parts) ? 'denies what the passage says' : 'says what the passage denies'}:`,
    `"${source.text}"`,
  ].join(' '),
});
