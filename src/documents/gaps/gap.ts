// Gaps between a brief and its requirements: as data, and as they go over the wire.

import type { Requirement } from '../requirements/requirement.ts';

export const AXES = ['coverage', 'completeness', 'clarity', 'feasibility', 'integration', 'user experience'] as const;

export const CATEGORIES = ['UI/UX', 'Data', 'Security', 'Performance', 'Integration', 'Platform', 'Offline'] as const;
export type Category = (typeof CATEGORIES)[number];
/** On the wire, where nobody sorted it; people read `not sorted`. */
export const NO_CATEGORY: Category = CATEGORIES[0];
export const NOT_SORTED = 'not sorted';

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** From here on the requirements are good enough, unless a person says otherwise. */
export const SCORE_ENOUGH = 0.8;
/** After so many rounds only a person keeps refining. */
export const ROUNDS_MAX = 5;

export type SuggestedRequirement = Omit<Requirement, 'id'>;

export type Gap = {
  /** `GAP-001`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly category: string;
  readonly impact: string;
  readonly suggestedRequirements: readonly SuggestedRequirement[];
};
