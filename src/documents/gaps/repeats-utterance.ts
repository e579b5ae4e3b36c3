// Whether requirements say no more than the sentence that was asked for: then nothing has been thought through yet.

import type { Brief } from '../prd/brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { contentWords, shareOf } from './content-words.ts';

/** Of a requirement's words in the sentence. */
const REPEATED_FROM = 0.8;

export function repeatsUtterance(brief: Brief, kept: readonly DecidedRequirement[]): boolean {
  const said = contentWords(utteranceOf(brief));
  if (said.size === 0 || kept.length === 0) return false;
  return kept.every(({ description }) => shareOf(contentWords(ownWords(description)), said) >= REPEATED_FROM);
}

/** As it was said, without the marks of a quote. */
export function utteranceOf({ sections }: Brief): string {
  return (sections['User Utterance'] ?? '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Without how it is tested and what was made up for it: both are made from the same sentence. */
function ownWords(description: string): string {
  return (description.split(/\r\n|\r|\n/)[0] ?? '')
    .replace(/\bwhat was asked for\b/i, '')
    .replace(/, with the result on the screen within \d+ seconds|(?:(?<!\s)\s+)?\(assumption\)/g, '');
}
