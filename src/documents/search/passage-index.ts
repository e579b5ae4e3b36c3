// Passages of texts, ranked by their words (BM25). It keeps where each passage stands, not its text.

import MiniSearch from 'minisearch';

export interface PassagePlace {
  /** The file, as the caller knows it. */
  readonly source: string;
  /** Its first and last line, from 1. */
  readonly from: number;
  readonly to: number;
}

export interface Passage extends PassagePlace {
  readonly text: string;
}

export interface FoundPassage extends PassagePlace {
  readonly id: number;
  readonly score: number;
}

const TERM_LENGTH_MAX = 64;

export class PassageIndex {
  readonly #places = new Map<number, PassagePlace>();
  #words = newIndex();
  #nextId = 0;

  /** Its number, by which it is dropped. */
  add({ source, from, to, text }: Passage): number {
    const id = this.#nextId++;
    this.#places.set(id, { source, from, to });
    this.#words.add({ id, source, words: text });
    return id;
  }

  drop(ids: readonly number[]): void {
    for (const id of ids) this.#places.delete(id);
    if (this.#places.size === 0) this.#words = newIndex();
    else this.#words.discardAll(ids);
  }

  /** The best first. */
  search(query: string, isWanted: (source: string) => boolean, limit: number): readonly FoundPassage[] {
    const found = this.#words.search(query, {
      boost: { source: 2 },
      prefix: (term) => term.length > 3,
      filter: ({ id }) => isWanted(this.#places.get(id)?.source ?? ''),
    });
    return found.slice(0, limit).flatMap(({ id, score }) => {
      const place = this.#places.get(id);
      return place === undefined ? [] : [{ ...place, id, score }];
    });
  }
}

function newIndex() {
  return new MiniSearch<{ id: number; source: string; words: string }>({
    fields: ['source', 'words'],
    tokenize: termsOf,
    processTerm: (term) => term.toLowerCase(),
  });
}

/** Words, and the words inside of names: `maxRetries` is found by "retries" and by itself. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (word.length > TERM_LENGTH_MAX) continue;
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+/gu) ?? [];
    terms.push(word);
    if (parts.length > 1) terms.push(...parts);
  }
  return terms;
}
