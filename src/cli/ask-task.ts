// Shows a person one task and takes what they do with it: an answer, a verdict, or one of the other moves.

import { isDeepStrictEqual } from 'node:util';
import type { Task } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { Outcome } from '../runtime/memory-engine.ts';
import type { OpenTask, RunDriver } from '../runtime/run-driver.ts';
import { type TaskView, viewTask } from '../runtime/task-view.ts';
import { askReason, askSkipOutput } from './ask-hold.ts';
import { askValue, isAskedByField, type TypedCommand } from './ask-value.ts';
import { type AtTerminal, senderFor } from './at-terminal.ts';
import type { Paint } from './paint.ts';
import { printOutcome } from './print-outcome.ts';
import { askChoice, askLine, BACK, isPromptExit, LEAVE, type PromptResult, tell } from './prompt.ts';
import { quitHint } from './quit-hint.ts';
import { deadlineText } from './real-time.ts';
import { valueLines } from './show-value.ts';
import { counted, fit, oneLine, severalLines, wrap } from './shown-text.ts';
import { signerOnce } from './signer.ts';
import { program, storeFlag } from './started-as.ts';
import { stdout } from './terminal.ts';

const SHOWN_LINES_MAX = 30;
const TITLE_LINES_MAX = 3;

/** `signal`: the person wants to send a signal instead. */
export type TaskMove = PromptResult<'done' | 'refused' | 'signal'>;

/** Hand-out is where `prepare` runs and the attempt begins; a person's own task needs no claim. */
export async function takeTask(driver: RunDriver, { run, task }: OpenTask, at: AtTerminal): Promise<Outcome | null> {
  if (task.execution !== 'automated' || task.status !== 'pending') return null;
  const by = senderFor(at, run, task);
  return driver.claim(run.id, task.id, by.actor, 'outside', by);
}

/** `open` must be taken. BACK only from the first thing asked: from the others it leads back to that. */
export async function askTask(
  driver: RunDriver,
  open: OpenTask,
  at: AtTerminal,
  paint: Paint,
  signal: AbortSignal,
): Promise<TaskMove> {
  const { run, task } = open;
  const view = viewTask(run, task, driver.payloads);
  const until = deadlineText(driver, run, { task: task.id, token: task.token });
  const { actor } = senderFor(at, run, task);
  const standsFor = actor === at.person.actor ? null : actor;
  showTask(view, { until, standsFor, isDurable: driver.isDurable }, paint);
  const signer = view.execution === 'automated' || at.isRehearsal ? null : signerOnce(at.person);
  if (signer !== null) tell.info(oneLine(signer));
  const isGate = view.execution === 'manual' && (view.schema === null || view.asksVerdict);
  const title = until === '' ? view.title : `${fit(view.title, width())} (${until})`;
  for (;;) {
    const given = isGate
      ? await askVerdict(view, quitHint(driver), signal)
      : await askValue(oneLine(title), view.schema, signal);
    if (isPromptExit(given)) return given;
    const moved =
      'command' in given
        ? await otherMove(driver, open, at, given.command, signal)
        : 'verdict' in given
          ? await giveVerdict(driver, open, at, { view, title, verdict: given.verdict }, signal)
          : await giveOutput(driver, open, at, given.value);
    if (moved !== BACK || signal.aborted) return moved;
  }
}

interface ShownTask {
  readonly until: string;
  /** In a rehearsal: whose answer it is to be. */
  readonly standsFor: string | null;
  readonly isDurable: boolean;
}

function showTask(view: TaskView, { until, standsFor, isDurable }: ShownTask, paint: Paint): void {
  const title = clip(wrap(fit(oneLine(view.title), width() * TITLE_LINES_MAX), width()), TITLE_LINES_MAX);
  const parts: string[] = title.map(paint.bold);
  const stands = standsFor === null ? '' : `; in this rehearsal you stand in for ${standsFor}`;
  const own = `for ${view.assignee ?? 'you'}${stands}`;
  const who = view.execution === 'automated' ? 'for an agent; you stand in for it' : own;
  const attempt = view.attempts > 1 && view.attempt > 1 ? `, attempt ${view.attempt} of ${view.attempts}` : '';
  parts.push(paint.dim(fit(oneLine(who + attempt), width())));
  if (until !== '') parts.push(paint.yellow(until));
  if (view.prompt !== null) parts.push('', ...clip(severalLines(view.prompt).flatMap((line) => wrap(line, width()))));
  if (isDurable && view.execution === 'automated' && view.prompt !== null) {
    const whole = `An agent's whole prompt: ${program()} tasks prompt ${view.run}#${view.task}${storeFlag()}`;
    parts.push(paint.dim(fit(whole, width())));
  }
  if (view.unknown.length > 0) {
    const missing = `Nothing was found for ${view.unknown.map(oneLine).join(', ')}.`;
    parts.push(...clip(wrap(missing, width())).map(paint.yellow));
  }
  for (const { name, value } of shownOf(view))
    parts.push('', paint.dim(fit(oneLine(name), width())), ...clip(valueLines(value, paint, width())));
  tell.message(parts.join('\n'));
}

/** What a person gets to see, each value once. */
export function shownOf(view: TaskView): { readonly name: string; readonly value: Json }[] {
  const given = view.item !== null ? { name: 'item', value: view.item } : { name: 'input', value: view.input };
  const isEmpty = isDeepStrictEqual(given.value, {}) || given.value === null;
  const isNew = !isEmpty && !view.shows.some(({ value }) => isDeepStrictEqual(value, given.value));
  const isWhole = view.schema !== null && !isAskedByField(view.schema);
  const schema = isWhole ? [{ name: 'expected output, as JSON Schema', value: view.schema as Json }] : [];
  return [...view.shows, ...(isNew ? [given] : []), ...schema];
}

function width(): number {
  return Math.max(20, Math.min(100, stdout.columns || 80) - 4);
}

function clip(lines: readonly string[], most = SHOWN_LINES_MAX): readonly string[] {
  const hidden = lines.length - most;
  return hidden > 0 ? [...lines.slice(0, most), `… ${counted(hidden, 'more line')}`] : lines;
}

type Verdict = { readonly verdict: string } | { readonly command: TypedCommand };

async function askVerdict(view: TaskView, quit: string, signal: AbortSignal): Promise<PromptResult<Verdict>> {
  const command = (own: TypedCommand, label: string, hint: string) => ({ value: { command: own }, label, hint });
  return askChoice<Verdict>(
    'Your verdict',
    [
      ...view.verdicts.map((verdict) => ({ value: { verdict }, label: verdict })),
      command(':fail', 'fail', 'it cannot be done'),
      command(':hold', 'hold', 'someone has to look at it'),
      command(':skip', 'skip', 'continue without it'),
      command(':signal', 'signal', 'send one instead'),
      command(':quit', 'quit', quit),
    ],
    signal,
  );
}

async function giveVerdict(
  driver: RunDriver,
  { run, task }: OpenTask,
  at: AtTerminal,
  { view, title, verdict }: { readonly view: TaskView; readonly title: string; readonly verdict: string },
  signal: AbortSignal,
): Promise<TaskMove> {
  const asked = view.asksVerdict ? await askValue(oneLine(title), view.schema, signal) : { value: verdict };
  if (isPromptExit(asked)) return asked;
  if ('command' in asked) return otherMove(driver, { run, task }, at, asked.command, signal);
  const comment = await askLine('Comment', { placeholder: 'optional' }, signal);
  if (isPromptExit(comment)) return comment;
  const by = senderFor(at, run, task);
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  if (stepOf(run, task.step).task?.approvals != null) {
    const vote = { type: 'CastVote' as const, task: task.id, verdict, comment, ...shown };
    return printOutcome(await driver.send(run.id, vote, by));
  }
  return printOutcome(await driver.answer(run.id, task.id, { output: asked.value, verdict, comment, ...shown }, by));
}

async function giveOutput(driver: RunDriver, { run, task }: OpenTask, at: AtTerminal, output: Json) {
  const shown = task.shown === undefined || task.execution === 'automated' ? {} : { shown: task.shown };
  return printOutcome(
    await driver.answer(run.id, task.id, { output, ...leaseOf(task), ...shown }, senderFor(at, run, task)),
  );
}

async function otherMove(
  driver: RunDriver,
  { run, task }: OpenTask,
  at: AtTerminal,
  command: TypedCommand,
  signal: AbortSignal,
): Promise<TaskMove> {
  if (command === ':quit') return LEAVE;
  if (command === ':signal') return 'signal';
  const output = command === ':skip' ? await askSkipOutput(signal) : null;
  if (isPromptExit(output)) return output;
  const reason = await askReason(command === ':skip' ? 'Why is it skipped?' : 'What is the matter?', signal);
  if (isPromptExit(reason)) return reason;
  const [by, own] = [senderFor(at, run, task), { task: task.id, ...leaseOf(task) }];
  if (command === ':skip')
    return printOutcome(await driver.send(run.id, { type: 'SkipTask', task: task.id, output, reason }, by));
  if (command === ':hold')
    return printOutcome(
      await driver.send(run.id, { type: 'HoldTask', ...own, code: 'task-held', message: reason }, by),
    );
  const failure = { code: 'work-failed', message: reason };
  return printOutcome(await driver.send(run.id, { type: 'FailTask', ...own, failure }, by));
}

function leaseOf(task: Task): { readonly lease?: number } {
  return task.lease === undefined ? {} : { lease: task.fence };
}
