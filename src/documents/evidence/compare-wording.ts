// Whether a claim is a whole sentence of a source but for a word or two, in any language: all others stand there in
// their order, and what differs can be shown.

import { isSamePart, stands } from './same-part.ts';
import type { ReadSentence, SentencePart } from './sentence-parts.ts';

/** `reason` is a sentence for readers; `same`: no word differs; null: more than two do. */
export type WordingComparison = { readonly reason: string } | 'same' | null;

const EDITS_MAX = 2;
/** Of words that both have. */
const SAME_MIN = 3;

interface Edit {
  /** null: it is left out of the claim. */
  readonly own: SentencePart | null;
  /** null: the source does not have it. */
  readonly other: SentencePart | null;
  /** Words that are the same between it and the one before. */
  readonly between: number;
}

/** `around` is the source's sentence with what stands beside it. */
export function compareWording(claim: ReadSentence, source: ReadSentence, around: ReadSentence): WordingComparison {
  if (!claim.parts.every((part) => isWritten(part, source))) return null;
  const edits = editsOf(claim.parts, source.parts, EDITS_MAX);
  if (edits === null || claim.parts.length < SAME_MIN + edits.length) return null;
  if (edits.length === 0) return 'same';
  const [, second] = edits;
  const isOnePlace = second === undefined || second.between === 0;
  const isReplaced = edits.some(({ own, other }) => own !== null && other !== null);
  if (isReplaced && (!isOnePlace || edits.some((edit) => isNamed(edit, claim, around)))) return null;
  if (isLeadIn(edits, claim) || isLeadIn(edits, source)) return null;
  const places = isOnePlace ? [edits] : edits.map((edit) => [edit]);
  return { reason: places.map((place) => differenceIn(place, claim, source)).join(' ') };
}

/** Around an amount that is rounded or in another unit other words stand: `about 40` for 39.7. */
const isWritten = ({ kind, keys }: SentencePart, { parts }: ReadSentence): boolean =>
  kind !== 'figure' || parts.some((part) => part.kind === kind && part.keys[0] === keys[0]);

/** The fewest; null: more than `most`. */
function editsOf(own: readonly SentencePart[], others: readonly SentencePart[], most: number): readonly Edit[] | null {
  if (Math.abs(own.length - others.length) > most) return null;
  const differs = own.findIndex((part, at) => others[at] === undefined || !isSamePart(part, others[at]));
  const between = differs < 0 ? own.length : differs;
  const [one = null, other = null] = [own[between], others[between]];
  if (one === null && other === null) return [];
  if (most === 0) return null;
  const tried: (readonly [SentencePart | null, SentencePart | null])[] = [];
  if (one !== null && other !== null) tried.push([one, other]);
  if (one !== null) tried.push([one, null]);
  if (other !== null) tried.push([null, other]);
  const found = tried.flatMap(([part, there]) => {
    const [ownFrom, otherFrom] = [between + (part === null ? 0 : 1), between + (there === null ? 0 : 1)];
    const rest = editsOf(own.slice(ownFrom), others.slice(otherFrom), most - 1);
    return rest === null ? [] : [[{ own: part, other: there, between }, ...rest]];
  });
  return found.toSorted((few, many) => few.length - many.length)[0] ?? null;
}

/** `she` for a name, or a name that stands beside the sentence: who is meant is for a reader. */
const isNamed = ({ own, other }: Edit, claim: ReadSentence, around: ReadSentence): boolean =>
  own !== null &&
  ((other === null ? own.mayBeName : own.mayBeName !== other.mayBeName) ||
    (own.mayBeName && stands(own, claim, around)));

/** `However, ...`: all that stands before the first mark or behind the last one. */
function isLeadIn(edits: readonly Edit[], { parts, text }: ReadSentence): boolean {
  const places = edits.map(({ own, other }) => parts.findIndex((part) => part === own || part === other));
  const isMark = (at: number): boolean => /[,;:–—、，；：]/.test(text.slice(parts[at]?.end, parts[at + 1]?.start));
  const isRow = (from: number): boolean => places.every((place, at) => place === from + at);
  const last = parts.length - places.length;
  return (isRow(0) && isMark(places.length - 1)) || (isRow(last) && isMark(last - 1));
}

function differenceIn(edits: readonly Edit[], claim: ReadSentence, source: ReadSentence): string {
  const own = quoted(
    edits.flatMap((edit) => edit.own ?? []),
    claim,
  );
  const other = quoted(
    edits.flatMap((edit) => edit.other ?? []),
    source,
  );
  if (own === null) return `The source has ${other ?? ''} where the claim has nothing.`;
  if (other === null) return `The claim has ${own} where the source has nothing.`;
  return `The source has ${other} where the claim has ${own}.`;
}

const quoted = (parts: readonly SentencePart[], { text }: ReadSentence): string | null =>
  parts.length === 0 ? null : `"${text.slice(parts[0]?.start, parts.at(-1)?.end)}"`;
