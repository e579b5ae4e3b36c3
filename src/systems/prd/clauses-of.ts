// Takes an utterance apart: what is wanted, what for, what is measured, and what is not wanted. No clause is invented.

import { plain, sentencesOf } from '../../documents/bullets-of.ts';
import { presentVerb } from '../../documents/gaps/verbs.ts';
import { CHATTER, JOINT, MEASURE, PURPOSE, STORY, SUBJECT, THING, UNWANTED, WISH } from './utterance-forms.ts';

export interface Clauses {
  readonly wanted: readonly string[];
  /** What it is good for: "so that ...". */
  readonly purposes: readonly string[];
  /** Those with a number and a unit. */
  readonly measures: readonly string[];
  readonly unwanted: readonly string[];
}

const CLAUSES_MAX = 24;
const CLAUSE_CHARACTERS_MAX = 160;

export function clausesOf(utterance: string): Clauses {
  const found = {
    wanted: [] as string[],
    purposes: [] as string[],
    measures: [] as string[],
    unwanted: [] as string[],
  };
  for (const sentence of statementsOf(utterance)) takeApart(sentence, found);
  const unique = (list: readonly string[]) => [...new Set(list)].slice(0, CLAUSES_MAX);
  const { wanted, purposes, measures, unwanted } = found;
  return { wanted: unique(wanted), purposes: unique(purposes), measures: unique(measures), unwanted: unique(unwanted) };
}

/** Sentences and lines, without Markdown's marks. */
function statementsOf(utterance: string): string[] {
  return utterance
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[\s>#*+|`~=-]+|^\s*\d{1,3}[.)]\s+|[\s|`~=#]+$/g, ''))
    .flatMap((line) => sentencesOf(clean(line)))
    .slice(0, 200);
}

function clean(text: string): string {
  return plain(text)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[<>|`#*_[\]{}\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function takeApart(sentence: string, found: { readonly [kind in keyof Clauses]: string[] }): void {
  const { rest: noted, part: unwanted } = cutAt(sentence.replace(/[.!?]+$/, '').replace(STORY, '$1 can '), UNWANTED);
  if (unwanted !== null)
    found.unwanted.push(
      ...unwanted
        .split(/,\s+(?:and |or )?|\s+(?:and|or)\s+/)
        .map(bare)
        .filter(isSaid),
    );
  const { rest, part: purpose } = cutAt(noted, PURPOSE);
  if (purpose !== null && isSaid(bare(purpose))) found.purposes.push(shortened(bare(purpose)));
  let subject = '';
  for (const part of rest.split(JOINT).flatMap(deedsOf).flatMap(pieces)) {
    const said = bare(part);
    const verb = said.split(' ')[0] ?? '';
    // "customers can track ... and get ...": it is still the customers who get it.
    const clause = shortened(subject !== '' && presentVerb(verb) === verb ? `${subject} ${said}` : said);
    subject = SUBJECT.exec(said)?.[1] ?? subject;
    if (!isSaid(clause)) continue;
    found[MEASURE.test(clause) ? 'measures' : 'wanted'].push(clause);
    if (MEASURE.test(clause) && /^[\p{L}]+ (?:can|should|must)\b/iu.test(clause)) found.wanted.push(clause);
  }
}

function cutAt(text: string, pattern: RegExp): { readonly rest: string; readonly part: string | null } {
  const match = pattern.exec(text);
  if (match?.[1] === undefined) return { rest: text, part: null };
  return { rest: text.slice(0, match.index), part: match[1] };
}

/** "technicians can see jobs, take photos": each deed by itself. */
function deedsOf(part: string): string[] {
  if (!SUBJECT.test(bare(part))) return thingsOf(part);
  const deeds: string[] = [];
  for (const piece of part.split(/,\s+(?:and\s+)?/)) {
    const [verb = '', ...more] = piece.split(' ');
    const isDeed = deeds.length === 0 || (more.length > 0 && presentVerb(verb) === verb);
    if (isDeed) deeds.push(piece);
    else deeds[deeds.length - 1] = `${deeds.at(-1)}, ${piece}`;
  }
  return deeds;
}

/** "a calendar with events, reminders by email, and a way to answer": a list of three things and more. */
function thingsOf(part: string): string[] {
  const things = part.split(/,\s+(?:and\s+)?/);
  return things.length > 2 && things.every((thing) => thing.includes(' ')) ? things : [part];
}

/** A run of words without any punctuation is cut where it can be, so that one clause is one wish. */
function pieces(part: string): string[] {
  if (part.length <= CLAUSE_CHARACTERS_MAX) return [part];
  return part.split(/,\s+|\s+(?:and|but|or)\s+/).filter((each) => each.trim() !== '');
}

/** Without greetings, "I want", and the thing's own name. */
function bare(part: string): string {
  let text = part.trim().replace(/^[\s,;:.!?&-]+|[\s,;:.!?&-]+$/g, '');
  for (let round = 0; round < 4; round += 1) {
    const before = text;
    text = text
      .replace(CHATTER, '')
      .replace(/^(?:and|but|also|that|to|which|where)\s+/i, '')
      .replace(WISH, '')
      .replace(THING, '')
      .trim();
    if (text === before) break;
  }
  return text.replace(/^(?:that |which )?(?:lets|allows|enables) /i, 'let ').replace(/^(let \S+(?: \S+)?) to /i, '$1 ');
}

function shortened(text: string): string {
  if (text.length <= CLAUSE_CHARACTERS_MAX) return text;
  return `${text.slice(0, CLAUSE_CHARACTERS_MAX - 4).replace(/\s\S*$/, '')} ...`;
}

/** At least two words, or one long one: "ok" is no wish. */
function isSaid(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 2 || (words[0] ?? '').length >= 4;
}
