// A task that registered code does: what it gives completes the task, what it throws is the attempt's failure.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOf } from '../engine/commands.ts';
import type { Task } from '../engine/run-state.ts';
import { StoreFault } from '../errors.ts';
import type { Action, CodeCall } from '../ports/action.ts';
import { actionResult } from './action-result.ts';
import { callFor } from './answer-task.ts';
import { codeCall } from './code-call.ts';
import type { Doing } from './doing.ts';
import type { LiveRun } from './live-run.ts';
import type { PayloadCache } from './payload-cache.ts';
import type { Report } from './report-work.ts';
import { failureOf } from './run-code.ts';

const WAIT_MS_MIN = 20;
const WAIT_MS_MAX = 2000;

export async function performAction(
  payloads: PayloadCache,
  run: LiveRun,
  task: Task,
  action: Action,
  doing: Doing,
): Promise<Report> {
  const { id, fence: lease } = task;
  try {
    const call = run.hasReferences
      ? await fetchedCall(payloads, run, task, doing)
      : codeCall(run, task, payloads, doing);
    const { output = null, set, files, send } = actionResult(await action(call));
    const extra = { ...(set && { set }), ...(files && { files }), ...(send && { send }) };
    return { type: 'CompleteTask', task: id, lease, output, ...extra } as CommandOf<'CompleteTask'>;
  } catch (thrown) {
    return { type: 'FailTask', task: id, lease, failure: failureOf(thrown, 'action-failed') };
  }
}

/** What code reads may have to be fetched: while the store is away that waits, and is no failure of the code. */
async function fetchedCall(payloads: PayloadCache, run: LiveRun, task: Task, doing: Doing): Promise<CodeCall> {
  for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
    try {
      return await callFor(payloads, run, task, doing);
    } catch (fault) {
      if (!(fault instanceof StoreFault) || doing.isAborted) throw fault;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}
