// What two versions of a workflow differ in: by steps, and by lines of the diagram.

import type { Step, Workflow } from '../diagram/workflow.ts';

export interface WorkflowDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly step: string; readonly fields: readonly string[] }[];
  /** Settings of the workflow itself. */
  readonly settings: readonly string[];
  /** Lines of the diagram, each with '+', '-' or ' ' before it. */
  readonly lines: readonly string[];
}

const SETTINGS = [
  'description',
  'start',
  'onFailure',
  'onCancel',
  'input',
  'data',
  'output',
  'limits',
  'budget',
] as const;
const CONTEXT_LINES = 2;
/** Beyond this the table of a line-by-line comparison costs more than it tells. */
const CELLS_MAX = 4_000_000;

export function diffWorkflows(from: Workflow, to: Workflow): WorkflowDifference {
  const before = new Map(from.steps.map((step) => [step.id, step]));
  const after = new Map(to.steps.map((step) => [step.id, step]));
  const changed = [...after.values()].flatMap((step) => {
    const old = before.get(step.id);
    const fields = old === undefined ? [] : changedFields(old, step);
    return fields.length === 0 ? [] : [{ step: step.id, fields }];
  });
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed,
    settings: SETTINGS.filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key])),
    lines: diffLines(from.source.split('\n'), to.source.split('\n')),
  };
}

function changedFields(old: Step, step: Step): string[] {
  const keys = new Set([...Object.keys(old), ...Object.keys(step)]) as Set<keyof Step>;
  return [...keys].filter((key) => key !== 'id' && JSON.stringify(old[key]) !== JSON.stringify(step[key]));
}

/** The longest common lines stay; runs of unchanged lines are cut to those around a change. */
export function diffLines(a: readonly string[], b: readonly string[]): string[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length === 0 && right.length === 0) return [];
  const middle =
    left.length * right.length > CELLS_MAX
      ? [...left.map((line) => `-${line}`), ...right.map((line) => `+${line}`)]
      : alignLines(left, right);
  const head = a.slice(Math.max(0, start - CONTEXT_LINES), start);
  const tail = a.slice(a.length - end, a.length - end + CONTEXT_LINES);
  return [...head.map((line) => ` ${line}`), ...middle, ...tail.map((line) => ` ${line}`)];
}

function alignLines(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  const common = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--)
      common[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(` ${left[i]}`);
      i++;
      j++;
    } else if (j >= right.length || (i < left.length && at(i + 1, j) >= at(i, j + 1))) lines.push(`-${left[i++]}`);
    else lines.push(`+${right[j++]}`);
  }
  return lines;
}
