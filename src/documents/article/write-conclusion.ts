// The conclusion: the main findings, where the sources disagree, what is not known, and what is expected.

import { judgeClaim } from '../evidence/judge-claim.ts';
import { kindOfClaim } from '../evidence/kind-of-claim.ts';
import type { Contradiction } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { hasBareDefinite } from './definite-phrases.ts';
import { type Disagreement, readDisagreements } from './disagreements.ts';
import { likeness, type Pool, type PoolItem, readPool } from './evidence-pool.ts';
import { agree, withoutTopic } from './find-insights.ts';
import { isOfSubject } from './is-of-subject.ts';
import { longPattern } from './long-pattern.ts';
import { lowerFirst } from './lower-first.ts';
import { isOfTheMethod } from './page-detail.ts';
import { plainAbout } from './plain-about.ts';
import { namesIn } from './plain-heading.ts';
import { readDraft } from './read-draft.ts';
import { ROLE_RANK, type Role } from './roles-of.ts';
import { shareOf, termsOf, wordCount } from './terms-of.ts';
import { type ToldSentence, tellItems, writeSentence } from './told-sentence.ts';
import { inTone } from './tone-text.ts';

/** Below this share of the length that was ordered, the text says that the sources had no more. */
const ENOUGH = 0.75;

/** From a draft: its conclusion written anew. No heading. */
export function writeConclusion(
  brief: ArticleBrief,
  draft: string,
  passages: readonly Passage[],
  sources: readonly Source[],
  contradictions: readonly Contradiction[] = [],
): string {
  const pool = readPool(brief, passages, sources);
  const { disputed, refuted } = readDisagreements(contradictions, pool, brief.target_length);
  const { sections, lead } = readDraft(draft);
  const body = sections.filter(({ heading }) => !/^conclusions?$/i.test(heading));
  const told = new Set([...lead.marks, ...body.flatMap(({ marks }) => marks)]);
  const items = pool.items.filter(({ passage }) => told.has(passage.id));
  const free = pool.items.filter(
    ({ passage }) => !told.has(passage.id) && !refuted.has(passage.id) && !disputed.has(passage.id),
  );
  const words = wordCount(`${lead.text} ${body.map(({ text }) => text).join(' ')}`);
  const closing = chooseClosing(pool, free, items);
  const isExhausted = isAllTold(pool.known, passages, [...told, ...closing.map(({ passage }) => passage.id)]);
  return tellConclusion({
    ...{ brief, pool, closing, told: items, disputes: disputesIn(items, disputed), words, isExhausted },
  });
}

/** No more than this many passages that speak of the topic are left untold. */
const LEFT_MAX = 2;

/** Of what the sources say about the topic, nearly all is told. */
export function isAllTold(known: ReadonlySet<string>, passages: readonly Passage[], told: readonly string[]): boolean {
  const ids = new Set(told);
  const left = passages.filter(
    ({ id, text, heading }) => !ids.has(id) && [...termsOf(`${heading}. ${text}`)].some((term) => known.has(term)),
  );
  return left.length <= LEFT_MAX;
}

export function disputesIn(
  items: readonly PoolItem[],
  disputed: ReadonlyMap<string, Disagreement>,
): readonly Disagreement[] {
  return [...new Set(items.flatMap(({ passage }) => disputed.get(passage.id) ?? []))];
}

/** What it comes to, what is expected and what is not known, by sentences that several sources speak of. None of them
 *  stands in the text as well: a sentence that is said again adds nothing. */
export function chooseClosing(pool: Pool, free: readonly PoolItem[], told: readonly PoolItem[]): readonly PoolItem[] {
  const worth = closingWorth(pool);
  const isNew = (item: PoolItem): boolean =>
    !told.some(
      (other) => other !== item && shareOf(withoutTopic(pool, item.terms), withoutTopic(pool, other.terms)) > 0.7,
    );
  const ranked = free
    .filter((item) => canClose(pool, item) && isNew(item))
    .map((item) => ({ item, rank: worth(item) + SUPPORT * supportOf(pool, item) }))
    .filter(({ rank }) => rank >= RANK_MIN)
    .sort((one, other) => other.rank - one.rank)
    .map(({ item }) => item);
  const chosen: PoolItem[] = [];
  for (const item of ranked) {
    const isOther = chosen.every((other) => likeness(pool, other.terms, item.terms) < LIKE_FROM);
    const isBalanced = chosen.filter(({ source }) => source.id === item.source.id).length < 2;
    if (isOther && isBalanced && chosen.length < CLOSING.max) chosen.push(item);
  }
  const rankOf = ({ role }: PoolItem): number => ROLE_RANK[role];
  // One sentence is no conclusion.
  return chosen.length < CLOSING.min ? [] : chosen.sort((one, other) => rankOf(one) - rankOf(other));
}

const CLOSING = { min: 2, max: 3 };
const RANK_MIN = 0.9;
/** Each other source that speaks of the same, at most three of them. */
const SUPPORT = 0.2;
const LIKE_FROM = 0.2;

function supportOf(pool: Pool, item: PoolItem): number {
  const others = pool.items.filter(
    (other) => other.source.id !== item.source.id && likeness(pool, item.terms, other.terms) >= LIKE_FROM,
  );
  return Math.min(3, new Set(others.map(({ source }) => source.id)).size);
}

const WORDS = { min: 9, max: 40 };
const IS_A = /^(?:The|An?) [^,.]{2,40} (?:is|are) (?:the|an?) /;
/** What was so years ago closes nothing. */
const OLD_YEARS = 5;
const CLOSING_ROLES: ReadonlySet<Role> = new Set<Role>(['general', 'figure', 'open', 'outlook']);
/** So many other sources speak of it. */
const SUPPORTED_FROM = 1;

/** A whole thought of today on the topic that stands by itself: it sums up, or several sources speak of it. */
function canClose(pool: Pool, item: PoolItem): boolean {
  const { needsPrevious, words, role, text, year } = item;
  if (needsPrevious || words < WORDS.min || words > WORDS.max || IS_A.test(text)) return false;
  if (!CLOSING_ROLES.has(role) || hasBareDefinite(text, pool.known) || isOfTheMethod(text)) return false;
  if (pool.newest !== null && year !== null && year <= pool.newest - OLD_YEARS) return false;
  if (![...item.terms].some((term) => pool.known.has(term))) return false;
  const sumsUp = role !== 'figure' && (SUMS_UP.test(text) || ENDS.test(item.passage.heading));
  return sumsUp || (isOfSubject(pool, item) && supportOf(pool, item) >= SUPPORTED_FROM);
}

const SUMS_UP = longPattern(
  String.raw`\b(?:overall|in the long run|most effective|contradicts?|confirms?|suggests?|shows? that
  |depends? (?:on|above all)
    |central|main|matters?|key|should|needs? to|not enough|only if|rather than|best|most|remains?|whether|reason)\b`,
  'i',
);
const CLOSES = /\b(?:conclusions?|summary|discussion|abstract|outlook|recommendations?|limits|lessons)\b/i;

/** A summary begins with what is known anyway. */
const ENDS = /\b(?:conclusions?|outlook|recommendations?|lessons)\b/i;

/** Sentences that stand at the end of their source, or sum up, and speak of the topic. */
function closingWorth(pool: Pool): (item: PoolItem) => number {
  const ends = new Map<string, number>();
  for (const { passage } of pool.items) ends.set(passage.source, Math.max(ends.get(passage.source) ?? 1, passage.end));
  return (item) => {
    const place = item.passage.start / (ends.get(item.passage.source) ?? 1);
    const own = (CLOSES.test(item.passage.heading) ? 0.4 : 0) + (place > 0.8 ? 0.3 : 0);
    return item.score + own + (SUMS_UP.test(item.text) ? 0.4 : 0) + (isOfSubject(pool, item) ? 0.4 : 0);
  };
}

interface ConclusionParts {
  readonly brief: ArticleBrief;
  readonly pool: Pool;
  readonly closing: readonly PoolItem[];
  readonly told: readonly PoolItem[];
  readonly disputes: readonly Disagreement[];
  /** Of the text so far. */
  readonly words: number;
  /** The sources have no more to say about the topic. */
  readonly isExhausted: boolean;
}

export function tellConclusion({ brief, pool, closing, told, disputes, ...text }: ConclusionParts): string {
  const names = namesIn(pool.items.map(({ text }) => text));
  const sentences: ToldSentence[] = closing.flatMap((item) => {
    const sentence = tellItems([item])[0];
    if (sentence === undefined) return [];
    const same = told
      .filter((other) => other.source.id !== item.source.id && agree(pool, item, other) && says(other, sentence.text))
      .slice(0, 2);
    if (same.length === 0) return [{ ...sentence, text: inTone(sentence.text, brief.tone) }];
    const text = `Several sources agree that ${lowerFirst(sentence.text, names)}`;
    return [{ ...sentence, text, marks: [...sentence.marks, ...same.map(({ passage }) => passage.id)] }];
  });
  const disagreement = disagreementOf(brief, disputes);
  const short = text.isExhausted && text.words < ENOUGH * brief.target_length ? [shortage(brief)] : [];
  // That there are two sides sums up nothing by itself.
  const own =
    sentences.length === 0 ? short : [...sentences, ...(disagreement === null ? [] : [disagreement]), ...short];
  return own.map(writeSentence).join(' ');
}

/** By the judge of claims, as the ledger will see it. */
const says = ({ passage }: PoolItem, text: string): boolean => judgeClaim(text, [passage.text]).verdict === 'supported';

function disagreementOf(brief: ArticleBrief, disputes: readonly Disagreement[]): ToldSentence | null {
  const named = disputes.slice(0, 3);
  if (named.length === 0) return null;
  const abouts = named.flatMap(({ about }) => plainAbout(about) ?? []);
  const isPlain = abouts.length === named.length;
  const list = abouts.length < 2 ? abouts.join('') : `${abouts.slice(0, -1).join(', ')} and ${abouts.at(-1)}`;
  const marks = named.flatMap(({ items }) => items.map(({ passage }) => passage.id));
  const kind = brief.content_type === 'research_report' ? 'report' : 'article';
  const plain = `This ${kind} presents both sides where the sources disagree.`;
  const listed = `${plain.slice(0, -1)}: on ${list}.`;
  // Where the list would state something, the sentence would be judged by sources that contradict each other.
  const text = isPlain && kindOfClaim(listed, []) === 'framing' ? listed : plain;
  return { text, marks, item: null, isBound: false };
}

/** About the article, not about its subject: no source has to support it. */
const shortage = (brief: ArticleBrief): ToldSentence => ({
  text:
    brief.content_type === 'research_report'
      ? 'This report covers less than was ordered, because the sources that were found say no more about its topic.'
      : 'This article covers less than was ordered, because the sources that were found say no more about its topic.',
  marks: [],
  item: null,
  isBound: false,
});
