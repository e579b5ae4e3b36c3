// The work is done: its report is sent until the store has it, or the task is no longer ours.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import { StoreFault } from '../errors.ts';
import type { Json } from '../json.ts';
import { holdForFault, isUnreadable } from './answer-task.ts';
import { NotJson } from './externalise.ts';
import type { Outcome } from './handle-command.ts';
import type { TaskInProgress } from './task-in-progress.ts';

/** What is reported of a task in the end. */
export type Report = Extract<
  Command,
  { readonly type: 'CompleteTask' | 'FailTask' | 'HoldTask' | 'ReleaseTask' | 'AddMessage' }
>;

type Send = (run: string, command: Command) => Promise<Outcome>;

const WAIT_MS_MIN = 20;
const WAIT_MS_MAX = 2000;

/** What was done after the task was taken away is reported once, to be refused and recorded; work that gave up then
 *  says nothing. */
export async function reportWork(inProgress: TaskInProgress, command: Report, send: Send): Promise<void> {
  if (inProgress.isAborted && command.type !== 'CompleteTask') return;
  for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
    try {
      const outcome = await send(inProgress.run, command);
      if (!outcome.ok && outcome.rejection.code === 'older-process-running' && !inProgress.isAborted) {
        await sleep(waitMs, undefined, { ref: false });
        continue;
      }
      if (outcome.ok) return;
      if (command.type === 'CompleteTask' && isUnreadable(outcome.rejection)) {
        const { message } = outcome.rejection;
        const held = holdForFault(inProgress.task, inProgress.lease, message, command.output as Json) as Report;
        return reportWork(inProgress, held, send);
      }
      const instead = isOutputRefused(outcome.rejection) ? reportInstead(inProgress, command, outcome.rejection) : null;
      return instead === null ? undefined : reportWork(inProgress, instead, send);
    } catch (fault) {
      if (!(fault instanceof StoreFault) || fault.isLasting) {
        const instead = reportInstead(inProgress, command, rejectionOf(fault));
        if (instead === null) throw fault;
        if (!(fault instanceof NotJson || fault instanceof StoreFault))
          process.emitWarning(fault instanceof Error ? fault : String(fault));
        return reportWork(inProgress, instead, send);
      }
      await sleep(waitMs, undefined, { ref: false });
      // Whether the report arrived before the connection broke: then the task is no longer ours.
      await inProgress.heartbeat().catch(() => {});
      if (inProgress.isAborted) return;
    }
  }
}

/** A report that cannot be taken is a failed attempt, or it would be made again without end. Where not even that can be
 *  stored, because of what would come after it, a person has to look. */
function reportInstead({ task, lease }: TaskInProgress, command: Report, { code, message }: Rejection): Report | null {
  if (command.type === 'CompleteTask' || command.type === 'AddMessage')
    return { type: 'FailTask', task, lease, failure: { code, message } };
  return command.type === 'FailTask' ? { type: 'HoldTask', task, lease, code, message } : null;
}

function rejectionOf(fault: unknown): Rejection {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof StoreFault) return { code: fault.code, message };
  return { code: fault instanceof NotJson ? 'invalid-output' : 'report-failed', message };
}

const OUTPUT_REFUSED: ReadonlySet<string> = new Set([
  ...['invalid-output', 'invalid-data', 'output-too-large', 'payload-too-large'],
  ...['invalid-children', 'invalid-files', 'path-outside-workspace', 'not-storable'],
]);

/** What was given breaks a schema or a limit: that is a failure of its author. A lost lease is not. */
export function isOutputRefused({ code }: Rejection): boolean {
  return OUTPUT_REFUSED.has(code);
}
