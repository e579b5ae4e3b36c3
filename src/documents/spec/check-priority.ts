// Check 5: the priority of the file and of its requirements is must, should or could.

import type { CheckedRequirement } from './check-spec.ts';
import { priorityOf } from './read-spec.ts';
import { SPEC_PRIORITIES, type SpecProblem } from './spec.ts';

/** A requirement may have none. */
export function checkPriority({ id, fields: { priority } }: CheckedRequirement): readonly SpecProblem[] {
  return priority === null ? [] : wrongPriority(priority.text, priority.line + 1, priority.column, ` of ${id}`);
}

export function wrongPriority(value: string, line: number, column: number, of: string): readonly SpecProblem[] {
  if (SPEC_PRIORITIES.some((each) => each === priorityOf(value))) return [];
  const message = `Expected the priority${of} to be must, should or could, found "${value}".`;
  return [{ check: 5, line, column, message, fix: 'Write must, should or could.' }];
}
