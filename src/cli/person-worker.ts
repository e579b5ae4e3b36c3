// A person at the terminal does everything a run asks for: tasks, signals, and the moves that end a hold.

import type { Hold } from '../engine/run-state.ts';
import { comesByItself } from '../engine/waits-for.ts';
import type { OpenTask, RunDriver, SetTimer, ShownRun } from '../runtime/run-driver.ts';
import { viewTask } from '../runtime/task-view.ts';
import { askHold } from './ask-hold.ts';
import { askSignal, type SignalChoice, signalChoices } from './ask-signal.ts';
import { askTask, takeTask } from './ask-task.ts';
import { type AtTerminal, othersOf, ownTasks } from './at-terminal.ts';
import type { LiveScreen } from './live-screen.ts';
import { type Paint, paintFor } from './paint.ts';
import { printOutcome } from './print-outcome.ts';
import { askChoice, BACK, type Choice, isPromptExit, LEAVE, type PromptResult, tell } from './prompt.ts';
import { quitHint } from './quit-hint.ts';
import { inRealTime, timerSentence } from './real-time.ts';
import type { WorkerStop } from './scripted-worker.ts';
import { oneLine, readableMs } from './shown-text.ts';
import { sentBy } from './signer.ts';
import { stdout } from './terminal.ts';
import { comingTexts, shortList, waitsKey } from './wait-lines.ts';

const QUIT: WorkerStop = { kind: 'quit' };
const LISTED_MAX = 15;
const LOOK_MS = 1000;

/** What the person is asked for next. */
type Duty =
  | { readonly kind: 'task'; readonly open: OpenTask }
  | { readonly kind: 'hold'; readonly run: ShownRun; readonly hold: Hold }
  | { readonly kind: 'signal'; readonly choices: readonly SignalChoice[] };

export async function workWithPerson(
  driver: RunDriver,
  root: ShownRun,
  at: AtTerminal,
  screen: LiveScreen,
  signal: AbortSignal,
): Promise<WorkerStop | null> {
  const paint = paintFor(stdout);
  const reported: string[] = [];
  driver.onTimer = (fired) => reported.push(...[timerSentence(fired) ?? []].flat());
  let chosen: Duty | null = null;
  let waitedFor = '';
  const others = new Set<string>();
  for (;;) {
    await driver.idle();
    driver.fireDue();
    if (signal.aborted) return QUIT;
    screen.release();
    for (const what of reported.splice(0)) tell.warn(oneLine(what));
    if (!isUnderWay(root)) return null;
    tellOthers(driver, at, others);
    const duty: Duty | null = chosen !== null && isStillOpen(driver, root, chosen) ? chosen : nextDuty(driver, at);
    chosen = null;
    if (duty === null) {
      const timer = driver.nextTimer();
      const isLeft = driver.isDurable && !driver.waits().some(({ wait }) => comesByItself(wait, driver.now()));
      if (isLeft && timer !== null) return { kind: 'later', timer };
      if (isLeft || (timer === null && !driver.isDurable)) return { kind: 'nothing-left' };
      const what = waitsKey(driver);
      if (what !== waitedFor) tell.step(oneLine(waitSentence(driver, timer)));
      waitedFor = what;
      await driver.wait(timer === null ? LOOK_MS : Math.max(0, timer.timer.due - driver.now()), signal);
      continue;
    }
    waitedFor = '';
    const taken = await take(driver, duty, at);
    if (taken === null) continue;
    const watch = { signal, stands: () => isStillOpen(driver, root, taken) };
    const { said: moved, isOver } = await inRealTime(driver, watch, (until) => ask(driver, taken, at, paint, until));
    if (moved === LEAVE) return QUIT;
    if (isOver && reported.length === 0) reported.push(`${dutyName(taken)} was moved on by someone else.`);
    if (isOver || signal.aborted) continue;
    if (moved === 'signal') chosen = { kind: 'signal', choices: signalChoices(driver) };
    // From a signal there is a way back to what would be asked without it.
    const isAside = taken.kind === 'signal' && nextDuty(driver, at)?.kind !== 'signal';
    if (moved !== BACK || isAside) continue;
    const next = await inRealTime(driver, watch, (until) => askElse(driver, taken, at, until));
    if (next.said === LEAVE) return QUIT;
    chosen = next.said === BACK ? taken : next.said;
  }
}

function waitSentence(driver: RunDriver, timer: SetTimer | null): string {
  const leaving = driver.isDurable ? 'Ctrl-C leaves the run as it is.' : 'Ctrl-C cancels.';
  const coming = driver.isDurable ? comingTexts(driver) : [];
  if (coming.length > 0) return `Waiting for ${shortList(coming)}. ${leaving}`;
  if (timer === null) return `Waiting for work to begin. ${leaving}`;
  const ms = Math.max(0, timer.timer.due - driver.now());
  return `Waiting ${readableMs(ms)} for the ${timer.timer.kind} timer. ${leaving}`;
}

function isUnderWay({ state }: ShownRun): boolean {
  return state.status === 'running' || state.cleaning;
}

/** What is not theirs stays open; who it waits for is said once. */
function tellOthers(driver: RunDriver, at: AtTerminal, reported: Set<string>): void {
  for (const { key, lines } of othersOf(driver, at)) {
    if (!reported.has(key)) tell.step(lines.join('\n'));
    reported.add(key);
  }
}

function nextDuty(driver: RunDriver, at: AtTerminal): Duty | null {
  const [open] = ownTasks(driver, at);
  if (open !== undefined) return { kind: 'task', open };
  const [held] = holdsIn(driver);
  if (held !== undefined) return held;
  const choices = signalChoices(driver);
  return choices.some(({ isKept }) => !isKept) ? { kind: 'signal', choices } : null;
}

function holdsIn(driver: RunDriver): (Duty & { readonly kind: 'hold' })[] {
  const runs = [...driver.runs.values()].reverse();
  return runs.flatMap((run) => [...run.state.holds.values()].map((hold) => ({ kind: 'hold' as const, run, hold })));
}

/** False once time has made something else of what is asked. State records are replaced, never changed. */
function isStillOpen(driver: RunDriver, root: ShownRun, duty: Duty): boolean {
  if (!isUnderWay(root)) return false;
  if (duty.kind === 'task') return duty.open.run.state.tasks.get(duty.open.task.id) === duty.open.task;
  if (duty.kind === 'hold') return duty.run.state.holds.get(duty.hold.id) === duty.hold;
  const keys = (choices: readonly SignalChoice[]) =>
    choices.map(({ run, name, key, hint }) => [run.id, name, key, hint].join('\n')).join('\n\n');
  return keys(duty.choices) === keys(signalChoices(driver));
}

/** A task is handed out first, which may fail it; null when the reason was shown to the person. */
async function take(driver: RunDriver, duty: Duty, at: AtTerminal): Promise<Duty | null> {
  if (duty.kind !== 'task') return duty;
  const { run, task } = duty.open;
  const taken = await takeTask(driver, duty.open, at);
  if (taken !== null && printOutcome(taken) === 'refused') return null;
  const now = run.state.tasks.get(task.id);
  return now === undefined || now.status === 'failed' ? null : { kind: 'task', open: { run, task: now } };
}

async function ask(driver: RunDriver, duty: Duty, at: AtTerminal, paint: Paint, signal: AbortSignal) {
  const by = sentBy(at.person, at.isRehearsal ? 'rehearsal' : 'cli');
  if (duty.kind === 'task') return askTask(driver, duty.open, at, paint, signal);
  if (duty.kind === 'hold') return askHold(driver, duty.run, duty.hold, by, signal);
  return askSignal(driver, duty.choices, by, signal);
}

/** Where Escape leads from the first thing asked: go on, do something else, or quit. */
async function askElse(driver: RunDriver, now: Duty, at: AtTerminal, signal: AbortSignal): Promise<PromptResult<Duty>> {
  const signals: Duty = { kind: 'signal', choices: signalChoices(driver) };
  const others: Duty[] = [];
  for (const open of ownTasks(driver, at)) {
    if (now.kind === 'task' && now.open.task.id === open.task.id && now.open.run === open.run) continue;
    if (others.push({ kind: 'task', open }) >= LISTED_MAX) break;
  }
  others.push(...holdsIn(driver).filter((held) => now.kind !== 'hold' || held.hold !== now.hold));
  if (now.kind !== 'signal' && signals.choices.length > 0) others.push(signals);
  const choices: Choice<Duty | null>[] = [
    { value: now, label: 'go on', hint: dutyText(driver, now) },
    ...others.map((duty) => ({ value: duty, label: dutyText(driver, duty) })),
    { value: null, label: 'quit', hint: quitHint(driver) },
  ];
  const chosen = await askChoice('What now?', choices, signal);
  return isPromptExit(chosen) ? chosen : (chosen ?? LEAVE);
}

function dutyName(duty: Duty): string {
  if (duty.kind === 'signal') return 'What was waited for';
  return `"${duty.kind === 'task' ? duty.open.task.step : duty.hold.step}"`;
}

function dutyText(driver: RunDriver, duty: Duty): string {
  if (duty.kind === 'task') return oneLine(viewTask(duty.open.run, duty.open.task, driver.payloads).title);
  return duty.kind === 'hold' ? `the hold at ${duty.hold.step}` : 'send a signal';
}
