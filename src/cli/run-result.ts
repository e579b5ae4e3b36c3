// How a run ended, as data for programs and as words for people.

import type { HoldMove, PartialResult, RecordedRead } from '../engine/events.ts';
import { byCause, causeOf } from '../engine/hold-causes.ts';
import { type RunStatus, statusOf } from '../engine/run-state.ts';
import type { Wait } from '../engine/waits-for.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunDriver, RunWait, SetTimer, ShownRun } from '../runtime/run-driver.ts';
import { draftedTask } from '../runtime/take-draft.ts';
import { viewTask } from '../runtime/task-view.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { movesOf, moveText, targetsOf } from './hold-moves.ts';
import type { Paint } from './paint.ts';
import { partialHead } from './screen.ts';
import type { WorkerStop } from './scripted-worker.ts';
import { shellWord } from './shell-word.ts';
import { indented, valueLines } from './show-value.ts';
import { counted, fit, fitPainted, labelOf, oneLine, readableMs, summary } from './shown-text.ts';
import { asStarted, nameFlag, program } from './started-as.ts';
import { shortList, waitsOf } from './wait-lines.ts';

export interface RunHold {
  readonly run: string;
  readonly hold: number;
  readonly step: string;
  readonly code: string;
  readonly message: string;
  readonly reads: readonly RecordedRead[];
  readonly moves: readonly HoldMove[];
}

export interface RunResult {
  readonly run: string;
  readonly workflow: string;
  readonly version: string;
  readonly status: RunStatus;
  readonly output: Json;
  /** A budget ended it: `output` is what there was. */
  readonly partial: PartialResult | null;
  readonly error: Json;
  readonly holds: readonly RunHold[];
  /** What it stands waiting for: a task nobody answered, a signal nobody sent. */
  readonly waits: readonly string[];
  /** Files it went on without, and why. */
  readonly unwritten: readonly string[];
  readonly stopped: string | null;
  readonly events: number;
}

export function resultOf(driver: RunDriver, run: ShownRun, stopped: WorkerStop | null, hasAnswers: boolean): RunResult {
  const { state, workflow } = run;
  const status = statusOf(state);
  const output = driver.read(state.output);
  return {
    run: run.id,
    workflow: workflow.name,
    version: workflow.version,
    status,
    output: status === 'completed' ? output : null,
    partial: (status === 'completed' && state.partial) || null,
    error: status === 'failed' ? output : null,
    holds: [...driver.runs.values()].flatMap(holdsOf),
    waits: waitsOf(driver),
    unwritten: [...driver.runs.values()].flatMap(unwrittenOf),
    stopped: stopped === null ? null : stoppedText(driver, stopped, hasAnswers),
    events: [...driver.runs.values()].reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** A run that is kept and not over is not a failure, unless an answer of the file was refused. */
export function exitCodeOf({ status, partial }: RunResult, stopped: WorkerStop | null, isKept: boolean): ExitCode {
  if (partial !== null) return EXIT.partial;
  if (status === 'completed') return EXIT.done;
  if (status === 'failed' || status === 'cancelled' || stopped?.kind === 'refused') return EXIT.refused;
  return isKept || stopped === null ? EXIT.onHold : EXIT.refused;
}

function holdsOf(run: ShownRun): RunHold[] {
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

function readsOf(run: ShownRun, hold: number): readonly RecordedRead[] {
  for (const event of run.events) if (event.type === 'HoldOpened' && event.data.hold === hold) return event.data.reads;
  return [];
}

function unwrittenOf({ state }: ShownRun): string[] {
  return [...state.unwritten.entries()].map(([path, why]) => (why.includes(path) ? why : `${path}: ${why}`));
}

function stoppedText(driver: RunDriver, stopped: WorkerStop, hasAnswers: boolean): string {
  if (stopped.kind === 'quit') return driver.isDurable ? 'You left the run; nothing is lost.' : 'You stopped it.';
  if (stopped.kind === 'refused')
    return asStarted(`${stopped.what} was refused. ${stopped.message}`).replace(/^./, (first) => first.toUpperCase());
  if (stopped.kind === 'nothing-left')
    return `Nothing is left to do by itself: the run waits for ${shortList(waitsOf(driver)) || 'nothing'}.`;
  if (stopped.kind === 'later') return `Nothing moves before ${laterText(driver, stopped.timer)}.`;
  if (driver.isDurable && !hasAnswers)
    return `Nobody is here to do its tasks: it waits for ${shortList(waitsOf(driver))}.`;
  const [first] = stopped.tasks;
  if (first === undefined) return 'A task has no answer.';
  const { title } = viewTask(first.run, first.task, driver.payloads);
  const key = first.run.state.parent === null ? first.task.step : `${first.run.workflow.name}/${first.task.step}`;
  const message = `Expected an answer for step "${key}" (${fit(oneLine(title), 100)}), found none.`;
  const fix = `Add "${key}": [{"output": ...}] to the file given with --answers`;
  return `${message} ${fix}, or ${driver.isDurable ? 'go on' : 'run it'} at a terminal without --answers.`;
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
  const { status, stopped, partial } = result;
  const stoppedWord = stopped !== null && status === 'on_hold' ? HEADS.running : HEADS[status];
  const word = partial === null ? (storeFlag !== null && KEPT_HEADS[status]) || stoppedWord : partialHead(partial);
  const head =
    partial !== null
      ? paint.yellow(word)
      : status === 'completed'
        ? paint.green(word)
        : status === 'failed'
          ? paint.red(word)
          : paint.yellow(word);
  const waited = skippedMs < 1000 ? '' : `, ${readableMs(skippedMs)} of waiting skipped`;
  const facts = paint.dim(`${counted(taskCount(driver), 'task')}, ${counted(result.events, 'event')}${waited}`);
  const lines = ['', ` ${paint.bold(head)}  ${facts}`];
  if (stopped !== null) lines.push(...indented(stopped, width));
  if (partial !== null) lines.push(...indented(`${oneLine(partial.reason)} This is what there was by then.`, width));
  for (const [first, ...same] of causesOf(driver, result.holds)) {
    lines.push(...holdLines(first, driver, paint, width, same.length));
  }
  for (const why of result.unwritten) lines.push('', ...indented(paint.yellow(`Not written. ${oneLine(why)}`), width));
  if (status === 'completed') lines.push('', ...shortened(valueLines(result.output, paint, width), paint));
  if (status === 'failed') lines.push('', ...shortened(valueLines(result.error, paint, width), paint));
  if (storeFlag !== null) lines.push(...goOnLines(result, driver, storeFlag, paint));
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
function goOnLines({ run, status }: RunResult, driver: RunDriver, storeFlag: string, paint: Paint): string[] {
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return [];
  return [
    '',
    ...moveLines(driver, storeFlag, paint),
    `   ${paint.dim('go on    ')} ${program()} run --resume ${run}${nameFlag()}${storeFlag}`,
    `   ${paint.dim('cancel it')} ${program()} runs cancel ${run}${storeFlag}`,
  ];
}

/** What someone can do about the first of what it waits for, and about the first hold. */
function moveLines(driver: RunDriver, storeFlag: string, paint: Paint): string[] {
  const waits = driver.waits();
  const first = (kind: Wait['for']): RunWait[] => waits.filter(({ wait }) => wait.for === kind).slice(0, 1);
  return [...first('person'), ...first('signal'), ...first('hold')].flatMap(({ run, wait }) => {
    if (wait.for === 'person')
      return [`   ${paint.dim('its task ')} ${program()} tasks show ${run.id}#${wait.task}${storeFlag}`];
    if (wait.for === 'signal') {
      const key = wait.key === null ? '' : ` --for ${shellWord(wait.key)}`;
      const [name = ''] = wait.signals;
      return [`   ${paint.dim('send it  ')} ${program()} signals send ${run.id} ${shellWord(name)}${key}${storeFlag}`];
    }
    if (wait.for !== 'hold') return [];
    const move = movesOf(run, wait.hold).find((each) => each !== 'choose' && each !== 'raise');
    const which = byCause(run.state.holds.values()).length === 1 ? '' : ` --hold ${wait.hold.id} --same`;
    return move === undefined
      ? []
      : [`   ${paint.dim('its hold ')} ${program()} runs resolve ${run.id} ${move}${which}${storeFlag}`];
  });
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

/** Holds of one cause in one run are shown once. */
function causesOf(driver: RunDriver, holds: readonly RunHold[]): readonly (readonly [RunHold, ...RunHold[]])[] {
  const cause = ({ run, hold }: RunHold): string => {
    const held = driver.runOf(run).state.holds.get(hold);
    return `${run} ${held === undefined ? hold : causeOf(held)}`;
  };
  return [...Map.groupBy(holds, cause).values()] as [RunHold, ...RunHold[]][];
}

export function holdLines(hold: RunHold, driver: RunDriver, paint: Paint, width: number, same = 0): string[] {
  const run = driver.runOf(hold.run);
  const step = stepOf(run, hold.step);
  const held = run.state.holds.get(hold.hold);
  const targets = held === undefined ? [] : targetsOf(run, held);
  const isDrafted = held !== undefined && draftedTask(run, held) !== null;
  const own = hold.moves.map((move) => `${move} (${moveText(move, targets)})`);
  const moves = isDrafted ? ['take (continue with the draft)', ...own] : own;
  return [
    '',
    fitPainted(
      ` ${paint.yellow('‖')} ${paint.bold(hold.step)}  ${fit(labelOf(step.label), width / 2)}  ${paint.dim(hold.code)}`,
      width,
    ),
    ...indented(fit(oneLine(asStarted(hold.message)), MESSAGE_MAX), width),
    ...(hold.reads.length === 0 ? [] : indented(`It read: ${hold.reads.map(readText).join(', ')}.`, width)),
    ...(same === 0 ? [] : indented(`${counted(same, 'more hold')} of the same cause.`, width)),
    ...indented(`What can be done: ${moves.join(', ')}.`, width),
  ];
}

const readText = ({ path, value }: RecordedRead): string =>
  `${path} is ${value === undefined ? 'missing' : summary(value)}`;
