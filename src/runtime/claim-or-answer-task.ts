// A task that someone outside does: handed out, and its answer taken, never past the code that its step names.

import type { TaskSettings } from '../diagram/workflow.ts';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { Actor, LeaseKind } from '../engine/events.ts';
import { leadsOnFailure } from '../engine/failures.ts';
import { isPerson } from '../engine/people.ts';
import type { Task } from '../engine/run-state.ts';
import { inline } from '../engine/value.ts';
import { StoreFault } from '../errors.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { CodeRefusal } from '../ports/action.ts';
import type { TaskCode } from './answer-task.ts';
import {
  acceptAnswer,
  codeMissing,
  ELSEWHERE,
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
  /** Sends what is not an answer to the caller's request. */
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
  if (lacking !== null) return refusedOutcome(lacking);
  const prepared = await prepareClaim(code, held, found);
  if (prepared === null || !('failure' in prepared)) return leased(await send({ ...claim, ...prepared } as Command));
  const { failure } = prepared;
  const rejection = { code: failure.code, message: failure.message };
  if (isElsewhere(prepared)) return refusedOutcome(rejection);
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
  if (lacking !== null) return refusedOutcome(lacking);
  const prepared = isUnclaimedWork(found, answer) ? await prepareClaim(code, held, found) : null;
  if (prepared !== null && 'failure' in prepared) {
    return refusedOutcome({ code: prepared.failure.code, message: prepared.failure.message });
  }
  const handed = prepared?.prepared === undefined ? found : { ...found, prepared: inline(prepared.prepared) };
  const answerer = answer.resolves?.worker ?? by;
  const accepted = await acceptAnswer(code, held, handed, answer, answerer);
  if (!isRefused(accepted)) {
    const { set: preparedSet, ...given } = prepared ?? {};
    const whole = { ...command, ...given, ...(preparedSet && { preparedSet }), ...accepted.given } as Command;
    const outcome = await send(whole).catch(async (fault: unknown) => {
      if (!(fault instanceof StoreFault && fault.isOutcomeUnknown)) await accepted.undo();
      throw fault;
    });
    if (!outcome.ok) await accepted.undo();
    if (outcome.ok || !isUnreadable(outcome.rejection)) return outcome;
    return heldForFault(tell, held, found, answer, outcome.rejection.message);
  }
  if (accepted.isWorkspaceFault && isOutdated(found, answer)) return refusedOutcome(outdated(accepted.refused, found));
  return onCodeRefusal(tell, held, { task: found, given: answer, by: answerer.actor, what: 'an answer' }, accepted);
}

function isOutdated({ execution, shown }: Task, answer: Answer): boolean {
  return execution === 'manual' && shown !== undefined && answer.shown !== shown;
}

/** A verdict on another version is not kept. */
function outdated(why: readonly string[], { step }: Task): Rejection {
  const found = `The verdict on "${step}" is on another version than it shows now, and was not kept.`;
  const message = `${found} Review it again.`;
  return { code: 'stale-verdict', message: `${why.join(' ')} ${message} Nothing was changed.` };
}

export interface GivenToCode {
  readonly task: Task;
  readonly given: Answer;
  readonly by: Actor;
  readonly what: string;
}

/** What the step's code says against an answer goes back to its author. A fault of the folder is theirs neither to
 *  correct nor to lose; any other fault of the code fails the step, where the diagram says what comes then. */
export async function onCodeRefusal(
  tell: TaskDeps['tell'],
  run: LiveRun,
  { task, given, by, what }: GivenToCode,
  { refused: reasons, isFault, isWorkspaceFault, isElsewhere: isOfAnother, isOutside }: CodeRefusal,
): Promise<Outcome> {
  const step = stepOf(run, task.step);
  const why = reasons.join(' ');
  if (isOfAnother) return refusedOutcome({ code: ELSEWHERE, message: `${why} Nothing was changed.` });
  if (isWorkspaceFault) return heldForFault(tell, run, task, given, why);
  const rejection = { ...notAccepted(`${what} of "${task.step}"`, reasons), ...(isOutside && { isOutside }) };
  if (!isFault || !leadsOnFailure(run.workflow, step)) return refusedOutcome(rejection);
  const needsClaim = task.execution === 'automated' && given.lease === undefined;
  const claimed = needsClaim ? leased(await tell(claimOf(task, by))) : { lease: given.lease };
  if ('ok' in claimed && !claimed.ok) return refusedOutcome(rejection);
  const { lease } = claimed;
  const failure = { code: 'accept-failed', message: why, retryable: false };
  const failed = await tell({ type: 'FailTask', task: task.id, ...(lease !== undefined && { lease }), failure });
  if (!failed.ok) return failed;
  const then = 'Nothing is wrong with what was given. The step has failed, and the run goes on as its diagram says.';
  const message = `The code of "${step.label}" failed on it: ${why} ${then}`;
  return { ok: false, rejection: { code: 'accept-failed', message }, events: failed.events };
}

function claimOf({ id: task }: Task, by: Actor): Command {
  return { type: 'ClaimTask', task, worker: by, kind: isPerson(by) ? 'person' : 'outside' };
}

/** The engine claims it in the commit that completes it. */
function isUnclaimedWork(task: Task, answer: Answer): boolean {
  return task.execution === 'automated' && task.lease === undefined && answer.lease === undefined;
}

/** Nothing is wrong with the answer: it is kept, and the task is held for the person who mends the folder. */
async function heldForFault(
  tell: TaskDeps['tell'],
  run: LiveRun,
  { id, step, status }: Task,
  answer: Answer,
  why: string,
): Promise<Outcome> {
  const { label, task } = stepOf(run, step);
  const rejection = (then: string) => ({ code: 'workspace-fault', message: `${why} ${then}` });
  const resolve = `signoff runs resolve ${run.id}`;
  if (status === 'on_hold') {
    const still = `"${label}" is still held, with what was kept before. Nothing was changed.`;
    return refusedOutcome(rejection(`${still} When the folder is repaired: ${resolve} retry.`));
  }
  const held = await tell(holdForFault(id, answer.lease, why, draftOf(task, answer)));
  const next = `${resolve} retry continues with it as it is, ${resolve} end lets the step fail`;
  const kept = held.ok
    ? `The answer to "${label}" is kept as a draft, and its task is held. When the folder is repaired: ${next}.`
    : 'Nothing was changed.';
  return { ok: false, rejection: rejection(kept), events: held.events };
}

/** A word and a comment are kept together, as a gate without a schema puts them down. */
function draftOf(settings: TaskSettings | null, { output, verdict, comment }: Answer): Json {
  const word = verdict ?? output;
  const isWord = settings?.output === null && typeof word === 'string' && !isJsonObject(output);
  return isWord && comment !== undefined ? { verdict: word, comment, votes: [] } : output;
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

export function refusedOutcome(rejection: Rejection): Outcome {
  return { ok: false, rejection, events: [] };
}
