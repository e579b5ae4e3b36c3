// The introduction: what the subject is, why it matters, and what the sections say.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { CLOSES } from './choose-closing.ts';
import { hasBareDefinite } from './definite-phrases.ts';
import { type Pool, type PoolItem, readPool } from './evidence-pool.ts';
import { isOfSubject } from './is-of-subject.ts';
import { longPattern } from './long-pattern.ts';
import { lowerFirst } from './lower-first.ts';
import { isOneBlock } from './order-items.ts';
import { namesIn } from './plain-heading.ts';
import { readDraft } from './read-draft.ts';
import { subjectOf } from './subject-of.ts';
import { termsOf } from './terms-of.ts';
import { type ToldSentence, tellItems, writeSentence } from './told-sentence.ts';
import { inTone } from './tone-text.ts';
import { shareOfTopic } from './topic-terms.ts';

const WEIGHTY = longPattern(
  String.raw`\b(?:main|major|most|largest|leading|important|importance|key|widely|growing|million
    |billion|common|first|one of the|essential|central|half|third|world|decades?)\b|%`,
  'i',
);

/** From a draft: the paragraphs before its first section, written anew. No heading. */
export function writeIntroduction(
  brief: ArticleBrief,
  draft: string,
  passages: readonly Passage[],
  sources: readonly Source[],
): string {
  const pool = readPool(brief, passages, sources);
  const { sections } = readDraft(draft);
  const told = new Set(sections.flatMap(({ marks }) => marks));
  const free = pool.items.filter(({ passage }) => !told.has(passage.id));
  const headings = sections.flatMap(({ heading }) => (/^(?:conclusions?|references)$/i.test(heading) ? [] : [heading]));
  return tellIntroduction(brief, pool, chooseLead(brief, pool, free), headings);
}

/** What an introduction is made of: a definition with what follows it, and what shows that the subject matters. */
export function chooseLead(brief: ArticleBrief, pool: Pool, free: readonly PoolItem[]): readonly PoolItem[] {
  const words = Math.max(40, Math.min(180, brief.target_length * 0.1));
  const alone = free.filter(({ needsPrevious, words: own }) => !needsPrevious && own <= 45);
  const phrase = brief.topic.toLowerCase().replace(/^(?:the|an?) /, '');
  const first = best(
    alone.filter((item) => item.words >= LEAD_MIN && isOfTopic(pool, item) && canOpen(pool, item)),
    (item) => leadWorth(pool, item) + (item.text.toLowerCase().includes(phrase) ? 1 : 0),
  );
  if (first === null) {
    const found = opening(pool, alone) ?? central(pool, alone);
    return found === null ? [] : [found];
  }
  const block = free.filter((item) => isOneBlock(item, first) && item.passage.start > first.passage.start);
  const lead = [first];
  let used = first.words;
  for (const item of block.slice(0, 2)) {
    const isNext = item.previous === lead.at(-1)?.passage.id;
    if (!isNext || item.role === 'open' || used + item.words > words) break;
    lead.push(item);
    used += item.words;
  }
  // What others say something only behind is told with them.
  const needed = new Set(free.flatMap(({ needsPrevious, previous }) => (needsPrevious ? [previous] : [])));
  const why = best(
    alone.filter(
      (item) =>
        !lead.includes(item) &&
        !needed.has(item.passage.id) &&
        !isOneBlock(item, first) &&
        hasTopicSubject(pool, item) &&
        !hasBareDefinite(item.text, pool.known) &&
        !/^\d/.test(item.text) &&
        isMostlyOfTopic(pool, item) &&
        isOfSubject(pool, item) &&
        WEIGHTY.test(item.text),
    ),
    (item) =>
      item.score + (item.role === 'figure' ? 0.2 : 0) - (item.role === 'outlook' || item.role === 'open' ? 0.5 : 0),
  );
  return why === null || used + why.words > words + 30 ? lead : [...lead, why];
}

/** Fewer words open nothing. */
const LEAD_MIN = 8;

/** Its subject is of the topic, or it counts how much of something is; nothing in it was named before. */
const canOpen = (pool: Pool, item: PoolItem): boolean =>
  (hasTopicSubject(pool, item) || item.role === 'figure') && !hasBareDefinite(item.text, pool.known);

/** Where no sentence is about the topic itself: the first one of the best overview that names it. */
function opening(pool: Pool, alone: readonly PoolItem[]): PoolItem | null {
  return best(
    alone.filter(
      (item) => item.words >= LEAD_MIN && hasTopicSubject(pool, item) && !hasBareDefinite(item.text, pool.known),
    ),
    (item) =>
      item.source.score +
      (OVERVIEW.test(item.source.type) ? 1 : 0) +
      (item.statements[0]?.before === '' ? 0.5 : 0) -
      item.passage.start / 1e5,
  );
}

/** Where none has the topic for its subject: what begins a source and speaks of what all of them speak of. */
function central(pool: Pool, alone: readonly PoolItem[]): PoolItem | null {
  return best(
    alone.filter(
      (item) =>
        item.words >= LEAD_MIN &&
        item.statements[0]?.before === '' &&
        (item.role === 'general' || item.role === 'figure') &&
        !CLOSES.test(item.passage.heading) &&
        !hasBareDefinite(item.text, pool.known),
    ),
    (item) => item.score + (WEIGHTY.test(item.text) ? 0.2 : 0) - item.passage.start / 1e4,
  );
}

const OVERVIEW = /^(?:encyclopa?edia|reference|guide|textbook|handbook|overview)/i;

/** Says what the subject is, or at least speaks of it first, and stands at the beginning of its source. */
function leadWorth(pool: Pool, item: PoolItem): number {
  const subject = subjectOf(item.text);
  const terms = subject === null ? [] : [...termsOf(subject.text)];
  const isSubject = terms.length > 0 && terms.every((term) => pool.known.has(term));
  const byRole = { definition: 2, background: 0, general: 0.2, figure: -0.5, open: -1, outlook: -1 }[item.role];
  const isFirst = item.statements[0]?.before === '';
  const age = pool.newest === null || item.year === null ? 0 : pool.newest - item.year;
  return (
    item.score +
    byRole -
    (CLOSES.test(item.passage.heading) ? 2 : 0) +
    (isSubject ? 0.8 : 0) +
    (isFirst ? 0.3 : 0) +
    (isOfTopic(pool, item) ? 0.3 : 0) -
    0.05 * age
  );
}

/** The sentence speaks of the topic itself, not of a share of something. */
function hasTopicSubject(pool: Pool, item: PoolItem): boolean {
  const subject = subjectOf(item.text);
  return (
    subject !== null && !PREPOSITION.test(item.text) && [...termsOf(subject.text)].some((term) => pool.known.has(term))
  );
}

/** Half of what its subject names: `Night trains`, not `Freight trains and track works`. */
function isMostlyOfTopic(pool: Pool, item: PoolItem): boolean {
  const terms = [...termsOf(subjectOf(item.text)?.text ?? '')];
  return 2 * terms.filter((term) => pool.known.has(term)).length >= terms.length;
}

const PREPOSITION = /^(?:In|Of|At|On|By|For|From|Among|With|After|Before|Since|Under|Over) /;

const isOfTopic = (pool: Pool, item: PoolItem): boolean =>
  shareOfTopic(pool.topic, termsOf(item.text.split(' ').slice(0, 12).join(' '))) === 1 || isOfSubject(pool, item);

function best(items: readonly PoolItem[], worth: (item: PoolItem) => number): PoolItem | null {
  let [found, most]: [PoolItem | null, number] = [null, -Infinity];
  for (const item of items) {
    const value = worth(item);
    if (value > most) [found, most] = [item, value];
  }
  return found;
}

export function tellIntroduction(
  brief: ArticleBrief,
  pool: Pool,
  lead: readonly PoolItem[],
  headings: readonly string[],
): string {
  const sentences = tellItems(lead).map((sentence) => ({ ...sentence, text: inTone(sentence.text, brief.tone) }));
  const map = roadMap(
    brief,
    headings,
    pool.items.map(({ text }) => text),
  );
  return [...sentences, ...(map === null ? [] : [map])].map(writeSentence).join(' ');
}

/** Says something about the article only, so nothing has to support it. */
function roadMap(brief: ArticleBrief, headings: readonly string[], texts: readonly string[]): ToldSentence | null {
  if (headings.length < 2) return null;
  const names = namesIn(texts);
  const parts = headings.filter((heading) => !REST.test(heading)).map((heading) => asPart(heading, names, texts));
  const kind = brief.content_type === 'research_report' ? 'report' : 'article';
  const verb = brief.tone === 'casual' ? 'looks at' : 'covers';
  const cut = parts.length > PARTS_MAX ? Math.ceil(parts.length / 2) : parts.length;
  const [first, second] = [listOf(parts.slice(0, cut)), listOf(parts.slice(cut))];
  const text = `This ${kind} ${verb} ${first}${second === '' ? '' : `, and then turns to ${second}`}.`;
  return { text, marks: [], item: null, isBound: false };
}

/** Holds what fits nowhere else: nothing to announce. */
export const REST = /^(?:further points|also worth knowing)$/i;
/** More than these are told in two halves. */
const PARTS_MAX = 4;
/** `the amount`, `the climate effect`: a single thing needs its article inside of a sentence. */
const WITHOUT_ARTICLE =
  longPattern(String.raw`(?:[^su]s|ing|tion|sion|cy|ity|ness|ment|ics|ism|ance|ence|ship|ure)$|\band\b|^(?:the
      |an?|how|what|why|where|when|who|which|its|their)\b`);
const BEGINS_ITSELF = /^(?:the|an?|how|what|why|where|when|who|which|its|their)\b|[^\p{L} ,'’-]/u;
const PLURAL_WITH_ARTICLE = /^(?:costs|causes|benefits|uses|types|consequences|findings|evidence)$/;

const hasWithArticle = (text: string, thing: string): boolean =>
  ` ${text.toLowerCase()}`
    .split(` the ${thing.toLowerCase()}`)
    .slice(1)
    .some((rest) => !/^[\p{L}-]/u.test(rest));

/** As the sources write it inside of their sentences, with an article or without; else as such things are written. */
function asPart(heading: string, names: ReadonlySet<string>, texts: readonly string[]): string {
  const small = heading.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  const used = texts.filter((text) => text.includes(` ${small}`));
  if (used.length > 0 && !BEGINS_ITSELF.test(small)) {
    return 2 * used.filter((text) => hasWithArticle(text, small)).length > used.length ? `the ${small}` : small;
  }
  const lower = lowerFirst(heading, names);
  // `the origin of the name`, `the development of ports`.
  if (/^(?!the |an? |how |what |why )\p{Ll}+(?<![^su]s) of /u.test(lower)) return `the ${lower}`;
  const isThing = !WITHOUT_ARTICLE.test(lower) && /^\p{Ll}/u.test(lower) && lower.split(' ').length < 4;
  return isThing || PLURAL_WITH_ARTICLE.test(lower) ? `the ${lower}` : lower;
}

function listOf(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  const comma = parts.some((part) => / and /.test(part)) ? ',' : '';
  return `${parts.slice(0, -1).join(', ')}${comma} and ${parts.at(-1)}`;
}
