// Who does the agents' steps of a subflow's run, where the subflow's step was assigned when the run around it was
// started.

import type { Workflow } from '../diagram/workflow.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

export interface Assignment {
  readonly [step: string]: string;
}

/** Every step of the workflow that an agent would do, and its subflows; what agents in `but` do stays theirs. */
export function allTo({ steps }: Workflow, who: string, but: ReadonlySet<string> = new Set()): Assignment {
  const given = steps.filter(({ kind, execution, task }) => {
    if (kind === 'subflow') return true;
    if (task === null || task.action !== null || but.has(task.agent ?? '')) return false;
    return execution === 'automated' || execution === 'conversation';
  });
  return Object.fromEntries(given.map(({ id }) => [id, who]));
}

/** sub-1: of the child that this task of the parent starts; sub-3: of one that goes on beside the parent, where all of
 *  the parent was given to one agent. null: its agents are those that it names. */
export function assignedBelow(
  { workflow, state: { tasks, assign, detached } }: RunWithWorkflow,
  { task, child }: { readonly task: number; readonly child: string },
  below: Workflow,
): Assignment | null {
  const step = tasks.get(task)?.step;
  const own = step !== undefined && Object.hasOwn(assign, step) ? assign[step] : undefined;
  const who = detached.has(child) ? wholeTo(workflow, assign) : own;
  return who?.startsWith('agent:') ? allTo(below, who) : null;
}

/** Who was given every step of the workflow that an agent would do; undefined: nobody. */
function wholeTo(workflow: Workflow, assign: Assignment): string | undefined {
  const [who = '', ...others] = new Set(Object.values(assign));
  const isWhole = others.length === 0 && Object.keys(allTo(workflow, who)).every((step) => Object.hasOwn(assign, step));
  return isWhole ? who : undefined;
}
