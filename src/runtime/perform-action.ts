// A task that registered code does: what it gives completes the task, what it throws is the attempt's failure.

import type { CommandOf } from '../engine/commands.ts';
import type { Task } from '../engine/run-state.ts';
import { WorkspaceFault } from '../errors.ts';
import type { Action } from '../ports/action.ts';
import { actionResult, besidesOutput } from './action-result.ts';
import { holdForFault } from './answer-task.ts';
import { callCode } from './call-code.ts';
import { heldForSchema } from './held-for-schema.ts';
import type { LiveRun } from './live-run.ts';
import type { PayloadCache } from './payload-cache.ts';
import type { Report } from './report-work.ts';
import { failureOf } from './run-code.ts';
import type { TaskInProgress } from './task-in-progress.ts';
import { untilStored } from './until-stored.ts';

export async function performAction(
  payloads: PayloadCache,
  run: LiveRun,
  task: Task,
  action: Action,
  inProgress: TaskInProgress,
): Promise<Report> {
  const held = heldForSchema(run, task);
  if (held !== null) return held;
  const { id, fence: lease } = task;
  try {
    const result = await callCode({
      ...{ payloads, run, task, tenure: inProgress, code: action },
      // While the store is away that waits, and is not a failure of the code.
      fetching: (fetch) => untilStored(fetch, () => inProgress.isAborted),
    });
    const { output = null, ...given } = actionResult(result);
    const extra = besidesOutput(given);
    return { type: 'CompleteTask', task: id, lease, output, ...extra } as CommandOf<'CompleteTask'>;
  } catch (thrown) {
    if (thrown instanceof WorkspaceFault) return holdForFault(id, lease, thrown.message, null) as Report;
    return { type: 'FailTask', task: id, lease, failure: failureOf(thrown, 'action-failed') };
  }
}
