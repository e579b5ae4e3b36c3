// The work is done: its report is sent until the store has it, or the task is no longer ours.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import { StoreFault } from '../errors.ts';
import type { Doing } from './doing.ts';
import { NotJson } from './externalise.ts';
import type { Outcome } from './handle-command.ts';

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
export async function reportWork(doing: Doing, command: Report, send: Send): Promise<void> {
  if (doing.isAborted && command.type !== 'CompleteTask') return;
  for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
    try {
      const outcome = await send(doing.run, command);
      if (!outcome.ok && outcome.rejection.code === 'older-process-running' && !doing.isAborted) {
        await sleep(waitMs, undefined, { ref: false });
        continue;
      }
      if (outcome.ok || command.type !== 'CompleteTask' || !isOutputRefused(outcome.rejection)) return;
      const { code, message } = outcome.rejection;
      return reportWork(doing, failed(doing, code, message), send);
    } catch (fault) {
      if (fault instanceof NotJson && command.type === 'CompleteTask')
        return reportWork(doing, failed(doing, 'invalid-output', fault.message), send);
      if (!(fault instanceof StoreFault)) throw fault;
      await sleep(waitMs, undefined, { ref: false });
      // Whether the report arrived before the connection broke: then the task is no longer ours.
      await doing.heartbeat().catch(() => {});
      if (doing.isAborted) return;
    }
  }
}

function failed({ task, lease }: Doing, code: string, message: string): Report {
  return { type: 'FailTask', task, lease, failure: { code, message } };
}

const OUTPUT_REFUSED: ReadonlySet<string> = new Set([
  ...['invalid-output', 'invalid-data', 'output-too-large', 'payload-too-large'],
  ...['invalid-files', 'path-outside-workspace'],
]);

/** What was given breaks a schema or a limit: that is a failure of whoever gave it. A lost lease is not. */
export function isOutputRefused({ code }: Rejection): boolean {
  return OUTPUT_REFUSED.has(code);
}
