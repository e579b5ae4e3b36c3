// What someone has written in a review of a document and not sent yet.

import type { SectionChange } from '../../ports/review.ts';

export interface DraftWords {
  /** As they edited it; null: they did not. */
  readonly text: string | null;
  readonly comments: readonly SectionChange[];
}

export const NO_WORDS: DraftWords = { text: null, comments: [] };

/** Kept at every step, so that neither a refusal nor leaving loses it. */
export class DocumentDraft {
  #words: DraftWords;
  readonly #store: (words: DraftWords) => void;

  constructor(words: DraftWords = NO_WORDS, store: (words: DraftWords) => void = () => {}) {
    this.#words = words;
    this.#store = store;
  }

  get text(): string | null {
    return this.#words.text;
  }

  get comments(): readonly SectionChange[] {
    return this.#words.comments;
  }

  keep(changed: Partial<DraftWords>): void {
    this.#words = { ...this.#words, ...changed };
    this.#store(this.#words);
  }
}
