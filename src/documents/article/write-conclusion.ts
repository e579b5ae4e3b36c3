// The conclusion: the main findings, where the sources disagree, what is not known, and what is expected.

import { judgeClaim } from '../evidence/judge-claim.ts';
import { kindOfClaim } from '../evidence/kind-of-claim.ts';
import type { Contradiction } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { makeAttributor } from './attribute.ts';
import { CLOSING, chooseClosing } from './choose-closing.ts';
import { type Disagreement, readDisagreements } from './disagreements.ts';
import { type Pool, type PoolItem, readPool } from './evidence-pool.ts';
import { agree } from './find-insights.ts';
import { lowerFirst } from './lower-first.ts';
import { plainAbout } from './plain-about.ts';
import { namesIn } from './plain-heading.ts';
import { readDraft } from './read-draft.ts';
import { restateFindings } from './restate-findings.ts';
import { termsOf, wordCount } from './terms-of.ts';
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
  const opened = new Set(lead.marks);
  const items = pool.items.filter(({ passage }) => told.has(passage.id));
  const free = pool.items.filter(
    ({ passage }) => !told.has(passage.id) && !refuted.has(passage.id) && !disputed.has(passage.id),
  );
  const words = wordCount(`${lead.text} ${body.map(({ text }) => text).join(' ')}`);
  const own = sections.filter(({ heading }) => /^conclusions?$/i.test(heading)).flatMap(({ marks }) => marks);
  // A conclusion that says nothing for the second time stays what it is made of.
  const kept = [...new Set(own)].flatMap((id) => free.filter(({ passage }) => passage.id === id));
  const closing = kept.length >= CLOSING.min ? kept.slice(0, CLOSING.max) : chooseClosing(pool, free, items);
  const isExhausted = isAllTold(pool.known, passages, [...told, ...closing.map(({ passage }) => passage.id)]);
  return tellConclusion({
    ...{ brief, pool, closing, told: items, body: items.filter(({ passage }) => !opened.has(passage.id)) },
    ...{ disputes: disputesIn(items, disputed), words, isExhausted },
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

interface ConclusionParts {
  readonly brief: ArticleBrief;
  readonly pool: Pool;
  readonly closing: readonly PoolItem[];
  readonly told: readonly PoolItem[];
  /** Of these, what the sections tell. */
  readonly body: readonly PoolItem[];
  readonly disputes: readonly Disagreement[];
  /** Of the text so far. */
  readonly words: number;
  /** The sources have no more to say about the topic. */
  readonly isExhausted: boolean;
}

export function tellConclusion({ brief, pool, closing, told, body, disputes, ...text }: ConclusionParts): string {
  const names = namesIn(pool.items.map(({ text }) => text));
  const sentences = tellItems(closing).map((sentence): ToldSentence => {
    const { item, isBound } = sentence;
    const same = told
      .filter(
        (other) =>
          item !== null &&
          !isBound &&
          other.source.id !== item.source.id &&
          agree(pool, item, other) &&
          says(other, sentence.text),
      )
      .slice(0, 2);
    if (same.length === 0) return { ...sentence, text: inTone(sentence.text, brief.tone) };
    const text = `Several sources agree that ${lowerFirst(sentence.text, names)}`;
    return { ...sentence, text, marks: [...sentence.marks, ...same.map(({ passage }) => passage.id)] };
  });
  const attributor = makeAttributor(brief, names, pool.newest);
  const isTold = (item: PoolItem): boolean => !disputes.some(({ items }) => items.includes(item));
  const named =
    sentences.length > 0 ? attributor.attribute(sentences) : restateFindings(pool, body.filter(isTold), attributor);
  const disagreement = disagreementOf(brief, disputes);
  const short = text.isExhausted && text.words < ENOUGH * brief.target_length ? [shortage(brief)] : [];
  // That there are two sides sums up nothing by itself.
  const own = named.length === 0 ? short : [...named, ...(disagreement === null ? [] : [disagreement]), ...short];
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
