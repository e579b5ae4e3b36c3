// The terms that a topic is about: not `how`, `history` and `return`, but also words that begin with one of them, as
// `containerisation` does with `container`.

import { termsOf } from './terms-of.ts';

/** What is asked of a subject, whichever it is. */
const ASKED = termsOf(
  `how what why when where which change changes changed changing return returns returned history future past rise rises
  story stories introduction overview guide basics state role impact influence development comeback origins today
  matters work works`,
);

export function topicTermsOf(topic: string): ReadonlySet<string> {
  const terms = termsOf(topic);
  const own = [...terms].filter((term) => !ASKED.has(term) && !/^(?:how|what|why|when|where|which)$/.test(term));
  return own.length === 0 ? terms : new Set(own);
}

/** Shorter ones begin too many other words. */
const BEGINNING_MIN = 6;

/** `peat` for `peatland`. */
const COMPOUND = /(?<=^.{4,})(?:land|row|way|house|ship|work|yard|side|line)$/;

const isLike = (term: string, wanted: string): boolean =>
  term === wanted ||
  (wanted.length >= BEGINNING_MIN && (term.startsWith(wanted) || wanted.replace(COMPOUND, '') === term));

/** With all of these terms that begin with one of the topic's. */
export const withLike = (topic: ReadonlySet<string>, terms: Iterable<string>): ReadonlySet<string> =>
  new Set([...topic, ...[...terms].filter((term) => [...topic].some((wanted) => isLike(term, wanted)))]);

/** How many of the topic's terms a text has, from 0 to 1. */
export function shareOfTopic(topic: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  if (topic.size === 0) return 0;
  const found = [...topic].filter((wanted) => terms.has(wanted) || [...terms].some((term) => isLike(term, wanted)));
  return found.length / topic.size;
}
