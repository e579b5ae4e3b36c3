// A person at the terminal does everything a run asks for: tasks, signals, and the moves that end a hold.

import { setTimeout as sleep } from 'node:timers/promises';
import { isCancel, log, select } from '@clack/prompts';
import type { HoldMove } from '../engine/events.ts';
import type { Hold } from '../engine/run-state.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { MemoryEngine, OpenTask, Sender } from '../runtime/memory-engine.ts';
import type { MemoryRun } from '../runtime/memory-run.ts';
import { askTask, said } from './ask-task.ts';
import { askLine, askValue, CANCELLED } from './ask-value.ts';
import type { LiveScreen } from './live-screen.ts';
import { paintFor } from './paint.ts';
import { moveText, signalsOf } from './run-result.ts';
import { LOCAL_PERSON, type Stopped } from './scripted-worker.ts';
import { oneLine, readableMs } from './shown-text.ts';

const PERSON: Sender = { actor: LOCAL_PERSON, channel: 'cli' };
const QUIT: Stopped = { why: 'quit' };

export async function workWithPerson(
  engine: MemoryEngine,
  root: MemoryRun,
  screen: LiveScreen,
  signal: AbortSignal,
): Promise<Stopped | null> {
  const paint = paintFor(process.stdout);
  for (;;) {
    await engine.idle();
    fireDue(engine);
    if (signal.aborted) return QUIT;
    if (root.state.status !== 'running' && !root.state.cleaning) return null;
    screen.release();
    const [open] = engine.openTasks();
    let moved: 'done' | 'refused' | 'signal' | 'nothing' | typeof CANCELLED = 'nothing';
    if (open !== undefined) moved = await askTask(engine, open as OpenTask, paint, signal);
    if (moved === 'nothing') moved = await askHold(engine, signal);
    if (moved === 'nothing' || moved === 'signal') moved = await askSignal(engine, moved === 'signal', signal);
    if (moved === CANCELLED) return QUIT;
    if (moved !== 'nothing') continue;
    const timer = engine.nextTimer();
    if (timer === null) return { why: 'nothing-left' };
    const ms = Math.max(0, timer.timer.due - engine.now());
    log.step(`Waiting ${readableMs(ms)} for the ${timer.timer.kind} timer. Ctrl-C cancels.`);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}

function fireDue(engine: MemoryEngine): void {
  for (let next = engine.nextTimer(); next !== null && next.timer.due <= engine.now(); next = engine.nextTimer()) {
    engine.fire(next);
  }
}

type Moved = 'done' | 'refused' | 'nothing' | typeof CANCELLED;

/** Signals that some state or wait would take now. */
async function askSignal(engine: MemoryEngine, isWanted: boolean, signal: AbortSignal): Promise<Moved> {
  const choices = [...engine.runs.values()].flatMap((run) => {
    const waits = [...run.state.waits.keys()].map((key) => key.split(' '));
    const states = [...run.state.tokens.values()].flatMap(({ step }) => signalsOf(stepOf(run, step)));
    return [
      ...waits.map(([name = '', key]) => ({ run, name, key })),
      ...states.map((name) => ({ run, name, key: undefined })),
    ];
  });
  if (choices.length === 0) {
    if (isWanted) log.warn('No signal is waited for here.');
    return isWanted ? 'refused' : 'nothing';
  }
  const options = choices.map(({ run, name, key }, at) => ({
    value: at,
    label: key === undefined ? name : `${name} (key ${key})`,
    hint: [...run.state.tokens.values()].map(({ step }) => step).join(', '),
  }));
  const at = await select({
    message: 'Which signal?',
    options: [...options, { value: -1, label: 'quit', hint: 'cancel the run' }],
    signal,
  });
  const chosen = isCancel(at) ? undefined : choices[at];
  if (chosen === undefined) return CANCELLED;
  const line = await askLine(`Data of ${chosen.name}`, 'JSON or text; empty for none', signal);
  if (line === CANCELLED) return CANCELLED;
  const { run, name, key } = chosen;
  const value = line.trim() === '' ? null : parsed(line);
  const id = `terminal-${run.events.length}`;
  return said(engine.send(run.id, { type: 'SendSignal', id, name, value, ...(key !== undefined && { key }) }, PERSON));
}

function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

async function askHold(engine: MemoryEngine, signal: AbortSignal): Promise<Moved> {
  for (const run of [...engine.runs.values()].reverse()) {
    for (const hold of run.state.holds.values()) return askMove(engine, run, hold, signal);
  }
  return 'nothing';
}

async function askMove(engine: MemoryEngine, run: MemoryRun, hold: Hold, signal: AbortSignal): Promise<Moved> {
  const step = stepOf(run, hold.step);
  log.warn(`On hold at ${hold.step}: ${oneLine(hold.message)}`);
  const options = hold.moves.map((move) => ({
    value: move as HoldMove | 'quit',
    label: move,
    hint: moveText(move, step),
  }));
  const move = await select({
    message: 'What now?',
    options: [...options, { value: 'quit' as const, label: 'quit' }],
    signal,
  });
  if (isCancel(move) || move === 'quit') return CANCELLED;
  const extra = await askExtra(move, run, hold, signal);
  if (extra === CANCELLED) return CANCELLED;
  const reason = await askLine('Reason', 'kept with the move', signal);
  if (reason === CANCELLED) return CANCELLED;
  const command = {
    type: 'ResolveHold' as const,
    hold: hold.id,
    move,
    reason: reason || 'No reason was given.',
    ...extra,
  };
  return said(engine.send(run.id, command, PERSON));
}

async function askExtra(move: HoldMove, run: MemoryRun, hold: Hold, signal: AbortSignal) {
  const step = stepOf(run, hold.step);
  if (move === 'choose') {
    const targets = [
      ...step.edges.map(({ target }) => target),
      ...step.transitions.flatMap(({ target }) => target ?? []),
    ];
    const options = [...new Set(targets)].map((value) => ({ value, label: value }));
    const to = await select({ message: 'Go on to which step?', options, signal });
    return isCancel(to) ? CANCELLED : { to };
  }
  if (move === 'raise') {
    const line = await askLine('The new limit', 'a whole number', signal);
    return line === CANCELLED ? CANCELLED : { limit: Number(line) };
  }
  if (move !== 'skip') return {};
  const output = await askValue('Output to go on with (null for none)', null, signal);
  return output === CANCELLED || 'command' in output ? CANCELLED : { output: output.value };
}
