// What the requirement lint finds: which rule, where, why, and a better wording.

export const LINT_RULES = [
  'ambiguous',
  'not-testable',
  'compound',
  'no-actor',
  'passive',
  'contradicts-scope',
  'duplicate',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export type Finding = {
  readonly id: string;
  readonly rule: LintRule;
  /** The words it is about, as they stand. */
  readonly found: string;
  readonly message: string;
  /** In EARS form where a sentence can be given. */
  readonly suggestion: string;
};

/** A proposal that says again what was decided before, or what another proposal says. */
export type Duplicate = {
  readonly id: string;
  readonly of: string;
  readonly kind: 'exact' | 'near';
  /** 0..1. */
  readonly likeness: number;
};
