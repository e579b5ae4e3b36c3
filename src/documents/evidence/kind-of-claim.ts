// What kind a sentence is of. Framing is a closed form: what the article covers and in which order. It names parts and
// says nothing of them.

import { longPattern } from '../article/long-pattern.ts';
import { tagWords } from '../words/tag-words.ts';
import { quotesIn } from './find-quote.ts';
import type { Claim } from './ledger.ts';

const OPENING = longPattern(
  String.raw`^(?:(?:in )?(?:this|the (?:present|following|next|last)) (?:articles?|reports?|overview|text|piece|papers?
      |sections?|essay|review|summary|chapter|parts?)|(?:below|here|first|next|finally|then|in what follows),? (?:we
      |this (?:article|report))|we)\b,?`,
  'i',
);
const COVERS = longPattern(
  String.raw`\b(?:(?:and )?(?:we |it |then |now |first |also |next ){0,3}(?:looks? (?:at|into)|examines?|discuss(?:es)?
      |describes?|explores?|covers?|presents?|considers?|summari[sz]es?|reviews?|outlines?|explains?|compares?
      |deals? with|begins? with|starts? with|ends? with|turns? to|asks?|surveys?|sets out|addresses|weighs?|collects?
      |follows?|(?:is|are) (?:about|organi[sz]ed|divided|structured|based) ?(?:in|into|on|by|as follows)?))\b`,
  'gi',
);
/** Of our own conclusions, word for word. */
const SHORTAGE = /^covers less than was ordered, because the sources that were found say no more about its topic$/i;
const SIDES = /^presents both sides where the sources disagree(?:: on)?\b/i;
const COUNTED = /\b\d{1,4} (?:sources|sections|parts|documents|studies|passages)\b/g;
/** Parts of a text, whatever it is about. */
const PARTS = longPattern(
  String.raw`\b(?:sources?|documents?|studies|articles?|reports?|sections?|parts?|questions?|points?|evidence|topic
      |subject|conclusions?|introduction|overview|background|order|turn|further|both|sides?
      |disagree(?:ment)?s?|most|main)\b`,
  'gi',
);
const LENGTH_MAX = 600;

/** `headings` are those of the article in small letters: a part may be called by its heading, whatever that says. */
export function kindOfClaim(text: string, headings: readonly string[]): Claim['kind'] {
  if (quotesIn(text).length > 0) return 'quotation';
  return isFraming(text, headings) ? 'framing' : 'fact';
}

function isFraming(text: string, headings: readonly string[]): boolean {
  const opening = OPENING.exec(text.slice(0, LENGTH_MAX))?.[0];
  if (opening === undefined || text.length > LENGTH_MAX || text.endsWith('?')) return false;
  const rest = text.slice(opening.length).trim().replace(/\.$/, '');
  if (SHORTAGE.test(rest)) return true;
  const isOfSides = SIDES.test(rest);
  const told = rest.replace(SIDES, '').replace(COUNTED, ' ');
  const left = told.replace(COVERS, ' , ');
  if (!isOfSides && left === told) return false;
  return !/\d|\bthat\b|\bwhich\b|[;:]/i.test(left) && !hasVerb(withoutHeadings(left.toLowerCase(), headings));
}

/** What a framing sentence names, without the words that make it one. */
export function framedIn(text: string): string {
  const opening = OPENING.exec(text.slice(0, LENGTH_MAX))?.[0] ?? '';
  const rest = text.slice(opening.length).trim().replace(/\.$/, '');
  return SHORTAGE.test(rest)
    ? ''
    : rest.replace(SIDES, '').replace(COUNTED, ' ').replace(COVERS, ' ').replace(PARTS, ' ');
}

const withoutHeadings = (text: string, headings: readonly string[]): string =>
  headings.reduce((left, heading) => left.split(heading).join(' , '), text);

function hasVerb(text: string): boolean {
  const words = tagWords(text);
  return words.some(({ kind, lower }, at) => {
    if (kind === 'auxiliary') return true;
    return kind === 'verb' && !lower.endsWith('ing') && words[at - 1]?.lower !== 'to';
  });
}

/** The longest first: one may be a part of another. A heading of one letter would take the text apart. */
export const headingsToName = (headings: Iterable<string>): readonly string[] =>
  [...new Set([...headings].map((heading) => heading.toLowerCase().trim()))]
    .filter((heading) => heading.length > 2 && heading.length <= 200)
    .sort((one, other) => other.length - one.length)
    .slice(0, 100);
