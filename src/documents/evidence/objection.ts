// What speaks against taking a source for the support of a claim.

export interface Objection {
  /** A conflict: both cannot be true. Missing: the source does not say it, or not as surely. */
  readonly kind: 'conflict' | 'missing';
  /** A sentence for readers. */
  readonly reason: string;
}
