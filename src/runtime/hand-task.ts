// A task that someone outside does: handed out, and its answer taken, never past the code that its step names.

import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { LeaseKind } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import type { TaskCode } from './answer-task.ts';
import { acceptAnswer, codeMissing, isElsewhere, isRefused, missingCode, prepareClaim } from './answer-task.ts';
import { stepOf } from './code-call.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { notAccepted } from './memory-engine.ts';
import type { Answer } from './run-code.ts';

export interface TaskDoors {
  readonly code: TaskCode;
  /** The run as it is, with this task in it if it is open. */
  withTask(run: string, task: number): Promise<LiveRun | null>;
  send(command: Command): Promise<Outcome>;
}

export type Claimed = Outcome & { readonly lease?: number };

export async function claimTask(
  { code, withTask, send }: TaskDoors,
  run: string,
  task: number,
  { worker, kind }: { readonly worker: string; readonly kind: LeaseKind },
): Promise<Claimed> {
  const held = await withTask(run, task);
  const found = held?.state.tasks.get(task);
  const claim: Command = { type: 'ClaimTask', task, worker, kind };
  if (held === null || found === undefined) return leased(await send(claim));
  const lacking = lackingCode(code, held, found);
  if (lacking !== null) return refused(lacking);
  const prepared = await prepareClaim(code, held, found);
  if (prepared === null || !('failure' in prepared)) return leased(await send({ ...claim, ...prepared } as Command));
  const { failure } = prepared;
  const rejection = { code: failure.code, message: failure.message };
  if (isElsewhere(prepared)) return refused(rejection);
  const claimed = leased(await send(claim));
  if (!claimed.ok || claimed.lease === undefined) return claimed;
  await send({ type: 'FailTask', task, lease: claimed.lease, failure });
  return { ok: false, rejection, events: claimed.events };
}

export async function answerTask(
  { code, withTask, send }: TaskDoors,
  run: string,
  task: number,
  answer: Answer,
  actor: string,
): Promise<Outcome> {
  const held = await withTask(run, task);
  const found = held?.state.tasks.get(task);
  const command: Command = { type: 'CompleteTask', task, ...answer };
  if (held === null || found === undefined) return send(command);
  const lacking = lackingCode(code, held, found);
  if (lacking !== null) return refused(lacking);
  const accepted = await acceptAnswer(code, held, found, answer, actor);
  if (isRefused(accepted)) return refused(notAccepted(`an answer of "${found.step}"`, accepted.refused));
  return send({ ...command, ...accepted });
}

function lackingCode({ code }: TaskCode, run: LiveRun, { step }: Task): Rejection | null {
  const name = missingCode(code, stepOf(run, step).task);
  return name === null ? null : codeMissing(step, name);
}

function leased(claimed: Outcome): Claimed {
  const lease = claimed.events.find((event) => event.type === 'TaskClaimed')?.data.lease;
  return lease === undefined ? claimed : { ...claimed, lease };
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection, events: [] };
}
