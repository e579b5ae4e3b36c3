// A sentence whose first words point to the sentence before, with what they mean in their place: only where that
// leaves no doubt.

import { stemOf } from '../words/stem-of.ts';
import { tagWords } from '../words/tag-words.ts';
import { EXPLETIVE, isLost } from './lost-reference.ts';
import { type Subject, subjectOf } from './subject-of.ts';
import { termsOf } from './terms-of.ts';

const PRONOUN = /^(It|They|He|She|Its|Their|His|Her)\b(?= \S)/;
const POINTED = /^(?:This|These|Such|The) ([\p{L}-]{3,20})\b/u;

/** The sentence with its first words replaced by what they mean; null where that is not certain. */
export function repairReference(text: string, before: string, known: ReadonlySet<string>): string | null {
  const subject = subjectOf(before);
  if (subject === null || EXPLETIVE.test(text)) return null;
  const repaired = byPronoun(text, before, subject, known) ?? byNoun(text, subject);
  return repaired === null || isLost(repaired, known) ? null : repaired;
}

function byPronoun(text: string, before: string, subject: Subject, known: ReadonlySet<string>): string | null {
  const pronoun = PRONOUN.exec(text)?.[1];
  if (pronoun === undefined) return null;
  const isPlural = pronoun === 'They' || pronoun === 'Their';
  const isPerson = /^H|^S/.test(pronoun);
  if (isPerson ? !subject.isName : subject.isName || subject.isPlural !== isPlural) return null;
  if (!isPerson && !isOnlyOne(before, subject, isPlural, known)) return null;
  const whole = asStart(subject, before);
  const isPossessive = /^(?:Its|Their|His|Her)$/.test(pronoun) && !/^Her (?:is|was)/.test(text);
  const own = isPossessive ? `${whole}${whole.endsWith('s') ? "'" : "'s"}` : whole;
  return own + text.slice(pronoun.length);
}

/** No other noun of that number in the sentence before that it could mean; the article's own subject wins. */
function isOnlyOne(before: string, subject: Subject, isPlural: boolean, known: ReadonlySet<string>): boolean {
  if ([...termsOf(subject.text)].some((term) => known.has(term))) return true;
  const words = tagWords(before.slice(subject.end));
  return !words.some((word, at) => {
    if (word.kind !== 'noun' && word.kind !== 'name') return false;
    const isOwn = /[^su]s$/.test(word.lower) === isPlural;
    const previous = words.slice(Math.max(0, at - 3), at);
    return isOwn && !previous.some(({ kind }) => kind === 'preposition');
  });
}

/** `This process uses`, after a sentence about `The Haber process`. */
function byNoun(text: string, subject: Subject): string | null {
  const noun = POINTED.exec(text)?.[1];
  if (noun === undefined || stemOf(noun) !== stemOf(subject.head)) return null;
  if (/^(?:This|The)$/.test(text.split(' ')[0] ?? '') === subject.isPlural && !text.startsWith('The')) return null;
  if (subject.text.split(' ').length < 2) return null;
  const lead = POINTED.exec(text)?.[0] ?? '';
  const own = subject.text.replace(/^(?:an?|the|this|these) /i, '');
  return `The ${own}${text.slice(lead.length)}`;
}

function asStart(subject: Subject, before: string): string {
  const isGeneral = /^ (?:is|are|uses?|has|have|can|[a-z]+s)\b/.test(before.slice(subject.end));
  const text = isGeneral ? subject.text : subject.text.replace(/^an? /i, 'the ');
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
