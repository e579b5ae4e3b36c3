// The language of a text, as far as it can be told.

import { likelyLanguages } from './load-language.ts';

/** Of the detector's own certainty: below it the answer is a guess. */
const CERTAIN_FROM = 0.3;

/** A code such as `de`; null: it cannot be told. A few words of English may be taken for another language. */
export function tellLanguage(text: string): string | null {
  const [best] = likelyLanguages(text);
  return best === undefined || best.accuracy < CERTAIN_FROM ? null : best.lang;
}
