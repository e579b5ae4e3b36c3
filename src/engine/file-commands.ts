// A step that orders files ends when they are written; what could not be written is put to a person (file-1, file-2).

import type { Step } from '../diagram/workflow.ts';
import type { CommandOf } from './commands.ts';
import type { CommandHandlers } from './decide.ts';
import { settle } from './enter.ts';
import { settleFailure } from './failures.ts';
import type { FileIntent, FileOrder, GivenFile } from './file-order.ts';
import { finishStep, moveOn } from './finish-step.ts';
import { hold } from './holds.ts';
import { type AwaitedFile, awaitedKey, isStanding, type Task, type Token } from './run-state.ts';
import { reportOf } from './scopes.ts';
import { emit, stepOf, type Turn, tokenOf } from './turn.ts';

export const fileCommands: CommandHandlers<'ReportFile'> = {
  ReportFile(turn, command) {
    const { path, hash, outcome, old = null, found = null, message } = command;
    // Two processes may have done the same order: the first report counts, the second changes nothing.
    if (!(turn.state.files.get(path) ?? []).includes(hash)) return;
    const [waiting] = turn.state.awaited.get(awaitedKey(path, hash)) ?? [];
    if (outcome === 'written') emit(turn, 'FileWritten', { path, hash });
    else {
      const unasked = waiting === undefined ? { unasked: true as const } : {};
      emit(turn, 'FileRefused', { path, hash, expected: old, found, message: message ?? outcome, ...unasked });
    }
    const token = waiting === undefined ? undefined : turn.state.tokens.get(waiting);
    if (token !== undefined && !isStanding(turn.state, token)) afterReport(turn, token);
  },
};

function afterReport(turn: Turn, token: Token): void {
  const step = stepOf(turn, token.step);
  if (token.files === undefined) moveTokenOn(turn, token, step);
  else if (token.files.every(({ refused }) => refused !== undefined)) holdUnwritten(turn, token, step, token.files);
}

/** What happens next is still attributed to the author of the result: gates ask who wrote what they show (gate-3). */
function moveTokenOn(turn: Turn, token: Token, step: Step): void {
  const actor = token.by ?? turn.context.actor;
  const moving = { ...turn, context: { ...turn.context, actor } };
  moveOn(moving, token.id, step);
  settle(moving);
}

function holdUnwritten(turn: Turn, token: Token, step: Step, files: readonly AwaitedFile[]): void {
  const advice = 'Fix the cause and retry; or skip, to continue without the file; or end, which fails the step.';
  const message = `${notWritten(step, files)} ${advice}`;
  hold('file-not-written', turn, token, step, { message, moves: ['retry', 'skip', 'end'] });
}

function notWritten(step: Step, files: readonly AwaitedFile[]): string {
  const refused = files.map(({ path, refused: why = '' }) => (why.includes(path) ? why : `"${path}": ${why}`));
  return `"${step.label}" is done, but its files are not written. ${refused.join(' ')}`;
}

/** What an engine without a store gives stands in the event as it is; nobody is asked to write it. */
export function ordersIn(files: CommandOf<'CompleteTask'>['files']): readonly FileOrder[] {
  return (files ?? []).flatMap((file) => ('content' in file ? [file] : []));
}

export function intentOf(file: FileOrder | GivenFile): FileIntent | GivenFile {
  if (!('content' in file)) return file;
  const { path, old, new: hash, content } = file;
  return { path, old, new: hash, content };
}

/** The token stays until they are written. A re-review has none: its files hold nothing up. */
export function orderFiles(turn: Turn, task: Task, files: readonly FileOrder[]): void {
  if (task.kind !== 'work') {
    for (const file of files) turn.effects.push({ do: 'write-file', step: task.step, file });
    return;
  }
  const keepsPlace = task.execution === 'automated' ? { keepsPlace: true as const } : {};
  emit(turn, 'FilesAwaited', { token: task.token, step: task.step, files, ...keepsPlace });
}

/** Those that were refused are ordered once more; the others are under way. */
export function orderAgain(turn: Turn, { id, step, files = [] }: Token): void {
  const refused = files.filter((file) => file.refused !== undefined);
  const orders = refused.map(({ refused: _, ...order }) => ({ ...order, again: true as const }));
  if (orders.length > 0) emit(turn, 'FilesAwaited', { token: id, step, files: orders });
}

/** The moves of `file-not-written`. `end` is the step's failure, with all that its diagram says of one. */
export function resolveUnwritten(turn: Turn, token: Token, step: Step, command: CommandOf<'ResolveHold'>): void {
  const { move, output } = command;
  if (move === 'retry') orderAgain(turn, token);
  else if (move === 'skip' && output !== undefined) finishStep(turn, token.id, step, output, 'skipped');
  else if (move === 'skip') moveOn(turn, token.id, step);
  else {
    const error = reportOf('file-not-written', notWritten(step, token.files ?? []), step.id);
    emit(turn, 'StepFailed', { token: token.id, step: step.id, code: error.code, message: error.message });
    settleFailure(turn, tokenOf(turn, token.id), step, error, { mayHold: false });
  }
}
