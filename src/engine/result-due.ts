// When an agent must end a conversation (conv-1).

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import type { Task } from './run-state.ts';

/** The person said it is over, or the turns are used up: the agent must give the result. */
export function isResultDue(task: Task, step: Step): boolean {
  const turns = (step.task as TaskSettings).turns;
  return task.ending === true || (task.turns ?? 0) + 1 >= turns;
}
