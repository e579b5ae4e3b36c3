// A whole review from verdicts on single requirements, with one verdict for all that were not named.

import { checkReview } from './merge-review.ts';
import type { ItemVerdict, Requirement, RequirementsReview } from './requirement.ts';

export interface ReviewWords {
  readonly summary?: string;
  readonly feedback?: string;
}

export function reviewOf(
  proposed: readonly Requirement[],
  verdicts: Readonly<Record<string, ItemVerdict>>,
  rest: ItemVerdict | null,
  said: ReviewWords,
): { readonly review: RequirementsReview } | { readonly refused: readonly string[] } {
  const known = new Set(proposed.map(({ id }) => id));
  const strange = Object.keys(verdicts).filter((id) => !known.has(id));
  const decided = proposed.map((one) => ({
    one,
    verdict: Object.hasOwn(verdicts, one.id) ? (verdicts[one.id] ?? null) : rest,
  }));
  const open = decided.filter(({ verdict }) => verdict === null).map(({ one }) => one.id);
  const lists = listsOf(decided);
  const review = { ...lists, reviewSummary: said.summary ?? summaryOf(lists), userFeedback: said.feedback ?? '' };
  const refused = [
    ...(strange.length === 0
      ? []
      : [`Expected verdicts on proposed requirements, found verdicts on ${strange.join(', ')}.`]),
    ...(open.length === 0
      ? []
      : [`Expected a verdict on every proposed requirement, found none on ${open.join(', ')}.`]),
    ...(open.length === 0 ? checkReview(proposed, review) : []),
  ];
  return refused.length > 0 ? { refused } : { review };
}

type Lists = Required<Omit<RequirementsReview, 'reviewSummary' | 'userFeedback'>>;

function listsOf(decided: readonly { readonly one: Requirement; readonly verdict: ItemVerdict | null }[]): Lists {
  const approved: Lists['approvedRequirements'][number][] = [];
  const rejected: Lists['rejectedRequirements'][number][] = [];
  const modified: Lists['modifiedRequirements'][number][] = [];
  const outside: Lists['outOfScopeRequirements'][number][] = [];
  for (const { one, verdict } of decided) {
    if (verdict?.verdict === 'approve') approved.push(one);
    if (verdict?.verdict === 'reject') rejected.push({ ...one, reason: verdict.reason });
    if (verdict?.verdict === 'out-of-scope') outside.push({ ...one, reason: verdict.reason });
    if (verdict?.verdict === 'modify') {
      modified.push({ ...one, ...verdict.change, id: one.id, originalId: one.id, modificationNotes: verdict.notes });
    }
  }
  return {
    approvedRequirements: approved,
    rejectedRequirements: rejected,
    modifiedRequirements: modified,
    outOfScopeRequirements: outside,
  };
}

function summaryOf(lists: Lists): string {
  const counts: readonly (readonly [number, string])[] = [
    [lists.approvedRequirements.length, 'approved'],
    [lists.modifiedRequirements.length, 'modified'],
    [lists.rejectedRequirements.length, 'rejected'],
    [lists.outOfScopeRequirements.length, 'out of scope'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? 'Nothing was proposed.' : `${parts.join(', ')}.`;
}
