// A side of a disagreement as a sentence that can stand behind the name of its source: whole, or the part that differs.

import { judgeClaim } from '../evidence/judge-claim.ts';
import { isElliptic } from './elliptic.ts';
import { hasVerb, isBalanced, isOrder } from './is-usable.ts';
import { longPattern } from './long-pattern.ts';
import { isLost } from './lost-reference.ts';
import { wordCount } from './terms-of.ts';
import { withoutConnectives, withoutReferences } from './trim-sentence.ts';

const WORDS = { min: 3, max: 48 };

/** Null where nothing of the sentence can stand alone. `says`: what must stay in it, as the contradiction has it. */
export function sideText(quote: string, says: string, known: ReadonlySet<string>): string | null {
  const core = coreOf(says);
  const sentence = withoutReferences(quote);
  if (core === '' || !has(sentence, core)) return null;
  return formsOf(sentence, core).find((form) => canStand(form, known) && isSaid(form, quote)) ?? null;
}

/** Of `not "required"` the word itself. */
const coreOf = (says: string): string =>
  (/"([^"]{1,200})"/.exec(says)?.[1] ?? says).replace(/\.{3}$/, '').toLowerCase();

const has = (text: string, core: string): boolean => text.toLowerCase().includes(core);

const isSaid = (text: string, quote: string): boolean => judgeClaim(text, [quote]).verdict === 'supported';

const PERSON = /\b(?:I|[Ww]e|[Oo]ur|[Oo]urs|us|[Mm]y|me|mine|[Yy]ou|[Yy]ours?)\b|["“”?!]/;

function canStand(text: string, known: ReadonlySet<string>): boolean {
  const words = wordCount(text);
  if (words < WORDS.min || words > WORDS.max || PERSON.test(text) || !isBalanced(text)) return false;
  // What is the same, and as before, is what the sources disagree on.
  const own = text
    .replace(/\bthe same (?=as|at|in|on|amount|number)\b/g, 'equal ')
    .replace(/ than before\b/g, '')
    .replace(/^The (?=\p{L}+ \p{L}+ed (?:by|in|at|for|of|to|from) )/u, 'A ');
  return hasVerb(text) && !isOrder(text) && !isLost(own, known) && !isElliptic(own);
}

/** The whole first, then parts between marks, the longest first, then what stands before a comma. */
function formsOf(sentence: string, core: string): readonly string[] {
  const parts = partsOf(sentence, core);
  const cut = parts
    .flatMap((part) => [...part.matchAll(/,/g)].map(({ index }) => part.slice(0, index)))
    .filter((each) => has(each, core))
    .sort(byLength);
  const mains = parts.map((part) => /^(?:When|After|As|While|Since|If|Where) [^,]+, (.+)$/s.exec(part)?.[1] ?? '');
  const whole = cut.filter((each) => !SUBORDINATE.test(each));
  const forms = [...[...parts, ...mains, ...whole].map(plainOf), ...cut.map(ofClause)];
  const bare = forms.map((form) => form.replace(/ (?:their|its|his|her)(?= \p{Ll}+\.$)/u, ''));
  return [...new Set([...forms, ...bare].filter((form) => form !== '' && has(form, core)))];
}

const SUBORDINATE = /^(?:when|after|as|while|since|if|where|because|although|though|whereas) /i;

const byLength = (one: string, other: string): number => other.length - one.length;

const JOINTS = /: |; |, (?=(?:and|but|so|yet) )/g;

/** All runs of parts that hold what differs. */
function partsOf(sentence: string, core: string): readonly string[] {
  const ends = [...sentence.matchAll(JOINTS)].slice(0, 8);
  const starts = [0, ...ends.map(({ index, 0: mark }) => index + mark.length)];
  const stops = [...ends.map(({ index }) => index), sentence.length];
  const runs = starts.flatMap((from, at) => stops.slice(at).map((to) => sentence.slice(from, to)));
  return runs.filter((run) => has(run, core)).sort(byLength);
}

const LEAD = longPattern(
  String.raw`^(?:(?:and|but|so|yet|nor|even) )?(?:in (?:our|my|her|his|their)
    \s(?:view|opinion|experience),? |(?:it|he|she|they|we|one of (?:them|us)
    |the (?:authors?|team|group|study|survey|report))
    \s(?:also )?(?:found|finds?|says?|said|reports?|reported|argues?|argued|showed|shows?|writes?|wrote|believes?
    |thinks?|estimates?|notes?|noted|calculated|calculates) that )?`,
  'i',
);
const SPOKEN = longPattern(
  `, (?:it|he|she|they|we|I) (?:says?|said|argues?|argued|adds?|added|writes?|wrote|claims?|claimed|notes?
    |noted|explains?|explained)(?=[,.]|$),?`,
  'g',
);
/** Of a day that the article does not know: the year of the source stands with its name. */
const DEICTIC = / (?:last|this) (?:year|month|week|quarter|summer|winter|spring|autumn)(?=[ ,.]|$)/g;
const TAIL = /(?:,? too|,? full stop|,? though|,? as well)?[\s.,;:]{0,20}$/;

function plainOf(part: string): string {
  const own = withoutConnectives(part.replace(LEAD, '').replace(SPOKEN, ' ').replace(DEICTIC, '')).replace(TAIL, '');
  return sentenceOf(own);
}

/** `Since the pumps were switched on, in October 2017`: what happened, as a sentence of its own. */
function ofClause(part: string): string {
  const own = /^(?:[Ss]ince|[Ww]hen|[Aa]fter|[Aa]s) (.+)$/s.exec(part)?.[1] ?? '';
  return own === '' ? '' : sentenceOf(own.replace(/, (?=(?:in|on|at) [^,]+$)/, ' ').replace(TAIL, ''));
}

const sentenceOf = (text: string): string => {
  const own = text.split(/\s+/).filter(Boolean).join(' ');
  return own === '' ? '' : `${own.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}.`;
};
