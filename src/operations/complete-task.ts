// Sends an answer to a task: as its output, or as a vote where its gate takes votes.

import type { Command } from '../engine/commands.ts';
import { isPerson } from '../engine/people.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunView } from '../runtime/read-run.ts';
import type { FoundTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';
import { findKeyedRequest, orThrowRejection, senderOf, sendOnce } from './send-once.ts';
import { taskAnswer } from './task-answer.ts';

export interface SentAnswer {
  /** The operation that sends it, and its input: what the caller's key stands for. */
  readonly operation: string;
  readonly input: unknown;
  readonly output?: Json | undefined;
  readonly verdict?: string | undefined;
  readonly comment?: string | undefined;
  /** The version that was looked at; left out: the one that stands. */
  readonly shown?: string | undefined;
  readonly lease?: number | undefined;
}

export async function completeTask(context: OperationContext, found: FoundTask, sent: SentAnswer) {
  const { run } = found.row;
  const { operation, input, output, verdict, comment } = sent;
  const engine = await context.engine();
  const view = await engine.view(run);
  const lease = await ownLease(context, found, sent.lease);
  const shown = sent.shown ?? shownOf(view, found, context);
  const said = { ...(comment !== undefined && { comment }), ...(shown !== undefined && { shown }) };
  if (isVoted(view, found)) {
    const command: Command = { type: 'CastVote', task: found.task, verdict: verdict ?? verdictIn(output), ...said };
    await sendOnce({ context, operation, input, run, command });
    return taskAnswer(context, found);
  }
  const { request, known } = await findKeyedRequest(context, operation, input, { run });
  const answer = {
    output: output ?? (verdict as Json),
    ...(verdict !== undefined && { verdict }),
    ...said,
    ...(lease !== undefined && { lease }),
  };
  if (known === null) orThrowRejection(await engine.answer(run, found.task, answer, senderOf(context), request));
  return taskAnswer(context, found);
}

/** The holder of a task need not say under which lease. */
export async function ownLease(context: OperationContext, found: FoundTask, given?: number) {
  if (given !== undefined) return given;
  const row = await (await context.store()).task(found.row.run, found.task);
  return row?.worker === context.actor ? row.fence : undefined;
}

/** An answer from a list counts for the current version. */
function shownOf(view: RunView | null, { task }: FoundTask, { actor }: OperationContext): string | undefined {
  return isPerson(actor) ? view?.state.tasks.get(task)?.shown : undefined;
}

function isVoted(view: RunView | null, { task }: FoundTask): boolean {
  const open = view?.state.tasks.get(task);
  if (view === null || open === undefined || open.execution !== 'manual') return false;
  return stepOf(view, open.step).task?.approvals != null;
}

function verdictIn(output: Json | undefined): string {
  const verdict = typeof output === 'object' && output !== null ? (output as { verdict?: Json }).verdict : output;
  return String(verdict ?? '');
}
