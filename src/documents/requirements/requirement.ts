// Requirements as data: what is proposed, how a person decided on it, and what a requirements file holds.

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** As it is proposed and as it goes over the wire. */
export type Requirement = {
  /** `REQ-001`; given once, for ever. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priority: Priority;
  readonly category: string;
};

export const STANDINGS = ['approved', 'modified', 'rejected', 'out-of-scope'] as const;
/** How a requirement stands, which is the section of the file it is in. */
export type Standing = (typeof STANDINGS)[number];

export type DecidedRequirement = Requirement & {
  readonly standing: Standing;
  /** Of one rejected or out of scope. */
  readonly reason?: string;
  /** Of a modified one: the id it was proposed under, which is its own. */
  readonly originalId?: string;
  readonly modificationNotes?: string;
  /** Of one that another has taken the place of; it stays in the file. */
  readonly supersededBy?: string;
};

/** The result of a requirements review, as it goes over the wire. */
export type RequirementsReview = {
  readonly approvedRequirements: readonly Requirement[];
  readonly rejectedRequirements: readonly (Requirement & { readonly reason: string })[];
  readonly modifiedRequirements: readonly (Requirement & {
    readonly originalId: string;
    readonly modificationNotes: string;
  })[];
  readonly outOfScopeRequirements?: readonly (Requirement & { readonly reason: string })[];
  readonly reviewSummary: string;
  readonly userFeedback: string;
};

/** A person's verdict on one requirement. */
export type ItemVerdict =
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'reject'; readonly reason: string }
  | { readonly verdict: 'out-of-scope'; readonly reason: string }
  | {
      readonly verdict: 'modify';
      readonly notes: string;
      /** What changed; the rest stays as it was proposed. */
      readonly change: Partial<Omit<Requirement, 'id'>>;
    };

/** How a requirement read before a review changed it; what the review left alone is not given. */
export type PreviousText = Partial<Omit<Requirement, 'id'>> & { readonly id: string };

export type ReviewRecord = {
  /** ISO time. */
  readonly at: string;
  readonly summary: string;
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  readonly modified: readonly string[];
  readonly outOfScope: readonly string[];
  readonly reviewer: string;
  /** What was reviewed had been written without a model. */
  readonly isByRules?: boolean;
  /** Of the modified ones, as they were proposed. */
  readonly previous?: readonly PreviousText[];
};

/** What people replaced by modifying, over all reviews. */
const previousTexts = (history: readonly ReviewRecord[]): readonly PreviousText[] =>
  history.flatMap(({ previous = [] }) => previous);

/** What must not be proposed again: what was decided, and how it read before a person modified it. */
export function decidedTexts({ items, history }: RequirementsFile): readonly DecidedRequirement[] {
  const replaced = previousTexts(history).flatMap(({ id, description }): DecidedRequirement[] => {
    const now = items.find((item) => item.id === id);
    return now === undefined || description === undefined ? [] : [{ ...now, description, standing: 'rejected' }];
  });
  return [...items, ...replaced];
}

/** Something in the file that could not be read as meant, with its line. Nothing of it is lost. */
export type FileProblem = {
  readonly code: string;
  readonly message: string;
  readonly line: number;
};

/** A requirements file, read. `text` is the file itself: everything that is not understood stays there. */
export type RequirementsFile = {
  readonly text: string;
  readonly featureId: string | null;
  readonly items: readonly DecidedRequirement[];
  readonly history: readonly ReviewRecord[];
  readonly problems: readonly FileProblem[];
};

/** What someone changed in the file between two of our looks at it. */
export type OutsideEdit = {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'prose';
  /** null: prose outside the items. */
  readonly id: string | null;
  /** In words, for people. */
  readonly message: string;
};

/** Both sides changed the same part: the file's own stays, ours is shown. */
export type Conflict = {
  readonly id: string | null;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly message: string;
};
