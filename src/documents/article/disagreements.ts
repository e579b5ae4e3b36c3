// Where sources contradict each other: what is told side by side, and which older figures a newer one replaces.

import type { Contradiction } from '../evidence/ledger.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { withoutTopic } from './find-insights.ts';
import { sidesOf } from './sides-of.ts';
import { shareOf } from './terms-of.ts';

export interface Disagreement {
  readonly about: string;
  /** Of different sources, the newest first. */
  readonly items: readonly PoolItem[];
}

export interface Disagreements {
  /** Passages that say what the article does not follow. */
  readonly refuted: ReadonlySet<string>;
  /** By the id of each of its passages. */
  readonly disputed: ReadonlyMap<string, Disagreement>;
  /** By the id of the passage that replaces it: told behind it, as what held before. */
  readonly older: ReadonlyMap<string, PoolItem>;
}

const WORDS_PER_DISPUTE = 200;
/** Two passages that have less in common may only look as if they contradict each other. */
const COMMON = { terms: 2, share: 0.5 };

/** `words`: of the article; a longer one has space for more. Of the others no side is told as if it were sure. */
export function readDisagreements(contradictions: readonly Contradiction[], pool: Pool, words: number): Disagreements {
  const max = Math.max(2, Math.round(words / WORDS_PER_DISPUTE));
  let told = 0;
  const refuted = new Set<string>();
  const disputed = new Map<string, Disagreement>();
  const older = new Map<string, PoolItem>();
  for (const { about, spans, followed } of inOrder(contradictions)) {
    const items = spans.flatMap((span) => itemAt(pool, span) ?? []);
    if (followed !== null) {
      const kept = items.find(({ passage }) => passage.source === followed.source);
      const others = items.filter(({ passage }) => passage.source !== followed.source);
      for (const { passage } of others) refuted.add(passage.id);
      const [old] = others.filter((other) => kept !== undefined && isReplaced(pool, other, kept));
      if (kept !== undefined && old !== undefined && !older.has(kept.passage.id) && older.size < max)
        older.set(kept.passage.id, old);
      continue;
    }
    const sides = told < max ? sidesOf(pool, spans) : [];
    if (sides.length < 2 || sides.some(({ passage }) => disputed.has(passage.id))) {
      for (const { passage } of items) if (!disputed.has(passage.id)) refuted.add(passage.id);
      continue;
    }
    told++;
    const disagreement = { about, items: sides };
    for (const { passage } of sides) disputed.set(passage.id, disagreement);
    for (const { passage } of items) if (!disputed.has(passage.id)) refuted.add(passage.id);
  }
  return { refuted, disputed, older };
}

/** The order in which they were found decides nothing. */
function inOrder(contradictions: readonly Contradiction[]): readonly Contradiction[] {
  const keyed = contradictions.map((each) => {
    const spans = [...each.spans].sort((one, other) => (one.quote < other.quote ? -1 : 1));
    return { each: { ...each, spans }, key: spans.map(({ quote }) => quote).join('\n') };
  });
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ each }) => each);
}

function itemAt(pool: Pool, span: Contradiction['spans'][number]): PoolItem | undefined {
  return pool.items.find(
    ({ passage }) => passage.source === span.source && passage.start < span.end && span.start < passage.end,
  );
}

function isReplaced(pool: Pool, old: PoolItem, kept: PoolItem): boolean {
  const isOlder = old.year !== null && kept.year !== null && old.year < kept.year;
  return isOlder && old.role === 'figure' && !old.needsPrevious && areOfOneThing(pool, [old, kept]);
}

function areOfOneThing(pool: Pool, [first, second]: readonly PoolItem[]): boolean {
  if (first === undefined || second === undefined) return false;
  const [one, other] = [withoutTopic(pool, first.terms), withoutTopic(pool, second.terms)];
  const common = [...one].filter((term) => other.has(term)).length;
  return common >= COMMON.terms && shareOf(one, other) >= COMMON.share;
}
