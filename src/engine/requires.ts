// Steps that need a verdict stand while it is missing and start again when it is given (gate-2).

import type { Workflow } from '../diagram/workflow.ts';
import { changedKeys } from './draft.ts';
import { missingVerdicts } from './gates.ts';
import { retryStep } from './hold-commands.ts';
import { hold } from './holds.ts';
import { emit, stepOf, type Turn, tokenOf } from './turn.ts';

export function retryHeldFor(turn: Turn, gate: string): void {
  for (const { id, code, token, step: stepId } of [...turn.state.holds.values()]) {
    if (code !== 'verdict-missing' || token === undefined) continue;
    const step = stepOf(turn, stepId);
    if (!step.requires.includes(gate) || missingVerdicts(turn, step).length > 0) continue;
    emit(turn, 'HoldResolved', { hold: id, move: 'retry', reason: `"${gate}" has a verdict in force.` });
    retryStep(turn, tokenOf(turn, token), step);
  }
}

/** Opened under a verdict that fell away before anyone began: held, for everyone to see, until there is one again.
 *  True when something was held. */
export function holdUnapproved(turn: Turn): boolean {
  if (!hasRequires(turn.workflow)) return false;
  const { tasks } = turn.state;
  const [changed] = changedKeys(turn.state, 'verdicts');
  let held = false;
  for (const id of changed === undefined ? changedKeys(turn.state, 'tasks') : [...tasks.keys()]) {
    const task = tasks.get(id);
    if (task === undefined || task.status !== 'pending' || task.kind !== 'work') continue;
    // A run that has just moved to another version has steps this one lacks.
    const step = turn.steps.get(task.step);
    const missing = step === undefined ? [] : missingVerdicts(turn, step);
    if (step === undefined || missing.length === 0) continue;
    const message = `Expected a verdict in force from ${missing.join(', ')} before "${step.id}" starts.`;
    emit(turn, 'TaskHeld', { task: id, code: 'verdict-missing', message });
    hold('verdict-missing', turn, tokenOf(turn, task.token), step, { message, moves: ['retry', 'skip', 'end'] });
    held = true;
  }
  return held;
}

const known = new WeakMap<Workflow, boolean>();

/** Most workflows have none: their commands pay nothing for it. */
function hasRequires(workflow: Workflow): boolean {
  let has = known.get(workflow);
  if (has === undefined) {
    has = workflow.steps.some(({ requires }) => requires.length > 0);
    known.set(workflow, has);
  }
  return has;
}
