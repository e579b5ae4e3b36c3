// Who does the agents' steps of a subflow's run, where whoever started the run around it assigned the subflow's step.

import type { Workflow } from '../diagram/workflow.ts';
import type { RunState } from '../engine/run-state.ts';

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

/** sub-1: of the child that this task of the parent starts; null: its agents are those that it names. */
export function assignedBelow({ tasks, assign }: RunState, task: number, child: Workflow): Assignment | null {
  const step = tasks.get(task)?.step;
  const who = step !== undefined && Object.hasOwn(assign, step) ? assign[step] : undefined;
  return who?.startsWith('agent:') ? allTo(child, who) : null;
}
