// Whether somebody said something word for word: white space may differ, nothing else may.

import { withoutControls } from '../markdown/without-controls.ts';
import type { InterviewMessage } from './checklist.ts';

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** In one white space for all. */
export const plainSpace = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

export function isQuoteOf(quote: string, message: InterviewMessage): boolean {
  const part = plainSpace(withoutControls(quote));
  return part !== '' && plainTexts(message).some((text) => holds(text, part));
}

/** A turn may quote one long message many times. */
const plain = new WeakMap<InterviewMessage, readonly string[]>();

function plainTexts(message: InterviewMessage): readonly string[] {
  const before = plain.get(message);
  if (before !== undefined) return before;
  const texts = [message.text, ...(message.attachments ?? []).map(({ text }) => text)];
  const found = texts.map((text) => plainSpace(withoutControls(text)));
  plain.set(message, found);
  return found;
}

/** Whole words only: "can" is no quote from "cancel". */
function holds(whole: string, part: string): boolean {
  const isWhole = (at: number): boolean => !cutsWord(whole, at) && !cutsWord(whole, at + part.length);
  if (part.length > SEARCHED_MAX) return holdsLong(whole, part, isWhole);
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) if (isWhole(at)) return true;
  return false;
}

/** The time of `indexOf` for every place grows with both texts where one sign is repeated in them. */
const SEARCHED_MAX = 200;

/** Knuth, Morris and Pratt: no sign of the text is looked at twice. */
function holdsLong(whole: string, part: string, isWhole: (at: number) => boolean): boolean {
  const back = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at++) {
    while (same > 0 && part[at] !== part[same]) same = back[same - 1] ?? 0;
    if (part[at] === part[same]) same++;
    back[at] = same;
  }
  for (let at = 0, same = 0; at < whole.length; at++) {
    while (same > 0 && whole[at] !== part[same]) same = back[same - 1] ?? 0;
    if (whole[at] === part[same]) same++;
    if (same < part.length) continue;
    if (isWhole(at - part.length + 1)) return true;
    same = back[same - 1] ?? 0;
  }
  return false;
}

/** Whether a word goes on over this place. */
function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD_CHARACTER.test(text[at - 1] ?? '') && WORD_CHARACTER.test(text[at] ?? '');
}
