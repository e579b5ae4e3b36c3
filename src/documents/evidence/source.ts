// A text that claims are checked against, as it was found and stored. The text itself is kept under its hash.

export interface Source {
  /** `s` and the first 32 digits of the hash. */
  readonly id: string;
  /** `sha256:` and the digest of the stored text. */
  readonly hash: string;
  /** Where it was found: an address, or a path from the project. */
  readonly address: string;
  /** Other places where the same text, or nearly the same, was found. */
  readonly also: readonly string[];
  readonly title: string;
  /** web, academic, news, social or local; of a local document what its front matter says. */
  readonly type: string;
  /** As it is known: `2024`, `2024-03` or `2024-03-09`; null: nobody says. */
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  /** Who published it: a journal, a site, a feed; '' where nobody says. */
  readonly publisher: string;
  /** When its text was read, as ISO 8601. */
  readonly retrievedAt: string;
  readonly words: number;
  /** false: only what a search said of it is stored, not the page. */
  readonly isWhole: boolean;
  /** How much it is worth for the topic, from 0 to 1, and why, in sentences. */
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface SourceText extends Source {
  readonly text: string;
}
