// "A member who returns a tool late gets a reminder": who it is, what is said of them, and what the sentence says.

import { presentVerb } from './verbs.ts';

export interface RelativeClause {
  readonly subject: string;
  /** "who returns a tool late". */
  readonly relative: string;
  /** "gets a reminder". */
  readonly main: string;
}

const OPENS_OBJECT = /^(?:the|an?|all|any|each|every|their|his|her|its|no|one|\d.*)$/i;
/** What stands before a noun or a plain form: no verb of the sentence follows it. */
const LEADS_ON = /^(?:the|an?|their|his|her|its|our|of|for|to|in|on|at|by|with|from|and|or|not|can|must|should|may)$/i;
const SUBJECT_WORDS_MAX = 5;

/** null: there is no "who", or nothing is said of whom it describes. */
export function relativeClause(text: string): RelativeClause | null {
  const words = text.split(' ');
  const at = words.findIndex((word) => word.toLowerCase() === 'who');
  if (at < 1 || at > SUBJECT_WORDS_MAX) return null;
  const main = words.findIndex(
    (word, index) =>
      index > at + 1 &&
      presentVerb(word) !== null &&
      !LEADS_ON.test(words[index - 1] ?? '') &&
      OPENS_OBJECT.test(words[index + 1] ?? ''),
  );
  if (main < 0) return null;
  const part = (from: number, to?: number): string => words.slice(from, to).join(' ');
  return { subject: part(0, at), relative: part(at, main), main: part(main) };
}
