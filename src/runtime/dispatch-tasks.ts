// Hosted work: tasks this process can do by registered code are claimed, performed under their lease, and reported.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandOf } from '../engine/commands.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { Rejection } from '../engine/context.ts';
import type { Failure } from '../engine/events.ts';
import type { RunState, Task } from '../engine/run-state.ts';
import { StoreFault } from '../errors.ts';
import type { Action, CodeCall, CodeRegistry } from '../ports/action.ts';
import type { ListedTask, Store, TaskFilter } from '../ports/store.ts';
import { actionResult } from './action-result.ts';
import { callFor, prepareClaim } from './answer-task.ts';
import { codeCall, stepOf } from './code-call.ts';
import { Doing, TAKEN_AWAY } from './doing.ts';
import { NotJson } from './externalise.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { ownOf } from './memory-engine.ts';
import type { PayloadCache } from './payload-cache.ts';
import { failureOf } from './run-code.ts';
import type { RunInHand } from './run-in-hand.ts';
import { holderOf, hostedWorker, queueOf } from './task-row.ts';

export interface HostedWorkOptions {
  readonly store: Store;
  readonly code: CodeRegistry;
  readonly payloads: PayloadCache;
  readonly capacity: number;
  readonly serves: TaskFilter | null;
  process(): number;
  /** The run as it stands after its last commit, from the cache or the store. */
  runOf(id: string): Promise<LiveRun | null>;
  /** Sends a command whose values are plain JSON. */
  send(run: string, command: Command): Promise<Outcome>;
}

const LOOK_MAX = 100;
const PASSED_MAX = 10_000;
const WAIT_MS_MIN = 20;
const WAIT_MS_MAX = 2000;

export class HostedWork {
  readonly #options: HostedWorkOptions;
  readonly #doing = new Map<string, Doing>();
  readonly #under = new Set<Promise<void>>();
  /** Tasks claimed only to say that preparing them failed: their actions must not begin. */
  readonly #unprepared = new Set<string>();
  /** Claims decided in commits that are not durable yet, by run, and claims being asked for. */
  readonly #claimed = new Map<string, number>();
  #reserved = 0;
  /** Code that runs now. Work that is only being reported leaves its place to the next. */
  #running = 0;
  #isDraining = false;
  #hasBacklog = true;
  #looking: Promise<void> | null = null;
  /** Leases of this process that it knew nothing of when it last looked. */
  #unknown: ReadonlySet<string> = new Set();
  #isEnded = false;
  /** Runs with events of a newer version, and how many of their tasks the last look passed over. */
  readonly #unreadable = new Set<string>();
  #passed = 0;

  constructor(options: HostedWorkOptions) {
    this.#options = options;
  }

  /** The queues this process hosts. */
  get queues(): readonly string[] {
    return Object.keys(this.#options.code.actions ?? {}).map((name) => `action:${name}`);
  }

  get isIdle(): boolean {
    return this.#doing.size === 0 && this.#reserved === 0 && this.#looking === null;
  }

  /** Claims for the commit that made these tasks ready. Code that prepares first claims on its own. */
  claims(run: RunInHand, changed: Iterable<number>): readonly CommandOf<'ClaimTask'>[] {
    const claims: CommandOf<'ClaimTask'>[] = [];
    for (const id of changed) {
      const task = run.state.tasks.get(id);
      if (task === undefined || !isReady(run.state, task) || this.#actionOf(run, task) === null) continue;
      if (!this.#hasRoom() || this.#options.serves !== null || this.#prepares(run, task)) {
        this.#hasBacklog = true;
        continue;
      }
      this.#reserved++;
      this.#claimed.set(run.id, (this.#claimed.get(run.id) ?? 0) + 1);
      const worker = hostedWorker(queueOf(stepOf(run, task.step), task), this.#options.process());
      claims.push({ type: 'ClaimTask', task: id, worker, kind: 'hosted' });
    }
    return claims;
  }

  /** After a commit: begins what was claimed in it, aborts what it took away. */
  committed(run: LiveRun, changed: Iterable<number>): void {
    const process = this.#options.process();
    this.dropped(run);
    for (const id of changed) {
      const task = run.state.tasks.get(id);
      const key = `${run.id}#${id}`;
      const doing = this.#doing.get(key);
      if (doing !== undefined && (task?.lease === undefined || task.fence !== doing.lease)) doing.abort(TAKEN_AWAY);
      if (task?.lease?.kind !== 'hosted' || doing?.lease === task.fence) continue;
      if (holderOf(task.lease.worker) !== process) continue;
      this.#begin(run, task);
    }
    if (this.#hasBacklog && this.#hasRoom()) this.look();
  }

  /** The commit that held its claims is over, stored or not. */
  dropped({ id }: LiveRun): void {
    this.#reserved -= this.#claimed.get(id) ?? 0;
    this.#claimed.delete(id);
  }

  /** Looks in the store for work that others made ready, or that there was no room for. */
  look(): void {
    this.#hasBacklog = true;
    if (this.#looking !== null || this.#isDraining || this.queues.length === 0) return;
    this.#looking = this.#lookOn().finally(() => {
      this.#looking = null;
    });
    this.#track(this.#looking);
  }

  async #lookOn(): Promise<void> {
    while (this.#hasBacklog && this.#hasRoom()) {
      const room = Math.min(LOOK_MAX, this.#options.capacity - this.#running - this.#reserved);
      const found = await this.#claimable(room);
      this.#hasBacklog = found.length > 0;
      this.#reserved += found.length;
      const claimed = await Promise.all(found.map((row) => this.#claim(row).finally(() => this.#reserved--)));
      // Others were faster, or cannot be claimed here: the next wake-up looks again.
      if (!claimed.includes(true)) return;
    }
  }

  /** Runs that a newer version wrote are left to it, and do not stand in the way of the others. */
  async #claimable(room: number): Promise<readonly ListedTask[]> {
    const { store, serves } = this.#options;
    const rows = await store.claimable(this.queues, serves ?? {}, Math.min(PASSED_MAX, room + this.#passed));
    const found = rows.filter(({ run }) => !this.#unreadable.has(run));
    this.#passed = rows.length - found.length;
    return found.slice(0, room);
  }

  async #readable(id: string): Promise<LiveRun | null> {
    try {
      return await this.#options.runOf(id);
    } catch (thrown) {
      if (!(thrown instanceof UnknownEventCode)) throw thrown;
      if (this.#unreadable.size === 0) {
        process.emitWarning(`The run ${id} is left to newer processes. ${thrown.message}`, { code: 'newer-history' });
      }
      this.#unreadable.add(id);
      return null;
    }
  }

  async #claim(row: ListedTask): Promise<boolean> {
    const run = await this.#readable(row.run);
    const task = run?.state.tasks.get(row.task);
    if (run === null || task === undefined || !isReady(run.state, task) || this.#isDraining) return false;
    const worker = hostedWorker(row.queue, this.#options.process());
    const claim: CommandOf<'ClaimTask'> = { type: 'ClaimTask', task: task.id, worker, kind: 'hosted' };
    const { code, payloads } = this.#options;
    const prepared = await prepareClaim({ code, payloads }, run, task);
    if (prepared !== null && 'failure' in prepared) return this.#failUnprepared(run.id, claim, task, prepared.failure);
    const claimed = await this.#options.send(run.id, { ...claim, ...prepared } as Command);
    if (claimed.ok) await this.#beginElsewhere(run.id, task.id, worker);
    if (claimed.ok || prepared === null || !isOutputRefused(claimed.rejection)) return claimed.ok;
    // Asked again, its code would give the same again.
    return this.#failUnprepared(run.id, claim, task, { ...claimed.rejection, retryable: false });
  }

  async #failUnprepared(
    run: string,
    claim: CommandOf<'ClaimTask'>,
    { id, fence }: Task,
    { code, message, retryable }: Failure,
  ): Promise<boolean> {
    this.#unprepared.add(`${run}#${id}`);
    try {
      const claimed = await this.#options.send(run, claim);
      const failure = { code, message, ...(retryable !== undefined && { retryable }) };
      if (claimed.ok) await this.#options.send(run, { type: 'FailTask', task: id, lease: fence + 1, failure });
      return claimed.ok;
    } finally {
      this.#unprepared.delete(`${run}#${id}`);
    }
  }

  /** A claim that another process decided, from the run's mailbox, begins here all the same. */
  async #beginElsewhere(id: string, taskId: number, worker: string): Promise<void> {
    const key = `${id}#${taskId}`;
    if (this.#doing.has(key)) return;
    const run = await this.#options.runOf(id);
    const task = run?.state.tasks.get(taskId);
    if (run === null || task?.lease?.worker !== worker || this.#doing.get(key)?.lease === task.fence) return;
    this.#begin(run, task);
  }

  /** Work that was claimed here and is not held any more, as other processes may have decided, is aborted. What is held
   *  in our name and not under way, because a commit was stored whose answer never came, is given back. */
  async checkLeases(): Promise<void> {
    const doings = [...this.#doing.values()];
    const held = await this.#options.store.leasesOf(this.#options.process(), this.#options.capacity * 2);
    const keys = new Set(held.map(({ run, task, fence }) => `${run}#${task}#${fence}`));
    for (const doing of doings) {
      if (!keys.has(`${doing.run}#${doing.task}#${doing.lease}`)) doing.abort(TAKEN_AWAY);
    }
    const unknown = held.filter(({ run, task, fence }) => this.#doing.get(`${run}#${task}`)?.lease !== fence);
    const before = this.#unknown;
    this.#unknown = new Set(unknown.map(({ run, task, fence }) => `${run}#${task}#${fence}`));
    // Seen twice: what was stored this moment is about to begin.
    for (const { run, task, fence: lease } of unknown) {
      if (before.has(`${run}#${task}#${lease}`)) await this.#options.send(run, { type: 'ReleaseTask', task, lease });
    }
  }

  abortAll(reason: string): void {
    for (const doing of this.#doing.values()) doing.abort(reason);
  }

  /** No new claims; what is under way may finish within `withinMs`, the rest is given back without an attempt. */
  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true;
    await Promise.race([this.idle(), sleep(withinMs, undefined, { ref: false })]);
    this.#isEnded = true;
    const left = [...this.#doing.values()];
    const released = left.map(({ run, task, lease }) => this.#options.send(run, { type: 'ReleaseTask', task, lease }));
    // While the store is away nothing can be given back: others take it from a process that is gone.
    await Promise.all(released.map((each) => each.catch(this.#onFault)));
    for (const doing of left) doing.abort('The process is ending; the task was given back.');
  }

  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  #hasRoom(): boolean {
    return !this.#isDraining && this.#running + this.#reserved < this.#options.capacity;
  }

  #begin(run: LiveRun, task: Task): void {
    const found = this.#actionOf(run, task);
    if (found === null || this.#unprepared.has(`${run.id}#${task.id}`)) return;
    const { store } = this.#options;
    const doing = new Doing(run.id, task.id, task.fence, async () => {
      const row = await store.task(run.id, task.id);
      return row !== null && row.fence === task.fence && row.leaseKind === 'hosted';
    });
    this.#doing.set(`${run.id}#${task.id}`, doing);
    this.#track(this.#perform(run, task, found, doing));
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.catch(this.#onFault).finally(() => this.#under.delete(tracked));
    this.#under.add(tracked);
  }

  readonly #onFault = (fault: unknown): void => {
    // The store is away: whoever wakes us next looks again. Anything else is a bug worth seeing.
    if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
    this.#hasBacklog = true;
  };

  async #perform(run: LiveRun, task: Task, action: Action, doing: Doing): Promise<void> {
    let command: CommandOf<'CompleteTask'> | CommandOf<'FailTask'>;
    const { id, fence: lease } = task;
    this.#running++;
    try {
      const call = run.hasReferences
        ? await this.#callFor(run, task, doing)
        : codeCall(run, task, this.#options.payloads, doing);
      const { output = null, set, files, send } = actionResult(await action(call));
      const extra = { ...(set && { set }), ...(files && { files }), ...(send && { send }) };
      command = { type: 'CompleteTask', task: id, lease, output, ...extra } as CommandOf<'CompleteTask'>;
    } catch (thrown) {
      command = { type: 'FailTask', task: id, lease, failure: failureOf(thrown, 'action-failed') };
    }
    this.#running--;
    try {
      await this.#report(doing, command);
    } finally {
      const key = `${run.id}#${id}`;
      // The same task may be under way again, under a later lease.
      if (this.#doing.get(key) === doing) this.#doing.delete(key);
      if (this.#hasBacklog) this.look();
    }
  }

  /** What code reads may have to be fetched: while the store is away that waits, and is no failure of the code. */
  async #callFor(run: LiveRun, task: Task, doing: Doing): Promise<CodeCall> {
    for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
      try {
        return await callFor(this.#options.payloads, run, task, doing);
      } catch (fault) {
        if (!(fault instanceof StoreFault) || doing.isAborted) throw fault;
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  /** The work is done: its report is sent until the store has it, or the task is no longer ours. What was done after
   *  the task was taken away is reported once, to be refused and recorded; code that gave up then says nothing. */
  async #report(doing: Doing, command: CommandOf<'CompleteTask'> | CommandOf<'FailTask'>): Promise<void> {
    if (this.#isEnded || (doing.isAborted && command.type === 'FailTask')) return;
    for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
      try {
        const outcome = await this.#options.send(doing.run, command);
        if (!outcome.ok && outcome.rejection.code === 'older-process-running' && !doing.isAborted) {
          await sleep(waitMs, undefined, { ref: false });
          continue;
        }
        if (outcome.ok || command.type === 'FailTask' || !isOutputRefused(outcome.rejection)) return;
        const { code, message } = outcome.rejection;
        await this.#report(doing, {
          type: 'FailTask',
          task: doing.task,
          lease: doing.lease,
          failure: { code, message },
        });
        return;
      } catch (fault) {
        if (fault instanceof NotJson && command.type === 'CompleteTask') {
          const failure = { code: 'invalid-output', message: fault.message };
          return this.#report(doing, { type: 'FailTask', task: doing.task, lease: doing.lease, failure });
        }
        if (!(fault instanceof StoreFault)) throw fault;
        await sleep(waitMs, undefined, { ref: false });
        // Whether the report arrived before the connection broke: then the task is no longer ours.
        await doing.heartbeat().catch(() => {});
        if (doing.isAborted) return;
      }
    }
  }

  #actionOf(run: RunInHand, task: Task): Action | null {
    if (task.execution !== 'automated') return null;
    const name = task.action ?? stepOf(run, task.step).task?.action;
    return ownOf(this.#options.code.actions, name) ?? null;
  }

  #prepares(run: RunInHand, task: Task): boolean {
    return ownOf(this.#options.code.prepares, stepOf(run, task.step).task?.prepare) !== undefined;
  }
}

function isReady(state: RunState, task: Task): boolean {
  return task.status === 'pending' && task.waitsUntil === undefined && !state.paused && task.kind !== 'foreach';
}

const OUTPUT_REFUSED: ReadonlySet<string> = new Set([
  ...['invalid-output', 'invalid-data', 'output-too-large', 'payload-too-large'],
  ...['invalid-files', 'path-outside-workspace'],
]);

/** What code gave breaks a schema or a limit: that is its failure. A lost lease is not. */
function isOutputRefused({ code }: Rejection): boolean {
  return OUTPUT_REFUSED.has(code);
}
