// The two sides of a disagreement that can be told, each by its own source, the newest first.

import type { ContradictionSpan } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import { sideText } from './disagreement-side.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { termsOf, wordCount } from './terms-of.ts';

interface Side {
  readonly says: string;
  readonly item: PoolItem;
}

/** Empty where two that differ cannot be told, or where no section can hold them. */
export function sidesOf(pool: Pool, spans: readonly ContradictionSpan[]): readonly PoolItem[] {
  const sides = spans.flatMap((span) => sideOf(pool, span) ?? []);
  const pairs = sides.flatMap((one, at) => sides.slice(at + 1).map((other) => [one, other] as const));
  const found = pairs.find(
    ([one, other]) => one.item.source.id !== other.item.source.id && !isSameSaid(one.says, other.says),
  );
  if (found === undefined || !found.some(({ item }) => pool.byId.has(item.passage.id))) return [];
  return found.map(({ item }) => item).sort((one, other) => (other.year ?? 0) - (one.year ?? 0));
}

/** `"improve"` and `"improves"`; `not "improve"` is another. */
const isSameSaid = (one: string, other: string): boolean => one !== '' && plain(one) === plain(other);
const plain = (says: string): string => says.toLowerCase().replace(/s?"$/, '"');

function sideOf(pool: Pool, span: ContradictionSpan): Side | null {
  const item = pool.items.find(
    ({ passage }) => passage.source === span.source && passage.start < span.end && span.start < passage.end,
  );
  const { says = '', quote } = span;
  const text = item?.statements[0]?.named ?? (says === '' ? null : sideText(quote, says, pool.known));
  const made = text === null ? null : (item ?? newItem(pool, span));
  return text === null || made === null ? null : { says, item: withText(made, text) };
}

/** As the first that is told of it, whatever stood before it in its source. */
function withText(item: PoolItem, named: string): PoolItem {
  const { id, source, start, heading } = item.passage;
  const first = { passage: id, source, start, heading, own: named, alone: null, named, before: '', isRepaired: false };
  return {
    ...item,
    statements: [first],
    text: named,
    terms: termsOf(named),
    words: wordCount(named),
    needsPrevious: false,
    previous: null,
  };
}

/** Of a passage that cannot be told by itself; null where writers cannot cite it. */
function newItem(pool: Pool, { passage: id, source, start, end, quote }: ContradictionSpan): PoolItem | null {
  const beside = pool.items.find((item) => item.source.id === source);
  if (id === undefined || beside === undefined) return null;
  const passage: Passage = { id, source, start, end, text: quote, heading: '', before: '' };
  return { ...beside, passage, role: 'figure' };
}
