// The words around a figure, and how far those of two figures are alike.

import type { Statement, StatementWord } from './read-statement.ts';

export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly following?: readonly string[];
  readonly role?: string;
  readonly dimension?: string;
  readonly low?: number;
  readonly bound?: string;
}
/** How far neighbours reach, in words. */
const NEIGHBOURS = 6;

/** `, queen since 1688, `: what stands behind a comma is less near. */
const COMMA = 12;

export interface Neighbour {
  readonly word: StatementWord;
  readonly distance: number;
}

export function neighboursOf(mention: Mention, statement: Statement): readonly Neighbour[] {
  const { words } = statement;
  const first = words.findIndex(({ end }) => end > mention.start);
  if (first < 0) return [];
  let last = first;
  while (last + 1 < words.length && (words[last + 1]?.start ?? 0) < mention.end) last++;
  const clause = words[first]?.clause;
  const [comma, when] = [words[last + 1], words[last + 2]];
  // `until 2004, when the galleries were flooded`
  const then = comma?.text === ',' && when?.lower === 'when' ? when.clause : clause;
  return words
    .slice(Math.max(0, first - NEIGHBOURS), last + NEIGHBOURS + (then === clause ? 1 : 4))
    .flatMap((word, at) => {
      const place = Math.max(0, first - NEIGHBOURS) + at;
      if ((place >= first && place <= last) || word.weight < 0.3 || (word.clause !== clause && word.clause !== then))
        return [];
      const between = place < first ? words.slice(place, first) : words.slice(last + 1, place);
      const commas = between.filter(({ text }) => text === ',').length;
      return [{ word, distance: (place < first ? first - place : place - last) + COMMA * commas }];
    });
}

export const isAlike = (first: StatementWord, second: StatementWord): boolean =>
  first.lower === second.lower || first.keys.some((key) => second.keys.includes(key));

export const neighbourScore = (own: readonly Neighbour[], theirs: readonly Neighbour[]): number =>
  own.reduce((score, { word, distance }) => {
    const other = theirs.find((each) => isAlike(word, each.word));
    return other === undefined ? score : score + 1 / (1 + 0.15 * (distance + other.distance));
  }, 0);
