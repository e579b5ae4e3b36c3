// What moves runs on while their tasks are done: in memory or on a store, workers and screens see the same.

import type { Command } from '../engine/commands.ts';
import type { AnyEvent, LeaseKind } from '../engine/events.ts';
import type { Task, Timer } from '../engine/run-state.ts';
import type { Payloads, Value } from '../engine/value.ts';
import type { Wait } from '../engine/waits-for.ts';
import type { Json } from '../json.ts';
import type { Outcome } from './memory-engine.ts';
import type { Sender } from './pending-write.ts';
import type { RetryOutcome } from './retry-hold.ts';
import type { Answer } from './run-code.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

/** A run with its whole history. Its state is replaced record by record, never under a reader's hands. */
export interface ShownRun extends RunWithWorkflow {
  readonly events: readonly AnyEvent[];
}

/** A task's place among the runs, and a timer's. */
export interface OpenTask {
  readonly run: ShownRun;
  readonly task: Task;
}
export interface SetTimer {
  readonly run: ShownRun;
  readonly timer: Timer;
}

/** Something a run, or one that it started, waits for. */
export interface RunWait {
  readonly run: ShownRun;
  readonly wait: Wait;
}

export interface RunDriver {
  /** The runs go on without this process: leaving one loses nothing, and time is real. */
  readonly isDurable: boolean;
  readonly payloads: Payloads;
  readonly runs: ReadonlyMap<string, ShownRun>;
  /** Hears of a timer just before it counts as fired. */
  onTimer: ((fired: SetTimer) => void) | null;
  now(): number;
  runOf(id: string): ShownRun;
  read(value: Value | undefined): Json;
  /** Values are plain JSON from outside. Once it resolves, `runs` shows what came of it. */
  send(run: string, command: Command, by: Sender): Outcome | Promise<Outcome>;
  claim(run: string, task: number, worker: string, kind: LeaseKind, by: Sender): Promise<Outcome>;
  answer(run: string, task: number, answer: Answer, by: Sender): Promise<Outcome>;
  /** With all holds of the same cause. What a fault of the folder kept of an answer is given again. */
  retry(run: string, hold: number, reason: string, by: Sender): Promise<RetryOutcome>;
  /** Resolves when `runs` shows everything that followed from what was sent. */
  idle(): Promise<void>;
  /** Registered code is at work here on one of the runs. */
  isWorking(): boolean;
  /** Tasks that the caller could take now, oldest first. */
  openTasks(): Iterable<OpenTask>;
  /** What the runs wait for, those they started included. */
  waits(): readonly RunWait[];
  /** The timer that is due first in any run that lets timers fire. */
  nextTimer(): SetTimer | null;
  /** Fires what is due, unless that happens by itself. */
  fireDue(): void;
  /** Lets time pass to the timer where it can be skipped, else until something happens, whatever it is. */
  elapse(timer: SetTimer | null, signal: AbortSignal): Promise<void>;
  /** Lets real time pass: at most `ms`, and not beyond what others do meanwhile. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function firstTimer(runs: Iterable<ShownRun>): SetTimer | null {
  let next: SetTimer | null = null;
  for (const run of runs) {
    if (run.state.paused || (run.state.status !== 'running' && !run.state.cleaning)) continue;
    for (const timer of run.state.timers.values())
      if (next === null || timer.due < next.timer.due) next = { run, timer };
  }
  return next;
}
