// Drives a run of a store for the process that does its tasks: commands go to the engine, what is seen is followed.

import type { Command } from '../engine/commands.ts';
import type { LeaseKind } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { type Payloads, readValue, type Value } from '../engine/value.ts';
import { type OutsideFacts, waitsFor } from '../engine/waits-for.ts';
import { StoreFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { ProcessRow } from '../ports/processes.ts';
import { missingCode, missingTurnCode } from './answer-task.ts';
import { stepOf } from './code-call.ts';
import { WORKER } from './decide-run.ts';
import type { EngineOptions } from './engine-options.ts';
import { FollowedRuns, type FollowOptions } from './follow-runs.ts';
import { keepAwake } from './keep-awake.ts';
import type { Outcome } from './memory-engine.ts';
import { ownOf } from './memory-engine.ts';
import { type Engine, openEngine } from './open-engine.ts';
import { isHostedBy } from './outside-facts.ts';
import type { Sender } from './pending-write.ts';
import { type RetryOutcome, retryHold } from './retry-hold.ts';
import type { Answer } from './run-code.ts';
import { firstTimer, type OpenTask, type RunDriver, type RunWait, type SetTimer, type ShownRun } from './run-driver.ts';
import { holderOf, queueOf } from './task-row.ts';

export interface DriveOptions
  extends Pick<EngineOptions, 'store' | 'role' | 'addSource' | 'addSystem' | 'agents' | 'workspaces'>,
    Pick<FollowOptions, 'onEvent'> {
  readonly code?: CodeRegistry;
  /** Who sits here: what they claimed elsewhere is theirs here too. */
  readonly person: string;
}

/** After the worker's name in a lease taken here, with the process: another process sees whether it is still there. */
const TERMINAL = /@terminal-(\d+)$/;
const BEAT_MS = 60_000;
/** The clock is read again so often, whatever happens. */
const LOOK_MS = 1000;

/** Opens an engine that processes work, and follows `root`, which may still have to be started. */
export async function driveRuns(root: string, options: DriveOptions): Promise<DrivenRuns> {
  const { store, role, code = {}, addSource, addSystem, agents, workspaces, onEvent } = options;
  const followed = new FollowedRuns({
    ...{ store, onEvent },
    onTimer: (fired) => driven?.onTimer?.(fired),
  });
  let driven: DrivenRuns | null = null;
  const engine = await openEngine({
    ...{ store, role, code, processesWork: true },
    ...(addSource && { addSource }),
    ...(addSystem && { addSystem }),
    ...(agents && { agents }),
    ...(workspaces && { workspaces }),
    // Other runs are not what this process was asked for: their work may cost, and may be of other folders.
    serves: { family: root },
    onCommit: (run, events) => followed.committed(run.id, events.at(-1)?.number ?? 0),
  });
  try {
    driven = new DrivenRuns(engine, followed, options);
    await followed.follow(root);
    await driven.takeBack();
    return driven;
  } catch (fault) {
    await engine.close();
    throw fault;
  }
}

export class DrivenRuns implements RunDriver {
  readonly isDurable = true;
  readonly engine: Engine;
  onTimer: ((fired: SetTimer) => void) | null = null;
  readonly #followed: FollowedRuns;
  readonly #code: CodeRegistry;
  readonly #agents: AgentHost | null;
  readonly #person: string;
  readonly #beat: NodeJS.Timeout;
  #others: readonly ProcessRow[] = [];
  #metAt = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, followed: FollowedRuns, { code = {}, agents, person }: DriveOptions) {
    this.engine = engine;
    this.#followed = followed;
    this.#code = code;
    this.#agents = agents ?? null;
    this.#person = person;
    this.#beat = setInterval(() => void this.#beatAll(), BEAT_MS);
    this.#beat.unref();
  }

  get runs(): ReadonlyMap<string, ShownRun> {
    return this.#followed.runs;
  }

  get payloads(): Payloads {
    return this.#followed.payloads;
  }

  now(): number {
    return this.engine.clock.now();
  }

  runOf(id: string): ShownRun {
    const run = this.runs.get(id);
    if (run === undefined) throw new Error(`Expected a run that is followed here, found ${id}.`);
    return run;
  }

  read(value: Value | undefined): Json {
    return readValue(value, [], this.payloads) ?? null;
  }

  async send(run: string, command: Command, by: Sender): Promise<Outcome> {
    return this.#seen(await this.engine.send(run, command, by));
  }

  async claim(run: string, task: number, worker: string, kind: LeaseKind, by: Sender): Promise<Outcome> {
    const name = kind === 'outside' ? `${worker}@terminal-${this.engine.process}` : worker;
    return this.#seen(await this.engine.claim(run, task, name, kind, by));
  }

  async answer(run: string, task: number, answer: Answer, by: Sender): Promise<Outcome> {
    return this.#seen(await this.engine.answer(run, task, answer, by));
  }

  async retry(run: string, hold: number, reason: string, by: Sender): Promise<RetryOutcome> {
    const outcome = await retryHold(this.engine, { run, hold, reason, together: true }, by);
    await this.#followed.caughtUp();
    return outcome;
  }

  async idle(): Promise<void> {
    await this.engine.settled();
    await this.#followed.caughtUp();
    // An agent may have been added since agents were read: nobody is said to serve it before that was looked at.
    if (this.waits().some(({ wait }) => wait.for === 'worker')) await this.#agents?.refresh(true);
    const now = this.engine.clock.monotonic();
    if (now - this.#metAt < LOOK_MS) return;
    this.#metAt = now;
    // Others that drive one run do no other's work.
    this.#others = (await this.engine.store.processes()).filter(({ role }) => role !== 'run');
  }

  waits(): readonly RunWait[] {
    const found: RunWait[] = [];
    for (const run of this.runs.values()) {
      for (const wait of waitsFor(run.state, run.workflow.steps, this.#outsideOf(run))) {
        // What a run waits for that was started from it stands in its own waits.
        if (wait.for !== 'child' || !this.#isUnderWay(wait.child)) found.push({ run, wait });
      }
    }
    return found;
  }

  #isUnderWay(child: string | null): boolean {
    const { status, cleaning } = this.runs.get(child ?? '')?.state ?? {};
    return status === 'running' || cleaning === true;
  }

  #outsideOf(run: ShownRun): OutsideFacts {
    const queue = (task: Task): string => queueOf(stepOf(run, task.step), task);
    return {
      isHosted: (task) => this.#isHosted(run, task) || this.#isHostedElsewhere(queue(task)),
      limitOn: (task) => (this.#isHosted(run, task) ? (this.#agents?.limitOf(queue(task)) ?? null) : null),
    };
  }

  /** An agent that nobody may ask is served by no process, however many do the tasks of agents. */
  #isHostedElsewhere(queue: string): boolean {
    if (!queue.startsWith('action:') && this.#agents?.serves(queue) === false) return false;
    return isHostedBy(this.#others, queue);
  }

  isWorking(): boolean {
    for (const { state } of this.runs.values())
      for (const { lease } of state.tasks.values())
        if (lease?.kind === 'hosted' && holderOf(lease.worker) === this.engine.process) return true;
    return false;
  }

  *openTasks(): Iterable<OpenTask> {
    for (const run of this.runs.values()) {
      for (const task of run.state.tasks.values()) if (this.#isOpen(run, task)) yield { run, task };
    }
  }

  nextTimer(): SetTimer | null {
    return firstTimer(this.runs.values());
  }

  fireDue(): void {}

  elapse(_timer: SetTimer | null, signal: AbortSignal): Promise<void> {
    return this.wait(LOOK_MS, signal);
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return this.#followed.changed(Math.min(ms, LOOK_MS), signal);
  }

  /** Tasks whose person's process died are there for anyone; what died held no work of its own. */
  async takeBack(): Promise<void> {
    const alive = new Set((await this.engine.store.processes()).map(({ key }) => key));
    await this.#giveBack((process) => !alive.has(process));
  }

  /** Leaves everything as it is for others, and ends. The store stays open. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#giveBack((process) => process === this.engine.process);
    await keepAwake(this.engine.close());
    this.#followed.stop();
  }

  async #seen(outcome: Outcome): Promise<Outcome> {
    await this.#followed.caughtUp();
    return outcome;
  }

  async #giveBack(isMeant: (process: number) => boolean): Promise<void> {
    for (const { run, task, process } of [...this.#taken()])
      if (isMeant(process)) await this.send(run.id, { type: 'ReleaseTask', task: task.id, lease: task.fence }, WORKER);
  }

  *#taken(): Iterable<OpenTask & { readonly process: number }> {
    for (const run of this.runs.values()) {
      for (const task of run.state.tasks.values()) {
        const process = terminalOf(task);
        if (process !== null) yield { run, task, process };
      }
    }
  }

  /** Someone who thinks for an hour has not gone away. */
  async #beatAll(): Promise<void> {
    try {
      for (const { run, task, process } of [...this.#taken()])
        if (process === this.engine.process) await this.engine.store.beatTask(run.id, task.id, task.fence);
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
    }
  }

  /** Not what others have taken, nor what registered code does here. */
  #isOpen(run: ShownRun, task: Task): boolean {
    if (task.kind === 'foreach' || task.kind === 'subflow' || task.waitsUntil !== undefined) return false;
    if (run.state.paused || (task.execution === 'automated' && this.#isHosted(run, task))) return false;
    if (task.status === 'in_progress') return this.#isOurs(task);
    return task.status === 'pending' || (task.status === 'waiting' && task.execution !== null);
  }

  #isOurs(task: Task): boolean {
    const isClaimed = task.lease?.kind === 'person' && task.lease.worker === this.#person;
    return isClaimed || terminalOf(task) === this.engine.process;
  }

  #isHosted(run: ShownRun, task: Task): boolean {
    const step = stepOf(run, task.step);
    const queue = queueOf(step, task);
    if (task.execution === 'manual' || (task.execution === 'conversation' && queue === '')) return false;
    if (queue.startsWith('action:')) return ownOf(this.#code.actions, task.action ?? step.task?.action) !== undefined;
    if (missingCode(this.#code, step.task) !== null || missingTurnCode(this.#code, step.task) !== null) return false;
    return this.#agents?.knows(queue, run.workflow.name, task.step) === true;
  }
}

/** The process that a person at a terminal took the task from. */
function terminalOf({ lease }: Task): number | null {
  const found = lease?.kind === 'outside' ? TERMINAL.exec(lease.worker) : null;
  return found === null ? null : Number(found[1]);
}
