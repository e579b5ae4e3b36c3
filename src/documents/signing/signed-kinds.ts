// The documents that are signed. A file of its own: code that only needs their names does not load how they are read.

/** Requirements are signed with the PRD that lists them; their own file has a history of reviews. */
export const SIGNED_KINDS = ['prd', 'brief', 'design'] as const;
export type SignedKind = (typeof SIGNED_KINDS)[number];
