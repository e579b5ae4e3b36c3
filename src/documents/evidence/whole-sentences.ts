// Sentences of texts in other languages than English, whose abbreviations nobody knows: `am 3. Mai`, `3,5 Mio. Euro`.

import type { Language } from './language.ts';
import { type Sentence, sentencesOf } from './sentences-of.ts';

export interface WholeSentence extends Sentence {
  /** What it was put together from: a short word may end a sentence after all. */
  readonly pieces: readonly string[];
}

const READ_MAX = 2000;
const ASKED_MAX = 500;
/** A word or a number that a full stop may shorten. */
const SHORT = /(?<![\p{L}\p{N}])(?:\p{L}{1,4}|\d{1,2})\.$/u;
const SHORT_MAX = 6;

/** The beginning tells it; a few words of English may be taken for another language. */
export function isForeignText(text: string, { tell, isEnglish }: Pick<Language, 'tell' | 'isEnglish'>): boolean {
  const head = text.slice(0, READ_MAX);
  return ![null, 'en'].includes(tell(head)) && !isEnglish(head);
}

/** A part without a citation that ends like an abbreviation belongs to the next, as far as both together have so many
 *  characters: cut in two, neither says what was written. */
export function wholeSentencesOf(
  text: string,
  language: Language,
  charactersMax = Number.POSITIVE_INFINITY,
): readonly WholeSentence[] {
  const whole: WholeSentence[] = [];
  let [asked, isForeign] = [0, false];
  // A text that asks more often has one language.
  const isForeignAt = (joint: string): boolean => {
    if (asked++ < ASKED_MAX) isForeign = isForeignText(joint, language);
    return isForeign;
  };
  for (const sentence of sentencesOf(text, language)) {
    const last = whole.at(-1);
    const isRest =
      last !== undefined &&
      last.text.length <= READ_MAX &&
      sentence.end - last.start <= charactersMax &&
      isCut(text, last, sentence) &&
      isForeignAt(`${last.text} ${sentence.text}`);
    const pieces = [...(isRest ? last.pieces : []), sentence.text];
    if (isRest) whole[whole.length - 1] = { ...last, end: sentence.end, text: pieces.join(' '), pieces };
    else whole.push({ ...sentence, pieces });
  }
  return whole;
}

function isCut(text: string, { start, end }: Sentence, next: Sentence): boolean {
  const gap = text.slice(end, next.start);
  if (gap.trim() !== '' || gap.split('\n', 3).length > 2) return false;
  return SHORT.test(text.slice(Math.max(start, end - SHORT_MAX), end)) && !text.slice(start, end).includes('[');
}
