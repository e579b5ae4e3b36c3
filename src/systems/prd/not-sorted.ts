// Requirements that nobody sorted: on the wire they have the first category, and people read that they are not sorted.

import { NO_CATEGORY, NOT_SORTED } from '../../documents/gaps/gap.ts';
import type { Requirement, RequirementsReview } from '../../documents/requirements/requirement.ts';
import type { JsonObject } from '../../json.ts';

/** As people see them. `proposal`: what the review is handed. */
export function shownRequirements<T extends Requirement>(list: readonly T[], proposal: JsonObject): readonly T[] {
  const ids = new Set(Array.isArray(proposal.notSorted) ? proposal.notSorted : []);
  return list.map((one) => (ids.has(one.id) && one.category === NO_CATEGORY ? { ...one, category: NOT_SORTED } : one));
}

/** A modified one has the category that its reviewer gave. */
export function shownReview(review: RequirementsReview, proposal: JsonObject): RequirementsReview {
  const { outOfScopeRequirements: outside } = review;
  return {
    ...review,
    approvedRequirements: shownRequirements(review.approvedRequirements, proposal),
    rejectedRequirements: shownRequirements(review.rejectedRequirements, proposal),
    ...(outside !== undefined && { outOfScopeRequirements: shownRequirements(outside, proposal) }),
  };
}
