// What workers and people report: done, failed, held, voted, said.

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import { isJsonObject } from '../json.ts';
import type { CommandOf, FileOrder } from './commands.ts';
import { concluded, conversationCommands } from './conversation.ts';
import type { CommandHandlers } from './decide.ts';
import { setTaskTimer } from './elements/task.ts';
import type { FileIntent, GivenFile } from './events.ts';
import { failTask } from './failures.ts';
import { expectStatus, findLeased, findTask } from './find-task.ts';
import { afterStep } from './finish-step.ts';
import { bindVerdict, checkVerdict } from './gates.ts';
import { hold } from './holds.ts';
import { isPerson } from './people.ts';
import { retryHeldFor } from './requires.ts';
import type { Task, Vote } from './run-state.ts';
import { emit, keep, reject, stepOf, type Turn, tokenOf } from './turn.ts';
import { readValue, type Value } from './value.ts';

type Reports = 'ReportFile' | 'CompleteTask' | 'FailTask' | 'HoldTask' | 'CastVote' | 'AddMessage';

export const reportCommands: CommandHandlers<Reports> = {
  ...conversationCommands,

  CompleteTask(turn, command) {
    if (keptWhilePaused(turn, command)) return;
    const task = findLeased(turn, command);
    const step = stepOf(turn, task.step);
    if (task.execution === 'conversation') concluded(turn, task, step, command.verdict);
    if (task.execution === 'manual' && step.task?.approvals != null) {
      reject('votes-expected', `Expected votes on "${step.id}", found an answer. Cast a vote instead.`);
    }
    const verdict = verdictOf(turn, task, step, command);
    const output = outputOf(turn, task, step, command, verdict);
    complete(turn, task, step, { ...command, output }, verdict);
  },

  FailTask(turn, command) {
    const task = findLeased(turn, command);
    const { failure } = command;
    const attempt = task.attempt + 1;
    emit(turn, 'AttemptFailed', { task: task.id, attempt, failure });
    if (failure.retryable !== false && attempt < task.attempts) {
      const { waitMs, factor } = stepOf(turn, task.step).retry;
      setTaskTimer(turn, task.id, 'retry', waitMs * factor ** (attempt - 1));
      return;
    }
    failTask(turn, turn.state.tasks.get(task.id) as Task, failure);
  },

  ReportFile(turn, command) {
    const { path, hash, outcome, old = null, found = null, message } = command;
    // Two processes may have done the same order: the first report counts, the second changes nothing.
    if (!(turn.state.files.get(path) ?? []).includes(hash)) return;
    if (outcome === 'written') emit(turn, 'FileWritten', { path, hash });
    else emit(turn, 'FileRefused', { path, hash, expected: old, found, message: message ?? outcome });
  },

  HoldTask(turn, command) {
    const task = findLeased(turn, command);
    expectStatus(task, 'pending', 'in_progress', 'waiting');
    const { code, message, draft } = command;
    emit(turn, 'TaskHeld', { task: task.id, code, message, ...(draft !== undefined && { draft }) });
    if (task.kind === 'review') return;
    const step = stepOf(turn, task.step);
    hold('task-held', turn, tokenOf(turn, task.token), step, { message, moves: ['retry', 'choose', 'skip', 'end'] });
  },

  CastVote(turn, command) {
    if (keptWhilePaused(turn, command)) return;
    const task = findTask(turn, command.task);
    const step = stepOf(turn, task.step);
    const approvals = (task.execution === 'manual' && step.task?.approvals) || null;
    const { actor } = turn.context;
    if (approvals === null)
      reject('no-votes', `Expected a task decided by votes, found "${step.id}". Complete it instead.`);
    expectStatus(task, 'pending', 'in_progress', 'on_hold');
    const votes = task.votes ?? [];
    if (votes.some(({ by }) => by === actor))
      reject('voted-already', `Expected one vote a person, found a second of ${actor}.`);
    checkVoter(approvals, votes, actor);
    checkVerdict(turn, task, command.verdict, command.shown);
    const { verdict, comment, shown } = command;
    emit(turn, 'VoteCast', {
      task: task.id,
      verdict,
      ...(comment !== undefined && { comment }),
      ...(shown && { shown }),
    });
    const now = turn.state.tasks.get(task.id) as Task;
    const decided = decidedBy(approvals, now.votes ?? [], (step.task as TaskSettings).verdicts);
    if (decided === null) return;
    const list = (now.votes ?? []).map((vote) => ({ ...vote }));
    const output = keep(turn, { verdict: decided, comment: comment ?? '', votes: list });
    complete(turn, now, step, { output, ...(shown && { shown }) }, decided);
  },
};

/** file-1: what code gave for an engine without a store stands in the event as it is; nobody is asked to write it. */
function orderFiles(turn: Turn, task: Task, files: NonNullable<Answer['files']>): void {
  for (const file of files) if ('content' in file) turn.effects.push({ do: 'write-file', task: task.id, file });
}

function intentOf(file: FileOrder | GivenFile): FileIntent | GivenFile {
  if (!('content' in file)) return file;
  const { path, old, new: hash, content } = file;
  return { path, old, new: hash, content };
}

/** life-1: while a run is paused, people's answers are kept for later. */
export function keptWhilePaused(
  turn: Turn,
  command: CommandOf<'CompleteTask' | 'CastVote' | 'SendSignal' | 'AddMessage' | 'ReportChild'>,
): boolean {
  if (!turn.state.paused) return false;
  const { actor, channel } = turn.context;
  if ('task' in command && command.type !== 'ReportChild' && !isPerson(actor)) return false;
  if ('task' in command) findTask(turn, command.task);
  emit(turn, 'CommandKept', { command: { ...command } as never, actor, channel });
  return true;
}

interface Answer {
  readonly output: Value;
  readonly shown?: string | undefined;
  readonly set?: { readonly [name: string]: Value } | undefined;
  readonly files?: CommandOf<'CompleteTask'>['files'];
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
  });
  orderFiles(turn, task, files ?? []);
  if (task.execution !== 'automated') bindVerdict(turn, task, verdict);
  for (const signal of answer.send ?? []) emit(turn, 'SignalSent', signal);
  if (task.kind === 'work') afterStep(turn, task.token, step, answer.set ?? {});
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
  if (given === undefined && settings.output === null) {
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

function checkVoter({ of, order }: Approvals, votes: readonly Vote[], actor: string): void {
  if (of.length === 0) return;
  const names = of.map((name) => (name.includes(':') ? name : `user:${name}`));
  if (!names.includes(actor)) reject('not-a-voter', `Expected a vote of ${names.join(', ')}, found one of ${actor}.`);
  const next = names[votes.length];
  if (order === 'listed' && next !== actor)
    reject('not-your-turn', `Expected the vote of ${next} next, found ${actor}'s.`);
}

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
