// An article from an outline, by rules: sentences of the passages in an order that reads, each with what it rests on.

import type { Contradiction } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief, Outline } from './article-brief.ts';
import { makeAttributor } from './attribute.ts';
import { CLOSES, chooseClosing } from './choose-closing.ts';
import { chooseItems } from './choose-items.ts';
import { type Disagreements, readDisagreements } from './disagreements.ts';
import { likeness, type Pool, type PoolItem, readPool } from './evidence-pool.ts';
import { runsOf } from './place-items.ts';
import { namesIn } from './plain-heading.ts';
import { tellSection } from './tell-section.ts';
import { wordCount } from './terms-of.ts';
import { tellItems } from './told-sentence.ts';
import { inTone } from './tone-text.ts';
import { isRepeat } from './without-repeats.ts';
import { disputesIn, isAllTold, tellConclusion } from './write-conclusion.ts';
import { chooseLead, REST, tellIntroduction } from './write-introduction.ts';

/** A draft: `# Title`, an introduction, sections, a conclusion. `feedback`: what a reader said of the draft before;
 *  sentences that it quotes are left out. */
export function writeArticle(
  brief: ArticleBrief,
  outline: Outline,
  passages: readonly Passage[],
  sources: readonly Source[],
  feedback: string | null = null,
  contradictions: readonly Contradiction[] = [],
): string {
  const pool = withoutQuoted(readPool(brief, passages, sources), feedback);
  const disagreements = readDisagreements(contradictions, pool, brief.target_length);
  const planned = plannedItems(pool, outline, disagreements);
  const usable = pool.items.filter(
    ({ passage }) => !disagreements.refuted.has(passage.id) && !disagreements.disputed.has(passage.id),
  );
  const lead = chooseLead(brief, pool, usable);
  const closing = chooseClosing(pool, sparable(outline, planned, usable, lead, brief.specific_sections), [
    ...lead,
    ...planned.flat(),
  ]);
  const taken = new Set([...lead, ...closing]);
  const left = planned.map((items) =>
    withoutOrphans(items.filter((item) => !taken.has(item) && !lead.some((told) => isRepeat(pool, item, told)))),
  );
  const words = OWN_WORDS * brief.target_length - wordsOf([...lead, ...closing, ...disagreements.older.values()]) - 25;
  const chosen = joinThin(pool, chooseItems(pool, left, words, disagreements.disputed), outline, brief);
  const attributor = makeAttributor(brief, namesIn(pool.items.map(({ text }) => text)), pool.newest);
  const sections = outline.sections.flatMap(({ heading }, at) => {
    const paragraphs = tellSection(pool, chosen[at] ?? [], attributor, disagreements);
    return paragraphs.length === 0
      ? []
      : [{ heading, text: paragraphs.map((text) => inTone(text, brief.tone)).join('\n\n') }];
  });
  const told = chosen.flat();
  const conclusion = tellConclusion({
    ...{
      brief,
      pool,
      closing,
      told: [...lead, ...told],
      body: told,
      disputes: disputesIn(told, disagreements.disputed),
    },
    isExhausted: isAllTold(
      pool.known,
      passages,
      [...lead, ...told, ...closing].map(({ passage }) => passage.id),
    ),
    words:
      wordCount(
        sections
          .map(({ text }) => text)
          .join(' ')
          .replace(/\[e[^\]]{0,60}\]/g, ''),
      ) + wordsOf([...lead, ...closing]),
  });
  const introduction = tellIntroduction(
    brief,
    pool,
    lead,
    sections.map(({ heading }) => heading),
  );
  const parts = [
    `# ${outline.title}`,
    introduction,
    ...sections.map(({ heading, text }) => `## ${heading}\n\n${text}`),
  ];
  if (conclusion !== '') parts.push(`## Conclusion\n\n${conclusion}`);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The rest is for names of sources and for what the rules say themselves. */
const OWN_WORDS = 0.88;

const wordsOf = (items: readonly PoolItem[]): number => items.reduce((sum, { words }) => sum + words, 0);

/** The outline's passages that are known, each once; an outline by a model may name others. What sources disagree on is
 *  told in one place, by all of them. */
function plannedItems(
  pool: Pool,
  outline: Outline,
  { refuted, disputed }: Disagreements,
): readonly (readonly PoolItem[])[] {
  const told = new Set<string>();
  return outline.sections.map(({ passages }) =>
    passages.flatMap((id) => {
      const item = pool.byId.get(id);
      if (item === undefined || told.has(id) || refuted.has(id)) return [];
      const items = disputed.get(id)?.items ?? [item];
      for (const { passage } of items) told.add(passage.id);
      return items;
    }),
  );
}

/** What a conclusion may take: all that no section tells, and of a section with enough all but its beginning. */
function sparable(
  { sections }: Outline,
  planned: readonly (readonly PoolItem[])[],
  usable: readonly PoolItem[],
  lead: readonly PoolItem[],
  asked: readonly string[],
): readonly PoolItem[] {
  const all = new Set(planned.flat());
  const isSpare = ({ passage }: PoolItem, at: number): boolean => at > 0 || CLOSES.test(passage.heading);
  const isFree = (heading: string): boolean => !asked.includes(heading) && (REST.test(heading) || CLOSES.test(heading));
  const spare = planned.flatMap((items, at) =>
    isFree(sections[at]?.heading ?? '') ? items : items.length > 3 ? items.filter(isSpare) : [],
  );
  return [...usable.filter((item) => !all.has(item)), ...spare.filter((item) => usable.includes(item))].filter(
    (item) => !lead.includes(item),
  );
}

/** A section of one or two passages is none: they go where they are most like, unless the brief asked for it. */
function joinThin(
  pool: Pool,
  sections: readonly (readonly PoolItem[])[],
  outline: Outline,
  brief: ArticleBrief,
): readonly (readonly PoolItem[])[] {
  const asked = new Set(brief.specific_sections);
  const isThin = (at: number): boolean =>
    tellItems(sections[at] ?? []).length < THIN && !asked.has(outline.sections[at]?.heading ?? '');
  const joined = sections.map((items, at) => (isThin(at) ? [] : [...items]));
  if (joined.every((items) => items.length === 0)) return sections;
  const rest = outline.sections.findIndex(({ heading }) => REST.test(heading));
  for (const [at, items] of sections.entries()) {
    if (!isThin(at)) continue;
    for (const run of runsOf(items)) {
      const terms = new Set(run.flatMap((item) => [...item.terms]));
      const likes = joined.map((others) => Math.max(0, ...others.map((other) => likeness(pool, terms, other.terms))));
      const best = likes.indexOf(Math.max(...likes));
      const place = (likes[best] ?? 0) > JOINS_FROM ? best : rest;
      joined[place]?.push(...run);
    }
  }
  return joined;
}

const THIN = 3;
/** What is less like a section goes to the last one, which holds the rest, or is not told. */
const JOINS_FROM = 0.2;

/** Without what needs a passage that is told elsewhere. */
function withoutOrphans(items: readonly PoolItem[]): readonly PoolItem[] {
  const here = new Set<string>();
  return items.filter(({ needsPrevious, previous, passage }) => {
    if (needsPrevious && !here.has(previous ?? '')) return false;
    here.add(passage.id);
    return true;
  });
}

function withoutQuoted(pool: Pool, feedback: string | null): Pool {
  const quoted = Array.from(
    (feedback ?? '').slice(0, 20_000).matchAll(/["“]([^"“”]{20,600})["”]/g),
    ([, text = '']) => text,
  );
  if (quoted.length === 0) return pool;
  const items = pool.items.filter(
    ({ text }) => !quoted.some((quote) => text.includes(quote.replace(/[.…]{1,3}$/, ''))),
  );
  return { ...pool, items, byId: new Map(items.map((item) => [item.passage.id, item])) };
}
