// Whether a heading states something that a source has to say, as `Pumps killed 5,000 people` does and `Costs` not.

import { termsOf } from '../article/terms-of.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';

const LENGTH_MAX = 300;
const FIGURE = /\d{3}|\d\s?%|\d (?:percent|per cent|million|billion)/;
const YEAR = /\b(?:1[89]|20)\d\d\b/g;
const ASKS = /^(?:and )?(what|where|when|who|whose|which|how|why)\b/i;

/** `Heat pumps and what they cost` asks, and states nothing. */
const ASKED = /,? (?:and|or) (?:what|where|when|who|which|how|why|whether)\b[^,;:.]{0,200}$/i;

/** `topic`: terms that say nothing new. */
export function headingStates(heading: string, topic: ReadonlySet<string>): boolean {
  if (FIGURE.test(heading.replace(YEAR, ''))) return true;
  const ask = ASKS.exec(heading)?.[1]?.toLowerCase();
  const isQuestion = heading.trim().endsWith('?');
  if (ask === undefined && !isQuestion) return hasClause(tagWords(heading.slice(0, LENGTH_MAX).replace(ASKED, '')));
  if (ask !== undefined && ask !== 'how' && ask !== 'why') return false;
  // `How heat pumps work` states nothing that the topic does not.
  return [...termsOf(heading)].filter((term) => !topic.has(term)).length >= 2;
}

/** What stands before the verb; '' where there is none. */
export function beforeVerb(heading: string): string {
  const words = tagWords(heading.slice(0, LENGTH_MAX));
  const at = words[verbAt(words)]?.at ?? 0;
  return heading.slice(0, at).trim();
}

function hasClause(words: readonly TaggedWord[]): boolean {
  const verb = verbAt(words);
  return verb > 0 && words.slice(0, verb).some(({ kind }) => /^(?:noun|name|pronoun|number)$/.test(kind));
}

const verbAt = (words: readonly TaggedWord[]): number =>
  words.findIndex(({ kind, lower }, at) => {
    if (kind === 'auxiliary') return at > 0;
    return kind === 'verb' && at > 0 && !lower.endsWith('ing') && words[at - 1]?.lower !== 'to';
  });
