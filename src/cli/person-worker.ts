// A person at the terminal does everything a run asks for: tasks, signals, and the moves that end a hold.

import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@clack/prompts';
import type { Hold } from '../engine/run-state.ts';
import type { MemoryEngine, OpenTask } from '../runtime/memory-engine.ts';
import type { MemoryRun } from '../runtime/memory-run.ts';
import { viewTask } from '../runtime/task-view.ts';
import { askHold } from './ask-hold.ts';
import { askSignal, type SignalChoice, signalChoices } from './ask-signal.ts';
import { askTask, takeTask } from './ask-task.ts';
import type { LiveScreen } from './live-screen.ts';
import { type Paint, paintFor } from './paint.ts';
import { type Asked, askChoice, BACK, type Choice, isUnsaid, LEAVE } from './prompt.ts';
import { fireDue, inRealTime } from './real-time.ts';
import { said } from './said.ts';
import { LOCAL_PERSON, type Stopped } from './scripted-worker.ts';
import { oneLine, readableMs } from './shown-text.ts';

const QUIT: Stopped = { why: 'quit' };
const SLEEP_MS_MAX = 86_400_000;
const LISTED_MAX = 15;

/** What the person is asked for next. */
type Duty =
  | { readonly kind: 'task'; readonly open: OpenTask }
  | { readonly kind: 'hold'; readonly run: MemoryRun; readonly hold: Hold }
  | { readonly kind: 'signal'; readonly choices: readonly SignalChoice[] };

export async function workWithPerson(
  engine: MemoryEngine,
  root: MemoryRun,
  screen: LiveScreen,
  signal: AbortSignal,
): Promise<Stopped | null> {
  const paint = paintFor(process.stdout);
  const told: string[] = [];
  const tell = (what: string): void => {
    told.push(what);
  };
  let chosen: Duty | null = null;
  for (;;) {
    await engine.idle();
    fireDue(engine, tell);
    if (signal.aborted) return QUIT;
    screen.release();
    for (const what of told.splice(0)) log.warn(oneLine(what));
    if (!isUnderWay(root)) return null;
    const duty: Duty | null = chosen !== null && stands(engine, root, chosen) ? chosen : nextDuty(engine);
    chosen = null;
    if (duty === null) {
      const timer = engine.nextTimer();
      if (timer === null) return { why: 'nothing-left' };
      const ms = Math.max(0, timer.timer.due - engine.now());
      log.step(`Waiting ${readableMs(ms)} for the ${timer.timer.kind} timer. Ctrl-C cancels.`);
      await sleep(Math.min(ms, SLEEP_MS_MAX), undefined, { signal }).catch(() => undefined);
      continue;
    }
    const taken = await take(engine, duty);
    if (taken === null) continue;
    const watch = { signal, tell, stands: () => stands(engine, root, taken) };
    const { said: moved, isOver } = await inRealTime(engine, watch, (until) => ask(engine, taken, paint, until));
    if (moved === LEAVE) return QUIT;
    if (isOver || signal.aborted) continue;
    if (moved === 'signal') chosen = { kind: 'signal', choices: signalChoices(engine) };
    // From a signal there is a way back to what would be asked without it.
    const isAside = taken.kind === 'signal' && nextDuty(engine)?.kind !== 'signal';
    if (moved !== BACK || isAside) continue;
    const next = await inRealTime(engine, watch, (until) => askElse(engine, taken, until));
    if (next.said === LEAVE) return QUIT;
    chosen = next.said === BACK ? taken : next.said;
  }
}

function isUnderWay({ state }: MemoryRun): boolean {
  return state.status === 'running' || state.cleaning;
}

function nextDuty(engine: MemoryEngine): Duty | null {
  const [open] = engine.openTasks();
  if (open !== undefined) return { kind: 'task', open };
  const [held] = holdsIn(engine);
  if (held !== undefined) return held;
  const choices = signalChoices(engine);
  return choices.some(({ isKept }) => !isKept) ? { kind: 'signal', choices } : null;
}

function holdsIn(engine: MemoryEngine): (Duty & { readonly kind: 'hold' })[] {
  const runs = [...engine.runs.values()].reverse();
  return runs.flatMap((run) => [...run.state.holds.values()].map((hold) => ({ kind: 'hold' as const, run, hold })));
}

/** False once time has made something else of what is asked. State records are replaced, never changed. */
function stands(engine: MemoryEngine, root: MemoryRun, duty: Duty): boolean {
  if (!isUnderWay(root)) return false;
  if (duty.kind === 'task') return duty.open.run.state.tasks.get(duty.open.task.id) === duty.open.task;
  if (duty.kind === 'hold') return duty.run.state.holds.get(duty.hold.id) === duty.hold;
  const keys = (choices: readonly SignalChoice[]) =>
    choices.map(({ run, name, key, hint }) => [run.id, name, key, hint].join('\n')).join('\n\n');
  return keys(duty.choices) === keys(signalChoices(engine));
}

/** A task is handed out first, which may fail it; null when the person is told why not. */
async function take(engine: MemoryEngine, duty: Duty): Promise<Duty | null> {
  if (duty.kind !== 'task') return duty;
  const { run, task } = duty.open;
  const taken = await takeTask(engine, duty.open);
  if (taken !== null && said(taken) === 'refused') return null;
  const now = run.state.tasks.get(task.id);
  return now === undefined || now.status === 'failed' ? null : { kind: 'task', open: { run, task: now } };
}

async function ask(engine: MemoryEngine, duty: Duty, paint: Paint, signal: AbortSignal) {
  if (duty.kind === 'task') return askTask(engine, duty.open, paint, signal);
  if (duty.kind === 'hold') return askHold(engine, duty.run, duty.hold, LOCAL_PERSON, signal);
  return askSignal(engine, duty.choices, LOCAL_PERSON, signal);
}

/** Where Escape leads from the first thing asked: go on, do something else, or quit. */
async function askElse(engine: MemoryEngine, now: Duty, signal: AbortSignal): Promise<Asked<Duty>> {
  const signals: Duty = { kind: 'signal', choices: signalChoices(engine) };
  const others: Duty[] = [];
  for (const open of engine.openTasks()) {
    if (now.kind === 'task' && now.open.task.id === open.task.id && now.open.run === open.run) continue;
    if (others.push({ kind: 'task', open }) >= LISTED_MAX) break;
  }
  others.push(...holdsIn(engine).filter((held) => now.kind !== 'hold' || held.hold !== now.hold));
  if (now.kind !== 'signal' && signals.choices.length > 0) others.push(signals);
  const choices: Choice<Duty | null>[] = [
    { value: now, label: 'go on', hint: dutyText(engine, now) },
    ...others.map((duty) => ({ value: duty, label: dutyText(engine, duty) })),
    { value: null, label: 'quit', hint: 'cancel the run' },
  ];
  const chosen = await askChoice('What now?', choices, signal);
  return isUnsaid(chosen) ? chosen : (chosen ?? LEAVE);
}

function dutyText(engine: MemoryEngine, duty: Duty): string {
  if (duty.kind === 'task') return oneLine(viewTask(duty.open.run, duty.open.task, engine.payloads).title);
  return duty.kind === 'hold' ? `the hold at ${duty.hold.step}` : 'send a signal';
}
