// Drives runs in memory by the pure engine: keeps their events and payloads, performs effects, runs registered code.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Workflow } from '../diagram/workflow.ts';
import type { Command, CommandOf } from '../engine/commands.ts';
import type { Context, Decision, Rejection } from '../engine/context.ts';
import { decide } from '../engine/decide.ts';
import type { AnyEvent, LeaseKind } from '../engine/events.ts';
import { evolve } from '../engine/evolve.ts';
import type { Task } from '../engine/run-state.ts';
import { newState } from '../engine/snapshot.ts';
import { readValue, type Value } from '../engine/value.ts';
import { waitsFor } from '../engine/waits-for.ts';
import type { Json, JsonObject } from '../json.ts';
import type { CodeRegistry } from '../ports/action.ts';
import { externalised, keepValue } from './externalise.ts';
import type { MemoryRun } from './memory-run.ts';
import { newId } from './new-id.ts';
import type { Sender } from './pending-write.ts';
import { performEffect, tellParent } from './perform-effects.ts';
import { type Answer, acceptAnswer, claimPrepared, RunningActions } from './run-code.ts';
import { firstTimer, type OpenTask, type RunDriver, type RunWait, type SetTimer } from './run-driver.ts';

export interface MemoryEngineOptions {
  /** Milliseconds since 1970; the system's clock when left out. */
  now?(): number;
  hash(text: string): string;
  validate(schema: JsonObject, value: Json): readonly string[];
  readonly code?: CodeRegistry;
  /** Finds a subflow; a text says why there is none. */
  loadWorkflow?(wanted: WantedWorkflow, folder: string | null): Promise<LoadedWorkflow | string>;
  onEvent?(run: MemoryRun, event: AnyEvent): void;
}

export type WantedWorkflow = { readonly name: string } | { readonly source: string };
export interface LoadedWorkflow {
  readonly workflow: Workflow;
  readonly folder: string | null;
}

export interface StartOptions {
  readonly run?: string;
  readonly by: Sender;
  readonly folder?: string | null;
  readonly assign?: { readonly [step: string]: string };
  readonly parent?: { readonly run: string; readonly task: number; readonly depth: number };
}

export type MemoryStartResult =
  | { readonly ok: true; readonly run: MemoryRun }
  | { readonly ok: false; readonly rejection: Rejection };
export type Outcome = Exclude<Decision, { readonly needs: readonly string[] }>;

export const ENGINE: Sender = { actor: 'system', channel: 'engine' };
const SLEEP_MS_MAX = 86_400_000;
const TIMER: Sender = { actor: 'system', channel: 'timer' };

export function openMemoryEngine(options: MemoryEngineOptions): MemoryEngine {
  return new MemoryEngine(options);
}

export class MemoryEngine implements RunDriver {
  readonly isDurable = false;
  onTimer: ((fired: SetTimer) => void) | null = null;
  readonly options: MemoryEngineOptions;
  readonly runs = new Map<string, MemoryRun>();
  readonly payloads = new Map<string, Json>();
  readonly #actions = new RunningActions(this);
  readonly #outbox: (() => void)[] = [];
  readonly #work = new Set<Promise<void>>();
  readonly #starting = new Map<string, Promise<void>>();
  #fault: { readonly error: unknown } | null = null;
  #isDraining = false;
  #skippedMs = 0;

  constructor(options: MemoryEngineOptions) {
    this.options = options;
  }

  now(): number {
    return (this.options.now?.() ?? Date.now()) + this.#skippedMs;
  }

  /** Starts a run, unless the workflow's `accept` code or the engine refuses its input. */
  async start(workflow: Workflow, input: Json, options: StartOptions): Promise<MemoryStartResult> {
    const code = ownOf(this.options.code?.acceptRuns, workflow.accept);
    const reasons = (await code?.(input)) ?? [];
    if (reasons.length > 0) return { ok: false, rejection: notAccepted(`an input of "${workflow.name}"`, reasons) };
    return this.startNow(workflow, this.value(input), options);
  }

  /** Starts a run with an input already kept, asking nobody. */
  startNow(workflow: Workflow, input: Value, options: StartOptions): MemoryStartResult {
    const { by, folder = null, assign, parent } = options;
    const id = options.run ?? newId('run', this.now());
    const reportedCost = { cost: 0, tokens: 0 };
    const run: MemoryRun = { id, workflow, folder, state: newState(), events: [], reported: 'running', reportedCost };
    const command: CommandOf<'StartRun'> = {
      type: 'StartRun',
      run: id,
      input,
      ...(assign && { assign }),
      ...(parent && { parent }),
    };
    const known = this.runs.get(id);
    if (known !== undefined) return { ok: true, run: known };
    this.runs.set(id, run);
    const decision = this.commit(run, command, by);
    if (decision.ok) return { ok: true, run };
    this.runs.delete(id);
    return decision;
  }

  /** Decides a command whose values are plain JSON from outside, and does what follows from it. */
  send(runId: string, command: Command, by: Sender): Outcome {
    return this.commit(this.runOf(runId), externalised(command, this.#sink), by);
  }

  /** Decides a command whose values are kept already. */
  commit(run: MemoryRun, command: Command, by: Sender): Outcome {
    const decision = decide(run.workflow, run.state, command, this.#context(by));
    if ('needs' in decision) throw new Error(`Payloads of ${run.id} are missing: ${decision.needs.join(', ')}.`);
    const retried = command.type === 'FireTimer' ? run.state.timers.get(command.timer)?.task : undefined;
    if (decision.ok) for (const [ref, payload] of decision.payloads) this.payloads.set(ref, payload);
    if (decision.ok && command.type === 'MigrateRun') run.workflow = command.to;
    for (const event of decision.events) {
      evolve(run.state, event);
      run.events.push(event);
      this.options.onEvent?.(run, event);
    }
    if (decision.ok) for (const effect of decision.effects) this.#outbox.push(() => performEffect(this, run, effect));
    this.#outbox.push(() => tellParent(this, run));
    this.#actions.dispatch(run, decision.events, retried);
    this.#drain();
    return decision;
  }

  /** Hands a task out: `prepare` runs first, and its failure fails the task. */
  async claim(runId: string, task: number, worker: string, kind: LeaseKind, by: Sender): Promise<Outcome> {
    return claimPrepared(this, this.runOf(runId), task, { worker, kind, by, signal: new AbortController().signal });
  }

  /** Completes a task with an answer, which the step's `accept` code may refuse or complete. */
  async answer(runId: string, task: number, answer: Answer, by: Sender): Promise<Outcome> {
    return acceptAnswer(this, this.runOf(runId), task, answer, by);
  }

  /** No folder is written from memory, so none has kept an answer. */
  async retry(runId: string, hold: number, reason: string, by: Sender): Promise<Outcome> {
    return this.send(runId, { type: 'ResolveHold', hold, move: 'retry', reason, together: true }, by);
  }

  /** Resolves when no registered code and no loading is under way. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
    if (this.#fault !== null) throw this.#fault.error;
  }

  /** Never while nobody waits for `idle`. */
  isWorking(): boolean {
    return false;
  }

  /** The timer that is due first in any run that lets timers fire. */
  nextTimer(): SetTimer | null {
    return firstTimer(this.runs.values());
  }

  waits(): readonly RunWait[] {
    const outside = { isHosted: () => false, limitOn: () => null };
    return [...this.runs.values()].flatMap((run) =>
      waitsFor(run.state, run.workflow.steps, outside).map((wait) => ({ run, wait })),
    );
  }

  /** Fires a timer now, moving the clock to the moment it is due. */
  fire(fired: SetTimer): Outcome {
    const { run, timer } = fired;
    this.#skippedMs += Math.max(0, timer.due - this.now());
    this.onTimer?.(fired);
    return this.commit(this.runOf(run.id), { type: 'FireTimer', timer: timer.id }, TIMER);
  }

  fireDue(): void {
    for (let next = this.nextTimer(); next !== null && next.timer.due <= this.now(); next = this.nextTimer())
      this.fire(next);
  }

  async elapse(timer: SetTimer | null): Promise<void> {
    if (timer !== null) this.fire(timer);
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.min(ms, SLEEP_MS_MAX), undefined, { signal }).catch(() => undefined);
  }

  /** Tasks that someone outside could take up now, oldest first. */
  *openTasks(): Iterable<OpenTask & { readonly run: MemoryRun }> {
    for (const run of this.runs.values()) {
      for (const task of run.state.tasks.values()) if (this.#isOpen(run, task)) yield { run, task };
    }
  }

  #isOpen(run: MemoryRun, task: Task): boolean {
    if (task.kind === 'foreach' || task.kind === 'subflow' || task.waitsUntil !== undefined) return false;
    if (run.state.paused || this.#actions.has(run, task)) return false;
    return (
      task.status === 'pending' ||
      task.status === 'in_progress' ||
      (task.status === 'waiting' && task.execution !== null)
    );
  }

  runOf(id: string): MemoryRun {
    const run = this.runs.get(id);
    if (run === undefined) throw new Error(`Expected a run of this engine, found ${id}.`);
    return run;
  }

  value(json: Json): Value {
    return keepValue(json, this.#sink);
  }

  read(value: Value | undefined): Json {
    return readValue(value, [], this.payloads) ?? null;
  }

  /** Work that `idle` waits for. It must handle its own failures: what it throws is a fault, which `idle` throws on. */
  track(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#work.delete(tracked);
      });
    this.#work.add(tracked);
  }

  /** What is meant for a run that is being started waits until it has. */
  starting(run: string, start: Promise<void>): Promise<void> {
    const started = start.finally(() => {
      if (this.#starting.get(run) === started) this.#starting.delete(run);
    });
    this.#starting.set(run, started);
    return started;
  }

  whenStarted(run: string, work: () => void): void {
    const start = this.#starting.get(run);
    if (start === undefined) work();
    else this.track(this.starting(run, start.then(work)));
  }

  /** One command may lead to others in other runs; they wait their turn, so that no chain of runs deepens the stack. */
  #drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let job = this.#outbox.shift(); job !== undefined; job = this.#outbox.shift()) job();
    } finally {
      this.#isDraining = false;
    }
  }

  readonly #sink = {
    hash: (text: string): string => this.options.hash(text),
    put: (ref: string, payload: Json): void => {
      this.payloads.set(ref, payload);
    },
  };

  #context(by: Sender): Context {
    const { validate, hash } = this.options;
    return { now: this.now(), ...by, payloads: this.payloads, validate, hash };
  }
}

export function notAccepted(what: string, reasons: readonly string[]): Rejection {
  // Each may be a sentence of its own, and say itself that nothing was changed.
  const why = reasons.map((reason) => reason.replace(/(?:\. Nothing was changed)?\.$/, '')).join('; ');
  const message = `Expected ${what} that its code accepts, but: ${why}. Nothing was changed.`;
  return { code: 'not-accepted', message, details: reasons };
}

/** Names come from diagrams: only what was registered counts, never what every object has. */
export function ownOf<T>(
  registry: { readonly [name: string]: T } | undefined,
  name: string | null | undefined,
): T | undefined {
  return registry !== undefined && name != null && Object.hasOwn(registry, name) ? registry[name] : undefined;
}
