// The passages that fit a query best, with their texts.

import { type Passage, PassageIndex } from './passage-index.ts';

export interface RetrievedPassage {
  readonly source: string;
  /** `12-40`, or `12`. */
  readonly lines: string;
  readonly text: string;
  readonly score: number;
}

export function retrieve(query: string, passages: readonly Passage[], limit: number): readonly RetrievedPassage[] {
  const retriever = new Retriever();
  for (const passage of passages) retriever.add(passage);
  return retriever.search(query, limit);
}

/** For several queries over the same passages: they are indexed once, and a caller that adds many may pause between
 *  them. */
export class Retriever {
  readonly #index = new PassageIndex();
  readonly #texts = new Map<number, string>();

  add(passage: Passage): void {
    this.#texts.set(this.#index.add(passage), passage.text);
  }

  /** The best first, and at most `perSource` of one file. */
  search(query: string, limit: number, perSource = Infinity): readonly RetrievedPassage[] {
    const taken = new Map<string, number>();
    const found = this.#index.search(query, () => true, perSource === Infinity ? limit : this.#texts.size);
    const chosen = found.filter(({ source }) => {
      const count = (taken.get(source) ?? 0) + 1;
      taken.set(source, count);
      return count <= perSource;
    });
    return chosen.slice(0, limit).map(({ id, source, from, to, score }) => ({
      ...{ source, lines: from === to ? `${from}` : `${from}-${to}`, text: this.#texts.get(id) ?? '' },
      score: Math.round(score * 1000) / 1000,
    }));
  }
}
