// A figure, unit or month that a claim has in the place of another: its words stand in a cited text, one behind the
// other, but for one number, unit or month that does not. Read by words and digits alone, in any language.

import type { CitedText } from './cited-text.ts';
import { isShortened } from './figures-stand.ts';
import { measureOf, measuresIn } from './measure-names.ts';
import { readNumber, type TextToken, tokensOf } from './number-words.ts';
import type { HardObjection } from './object-to.ts';
import { readingsOf } from './written-numbers.ts';

interface Part {
  readonly text: string;
  readonly kind: 'word' | 'figure' | 'unit' | 'date';
  /** Of a figure: all that its digits can mean. */
  readonly values: readonly number[];
  readonly step: number;
  /** Of a unit or a month. */
  readonly meaning: string;
}

/** With fewer the words say too little. */
const WORDS_MIN = 3;

export function objectToReplaced(
  claim: string,
  { sentences, languages, language }: CitedText,
): readonly HardObjection[] {
  const measures = measuresIn(languages, language);
  const own = partsOf(claim, measures);
  if (own.filter(({ kind }) => kind === 'word').length < WORDS_MIN) return [];
  for (const text of sentences) {
    const found = replacedIn(own, partsOf(text, measures));
    if (found === null) continue;
    const [{ kind, text: said }, standing] = found;
    const reason = `The passage says "${standing.text}", the claim says "${said}" in its place.`;
    return [{ kind: kind === 'word' ? 'figure' : kind, verdict: 'contradicted', reason }];
  }
  return [];
}

function partsOf(text: string, measures: ReadonlyMap<string, string>): readonly Part[] {
  const tokens = tokensOf(text);
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const number = readNumber(tokens, at);
    if (number === null) {
      if (/\p{L}/u.test(token.text)) parts.push(wordOf(token, measures));
      continue;
    }
    const { value, step, scale = 1, next } = number;
    const digits = /^\d/.test(token.text) ? readingsOf(token.text).map((each) => each * scale) : [];
    const whole = text.slice(token.start, tokens[next - 1]?.end ?? token.end);
    parts.push({ text: whole, kind: 'figure', values: [...new Set([value, ...digits])], step, meaning: '' });
    at = Math.max(at, next - 1);
  }
  return parts;
}

function wordOf({ text, lower }: TextToken, measures: ReadonlyMap<string, string>): Part {
  const meaning = measureOf(lower, measures);
  if (meaning === undefined) return { text: lower, kind: 'word', values: [], step: 0, meaning: '' };
  return { text, kind: meaning.startsWith('month') ? 'date' : 'unit', values: [], step: 0, meaning };
}

function replacedIn(own: readonly Part[], other: readonly Part[]): readonly [Part, Part] | null {
  const unknown = own.filter((part) => part.kind !== 'word' && !other.some((each) => isSame(part, each)));
  const [part, ...more] = unknown;
  if (part === undefined || more.length > 0) return null;
  // What was left out in the middle may be what the number was worked out of.
  const from = other.findIndex((_, start) => own.every((each, at) => isPlace(each, other[start + at])));
  const standing = from < 0 ? undefined : other[from + own.indexOf(part)];
  if (standing === undefined) return null;
  // In words alone more is worked out than is copied.
  const isInWords = part.kind === 'figure' && ![part, standing].some(({ text }) => /\d/.test(text));
  return isInWords ? null : [part, standing];
}

const isPlace = (one: Part, other: Part | undefined): boolean =>
  one.kind === other?.kind && (one.kind !== 'word' || one.text === other.text);

const isSame = (one: Part, other: Part): boolean =>
  one.kind === other.kind &&
  (one.meaning === '' ? one.values.some((value) => isValue(value, one.step, other)) : one.meaning === other.meaning);

const isValue = (value: number, step: number, other: Part): boolean =>
  other.values.some((each) => Math.abs(value - each) <= value * 1e-6 || isShortened([value, step], [each, other.step]));
