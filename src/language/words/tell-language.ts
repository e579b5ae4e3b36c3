// The language of a text, as far as it can be recognised.

import { likelyLanguages } from './load-language.ts';

/** Of the detector's own certainty: below it the answer is a guess. */
const CERTAIN_FROM = 0.3;
/** The beginning tells it as well as the whole. */
const CHARACTERS_MAX = 20_000;

/** Those that a short text may be in, the likeliest first: of a sentence the first is often wrong. */
export const guessLanguages = (text: string): readonly string[] =>
  likelyLanguages(text.slice(0, CHARACTERS_MAX))
    .slice(0, GUESSES_MAX)
    .map(({ lang }) => lang);

const GUESSES_MAX = 3;

/** A code such as `de`; null: it is not known. A few words of English may be taken for another language. */
export function tellLanguage(text: string): string | null {
  const [best] = likelyLanguages(text.slice(0, CHARACTERS_MAX));
  return best === undefined || best.accuracy < CERTAIN_FROM ? null : best.lang;
}
