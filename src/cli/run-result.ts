// How a run ended, as data for programs and as words for people.

import type { Step } from '../diagram/workflow.ts';
import type { HoldMove, Read } from '../engine/events.ts';
import { type RunStatus, statusOf } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunDriver, SetTimer, ShownRun } from '../runtime/run-driver.ts';
import { viewTask } from '../runtime/task-view.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { movesOf, moveText, targetsOf } from './hold-moves.ts';
import type { Paint } from './paint.ts';
import type { Stopped } from './scripted-worker.ts';
import { indented, valueLines } from './show-value.ts';
import { counted, fit, fitPainted, labelOf, oneLine, readableMs, summary } from './shown-text.ts';

export interface HeldAt {
  readonly run: string;
  readonly hold: number;
  readonly step: string;
  readonly code: string;
  readonly message: string;
  readonly reads: readonly Read[];
  readonly moves: readonly HoldMove[];
}

export interface RunResult {
  readonly run: string;
  readonly workflow: string;
  readonly version: string;
  readonly status: RunStatus;
  readonly output: Json;
  readonly error: Json;
  readonly holds: readonly HeldAt[];
  /** What it stands waiting for: a task nobody answered, a signal nobody sent. */
  readonly waits: readonly string[];
  readonly stopped: string | null;
  readonly events: number;
}

export function resultOf(driver: RunDriver, run: ShownRun, stopped: Stopped | null, hasAnswers: boolean): RunResult {
  const { state, workflow } = run;
  const status = statusOf(state);
  const output = driver.read(state.output);
  return {
    run: run.id,
    workflow: workflow.name,
    version: workflow.version,
    status,
    output: status === 'completed' ? output : null,
    error: status === 'failed' ? output : null,
    holds: [...driver.runs.values()].flatMap(holdsOf),
    waits: waitsOf(driver),
    stopped: stopped === null ? null : stoppedText(driver, stopped, hasAnswers),
    events: [...driver.runs.values()].reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** A run that is kept and not over is no failure, unless an answer of the file was refused. */
export function exitCodeOf({ status }: RunResult, stopped: Stopped | null, isKept: boolean): ExitCode {
  if (status === 'completed') return EXIT.done;
  if (status === 'failed' || status === 'cancelled' || stopped?.why === 'refused') return EXIT.refused;
  return isKept || stopped === null ? EXIT.onHold : EXIT.refused;
}

function holdsOf(run: ShownRun): HeldAt[] {
  return [...run.state.holds.values()].map((hold) => ({
    run: run.id,
    hold: hold.id,
    step: hold.step,
    code: hold.code,
    message: hold.message,
    reads: readsOf(run, hold.id),
    moves: movesOf(run, hold),
  }));
}

function readsOf(run: ShownRun, hold: number): readonly Read[] {
  for (const event of run.events) if (event.type === 'HoldOpened' && event.data.hold === hold) return event.data.reads;
  return [];
}

/** What stands open: tasks, those others have taken with who has them, and signals. */
export function waitsOf(driver: RunDriver): string[] {
  const waits: string[] = [];
  for (const { run, task } of driver.openTasks()) waits.push(`task "${task.step}" of ${run.workflow.name}`);
  const open = new Set([...driver.openTasks()].map(({ task }) => task));
  for (const run of driver.runs.values()) {
    for (const task of run.state.tasks.values())
      if (task.lease !== undefined && !open.has(task))
        waits.push(`task "${task.step}" of ${run.workflow.name}, which ${task.lease.worker} has`);
    for (const token of run.state.tokens.values()) {
      const step = stepOf(run, token.step);
      if (token.wait !== undefined) waits.push(`signal "${step.wait?.signal ?? ''}"${keyText(step, token.wait)}`);
      const signals = signalsOf(step);
      if (signals.length > 0) waits.push(`one of the signals ${signals.join(', ')} in "${step.id}"`);
    }
  }
  return waits;
}

function keyText({ wait }: Step, waits: string): string {
  return wait?.signal === waits ? '' : ` with key ${JSON.stringify(keyOfWait(waits))}`;
}

/** Of a wait with a key the engine keeps both, as a list. */
export function keyOfWait(wait: string): string {
  return (JSON.parse(wait) as readonly string[])[1] ?? '';
}

const OWN_EVENTS: ReadonlySet<string> = new Set(['done', 'error', 'always', 'timeout']);

/** The signals a state answers to. */
export function signalsOf(step: Step): string[] {
  return [...new Set(step.transitions.map(({ event }) => event))].filter((event) => !OWN_EVENTS.has(event));
}

function stoppedText(driver: RunDriver, stopped: Stopped, hasAnswers: boolean): string {
  if (stopped.why === 'quit') return driver.isDurable ? 'You left it as it is; nothing is lost.' : 'You stopped it.';
  if (stopped.why === 'refused')
    return `${stopped.what} was refused. ${stopped.message}`.replace(/^./, (first) => first.toUpperCase());
  if (stopped.why === 'nothing-left')
    return `Nothing is left to do by itself: the run waits for ${listed(waitsOf(driver)) || 'nothing'}.`;
  if (stopped.why === 'later') return `Nothing moves before ${laterText(driver, stopped.timer)}.`;
  if (driver.isDurable && !hasAnswers)
    return `Nobody is here to do its tasks: it waits for ${listed(waitsOf(driver))}.`;
  const [first] = stopped.tasks;
  if (first === undefined) return 'A task has no answer.';
  const { title } = viewTask(first.run, first.task, driver.payloads);
  const key = first.run.state.parent === null ? first.task.step : `${first.run.workflow.name}/${first.task.step}`;
  const message = `Expected an answer for step "${key}" (${fit(oneLine(title), 100)}), found none.`;
  const fix = `Add "${key}": [{"output": ...}] to the file given with --answers`;
  return `${message} ${fix}, or ${driver.isDurable ? 'go on' : 'run it'} at a terminal without --answers.`;
}

const LISTED_MAX = 5;

function listed(waits: readonly string[]): string {
  const more = waits.length - LISTED_MAX;
  return more > 0 ? `${waits.slice(0, LISTED_MAX).join(', ')} and ${more} more` : waits.join(', ');
}

function laterText(driver: RunDriver, { timer }: SetTimer): string {
  const leftMs = Math.round(Math.max(0, timer.due - driver.now()) / 1000) * 1000;
  return `${new Date(timer.due).toISOString()}, ${readableMs(leftMs)} from now: the ${timer.kind} timer is due then`;
}

const OUTPUT_LINES_MAX = 40;
const MESSAGE_MAX = 1000;

const HEADS: { readonly [S in RunStatus]: string } = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  on_hold: 'On hold',
  paused: 'Paused',
  running: 'Stopped',
};

const KEPT_HEADS: { readonly [S in RunStatus]?: string } = {
  running: 'Left open',
  on_hold: 'On hold',
  paused: 'Paused',
};

/** The last words to a person. */
export function resultLines(
  result: RunResult,
  driver: RunDriver,
  paint: Paint,
  width: number,
  { skippedMs, storeFlag }: { readonly skippedMs: number; readonly storeFlag: string | null },
): string[] {
  const { status, stopped } = result;
  const stoppedWord = stopped !== null && status === 'on_hold' ? HEADS.running : HEADS[status];
  const word = (storeFlag !== null && KEPT_HEADS[status]) || stoppedWord;
  const head = status === 'completed' ? paint.green(word) : status === 'failed' ? paint.red(word) : paint.yellow(word);
  const waited = skippedMs < 1000 ? '' : `, ${readableMs(skippedMs)} of waiting skipped`;
  const facts = paint.dim(`${counted(taskCount(driver), 'task')}, ${counted(result.events, 'event')}${waited}`);
  const lines = ['', ` ${paint.bold(head)}  ${facts}`];
  if (stopped !== null) lines.push(...indented(stopped, width));
  for (const hold of result.holds) lines.push(...holdLines(hold, driver, paint, width));
  if (status === 'completed') lines.push('', ...shortened(valueLines(result.output, paint, width), paint));
  if (status === 'failed') lines.push('', ...shortened(valueLines(result.error, paint, width), paint));
  if (storeFlag !== null) lines.push(...goOnLines(result, storeFlag, paint));
  else if (status === 'on_hold')
    lines.push(
      '',
      ...indented(
        'The run lived in memory only. At a terminal, without --answers, you can make one of these moves.',
        width,
      ),
    );
  return [...lines, ''];
}

/** Commands are to be copied: they are not broken, however long. */
function goOnLines({ run, status }: RunResult, storeFlag: string, paint: Paint): string[] {
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return [];
  return [
    '',
    `   ${paint.dim('go on    ')} signoff run --resume ${run}${storeFlag}`,
    `   ${paint.dim('cancel it')} signoff runs cancel ${run}${storeFlag}`,
  ];
}

function shortened(lines: readonly string[], paint: Paint): readonly string[] {
  if (lines.length <= OUTPUT_LINES_MAX) return lines;
  const hidden = counted(lines.length - OUTPUT_LINES_MAX, 'more line');
  return [...lines.slice(0, OUTPUT_LINES_MAX), paint.dim(`   … ${hidden}; --json prints all of it`)];
}

function taskCount(driver: RunDriver): number {
  let count = 0;
  for (const run of driver.runs.values()) count += run.events.filter(({ type }) => type === 'TaskOpened').length;
  return count;
}

export function holdLines(hold: HeldAt, driver: RunDriver, paint: Paint, width: number): string[] {
  const run = driver.runOf(hold.run);
  const step = stepOf(run, hold.step);
  const held = run.state.holds.get(hold.hold);
  const targets = held === undefined ? [] : targetsOf(run, held);
  const moves = hold.moves.map((move) => `${move} (${moveText(move, targets)})`);
  return [
    '',
    fitPainted(
      ` ${paint.yellow('‖')} ${paint.bold(hold.step)}  ${fit(labelOf(step.label), width / 2)}  ${paint.dim(hold.code)}`,
      width,
    ),
    ...indented(fit(oneLine(hold.message), MESSAGE_MAX), width),
    ...(hold.reads.length === 0 ? [] : indented(`It read: ${hold.reads.map(readText).join(', ')}.`, width)),
    ...indented(`What can be done: ${moves.join(', ')}.`, width),
  ];
}

const readText = ({ path, value }: Read): string => `${path} is ${value === undefined ? 'missing' : summary(value)}`;
