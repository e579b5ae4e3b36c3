// What a sentence does in a text: it says what something is, where it comes from, how it is, how much, what is not
// known, or what will be. Texts are told in this order.

import { longPattern } from './long-pattern.ts';
import { subjectOf } from './subject-of.ts';
import { figuresOf, hasTerms, termsOf, yearsOf } from './terms-of.ts';

export type Role = 'definition' | 'background' | 'general' | 'figure' | 'open' | 'outlook';

export const ROLE_RANK: Readonly<Record<Role, number>> = {
  definition: 0,
  background: 1,
  general: 2,
  figure: 3,
  open: 4,
  outlook: 5,
};

const DEFINES =
  longPattern(String.raw`^,? ?(?:\([^)]{1,40}\) )?(?:(?:is|are|was|were) (?:an?|the|any|one of|devices?|machines?
    |[a-z]+ (?:that|which|in which|who))\b|(?:refers? to|means?|describes?|denotes?|consists? of)\b)`);
const OPEN = longPattern(
  String.raw`\b(?:unclear|unknown|uncertain|not (?:yet )?(?:been )?(?:known|understood|clear|settled
    |established|agreed)|more research|(?:further|longer|larger) (?:research|stud(?:y
    |ies)|trials?|work)|no (?:study|data|evidence|agreement|consensus)|little is known
    |remains? (?:open|disputed|to be)|nobody knows|(?:evidence|data) (?:is|are) (?:thin
    |scarce|limited|weak|lacking))\b`,
  'i',
);
const OUTLOOK = longPattern(
  String.raw`\b(?:is|are) (?:expected|forecast|projected|planned|likely|set|due) to\b|\bwill\b
    |\bby 20(?:2[7-9]|[3-9]\d)\b|\b(?:forecasts?|projections?|in (?:the )?future|plans? to
    |aims? to|next decade|coming (?:years|decades)|on track to)\b`,
  'i',
);
const BACKGROUND = longPattern(
  String.raw`\b(?:first|originally|invented|founded|discovered|patented|began|origins?|introduced
    |opened|century|centuries|historically|formerly|until|once|dates back|built)\b`,
  'i',
);
const PAST = /\b(?:was|were|had|[a-z]{3,}ed|began|built|led|fell|rose|became|took|grew|made|came|wrote|lost|won)\b/;
const UNIT = /\d\s?(?:%|percent|per cent|[kmg]?w(?:h)?\b|[a-z]{1,14}\b)|[$€£]\s?\d/i;

/** `topic`: the terms that the topic itself has, of those that are `known`. */
export function roleOf(text: string, known: ReadonlySet<string>, topic: ReadonlySet<string> = known): Role {
  if (isDefinition(text, known, topic)) return 'definition';
  if (OPEN.test(text)) return 'open';
  if (OUTLOOK.test(text)) return 'outlook';
  const years = yearsOf(text);
  if (PAST.test(text) && (BACKGROUND.test(text) || years.length > 0) && years.every((year) => year < 2010))
    return years.length > 0 || BACKGROUND.test(text) ? 'background' : 'general';
  return figuresOf(text).length > years.length && UNIT.test(text) ? 'figure' : 'general';
}

/** Its subject is what the article is about, and the verb says what that is. */
function isDefinition(text: string, known: ReadonlySet<string>, topic: ReadonlySet<string>): boolean {
  const subject = subjectOf(text);
  if (subject === null) return false;
  const terms = termsOf(subject.text);
  const named = [...terms].filter((term) => known.has(term)).length;
  // `The age of a building is`: it says what a part of the topic is.
  const isPart = / of /.test(subject.text);
  const isTopic =
    hasTerms(terms, topic) ||
    (!isPart && named > 0 && (named === terms.size || (named >= topic.size / 2 && terms.size < 3)));
  return isTopic && DEFINES.test(text.slice(subject.end).trimStart()) && figuresOf(text).length < 2;
}
