// The passages of a run, read once for outline and text: what each can say, what it does, and how much it is worth.

import { judgeClaim } from '../evidence/judge-claim.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { longPattern } from './long-pattern.ts';
import { isAboutItself, isPrivate, personalSources } from './personal-source.ts';
import { type Role, roleOf } from './roles-of.ts';
import { type Statement, statementsOf } from './statements-of.ts';
import { hasTerms, termsOf, wordCount, yearOf } from './terms-of.ts';
import { makeContexts } from './text-contexts.ts';
import { shareOfTopic, topicTermsOf, withLike } from './topic-terms.ts';

export interface PoolItem {
  readonly passage: Passage;
  readonly source: Source;
  readonly statements: readonly Statement[];
  /** Of all that can be told. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly role: Role;
  /** When its source was published. */
  readonly year: number | null;
  readonly words: number;
  /** The passage that stands directly before it in its source. */
  readonly previous: string | null;
  /** Its first sentence says nothing without the passage before it. */
  readonly needsPrevious: boolean;
  readonly score: number;
}

export interface Pool {
  readonly items: readonly PoolItem[];
  readonly byId: ReadonlyMap<string, PoolItem>;
  /** Terms that the topic is about. */
  readonly topic: ReadonlySet<string>;
  /** These, and those of the passages that begin with one of them. */
  readonly known: ReadonlySet<string>;
  /** How much a term tells of a passage: the rarer, the more. */
  readonly weight: (term: string) => number;
  readonly newest: number | null;
}

export function readPool(brief: ArticleBrief, passages: readonly Passage[], sources: readonly Source[]): Pool {
  const topic = topicTermsOf(brief.topic);
  const known = withLike(
    topic,
    passages.flatMap(({ text }) => [...termsOf(text)]),
  );
  const byId = new Map(sources.map((source) => [source.id, source]));
  const excluded = brief.exclude_topics.map((topic) => termsOf(topic));
  const isExcluded = (text: string): boolean => excluded.some((topic) => hasTerms(termsOf(text), topic));
  const dates = sources.flatMap(({ publishedAt }) => yearOf(publishedAt) ?? []);
  const newest = dates.length === 0 ? null : Math.max(...dates);
  const personal = personalSources(passages);
  const contextOf = makeContexts(known, passages, sources);
  const wanted = inOrder(passages, byId).flatMap((passage) => {
    const source = byId.get(passage.source);
    if (source === undefined || isExcluded(`${source.title}. ${passage.heading}`)) return [];
    const year = yearOf(source.publishedAt);
    const isOld = newest !== null && (year ?? newest) <= newest - OLD_YEARS;
    const isOfYear = newest !== null && year !== null && year > newest - AGO_YEARS;
    const statements = statementsOf(passage, known, contextOf(passage)).filter(
      ({ own, alone }) =>
        !(personal.has(source.id) && isPrivate(own)) &&
        !isExcluded(own) &&
        !isAboutItself(own, source, known) &&
        !(isOld && NOW.test(own)) &&
        (isOfYear || !AGO.test(own)) &&
        isSaid(alone ?? own, `${passage.before} ${passage.text}`),
    );
    return statements.length === 0 ? [] : [{ passage, source, statements }];
  });
  const weight = weightOf(wanted.map(({ statements }) => termsOf(statements.map(({ own }) => own).join(' '))));
  const lasts = new Map(
    wanted.map(({ passage, statements }) => [lastKey(passage.source, statements.at(-1)?.own), passage.id]),
  );
  const keywords = brief.include_keywords.map((keyword) => termsOf(keyword));
  const items = wanted.map(({ passage, source, statements }): PoolItem => {
    const text = statements.map(({ alone, own }) => alone ?? own).join(' ');
    const terms = termsOf(text);
    const before = statements[0]?.before ?? '';
    const previous = before === '' ? null : (lasts.get(lastKey(passage.source, before)) ?? null);
    const role = roleOf(statements[0]?.alone ?? text, known, topic);
    const words = wordCount(text);
    const score = scoreOf({ source, terms, words, topic, keywords, heading: passage.heading, weight });
    const needsPrevious = statements[0]?.alone === null;
    return {
      passage,
      source,
      statements,
      text,
      terms,
      role,
      year: yearOf(source.publishedAt),
      words,
      previous,
      needsPrevious,
      score,
    };
  });
  const usable = items.filter(
    ({ needsPrevious, previous, passage }) => !needsPrevious || (previous !== null && previous !== passage.id),
  );
  return {
    items: usable,
    byId: new Map(usable.map((item) => [item.passage.id, item])),
    topic,
    known,
    weight,
    newest,
  };
}

/** By source and place: the order in which they were found decides nothing. */
function inOrder(passages: readonly Passage[], byId: ReadonlyMap<string, Source>): readonly Passage[] {
  const addressOf = ({ source }: Passage): string => byId.get(source)?.address ?? '';
  return [...passages].sort(
    (one, other) =>
      compare(addressOf(one), addressOf(other)) || compare(one.source, other.source) || one.start - other.start,
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** `today` of a text this much older than the newest is another day. */
const OLD_YEARS = 3;
const NOW = /\b(?:today(?:'s|’s)?|currently|nowadays|at present|now|so far|to date|at the moment)\b/i;

/** `four years ago` of a text from another year, or of one without a date, is nobody knows when. */
const AGO_YEARS = 2;
const AGO = longPattern(
  String.raw`(?<!\b(?:hundred|thousand|million|billion)s?(?: of)? )\b(?:years?|decades?) ago\b|\brecently\b
    |\bin recent (?:years|months|weeks)\b|\b(?:in|over|during) the (?:past|last) (?:year|month|week|few|two|three)\b`,
  'i',
);

/** The judge of claims finds a sentence in its own passage, as it will when the article is checked. */
const isSaid = (text: string, passage: string): boolean => judgeClaim(text, [passage]).verdict === 'supported';

const lastKey = (source: string, text: string | undefined): string => `${source}\n${text ?? ''}`;

function weightOf(sets: readonly ReadonlySet<string>[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const terms of sets) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + sets.length / (counts.get(term) ?? 1));
}

interface Scored extends Pick<PoolItem, 'source' | 'terms' | 'words'> {
  readonly topic: ReadonlySet<string>;
  readonly keywords: readonly ReadonlySet<string>[];
  readonly heading: string;
  readonly weight: (term: string) => number;
}

/** From 0 to about 1.5: the source, how near it is to the topic, keywords, and a length that reads well. */
function scoreOf({ source, terms, words, topic, keywords, heading, weight }: Scored): number {
  const near = shareOfTopic(topic, new Set([...terms, ...termsOf(heading)]));
  const asked = keywords.some((keyword) => hasTerms(terms, keyword)) ? 0.3 : 0;
  // Terms that many passages share say what the sources are about together.
  const weights = [...terms].map((term) => 1 / (1 + weight(term)));
  const central = weights.length === 0 ? 0 : weights.reduce((sum, each) => sum + each, 0) / weights.length;
  const length = words < 8 ? -0.15 : words > 70 ? -0.2 : 0;
  return 0.4 * source.score + 0.3 * near + 0.5 * central + asked + length;
}

/** Weighted likeness of two passages from 0 to 1; what all passages are about counts little. */
export function likeness(pool: Pool, one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  let first = 0;
  let second = 0;
  for (const term of one) {
    const weight = pool.known.has(term) ? 0.1 : pool.weight(term);
    first += weight * weight;
    if (other.has(term)) common += weight * weight;
  }
  for (const term of other) {
    const weight = pool.known.has(term) ? 0.1 : pool.weight(term);
    second += weight * weight;
  }
  return first === 0 || second === 0 ? 0 : common / Math.sqrt(first * second);
}
