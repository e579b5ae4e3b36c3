// A report on a task that is over: the answer says what became of the task, and it is recorded as refused.

import { NOBODY } from '../engine/people.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { McpOptions } from './mcp-options.ts';
import { personOf, workerOf } from './next-step.ts';
import { isSameAgain, lateNote, type PastTask, pastTask } from './past-task.ts';
import { REPEATED, type ReportResult, type Result } from './report-outcome.ts';
import type { Thread } from './thread-id.ts';

/** The task ended by the same report, by another one, or with its run. What the engine did not refuse itself it gets
 *  now: it refuses that, and records it (task-2). */
export async function lateReport(
  options: McpOptions,
  { run, task }: Thread,
  result: Result,
  isRecorded: boolean,
): Promise<ReportResult> {
  const { engine } = options;
  const past = await pastTask(engine, run, task ?? 0);
  if (past === null || isSameAgain(past, result)) return REPEATED;
  const { verdict } = result;
  const output = result.output ?? verdict;
  if (!isRecorded && output !== undefined) {
    const answer = { output, ...(verdict !== undefined && { verdict }) };
    await engine.answer(run, task ?? 0, answer, senderOf(options, past, result));
  }
  return { kind: 'late', note: lateNote(past, (await engine.store.run(run))?.status ?? 'over') };
}

function senderOf(options: McpOptions, { isPersons, worker }: PastTask, { from, isByRule }: Result): Sender {
  if (isByRule === true) return { actor: NOBODY, channel: options.channel ?? 'mcp' };
  return isPersons && from !== 'agent' ? personOf(options) : workerOf(options, worker);
}
