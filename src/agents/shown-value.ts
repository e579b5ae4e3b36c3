// A value as a prompt shows it: fenced, so that nothing in it can pass for a heading or a rule of the prompt.

import type { Json } from '../json.ts';
import { countTokens } from './count-tokens.ts';

/** No character costs less than a sixteenth of a token (count-tokens.ts: a gap): a bound for the search, not a rate. */
const CHARACTERS_PER_TOKEN_MAX = 16;

/** JSON as the document writes it into prompts; a string is its own text. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function languageOf(value: Json): 'json' | 'text' {
  return typeof value === 'string' ? 'text' : 'json';
}

/** On one line, so that it cannot begin a heading; at most so many characters. */
export function oneLine(text: string, charactersMax: number): string {
  // Only as much is looked at as can be shown, were every other character a line's end.
  const line = text
    .slice(0, charactersMax * 2 + 2)
    .replace(/\s+/g, ' ')
    .trim();
  const isWhole = text.length <= charactersMax * 2 + 2 && line.length <= charactersMax;
  return isWhole ? line : `${sliceWhole(line, 0, charactersMax - 1)}…`;
}

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export interface CutText {
  readonly head: string;
  readonly tail: string;
  readonly leftOutTokens: number;
}

/** As much of the beginning and of the end as fits into `tokens`; null: the text fits as it is. */
export function cutInMiddle(text: string, tokens: number): CutText | null {
  if (countTokens(text) <= tokens) return null;
  let fits = 0;
  let over = Math.min(text.length, Math.max(0, tokens) * CHARACTERS_PER_TOKEN_MAX + 1) + 1;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    const { head, tail } = endsOf(text, middle);
    if (countTokens(head) + countTokens(tail) <= tokens) fits = middle;
    else over = middle;
  }
  const { head, tail } = endsOf(text, fits);
  return { head, tail, leftOutTokens: countTokens(text.slice(head.length, text.length - tail.length)) };
}

function endsOf(text: string, characters: number): { readonly head: string; readonly tail: string } {
  const tailLength = characters >> 1;
  return {
    head: sliceWhole(text, 0, characters - tailLength),
    tail: sliceWhole(text, text.length - tailLength, text.length),
  };
}

/** A slice that splits no surrogate pair: half a character is not text. */
function sliceWhole(text: string, from: number, to: number): string {
  const start = isSecondHalf(text, from) ? from + 1 : from;
  const end = isSecondHalf(text, to) ? to - 1 : to;
  return text.slice(start, Math.max(start, end));
}

function isSecondHalf(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
