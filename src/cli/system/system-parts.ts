// A run whose steps are other systems: which of them is at work, what comes next, and where its files are.

import type { JsonObject } from '../../json.ts';
import type { Gate, System } from '../../ports/system.ts';
import { hasSubflow } from '../../runtime/known-systems.ts';
import { gateOf } from '../../runtime/review-task.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { labelOf, oneLine } from '../shown-text.ts';

export interface SystemPart {
  /** `Design`: as the drawing labels the step. */
  readonly label: string;
  /** `2 of 3`. */
  readonly place: string;
  /** Labels of those that follow. */
  readonly then: readonly string[];
}

/** null: the step is not a system, or the run has no other. */
export function partAt({ workflow, state }: ShownRun, step: string, systems: readonly System[]): SystemPart | null {
  const names = new Set(systems.map(({ name }) => name));
  const all = workflow.steps.filter(({ subflow }) => names.has(subflow?.workflow ?? ''));
  const place = all.findIndex(({ id }) => id === step);
  // One that stands before it and was not come by is on a way that the run did not take.
  const parts = all.filter(({ id }, index) => index >= place || state.records.get(id) !== undefined);
  const at = parts.findIndex(({ id }) => id === step);
  if (at < 0 || parts.length < 2) return null;
  const [label = '', ...then] = parts.slice(at).map((each) => labelOf(each.label));
  return { label, place: `${at + 1} of ${parts.length}`, then };
}

export function partText({ place, then }: SystemPart): string {
  return then.length === 0 ? `${place}, the last` : `${place}, then ${then.join(', ')}`;
}

/** Where the system says that its documents are; '' where it says nothing of it. */
export function filesText({ folder }: JsonObject): string {
  return typeof folder === 'string' && folder !== '' ? `files in ${oneLine(folder)}` : '';
}

/** The gate of `WORKFLOW/STEP`, or of a step of the system itself, which is the first of them. */
export function gateNamed(systems: readonly System[], name: string): Gate | null {
  const at = name.lastIndexOf('/');
  const workflow = at < 0 ? (systems[0]?.name ?? '') : name.slice(0, at);
  const system = systems.find((each) => each.name === workflow) ?? systems.find((each) => hasSubflow(each, workflow));
  return system === undefined ? null : gateOf(system, workflow, name.slice(at + 1));
}
