// Hosted work: tasks this process can do by registered code are claimed, performed under their lease, and reported.

import type { Command, CommandOf } from '../engine/commands.ts';
import type { Failure } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { StoreFault } from '../errors.ts';
import type { Action } from '../ports/action.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { ListedTask } from '../ports/store.ts';
import { holdForFault, isElsewhere, isUnreadable, prepareClaim } from './answer-task.ts';
import { ClaimPlaces } from './claim-places.ts';
import { stepOf } from './code-call.ts';
import { actionOf, isForAgents, prepares } from './hosted-code.ts';
import type { HostedWorkOptions } from './hosted-work-options.ts';
import type { LiveRun } from './live-run.ts';
import { performAction } from './perform-action.ts';
import { performAgentTask } from './perform-agent-task.ts';
import { busyRuns, pickFairly } from './pick-fairly.ts';
import { isOutputRefused, type Report, reportWork } from './report-work.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { SkippedRuns } from './skipped-runs.ts';
import { LEASE_LOST, TaskInProgress } from './task-in-progress.ts';
import { holderOf, hostedWorker, isReady, queueOf } from './task-row.ts';
import { TasksInProgress } from './tasks-in-progress.ts';
import { validate } from './validate.ts';
import { within } from './within.ts';

type Perform = (run: LiveRun, task: Task, inProgress: TaskInProgress) => Promise<Report | null>;

const LOOK_MAX = 100;
const AGENT_LOOK_MIN = 50;
const AGENT_LOOK_MAX = 1000;
const FAR_LOOK_MS = 1000;
const ABORT_MS = 2000;
const PASSED_MAX = 10_000;

export class HostedWork {
  readonly #options: HostedWorkOptions;
  readonly #inProgress: TasksInProgress;
  readonly #inFlight = new Set<Promise<void>>();
  /** Tasks claimed only to say that preparing them failed: their actions must not begin. */
  readonly #unprepared = new Set<string>();
  /** Claims decided in commits that are not durable yet, by run, and claims being asked for. */
  readonly #places = new ClaimPlaces();
  #reserved = 0;
  /** Code that runs now. Work that is only being reported leaves its place to the next. */
  #running = 0;
  #lookedFarAt = Number.NEGATIVE_INFINITY;
  /** Tasks of the last look that are left to people. */
  #passedByAgents = 0;
  #agentsWait = true; // There are tasks of agents that had no place when they were last seen.
  #isDraining = false;
  #hasBacklog = true;
  #looking: Promise<void> | null = null;
  /** Something may have become ready since the look under way began. */
  #isWanted = false;
  #isEnded = false;
  readonly #left = new SkippedRuns();
  /** Tasks of those that the last look passed over. */
  #passed = 0;

  constructor(options: HostedWorkOptions) {
    this.#options = options;
    const { store, capacity, process, send } = options;
    const giveBack = (run: string, task: number, lease: number) => send(run, { type: 'ReleaseTask', task, lease });
    this.#inProgress = new TasksInProgress({ store, capacity, process, giveBack });
  }

  /** The queues this process hosts. */
  get queues(): readonly string[] {
    return [...this.#actionQueues, ...(this.#options.agents?.queues() ?? [])];
  }

  get #actionQueues(): readonly string[] {
    return Object.keys(this.#options.code.actions ?? {}).map((name) => `action:${name}`);
  }

  get isIdle(): boolean {
    return this.#inProgress.size === 0 && this.#reserved === 0 && this.#places.isEmpty && this.#looking === null;
  }

  /** Claims for the commit that made these tasks ready. Code that prepares first claims on its own. */
  claims(run: RunWithWorkflow, changed: Iterable<number>): readonly CommandOf<'ClaimTask'>[] {
    const claims: CommandOf<'ClaimTask'>[] = [];
    for (const id of changed) {
      const task = run.state.tasks.get(id);
      if (task === undefined || !isReady(run.state, task) || this.#performer(run, task) === null) continue;
      const queue = queueOf(stepOf(run, task.step), task);
      const isCode = queue.startsWith('action:');
      const isFree = isCode ? this.#hasFreePlace() : this.#hasFreeAgentPlace(queue);
      if (!isFree || !this.#options.served.hasAll(run) || prepares(this.#options.code, run, task)) {
        this.#hasBacklog = true;
        this.#agentsWait ||= !isCode;
        continue;
      }
      this.#places.take(run.id, isCode ? null : queue);
      const worker = hostedWorker(queue, this.#options.process());
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
      const inProgress = this.#inProgress.get(key);
      if (inProgress !== undefined && (task?.lease === undefined || task.fence !== inProgress.lease))
        inProgress.abort(LEASE_LOST);
      if (task?.lease?.kind !== 'hosted' || inProgress?.lease === task.fence) continue;
      if (holderOf(task.lease.worker) !== process) continue;
      this.#begin(run, task);
    }
    if (this.#hasBacklog && this.#hasFreePlace()) this.look();
  }

  /** The commit that held its claims is over, stored or not. */
  dropped({ id }: LiveRun): void {
    this.#places.free(id);
  }

  /** Looks in the store for work that others made ready, or that there was no room for. */
  look(): void {
    this.#hasBacklog = true;
    this.#isWanted = true;
    if (this.#looking !== null || this.#isDraining || this.queues.length === 0) return;
    this.#looking = this.#lookOn().finally(() => {
      this.#looking = null;
      if (this.#isWanted) this.look();
    });
    this.#track(this.#looking);
  }

  async #lookOn(): Promise<void> {
    this.#isWanted = false;
    await this.#options.agents?.refresh();
    while (this.#hasBacklog && this.#hasFreePlace()) {
      // Before the store is read: what finds no place from now on may be missing in what was read, and says so again.
      this.#hasBacklog = false;
      const freePlaces = Math.min(
        LOOK_MAX,
        this.#options.capacity - this.#running - this.#reserved - this.#places.code,
      );
      const found = [...(await this.#claimable(freePlaces)), ...(await this.#claimableByAgents())];
      this.#hasBacklog ||= found.length > 0;
      const claimed = await Promise.all(found.map((row) => this.#claimReserved(row)));
      for (const queue of new Set(found.map((row) => row.queue))) await this.#tellPlaces(queue);
      // Others were faster, or cannot be claimed here: the next wake-up looks again.
      if (!claimed.includes(true)) return;
    }
  }

  /** Runs that a newer version wrote are left to it, and do not stand in the way of the others. */
  async #claimable(freePlaces: number): Promise<readonly ListedTask[]> {
    const { store } = this.#options;
    const queues = this.#actionQueues;
    if (queues.length === 0) return [];
    const rows = await store.claimable(
      queues,
      this.#options.served.filter,
      Math.min(PASSED_MAX, freePlaces + this.#passed),
    );
    const found = rows.filter(({ run }) => !this.#left.has(run));
    this.#passed = rows.length - found.length;
    return found.slice(0, freePlaces);
  }

  /** Fairly between runs: one with ten thousand items does not keep the others waiting. */
  async #claimableByAgents(): Promise<readonly ListedTask[]> {
    const { store, agents } = this.#options;
    const queues = agents?.queues() ?? [];
    if (agents === null || queues.length === 0) return [];
    const freePlacesOf = (queue: string): number => agents.freePlaces(queue, this.#places.taken(queue));
    const free = queues.filter((queue) => freePlacesOf(queue) > 0);
    if (free.length === 0) return [];
    const size = this.#lookSize(Math.max(...free.map(freePlacesOf))) + this.#passedByAgents;
    // Before the store is read, as for the backlog.
    this.#agentsWait = free.length < queues.length && this.#agentsWait;
    const rows = await store.claimable(free, this.#options.served.filter, Math.min(PASSED_MAX, size));
    const known = rows.filter(
      ({ run, queue, workflowName, step }) => !this.#left.has(run) && agents.knows(queue, workflowName, step),
    );
    this.#passedByAgents = rows.length - known.length;
    const found: ListedTask[] = [];
    for (const queue of free) {
      const own = known.filter((row) => row.queue === queue);
      const wanted = Math.min(own.length, freePlacesOf(queue));
      const isAlone = this.#options.isAlone();
      const places = isAlone ? wanted : await agents.take(queue, this.#places.atWork(queue), wanted);
      this.#agentsWait ||= places < own.length;
      found.push(...pickFairly(own, ({ run }) => run, busyRuns(this.#inProgress.values()), places));
    }
    return found;
  }

  async #tellPlaces(queue: string): Promise<void> {
    const { agents, isAlone } = this.#options;
    await agents?.tell(queue, this.#places.atWork(queue), isAlone());
  }

  /** Now and then far enough to see behind a run with very many tasks; mostly no further than needed. */
  #lookSize(freePlaces: number): number {
    const now = this.#options.monotonic();
    if (now - this.#lookedFarAt < FAR_LOOK_MS) return AGENT_LOOK_MIN + freePlaces;
    this.#lookedFarAt = now;
    return AGENT_LOOK_MAX;
  }

  async #claimReserved(row: ListedTask): Promise<boolean> {
    this.#reserved++;
    this.#places.ask(row.queue);
    try {
      return await this.#claim(row);
    } finally {
      this.#reserved--;
      this.#places.answered(row.queue);
    }
  }

  async #claim(row: ListedTask): Promise<boolean> {
    const run = await this.#left.readable(row.run, this.#options.runOf);
    const task = run?.state.tasks.get(row.task);
    if (run === null || task === undefined || !isReady(run.state, task) || this.#isDraining) return false;
    const worker = hostedWorker(row.queue, this.#options.process());
    const claim: CommandOf<'ClaimTask'> = { type: 'ClaimTask', task: task.id, worker, kind: 'hosted' };
    const prepared = await prepareClaim(this.#options, run, task);
    if (isElsewhere(prepared)) {
      this.#left.add(run.id);
      return false;
    }
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
      const lease = fence + 1;
      const said: Command = isUnreadable(failure)
        ? holdForFault(id, lease, message, null)
        : { type: 'FailTask', task: id, lease, failure };
      if (claimed.ok) await this.#options.send(run, said);
      return claimed.ok;
    } finally {
      this.#unprepared.delete(`${run}#${id}`);
    }
  }

  /** A claim that another process decided, from the run's mailbox, begins here all the same. */
  async #beginElsewhere(id: string, taskId: number, worker: string): Promise<void> {
    const key = `${id}#${taskId}`;
    if (this.#inProgress.has(key)) return;
    const run = await this.#options.runOf(id);
    const task = run?.state.tasks.get(taskId);
    if (run === null || task?.lease?.worker !== worker || this.#inProgress.get(key)?.lease === task.fence) return;
    this.#begin(run, task);
  }

  checkLeases(): Promise<void> {
    return this.#inProgress.checkLeases();
  }

  abortAll(reason: string): void {
    this.#inProgress.abortAll(reason);
  }

  /** No new claims; what is under way may finish within `withinMs`, the rest is given back without an attempt.
   *  `stored` resolves when no commit is under way: one decided before may still claim. */
  async drain(withinMs: number, stored: () => Promise<void>): Promise<void> {
    this.#isDraining = true;
    for (const inProgress of this.#inProgress.values()) inProgress.leave();
    await within(withinMs, this.#finished(stored));
    this.#isEnded = true;
    const left = [...this.#inProgress.values()];
    const released = left.map(({ run, task, lease }) => this.#options.send(run, { type: 'ReleaseTask', task, lease }));
    // While the store is away nothing can be given back: others take it from a process that is gone.
    await Promise.all(released.map((each) => each.catch(this.#onFault)));
    for (const inProgress of left) inProgress.abort('The process is ending; the task was given back.');
    // What calls under way cost is still to be written down.
    await within(ABORT_MS, this.idle());
    this.#inProgress.stop();
  }

  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  async #finished(stored: () => Promise<void>): Promise<void> {
    do {
      await stored();
      await this.idle();
    } while (!this.#places.isEmpty);
  }

  #hasFreePlace(): boolean {
    return !this.#isDraining && this.#running + this.#reserved + this.#places.code < this.#options.capacity;
  }

  /** Where others wait for a place already, it is given out fairly, by a look at all of them. */
  #hasFreeAgentPlace(queue: string): boolean {
    const { agents } = this.#options;
    if (agents === null || this.#isDraining || this.#agentsWait) return false;
    if (agents.isShared(queue) && !this.#options.isAlone()) return false;
    return agents.freePlaces(queue, this.#places.taken(queue)) > 0;
  }

  #begin(run: LiveRun, task: Task): void {
    const found = this.#performer(run, task);
    if (found === null || this.#isEnded || this.#unprepared.has(`${run.id}#${task.id}`)) return;
    const { store } = this.#options;
    const inProgress = new TaskInProgress(run.id, task.id, task.fence, async () => {
      const row = await store.task(run.id, task.id);
      return row !== null && row.fence === task.fence && row.leaseKind === 'hosted';
    });
    // Claimed by a commit that was decided before.
    if (this.#isDraining) inProgress.leave();
    this.#inProgress.set(`${run.id}#${task.id}`, inProgress);
    this.#track(this.#perform(run, task, found, inProgress));
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.catch(this.#onFault).finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
  }

  readonly #onFault = (fault: unknown): void => {
    // The store is away: the next wake-up looks again. Anything else is a bug worth seeing.
    if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
    this.#hasBacklog = true;
  };

  async #perform(run: LiveRun, task: Task, perform: Perform, inProgress: TaskInProgress): Promise<void> {
    const { atPoint, send } = this.#options;
    try {
      atPoint?.('before-work');
      const command = await perform(run, task, inProgress);
      if (command === null || this.#isEnded) return;
      atPoint?.('before-report');
      await reportWork(inProgress, command, send);
    } finally {
      const key = `${run.id}#${task.id}`;
      // The same task may be under way again, under a later lease.
      if (this.#inProgress.get(key) === inProgress) this.#inProgress.delete(key);
      if (this.#hasBacklog) this.look();
    }
  }

  readonly #performByCode = async (run: LiveRun, task: Task, inProgress: TaskInProgress): Promise<Report> => {
    this.#running++;
    const action = actionOf(this.#options.code, run, task) as Action;
    const report = await performAction(this.#options.payloads, run, task, action, inProgress);
    this.#running--;
    return report;
  };

  readonly #performByAgent = async (run: LiveRun, task: Task, inProgress: TaskInProgress): Promise<Report | null> => {
    const { agents, ...tools } = this.#options;
    const queue = queueOf(stepOf(run, task.step), task);
    this.#places.begin(queue);
    let report: Report | null = null;
    try {
      report = await performAgentTask({ ...tools, agents: agents as AgentHost, validate }, run, task, inProgress);
      return report;
    } finally {
      this.#places.end(queue);
      await this.#tellPlaces(queue);
      // Its place is free for those who wait for it. What was given back is not looked for at once.
      if (this.#agentsWait && report?.type !== 'ReleaseTask') this.#hasBacklog = true;
    }
  };

  /** null: not for this process. */
  #performer(run: RunWithWorkflow, task: Task): Perform | null {
    const { code, agents } = this.#options;
    if (actionOf(code, run, task) !== null) return this.#performByCode;
    return agents !== null && isForAgents(code, agents, run, task) ? this.#performByAgent : null;
  }
}
