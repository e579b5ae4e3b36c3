// A piece of a stored source that a claim can rest on.

/** Characters of a source's stored text. */
export interface Span {
  /** The source's id. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** What writers may cite: one sentence of a source, or a few that belong together. */
export interface Passage extends Span {
  /** `e12`: of this run of the writers; drafts cite it as `[e12]`. */
  readonly id: string;
  /** As it stands in the source, white space joined. */
  readonly text: string;
  /** The heading it stands under; '' where there is none. */
  readonly heading: string;
  /** The sentence before it, for what it refers to; '' at the beginning. */
  readonly before: string;
}
