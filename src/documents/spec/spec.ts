// A specification as data: what its Markdown says, what is wrong with it, and how two versions of it differ.

import type { DiffLine } from '../markdown/line-diff.ts';

export const SPEC_PRIORITIES = ['must', 'should', 'could'] as const;
export const REQUIREMENT_ID = /^R-\d{3}$/;

export interface SpecRequirement {
  /** `R-001`; as it is written where it is malformed, '' where there is none. */
  readonly id: string;
  readonly title: string;
  readonly type: string | null;
  /** must, should or could; as it is written where it is none of them. */
  readonly priority: string | null;
  readonly dependencies: readonly string[];
  readonly description: string;
  readonly criteria: readonly string[];
  /** Ids of the PRD's requirements it comes from: `REQ-007`. */
  readonly sources: readonly string[];
  /** Of its heading, from 1. */
  readonly line: number;
}

export interface Spec {
  readonly version: string | null;
  readonly priority: string | null;
  readonly created: string | null;
  readonly title: string;
  readonly vision: string;
  readonly inScope: readonly string[];
  readonly outOfScope: readonly string[];
  readonly requirements: readonly SpecRequirement[];
}

/** 1 front matter, 2 title and sections, 3 ids, 4 acceptance criteria, 5 priorities, 6 dependencies, 7 In Scope. */
export type SpecCheck = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface SpecProblem {
  readonly check: SpecCheck;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What was expected, what was found. */
  readonly message: string;
  readonly fix: string;
}

export interface SpecReport {
  readonly passed: boolean;
  readonly blocking: readonly SpecProblem[];
  readonly warnings: readonly SpecProblem[];
}

export interface SpecFinding {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** '' where there is none. */
  readonly suggestion: string;
}

export type RequirementField = 'title' | 'type' | 'priority' | 'dependencies' | 'description' | 'criteria' | 'sources';

export interface SpecDiff {
  readonly added: readonly SpecRequirement[];
  readonly removed: readonly SpecRequirement[];
  readonly changed: readonly {
    readonly id: string;
    readonly fields: readonly RequirementField[];
    readonly before: SpecRequirement;
    readonly after: SpecRequirement;
  }[];
  /** Other parts that differ: `version`, `priority`, `created`, `title`, `vision`. */
  readonly parts: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly inScope: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly outOfScope: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly lines: readonly DiffLine[];
}
