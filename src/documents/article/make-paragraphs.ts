// Paragraphs of two to five sentences about one thing.

import { likeness, type Pool } from './evidence-pool.ts';
import { isOneBlock } from './order-items.ts';
import type { ToldSentence } from './told-sentence.ts';

const SENTENCES_MIN = 2;
const SENTENCES_MAX = 5;
const LIKE_MIN = 0.12;

export function makeParagraphs(pool: Pool, sentences: readonly ToldSentence[]): readonly (readonly ToldSentence[])[] {
  const paragraphs: ToldSentence[][] = [];
  for (const sentence of sentences) {
    const open = paragraphs.at(-1);
    const last = open?.at(-1);
    if (open === undefined || last === undefined || (!sentence.isBound && begins(pool, open, last, sentence)))
      paragraphs.push([sentence]);
    else open.push(sentence);
  }
  return joinShort(pool, paragraphs);
}

function begins(pool: Pool, open: readonly ToldSentence[], last: ToldSentence, next: ToldSentence): boolean {
  if (open.length >= SENTENCES_MAX) return true;
  if (last.item === null || next.item === null || isOneBlock(last.item, next.item)) return false;
  return likeness(pool, last.item.terms, next.item.terms) < LIKE_MIN;
}

/** What speaks of something else than the sentence before it, in another source, begins a paragraph. */
export function canFollow(pool: Pool, last: ToldSentence | undefined, next: ToldSentence | undefined): boolean {
  const [one, other] = [last?.item ?? null, next?.item ?? null];
  if (one === null || other === null || one.source.id === other.source.id) return true;
  return likeness(pool, one.terms, other.terms) >= LIKE_MIN;
}

/** A sentence that stands alone joins the paragraph before it, or the one behind it. */
function joinShort(pool: Pool, paragraphs: readonly ToldSentence[][]): ToldSentence[][] {
  const joined: ToldSentence[][] = [];
  for (const paragraph of paragraphs) {
    const last = joined.at(-1);
    const isShort = paragraph.length < SENTENCES_MIN || (last !== undefined && last.length < SENTENCES_MIN);
    const isNear = canFollow(pool, last?.at(-1), paragraph[0]);
    if (last !== undefined && isShort && isNear && last.length + paragraph.length <= SENTENCES_MAX + 1)
      last.push(...paragraph);
    else joined.push([...paragraph]);
  }
  return joined;
}
