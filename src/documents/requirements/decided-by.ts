// What a review decides, as requirements the file can hold and compare.

import type { DecidedRequirement, Requirement, RequirementsReview } from './requirement.ts';
import { lineOf, textOf } from './requirement-text.ts';

/** Every decision of the review as it will stand in the file, in the order of its lists. */
export function decidedBy(review: RequirementsReview): readonly DecidedRequirement[] {
  return [
    ...review.approvedRequirements.map((one) => ({ ...wordsOf(one), standing: 'approved' as const })),
    ...review.modifiedRequirements.map((one) => ({
      ...wordsOf(one),
      standing: 'modified' as const,
      originalId: one.originalId,
      modificationNotes: textOf(one.modificationNotes),
    })),
    ...review.rejectedRequirements.map((one) => ({
      ...wordsOf(one),
      standing: 'rejected' as const,
      reason: textOf(one.reason),
    })),
    ...(review.outOfScopeRequirements ?? []).map((one) => ({
      ...wordsOf(one),
      standing: 'out-of-scope' as const,
      reason: textOf(one.reason),
    })),
  ];
}

/** As the file keeps it: see requirement-text.ts. */
export function wordsOf({ id, title, description, priority, category }: Requirement): Requirement {
  return { id, title: lineOf(title), description: textOf(description), priority, category: lineOf(category) };
}

export function isSameText(a: Requirement, b: Requirement): boolean {
  const parts = ({ title, description, priority, category }: Requirement) =>
    JSON.stringify([title, description, priority, category]);
  return parts(a) === parts(b);
}

/** Whether both say the same of the same requirement. */
export function isSameDecision(a: DecidedRequirement, b: DecidedRequirement): boolean {
  return (
    a.standing === b.standing &&
    isSameText(a, b) &&
    (a.reason ?? '') === (b.reason ?? '') &&
    (a.modificationNotes ?? '') === (b.modificationNotes ?? '')
  );
}
