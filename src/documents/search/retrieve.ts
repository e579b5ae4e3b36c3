// The passages that fit a query best, with their texts.

import { type Passage, PassageIndex } from './passage-index.ts';

export interface Retrieved {
  readonly source: string;
  /** `12-40`, or `12`. */
  readonly lines: string;
  readonly text: string;
  readonly score: number;
}

export function retrieve(query: string, passages: readonly Passage[], limit: number): readonly Retrieved[] {
  return retriever(passages)(query, limit);
}

/** For several queries over the same passages: they are indexed once. Of a file at most `perSource` are given. */
export function retriever(
  passages: readonly Passage[],
  perSource = Infinity,
): (query: string, limit: number) => readonly Retrieved[] {
  const index = new PassageIndex();
  const texts = new Map(passages.map((passage) => [index.add(passage), passage.text]));
  return (query, limit) => {
    const taken = new Map<string, number>();
    const found = index.search(query, () => true, perSource === Infinity ? limit : passages.length);
    const chosen = found.filter(({ source }) => {
      const count = (taken.get(source) ?? 0) + 1;
      taken.set(source, count);
      return count <= perSource;
    });
    return chosen.slice(0, limit).map(({ id, source, from, to, score }) => ({
      ...{ source, lines: from === to ? `${from}` : `${from}-${to}`, text: texts.get(id) ?? '' },
      score: Math.round(score * 1000) / 1000,
    }));
  };
}
