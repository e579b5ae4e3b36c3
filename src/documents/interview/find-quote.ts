// Whether somebody said something word for word: white space may differ, nothing else may.

import type { InterviewMessage } from './checklist.ts';

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** In one white space for all. */
export const plainSpace = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

export function isQuoteOf(quote: string, message: InterviewMessage): boolean {
  return [message.text, ...(message.attachments ?? []).map(({ text }) => text)].some((text) => holds(text, quote));
}

/** Whole words only: "can" is no quote from "cancel". */
function holds(text: string, quote: string): boolean {
  const whole = plainSpace(text);
  const part = plainSpace(quote);
  if (part === '') return false;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const end = at + part.length;
    if (!cutsWord(whole, at) && !cutsWord(whole, end)) return true;
  }
  return false;
}

/** Whether a word goes on over this place. */
function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD_CHARACTER.test(text[at - 1] ?? '') && WORD_CHARACTER.test(text[at] ?? '');
}
