// What a search is asked for, from a topic and keywords.

import type { SourceAsk } from '../../ports/sources.ts';
import type { SearchQuery } from './search-endpoint.ts';

const QUERY_MAX = 400;
const MAX = 100;
const EMPTY_WORDS = new Set(
  `a an and are as at be by can did do does for from had has have how in into is it its new of on or our that the their
   them these this those to was were what when where which who why will with without your`.split(/\s{1,9}/),
);

export function searchQuery({ topic, keywords, max }: Omit<SourceAsk, 'signal'>): SearchQuery {
  const line = oneLine(topic);
  const small = line.toLowerCase();
  const more = keywords.map(oneLine).filter((word) => word !== '' && !small.includes(word.toLowerCase()));
  const text = [line, ...new Set(more)].join(' ').slice(0, QUERY_MAX).trim();
  return { text, words: [...new Set(wordsOf(text))], max: Math.max(1, Math.min(max, MAX)) };
}

/** In small letters, without their plural and without words that stand in every text. */
export function wordsOf(text: string): readonly string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]{2,40}/gu) ?? [];
  return all.filter((word) => !EMPTY_WORDS.has(word)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

const oneLine = (text: string): string =>
  text
    .slice(0, 1_000)
    .replace(/\s{1,99}/g, ' ')
    .trim();
