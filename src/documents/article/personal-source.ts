// Sources in which somebody tells of himself: what happened to him is no statement about the subject.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import { termsOf } from './terms-of.ts';

const FIRST_PERSON = /\b(?:I|we|my|our|us|me)\b|\b(?:I|we)['’]/i;
const SINGULAR = /\b(?:I|my|me)\b|\bI['’]/;
const SHARE_MIN = 0.25;
const PAST = /\b(?:was|were|had|did|came|went|took|got|gave|said|told|paid|stood|kept|[a-z]{3,}ed)\b/;
const DEFINITE = /^(?:The|On the|In the|From|After|Before|For) /;

/** Those that say `I`, and in every fourth sentence `I` or `we`. */
export function personalSources(passages: readonly Passage[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; own: number; singular: number }>();
  for (const { source, text } of passages) {
    const count = counts.get(source) ?? { all: 0, own: 0, singular: 0 };
    count.all++;
    if (FIRST_PERSON.test(text)) count.own++;
    if (SINGULAR.test(text)) count.singular++;
    counts.set(source, count);
  }
  return new Set(
    [...counts].flatMap(([source, { all, own, singular }]) => (singular > 0 && own >= SHARE_MIN * all ? [source] : [])),
  );
}

export const isPrivate = (text: string): boolean => PAST.test(text) || DEFINITE.test(text);

const ITSELF = /^ (?:is|has|was|appears|comes) /;

/** `Campus Magazine is made by students for students`; not what an entry says of the topic that it is called by. */
export function isAboutItself(
  text: string,
  { publisher, authors, title }: Source,
  known: ReadonlySet<string>,
): boolean {
  const isEntry = [...termsOf(title)].every((term) => known.has(term));
  const names = [publisher, ...(isEntry ? [] : [title]), ...authors].flatMap((name) => [
    name,
    name.split(/,\s|\s[|–—-]\s/)[0] ?? '',
  ]);
  const plain = text.replace(/^(?:The|A|An) /, '').toLowerCase();
  return names.some((name) => {
    const own = name.replace(/^(?:The|A|An) /, '').toLowerCase();
    return own.length > 5 && own.includes(' ') && ITSELF.test(plain.slice(own.length)) && plain.startsWith(own);
  });
}
