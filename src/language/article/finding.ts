// What a checker of articles found: a score from 0 to 1, and what lowers it, bound to sentences.

export interface ArticleFinding {
  /** kebab-case: `double-word`. */
  readonly rule: string;
  /** The sentence or the heading it is about; '' where it is about the whole text. */
  readonly sentence: string;
  /** Characters of the Markdown. */
  readonly start: number;
  readonly end: number;
  /** In a sentence, for the writer. */
  readonly message: string;
}

export interface ArticleCheck {
  readonly score: number;
  readonly findings: readonly ArticleFinding[];
}

/** At four decimals, within 0 and 1. */
export const asScore = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
