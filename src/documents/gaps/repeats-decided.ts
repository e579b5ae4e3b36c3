// Whether a suggestion says again what was decided, or asks for what the brief leaves out.

import { findRepeats } from '../lint/find-duplicates.ts';
import { lintRequirements } from '../lint/lint-requirements.ts';
import type { Brief } from '../prd/brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { contentWords, shareOf } from './content-words.ts';
import type { SuggestedRequirement } from './gap.ts';

/** Of the words of one in the other: with fewer in common they cannot say the same, and need no closer look. */
const LOOKED_AT_FROM = 0.3;

/** Reads what was decided once, and answers for any number of suggestions. */
export function repeatsDecided(
  brief: Brief,
  decided: readonly DecidedRequirement[],
): (suggested: SuggestedRequirement) => boolean {
  const known = decided.map((item) => ({ item, words: contentWords(item.description || item.title) }));
  return (suggested) => {
    const words = contentWords(suggested.description);
    const alike = known.filter((one) => shareOf(one.words, words) >= LOOKED_AT_FROM).map(({ item }) => item);
    const named = [{ ...suggested, id: 'REQ-000' }];
    if (alike.length > 0 && findRepeats(named, alike).length > 0) return true;
    return (
      brief.outOfScope.length > 0 && lintRequirements(named, { brief }).some(({ rule }) => rule === 'contradicts-scope')
    );
  };
}
