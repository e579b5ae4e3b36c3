// What the requirement lint finds: which rule, where, why, and what to do.

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
  /** What to do, where the message does not say it. */
  readonly suggestion: string;
};

/** What two requirements can differ in. `selection`: own, only, other and the like; `joint`: and, or. */
export type Role =
  | ('actor' | 'action' | 'object' | 'direction' | 'quantity' | 'condition' | 'duty' | 'selection')
  | ('circumstance' | 'joint');

/** A proposal that says again what was decided before, or what another proposal says; or much of it. */
export type Duplicate = {
  readonly id: string;
  readonly of: string;
  /** `exact` and `near` say the same. `alike` shares many words and differs in a role: for a person to compare. */
  readonly kind: 'exact' | 'near' | 'alike';
  /** 0..1. */
  readonly likeness: number;
  /** Of `alike`: the roles that differ; none where the text is not English and could not be read. */
  readonly differs?: readonly Role[];
};

/** Another requirement that is nearly the same and differs: both are shown. */
export type AlikePair = {
  readonly id: string;
  readonly of: string;
  /** In what they differ: actor, action, object, direction, quantity, duty. */
  readonly differs: readonly string[];
  readonly ofTitle: string;
  readonly ofDescription: string;
  /** How the other one was decided; null: it is a proposal too. */
  readonly ofStanding: string | null;
};
