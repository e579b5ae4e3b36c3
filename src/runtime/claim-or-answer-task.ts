// A task that someone outside does: handed out, and its answer taken, never past the code that its step names.

import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { LeaseKind } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { StoreFault } from '../errors.ts';
import type { TaskCode } from './answer-task.ts';
import {
  acceptAnswer,
  codeMissing,
  holdForFault,
  isElsewhere,
  isRefused,
  isUnreadable,
  missingCode,
  missingTurnCode,
  prepareClaim,
} from './answer-task.ts';
import { stepOf } from './code-call.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { notAccepted } from './memory-engine.ts';
import type { Sender } from './pending-write.ts';
import type { Answer } from './run-code.ts';

export interface TaskDeps {
  readonly code: TaskCode;
  /** The run as it is, with this task in it if it is open. */
  withTask(run: string, task: number): Promise<LiveRun | null>;
  send(command: Command): Promise<Outcome>;
  /** Sends what is no answer to the caller's request. */
  tell(command: Command): Promise<Outcome>;
}

export type ClaimOutcome = Outcome & { readonly lease?: number };

export async function claimTask(
  { code, withTask, send }: TaskDeps,
  run: string,
  task: number,
  { worker, kind }: { readonly worker: string; readonly kind: LeaseKind },
): Promise<ClaimOutcome> {
  const held = await withTask(run, task);
  const found = held?.state.tasks.get(task);
  const claim: Command = { type: 'ClaimTask', task, worker, kind };
  if (held === null || found === undefined) return leased(await send(claim));
  const lacking = lackingCode(code, held, found, kind !== 'person');
  if (lacking !== null) return refused(lacking);
  const prepared = await prepareClaim(code, held, found);
  if (prepared === null || !('failure' in prepared)) return leased(await send({ ...claim, ...prepared } as Command));
  const { failure } = prepared;
  const rejection = { code: failure.code, message: failure.message };
  if (isElsewhere(prepared)) return refused(rejection);
  const claimed = leased(await send(claim));
  if (!claimed.ok || claimed.lease === undefined) return claimed;
  const { lease } = claimed;
  if (isUnreadable(failure)) await send(holdForFault(task, lease, failure.message, null));
  else await send({ type: 'FailTask', task, lease, failure });
  return { ok: false, rejection, events: claimed.events };
}

export async function answerTask(
  { code, withTask, send, tell }: TaskDeps,
  run: string,
  task: number,
  answer: Answer,
  by: Sender,
): Promise<Outcome> {
  const held = await withTask(run, task);
  const found = held?.state.tasks.get(task);
  const command: Command = { type: 'CompleteTask', task, ...answer };
  if (held === null || found === undefined) return send(command);
  const lacking = lackingCode(code, held, found);
  if (lacking !== null) return refused(lacking);
  const prepared = isUnclaimedWork(found, answer) ? await prepareClaim(code, held, found) : null;
  if (prepared !== null && 'failure' in prepared) {
    return refused({ code: prepared.failure.code, message: prepared.failure.message });
  }
  const handed = prepared?.prepared === undefined ? found : { ...found, prepared: prepared.prepared };
  const accepted = await acceptAnswer(code, held, handed, answer, by);
  if (!isRefused(accepted)) {
    const { set: preparedSet, ...given } = prepared ?? {};
    const whole = { ...command, ...given, ...(preparedSet && { preparedSet }), ...accepted.given } as Command;
    const outcome = await send(whole).catch(async (fault: unknown) => {
      if (!(fault instanceof StoreFault && fault.isOutcomeUnknown)) await accepted.undo();
      throw fault;
    });
    if (!outcome.ok) await accepted.undo();
    if (outcome.ok || !isUnreadable(outcome.rejection)) return outcome;
    return heldForFault(tell, run, found, answer, outcome.rejection.message);
  }
  if (accepted.isWorkspaceFault) return heldForFault(tell, run, found, answer, accepted.refused.join(' '));
  return refused(notAccepted(`an answer of "${found.step}"`, accepted.refused));
}

/** The engine claims it in the commit that completes it. */
function isUnclaimedWork(task: Task, answer: Answer): boolean {
  return task.execution === 'automated' && task.lease === undefined && answer.lease === undefined;
}

/** Nothing is wrong with the answer: it is kept, and the task is held for the person who mends the folder. */
export async function heldForFault(
  tell: TaskDeps['tell'],
  run: string,
  { id, step, execution }: Task,
  { output, lease }: Answer,
  why: string,
): Promise<Outcome> {
  const held = await tell(holdForFault(id, lease, why, output));
  const canTake = execution !== 'manual' && output !== null;
  const next = canTake
    ? `signoff runs resolve ${run} take continues with it`
    : `signoff runs resolve ${run} retry, and the person answers again`;
  const kept = held.ok
    ? `The answer to "${step}" is kept as a draft, and its task is held. When the folder is repaired: ${next}.`
    : 'Nothing was changed.';
  return { ok: false, rejection: { code: 'workspace-fault', message: `${why} ${kept}` }, events: held.events };
}

/** `takesTurns`: as an agent, whose messages the step's code takes too. */
function lackingCode(
  { code, whyLacking }: TaskCode,
  run: LiveRun,
  { step }: Task,
  takesTurns = false,
): Rejection | null {
  const settings = stepOf(run, step).task;
  const name = missingCode(code, settings) ?? (takesTurns ? missingTurnCode(code, settings) : null);
  return name === null ? null : (whyLacking?.(run.workflow.name) ?? codeMissing(step, name));
}

function leased(claimed: Outcome): ClaimOutcome {
  const lease = claimed.events.find((event) => event.type === 'TaskClaimed')?.data.lease;
  return lease === undefined ? claimed : { ...claimed, lease };
}

export function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection, events: [] };
}
