// What of a sentence's form can be seen: brackets and quotation marks with their partners, and a verb.

import { tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird, isVerb } from '../words/verbs.ts';

export function isBalanced(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  if (count(/[([]/g) !== count(/[)\]]/g) || count(/“/g) !== count(/”/g)) return false;
  return count(/"/g) % 2 === 0;
}

/** A finite verb, as far as the tagger knows one; a word that is mostly a noun counts after the first words. */
export function hasVerb(text: string): boolean {
  const words = tagWords(text);
  if (words.some(({ kind, lower }) => kind === 'auxiliary' || (kind === 'verb' && !lower.endsWith('ing')))) return true;
  return words.some(
    ({ lower }, at) =>
      at > 0 &&
      (baseOfThird(lower) !== null || (lower.endsWith('ed') && baseOfParticiple(lower) !== null) || isVerb(lower)),
  );
}
