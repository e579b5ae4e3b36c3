// Sentences of texts in other languages than English, whose abbreviations nobody knows: `am 3. Mai`, `3,5 Mio. Euro`.

import { type Sentence, sentencesOf } from '../../documents/evidence/sentences-of.ts';
import { tellLanguage } from '../words/tell-language.ts';
import { isEnglishText } from './cited-text.ts';

const READ_MAX = 2000;
/** A word or a number that a full stop may shorten. */
const SHORT = /(?<![\p{L}\p{N}])(?:\p{L}{1,4}|\d{1,2})\.$/u;
const SHORT_MAX = 6;

/** The beginning tells it; a few words of English may be taken for another language. */
export function isForeignText(text: string): boolean {
  const head = text.slice(0, READ_MAX);
  const language = tellLanguage(head);
  return language !== null && language !== 'en' && !isEnglishText(head);
}

/** A part without a citation that ends like an abbreviation belongs to the next, as far as both together have so many
 *  characters: cut in two, neither says what was written. */
export function wholeSentencesOf(text: string, charactersMax = Number.POSITIVE_INFINITY): readonly Sentence[] {
  const sentences = sentencesOf(text);
  if (!isForeignText(text)) return sentences;
  const whole: Sentence[] = [];
  for (const sentence of sentences) {
    const last = whole.at(-1);
    const isRest = last !== undefined && isCut(text, last, sentence) && sentence.end - last.start <= charactersMax;
    if (isRest) whole[whole.length - 1] = { ...last, end: sentence.end, text: `${last.text} ${sentence.text}` };
    else whole.push(sentence);
  }
  return whole;
}

function isCut(text: string, { start, end }: Sentence, next: Sentence): boolean {
  const gap = text.slice(end, next.start);
  if (gap.trim() !== '' || gap.split('\n', 3).length > 2) return false;
  return SHORT.test(text.slice(Math.max(start, end - SHORT_MAX), end)) && !text.slice(start, end).includes('[');
}
