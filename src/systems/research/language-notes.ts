// What is said of sources in other languages than the article's.

import type { SourceText } from '../../documents/evidence/source.ts';
import { tellLanguage } from '../../language/words/tell-language.ts';

/** Enough of a text to tell its language by; shorter texts are not judged. */
const CHARACTERS = 2000;
const CHARACTERS_MIN = 100;
const TITLES_MAX = 5;

/** [] where all are in the language of the article, or nobody can tell. */
export function languageNotes(article: string, sources: readonly SourceText[]): readonly string[] {
  const own = languageOf(article);
  if (own === null) return [];
  const others = sources.filter(({ text }) => {
    const language = languageOf(text);
    return language !== null && language !== own;
  });
  if (others.length === 0) return [];
  const titles = others.slice(0, TITLES_MAX).map(({ title }) => `"${title}"`);
  const more = others.length > TITLES_MAX ? ' and others' : '';
  const are = others.length === 1 ? 'is' : 'are';
  const named = `${titles.join(', ')}${more}`;
  return [`${others.length} of ${sources.length} sources ${are} in another language than the article: ${named}.`];
}

/** null: nobody can tell. */
export const languageOf = (text: string): string | null =>
  text.trim().length < CHARACTERS_MIN ? null : tellLanguage(text.slice(0, CHARACTERS));
