// What workers and people report: done, failed, held, voted, said.

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import { isJsonObject } from '../json.ts';
import { startChildren } from './child-run.ts';
import type { CommandOf } from './commands.ts';
import { concluded, conversationCommands } from './conversation.ts';
import type { CommandHandlers } from './decide.ts';
import { setTaskTimer } from './elements/task.ts';
import { failTask } from './failures.ts';
import { fileCommands, intentOf, orderFiles, ordersIn } from './file-commands.ts';
import { expectStatus, findLeased, findTask } from './find-task.ts';
import { moveOn, settleStep } from './finish-step.ts';
import { bindVerdict, checkVerdict, expectAssignee, expectSigner } from './gates.ts';
import { retryWithAnswer } from './hold-commands.ts';
import { hold } from './holds.ts';
import { claim } from './lease-commands.ts';
import { TURN_ATTEMPTS } from './limits.ts';
import { isPerson } from './people.ts';
import { retryHeldFor } from './requires.ts';
import type { Task, Vote } from './run-state.ts';
import { emit, keep, reject, statedIn, stepOf, type Turn, tokenOf } from './turn.ts';
import { readValue, type Value } from './value.ts';

type Reports = 'ReportFile' | 'CompleteTask' | 'FailTask' | 'HoldTask' | 'CastVote' | 'AddMessage';

export const reportCommands: CommandHandlers<Reports> = {
  ...conversationCommands,
  ...fileCommands,

  CompleteTask(turn, command) {
    if (command.resolves !== undefined) retryWithAnswer(turn, command.task, command.resolves);
    else if (keptWhilePaused(turn, command)) return;
    const task = findLeased(turn, { ...command, ...claimedNow(turn, command) });
    const step = stepOf(turn, task.step);
    if (task.execution === 'conversation') concluded(turn, task, step, command.verdict);
    if (task.execution === 'manual' && step.task?.approvals != null) {
      reject('votes-expected', `"${step.id}" is decided by votes. Cast a vote instead.`);
    }
    const verdict = verdictOf(turn, task, step, command);
    const output = outputOf(turn, task, step, command, verdict);
    complete(turn, task, step, { ...command, output }, verdict);
  },

  FailTask(turn, command) {
    const task = findLeased(turn, command);
    if (task.execution !== 'automated') expectAssignee(turn, task);
    const { failure } = command;
    const attempt = task.attempt + 1;
    emit(turn, 'AttemptFailed', { task: task.id, attempt, failure });
    if (failure.retryable !== false && attempt < attemptsOf(task)) {
      const { waitMs, factor } = stepOf(turn, task.step).retry;
      setTaskTimer(turn, task.id, 'retry', waitMs * factor ** (attempt - 1));
      return;
    }
    failTask(turn, turn.state.tasks.get(task.id) as Task, failure);
  },

  HoldTask(turn, command) {
    const task = findLeased(turn, command);
    if (task.execution !== 'automated') expectAssignee(turn, task);
    expectStatus(task, 'pending', 'in_progress', 'waiting');
    const { code, message, draft, cause } = command;
    emit(turn, 'TaskHeld', { task: task.id, code, message, ...(draft !== undefined && { draft }) });
    if (task.kind === 'review') return;
    const step = stepOf(turn, task.step);
    const token = tokenOf(turn, task.token);
    const reason = { message, moves: ['retry', 'choose', 'skip', 'end'], cause } as const;
    if (code === 'workspace-fault') hold('workspace-fault', turn, token, step, reason);
    else hold('task-held', turn, token, step, reason);
  },

  CastVote(turn, command) {
    if (keptWhilePaused(turn, command)) return;
    const task = findTask(turn, command.task);
    const step = stepOf(turn, task.step);
    const approvals = (task.execution === 'manual' && step.task?.approvals) || null;
    if (approvals === null) reject('no-votes', `"${step.id}" is not decided by votes. Complete it instead.`);
    expectStatus(task, 'pending', 'in_progress', 'on_hold');
    checkVerdict(turn, task, command.verdict, command.shown);
    const { verdict, comment, shown } = command;
    emit(turn, 'VoteCast', {
      task: task.id,
      verdict,
      ...(comment !== undefined && { comment }),
      ...(shown && { shown }),
      ...statedIn(turn),
    });
    const now = turn.state.tasks.get(task.id) as Task;
    const decided = decidedBy(approvals, now.votes ?? [], (step.task as TaskSettings).verdicts);
    if (decided === null) return;
    const list = (now.votes ?? []).map((vote) => ({ ...vote }));
    const output = keep(turn, { verdict: decided, comment: comment ?? '', votes: list });
    complete(turn, now, step, { output, ...(shown && { shown }) }, decided);
  },
};

/** Opening a task that nobody holds and answering it is one act, and one commit (task-2). A person may also answer what
 *  its worker gave up, or what waits for its next attempt. */
function claimedNow(turn: Turn, command: CommandOf<'CompleteTask'>): { lease?: number } {
  const task = turn.state.tasks.get(command.task);
  if (task === undefined || command.lease !== undefined || task.lease !== undefined) return {};
  if (task.execution !== 'automated' || task.kind !== 'work' || turn.state.paused) return {};
  const { actor } = turn.context;
  const kind = isPerson(actor) ? 'person' : 'outside';
  if (task.status !== 'pending' && (kind !== 'person' || task.status !== 'on_hold')) return {};
  if (kind === 'outside' && (task.waitsUntil !== undefined || !actor.startsWith('agent:'))) return {};
  const { prepared, preparedSet: set } = command;
  const given = { ...(prepared !== undefined && { prepared }), ...(set !== undefined && { set }) };
  return { lease: claim(turn, task, { worker: actor, kind, ...given }) };
}

/** task-3: an agent's turn in a conversation has attempts of its own. A person who gives it up has decided. */
function attemptsOf({ execution, attempts, lease }: Task): number {
  const isTurn = execution === 'conversation' && lease !== undefined && lease.kind !== 'person';
  return isTurn ? Math.max(attempts, TURN_ATTEMPTS) : attempts;
}

/** life-1: while a run is paused, people's answers are kept for later. */
export function keptWhilePaused(
  turn: Turn,
  command: CommandOf<'CompleteTask' | 'CastVote' | 'SendSignal' | 'AddMessage' | 'ReportChild'>,
): boolean {
  if (!turn.state.paused) return false;
  const { actor, channel, stated } = turn.context;
  if ('task' in command && command.type !== 'ReportChild' && !isPerson(actor)) return false;
  if ('task' in command) findTask(turn, command.task);
  if ('task' in command && (command.type === 'CompleteTask' || command.type === 'CastVote')) {
    checkSigner(turn, command.task);
  }
  emit(turn, 'CommandKept', { command: { ...command } as never, actor, channel, ...(stated && { stated }) });
  return true;
}

/** Who may not answer hears of it now, not when the run is resumed. */
function checkSigner(turn: Turn, id: number): void {
  const task = findTask(turn, id);
  if (task.execution !== 'automated') expectSigner(turn, task);
}

interface Answer {
  readonly output: Value;
  readonly shown?: string | undefined;
  readonly set?: { readonly [name: string]: Value } | undefined;
  readonly files?: CommandOf<'CompleteTask'>['files'];
  readonly children?: CommandOf<'CompleteTask'>['children'];
  readonly send?: CommandOf<'CompleteTask'>['send'];
  readonly warning?: string | undefined;
}

function complete(turn: Turn, task: Task, step: Step, answer: Answer, verdict: string | undefined): void {
  const { output, shown, files, warning } = answer;
  emit(turn, 'TaskCompleted', {
    task: task.id,
    output,
    ...(verdict !== undefined && { verdict }),
    ...(shown !== undefined && { shown }),
    ...(warning !== undefined && { warning }),
    ...(files !== undefined && files.length > 0 && { files: files.map(intentOf) }),
    ...(task.execution !== 'automated' && statedIn(turn)),
  });
  if (task.execution !== 'automated') bindVerdict(turn, task, verdict);
  startChildren(turn, task, answer.children ?? []);
  for (const signal of answer.send ?? []) emit(turn, 'SignalSent', signal);
  if (task.kind === 'work') settleStep(turn, task.token, step, answer.set ?? {});
  const orders = ordersIn(files);
  if (orders.length > 0) orderFiles(turn, task, orders);
  else if (task.kind === 'work') moveOn(turn, task.token, step);
  if (verdict !== undefined) retryHeldFor(turn, task.step);
}

/** The verdict a person's answer carries: given apart, or as the output's own `verdict`, or as the whole output. */
function verdictOf(turn: Turn, task: Task, step: Step, command: CommandOf<'CompleteTask'>): string | undefined {
  if (task.execution === 'automated') return undefined;
  if (task.execution === 'conversation') return acceptedBy(turn, step, command);
  const settings = step.task as TaskSettings;
  const json = readValue(command.output, [], turn.payloads);
  const own = typeof json === 'string' ? json : readValue(command.output, ['verdict'], turn.payloads);
  const given = command.verdict ?? (typeof own === 'string' && settings.verdicts.includes(own) ? own : undefined);
  if (given === undefined && (settings.output === null || settings.needsVerdict)) {
    const found = typeof own === 'string' ? `"${own.slice(0, 80)}"` : 'none';
    reject(
      'verdict-expected',
      `Expected one of ${settings.verdicts.join(', ')} as verdict on "${step.id}", found ${found}.`,
    );
  }
  checkVerdict(turn, task, given, command.shown);
  return given;
}

/** conv-1: a person who accepts the result gives a verdict; an agent that must give it does not. */
function acceptedBy(turn: Turn, step: Step, command: CommandOf<'CompleteTask'>): string | undefined {
  if (!isPerson(turn.context.actor)) return undefined;
  return command.verdict ?? step.task?.verdicts[0] ?? 'approve';
}

function outputOf(
  turn: Turn,
  task: Task,
  step: Step,
  command: CommandOf<'CompleteTask'>,
  verdict: string | undefined,
): Value {
  const schema = step.task?.output ?? null;
  if (schema !== null) {
    const json = readValue(command.output, [], turn.payloads);
    const problems = turn.context.validate(schema, json ?? null);
    if (problems.length === 0) return command.output;
    reject(
      'invalid-output',
      `Expected an output of "${step.id}" that satisfies its schema, found: ${problems.join('; ')}.`,
      problems,
    );
  }
  if (task.execution !== 'manual') return command.output;
  const json = readValue(command.output, [], turn.payloads);
  if (isJsonObject(json)) {
    const isSaid = verdict === undefined || json.verdict === verdict;
    return isSaid ? command.output : keep(turn, { ...json, verdict });
  }
  return keep(turn, { verdict: verdict ?? null, comment: command.comment ?? '', votes: [] });
}

type Approvals = NonNullable<TaskSettings['approvals']>;

/** A verdict wins with `need` votes; when none can get there any more, the last verdict of the list does. */
function decidedBy({ need, of }: Approvals, votes: readonly Vote[], verdicts: readonly string[]): string | null {
  const count = (verdict: string) => votes.filter((vote) => vote.verdict === verdict).length;
  const winner = verdicts.find((verdict) => count(verdict) >= need);
  if (winner !== undefined) return winner;
  if (of.length === 0) return null;
  const left = of.length - votes.length;
  const open = verdicts.some((verdict) => count(verdict) + left >= need);
  return open ? null : (verdicts.at(-1) ?? 'reject');
}
