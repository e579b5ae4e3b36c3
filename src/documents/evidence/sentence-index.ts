// The sentences of sources ranked by the words of a claim (BM25). Only words that some claim has are kept: the index
// of a
// library is small, and made in one pass over its texts.

import type { Language } from './language.ts';
import type { SourceText } from './source.ts';
import { type WholeSentence, wholeSentencesOf } from './whole-sentences.ts';
import { rootsOf } from './word-roots.ts';

export interface IndexedSentence extends WholeSentence {
  /** The place of its source in the list. */
  readonly source: number;
}

export interface SentenceIndex {
  readonly sentences: readonly IndexedSentence[];
  /** Numbers of sentences, the best first. */
  find(claim: string, limit: number, isWanted?: (source: number) => boolean): readonly number[];
}

const SATURATION = 1.2;
const LENGTH_PART = 0.5;
/** A sentence that says half a book is compared by its beginning. */
const INDEXED_CHARACTERS = 2000;
/** Of the words of one claim, how many are looked up. */
const TERMS_MAX = 60;

export function indexSentences(
  sources: readonly SourceText[],
  claims: readonly string[],
  language: Language,
): SentenceIndex {
  const wanted = new Set(claims.flatMap((claim) => termsOf(claim)));
  const postings = new Map<string, number[]>([...wanted].map((term) => [term, []]));
  const sentences: IndexedSentence[] = [];
  const lengths: number[] = [];
  for (const [source, { text }] of sources.entries()) {
    for (const sentence of wholeSentencesOf(text, language)) {
      const at = sentences.length;
      const roots = termsIn(sentence.text.slice(0, INDEXED_CHARACTERS));
      lengths.push(roots.length);
      sentences.push({ ...sentence, source });
      for (const root of new Set(roots)) postings.get(root)?.push(at);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return {
    sentences,
    find: (claim, limit, isWanted) => ranked({ sentences, postings, lengths, average }, claim, limit, isWanted),
  };
}

const NUMBER = /\d+(?:[.,]\d+){0,6}/g;
const termsIn = (text: string): readonly string[] => [...rootsOf(text), ...(text.match(NUMBER) ?? [])];
const termsOf = (claim: string): readonly string[] =>
  [...new Set(termsIn(claim.slice(0, INDEXED_CHARACTERS)))].slice(0, TERMS_MAX);

interface Ranking {
  readonly sentences: readonly IndexedSentence[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
  readonly lengths: readonly number[];
  readonly average: number;
}

function ranked(
  { sentences, postings, lengths, average }: Ranking,
  claim: string,
  limit: number,
  isWanted: (source: number) => boolean = () => true,
): readonly number[] {
  const scores = new Map<number, number>();
  for (const term of termsOf(claim)) {
    const places = postings.get(term) ?? [];
    if (places.length === 0) continue;
    const rarity = Math.log(1 + (sentences.length - places.length + 0.5) / (places.length + 0.5));
    for (const at of places) {
      if (!isWanted(sentences[at]?.source ?? -1)) continue;
      const length = 1 - LENGTH_PART + (LENGTH_PART * (lengths[at] ?? 0)) / Math.max(1, average);
      scores.set(at, (scores.get(at) ?? 0) + (rarity * (SATURATION + 1)) / (1 + SATURATION * length));
    }
  }
  return topOf(scores, limit);
}

/** The best few of many, without sorting all of them. */
function topOf(scores: ReadonlyMap<number, number>, limit: number): readonly number[] {
  const top: { readonly at: number; readonly score: number }[] = [];
  for (const [at, score] of scores) {
    if (top.length >= limit && score <= (top.at(-1)?.score ?? 0)) continue;
    let place = top.length;
    while (place > 0 && (top[place - 1]?.score ?? 0) < score) place--;
    top.splice(place, 0, { at, score });
    if (top.length > limit) top.pop();
  }
  return top.map(({ at }) => at);
}
