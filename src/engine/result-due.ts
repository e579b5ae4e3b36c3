// When an agent must end a conversation (conv-1).

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import type { Task } from './run-state.ts';

/** The person said it is over, or the turns are used up: the agent must give the result. A number that was read when
 *  the task opened is the task's own, whatever version of the workflow its run is moved to. */
export function isResultDue(task: Task, step: Step): boolean {
  const turns = task.turnsMax ?? (step.task as TaskSettings).turns;
  return task.ending === true || (task.turns ?? 0) + 1 >= turns;
}
