// The durable engine, one per process and store: commands in, tasks out, with timers, leases, child runs, recovery.

import { hash as digest } from 'node:crypto';
import type { Command } from '../engine/commands.ts';
import { NEWEST_CODE } from '../engine/commit-text.ts';
import type { Rejection } from '../engine/context.ts';
import type { AnyEvent, LeaseKind } from '../engine/events.ts';
import { type Move, planMigration } from '../engine/migrate.ts';
import { serialise } from '../engine/snapshot.ts';
import type { Json } from '../json.ts';
import type { RunRow, Store, StoredWorkflow } from '../ports/store.ts';
import { sayTurn } from './accept-turn.ts';
import { addWhoAnswered } from './add-who-answered.ts';
import type { TaskCode } from './answer-task.ts';
import { awaitResult } from './await-result.ts';
import { answerTask, type ClaimOutcome, claimTask, type TaskDeps } from './claim-or-answer-task.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { decideFork } from './decide-fork.ts';
import { NOTHING_NEW, WORKER } from './decide-run.ts';
import { HostedWork } from './dispatch-tasks.ts';
import { CauseWatch } from './end-causes.ts';
import type { EngineOptions, Request, RunResult, StartOptions, StartResult, StepMap } from './engine-options.ts';
import { TimerLoop } from './fire-timers.ts';
import { type CommandAnswer, CommandQueue, type Outcome, type Submission, unknownRun } from './handle-command.ts';
import { acceptedRun, CODE_MS_MAX } from './in-time.ts';
import { findIdempotentAnswer } from './known-requests.ts';
import { LIMITS } from './limits.ts';
import { type LiveRun, type LoadOptions, newLiveRun } from './live-run.ts';
import { notAccepted, ownOf } from './memory-engine.ts';
import { newId } from './new-id.ts';
import { codesReadBy } from './older-processes.ts';
import { PayloadCache } from './payload-cache.ts';
import type { PendingWrite, Sender } from './pending-write.ts';
import { Outbox } from './perform-outbox.ts';
import { type PrepareDeps, prepareCommand, referenceTo } from './prepare-command.ts';
import { type Identity, ownIdentity } from './process-identity.ts';
import { type RunView, readEvents, viewRun } from './read-run.ts';
import { RunCache } from './run-cache.ts';
import type { Answer } from './run-code.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { ServedRuns } from './served-runs.ts';
import { ENGINE, Sweeper } from './sweep-leases.ts';
import { validate } from './validate.ts';
import { RunWatch } from './watch-runs.ts';
import { PlannedFileWriter } from './write-planned-files.ts';

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.boot();
  return engine;
}

const CAPACITY = 100;
const DRAIN_MS = 10_000;
const LOOK_MS = 1000;
/** Between two seals of a store, whichever process makes them: each chains the heads of all runs that changed. */
const SEAL_MS = 60_000;
const sha256 = (text: string): string => digest('sha256', text, 'hex');

export class Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly #options: EngineOptions;
  readonly #payloads: PayloadCache;
  readonly #runs: RunCache;
  readonly #queue: CommandQueue;
  readonly #work: HostedWork;
  readonly #causes: CauseWatch | null;
  readonly #outbox: Outbox;
  readonly #timers: TimerLoop;
  readonly #sweeper: Sweeper;
  readonly #watch: RunWatch;
  readonly #identity: Identity;
  readonly #preparing: PrepareDeps;
  readonly #code: TaskCode;
  #process = 0;
  #isAlone = false;
  #readByAll = Number.POSITIVE_INFINITY;
  #sealedAt = 0;
  #look: NodeJS.Timeout | null = null;
  #unlisten: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: EngineOptions) {
    const { store, clock = SYSTEM_CLOCK, onPoint: atPoint } = options;
    this.store = store;
    this.clock = clock;
    this.#options = options;
    const payloads = new PayloadCache(store);
    this.#payloads = payloads;
    const { code = {}, whyLacking = () => null, codeLimitMs: limitMs = CODE_MS_MAX } = options;
    this.#code = { code, whyLacking, payloads, validate, limitMs };
    this.#runs = new RunCache(store);
    this.#watch = new RunWatch(store);
    const { workspaces = [process.cwd()], limits } = options;
    this.#preparing = { workspaces, limits: { ...LIMITS, ...limits }, cache: payloads };
    const key = () => this.#process;
    const submit = (submission: Submission): Promise<CommandAnswer> => this.#queue.submit(submission);
    const runOf = (id: string): Promise<LiveRun | null> => this.#runs.current(id);
    const agents = options.processesWork === true ? (options.agents ?? null) : null;
    const served = new ServedRuns(options.serves ?? null);
    this.#work = new HostedWork({
      ...{ store, payloads, agents, served, code, process: key, runOf, atPoint },
      monotonic: () => clock.monotonic(),
      isAlone: () => this.#isAlone,
      capacity: options.capacity ?? CAPACITY,
      send: (run, command) => this.send(run, command, WORKER),
      head: async (run) => (await store.run(run))?.head ?? 0,
      changed: (run, since, signal) => this.#watch.beyond(run, since, signal),
    });
    const send = (run: string, command: Command): Promise<Outcome> => this.send(run, command, ENGINE);
    this.#causes = agents === null ? null : new CauseWatch({ store, agents, served, runOf, send });
    const files = new PlannedFileWriter({ store, payloads, workspaces, runOf, atPoint });
    this.#outbox = new Outbox({
      ...{ store, payloads, process: key, submit, runOf, load: (id: string) => this.#runs.load(id), atPoint },
      now: () => clock.now(),
      learn: (stored) => this.#learn(stored),
      acceptRun: (stored, input) => this.#acceptRun(stored, input),
      addSource: async (source, from) => (await options.addSource?.(store, source, from)) ?? null,
      addSystem: async (name) => (await options.addSystem?.(store, name)) ?? null,
      writeFile: (entry) => files.write(entry),
    });
    this.#timers = new TimerLoop(store, clock, submit, atPoint);
    const identity = ownIdentity(options.host);
    this.#identity = identity;
    this.#sweeper = new Sweeper({
      ...{ store, clock, identity, process: key, submit, leaseMs: options.leaseMs, sweepMs: options.sweepMs, atPoint },
      lost: () => this.#registerAgain(),
      met: (living) => {
        this.#readByAll = codesReadBy(living, identity);
        this.#isAlone = living.length === 0;
      },
      swept: (foundDead) => this.#swept(foundDead),
    });
    this.#queue = new CommandQueue({
      ...{ store, clock, payloads, validate, sha256, atPoint },
      hash: referenceTo,
      runs: this.#runs,
      readByAll: () => this.#readByAll,
      known: ({ actor, operation, key }) => store.knownRequest(actor, operation, key),
      claims: (run, changed) => (options.processesWork === true ? this.#work.claims(run, changed) : []),
      committed: (pending, events) => this.#committed(pending, events),
      dropped: (run) => this.#work.dropped(run),
      ...(options.snapshotEvents !== undefined && { snapshotEvents: options.snapshotEvents }),
    });
  }

  /** Why the store takes nothing now; what was done is reported again until it does. */
  get storeFault() {
    return this.#queue.fault;
  }

  /** This process's key in the store; 0 when it processes no work. */
  get process() {
    return this.#process;
  }

  /** Recovery is always on: work of crashed processes is taken over before anything else is done. */
  async boot(): Promise<void> {
    if (this.#options.processesWork !== true) {
      this.#readByAll = codesReadBy(await this.store.processes(), this.#identity);
      return;
    }
    this.#process = await this.#register();
    await this.#sweeper.start();
    this.#outbox.wake(true);
    this.#timers.start();
    this.#work.look();
    this.#unlisten = this.store.listen(() => this.#work.look());
    this.#look = setInterval(() => {
      this.#work.look();
      this.#outbox.wake(true);
    }, LOOK_MS);
    this.#look.unref();
  }

  /** Starts a run, unless the workflow's own code or the engine refuses its input. */
  async start(stored: StoredWorkflow, input: Json, options: StartOptions): Promise<StartResult> {
    const { by, assign, title } = options;
    const request = await findIdempotentAnswer(this.store, options.request, by.actor, this.clock.now());
    const run = options.run ?? newId('run', this.clock.now());
    if (request !== null && 'known' in request) return { ok: true, run, known: request.known };
    const refused = await this.#acceptRun(stored, input);
    if (refused !== null) return { ok: false, rejection: refused };
    const { key, workflow } = this.#learn(stored);
    const command: Command = { type: 'StartRun', run, input, ...(assign && { assign }) };
    const prepared = await prepareCommand(command, 0, this.#preparing);
    if ('rejection' in prepared) return { ok: false, rejection: prepared.rejection };
    const { outcome, known } = await this.#queue.submit({
      ...{ ...prepared, run, by },
      begins: () => newLiveRun(run, workflow, key),
      ...(title !== undefined && { title }),
      ...(request !== null && { request: request.fresh }),
    });
    if (known !== undefined) return { ok: true, run, known };
    return outcome.ok ? { ok: true, run } : { ok: false, rejection: outcome.rejection };
  }

  /** Sends a command whose values are plain JSON from outside. A message of an agent that works elsewhere goes past the
   *  step's `acceptTurn` code first. */
  send(run: string, command: Command, by: Sender, request?: Request): Promise<Outcome & { readonly known?: Json }> {
    if (command.type !== 'AddMessage' || command.from !== 'agent' || by === WORKER)
      return this.#send(run, command, by, request);
    return sayTurn(this.#taskDeps(run, by, request), run, command, by);
  }

  async #send(
    run: string,
    command: Command,
    by: Sender,
    request?: Request,
  ): Promise<Outcome & { readonly known?: Json }> {
    const asked =
      request === undefined ? null : await findIdempotentAnswer(this.store, request, by.actor, this.clock.now());
    if (asked !== null && 'known' in asked) return { ...NOTHING_NEW, known: asked.known };
    const prepare = prepareCommand(command, this.#runs.cached(run)?.state.number ?? 0, this.#preparing);
    const prepared = prepare instanceof Promise ? await prepare : prepare;
    if ('rejection' in prepared) return { ok: false, rejection: prepared.rejection, events: [] };
    const submission = { run, by, command: prepared.command, payloads: prepared.payloads };
    const { outcome, known } = await this.#queue.submit(
      asked === null ? submission : { ...submission, request: asked.fresh },
    );
    if (this.#options.processesWork !== true) await this.#outbox.idle();
    if (known !== undefined) return { ...outcome, known };
    return outcome.ok ? outcome : addWhoAnswered(this.store, run, command, outcome);
  }

  /** Hands a task out: `prepare` code runs first, and its failure fails the task. */
  claim(run: string, task: number, worker: string, kind: LeaseKind, by: Sender): Promise<ClaimOutcome> {
    return claimTask(this.#taskDeps(run, by), run, task, { worker, kind });
  }

  /** Completes a task with an answer, which the step's `accept` code may refuse or complete. */
  async answer(run: string, task: number, answer: Answer, by: Sender, request?: Request): Promise<Outcome> {
    const outcome = await answerTask(this.#taskDeps(run, by, request), run, task, answer, by);
    if (this.#process !== 0) {
      for (const { type, data } of outcome.events) {
        if (type === 'FilesAwaited') await this.#watch.written(run, () => this.#runs.cached(run), data.token);
      }
    }
    return outcome;
  }

  #taskDeps(run: string, by: Sender, request?: Request): TaskDeps {
    return {
      code: this.#code,
      withTask: (id, task) => this.#runs.withTask(id, task),
      send: (command) => this.#send(run, command, by, request),
      tell: (command) => this.#send(run, command, by),
    };
  }

  /** A run read afresh from the store, as people are shown it; null when there is none. Rejects with store-broken where
   *  its state is not that of its events. */
  view(run: string, upTo?: number): Promise<RunView | null> {
    return this.#view(run, { upTo });
  }

  async #view(run: string, options: LoadOptions): Promise<RunView | null> {
    const row = await this.store.run(run);
    if (row === null) return null;
    return viewRun(this.store, row, await this.#runs.workflow(row.workflow), serialise, options);
  }

  async events(run: string, after: number, limit: number): Promise<readonly AnyEvent[]> {
    const row = await this.store.run(run);
    return row === null ? [] : readEvents(this.store, row, after, limit);
  }

  /** Resolves with the run's row once `until` holds; null when there is no such run or the signal is aborted. */
  wait(run: string, until: (row: RunRow) => boolean, signal: AbortSignal): Promise<RunRow | null> {
    return this.#watch.until(run, until, signal);
  }

  /** True once a commit of this process leaves the run so. Ask before the command is sent that may lead there. */
  reaches(run: string, isThere: (run: RunWithWorkflow) => boolean, signal: AbortSignal): Promise<boolean> {
    return this.#watch.reaches(run, isThere, signal);
  }

  /** Resolves when the run has ended or is on hold, whichever process got it there; null as for `wait`. */
  result(run: string, signal: AbortSignal): Promise<RunResult | null> {
    const isHeld = (id: string): boolean => this.#runs.isHeld(id);
    // What it gave: nobody decides on it.
    const view = (id: string): Promise<RunView | null> => this.#view(id, { proves: false });
    const row = (id: string): Promise<RunRow | null> => this.store.run(id);
    return awaitResult({ watch: this.#watch, payloads: this.#payloads, isHeld, row, view }, run, signal);
  }

  /** A new run with the state `run` had after the commit that holds event `number` (life-4). */
  async fork(run: string, number: number, by: Sender): Promise<StartResult> {
    const past = await this.view(run, number);
    if (past === null) return { ok: false, rejection: unknownRun(run) };
    const now = this.clock.now();
    const id = newId('run', now);
    const decision = decideFork(past, id, { now, ...by, validate, hash: referenceTo });
    if (!decision.ok) return decision;
    const { outcome } = await this.#queue.submit({
      ...{ run: id, command: { type: 'ForkRun', run: id }, by, decided: decision },
      begins: () => newLiveRun(id, past.workflow, past.workflowKey),
    });
    return outcome.ok ? { ok: true, run: id } : { ok: false, rejection: outcome.rejection };
  }

  /** What would become of each token and scope; nothing changes. */
  async planMigration(run: string, to: StoredWorkflow, mapping: StepMap): Promise<readonly Move[] | Rejection> {
    const view = await this.view(run);
    return view === null ? unknownRun(run) : planMigration(view.workflow, view.state, to.workflow, mapping);
  }

  /** Moves a run to another version of its workflow, or refuses when something in it has no place there (life-3). */
  async migrate(run: string, stored: StoredWorkflow, mapping: StepMap, reason: string, by: Sender): Promise<Outcome> {
    const movesTo = this.#learn(stored);
    const command: Command = { type: 'MigrateRun', to: movesTo.workflow, mapping, reason };
    const { outcome } = await this.#queue.submit({ run, command, by, movesTo });
    if (outcome.ok && this.#process !== 0) this.#work.look();
    return outcome;
  }

  /** Resolves when no command waits and nothing hosted is under way. */
  async idle(): Promise<void> {
    do {
      await this.settled();
      await this.#work.idle();
    } while (!this.#outbox.isIdle || !this.#work.isIdle);
  }

  /** Resolves when no command waits and what commits asked for is done; hosted work may go on. */
  async settled(): Promise<void> {
    do {
      await this.#queue.idle();
      await this.#outbox.idle();
      await this.#causes?.idle();
    } while (!this.#outbox.isIdle);
  }

  /** Stops claiming, lets what is under way finish, gives the rest back. Safe to call twice. */
  close(withinMs = DRAIN_MS): Promise<void> {
    this.#closing ??= this.#close(withinMs);
    return this.#closing;
  }

  async #close(withinMs: number): Promise<void> {
    if (this.#look !== null) clearInterval(this.#look);
    this.#unlisten?.();
    this.#watch.stop();
    await this.#timers.stop();
    await this.#work.drain(withinMs, () => this.#queue.idle());
    await this.#queue.idle();
    await this.#outbox.idle();
    await this.#sweeper.stop();
    await this.#causes?.stop();
    if (this.#process !== 0) await this.store.unregister(this.#process);
  }

  #committed(pending: PendingWrite, events: readonly AnyEvent[]): void {
    const { run } = pending;
    if (this.#options.processesWork === true) {
      this.#work.committed(run, pending.changedTasks);
      this.#causes?.committed(run, events);
      if (pending.hasOutbox) this.#outbox.wake();
      this.#timers.expect(pending.firstDue);
      if (events.some(({ type }) => type === 'RunResumed')) this.#work.look();
    } else if (pending.hasOutbox) this.#outbox.tellFamily(run);
    this.#watch.committed(run);
    if (events.length > 0) this.#options.onCommit?.(run, events);
  }

  #learn(stored: StoredWorkflow): StoredWorkflow {
    return { ...stored, workflow: this.#runs.learn(stored.key, stored.workflow) };
  }

  async #acceptRun({ workflow }: StoredWorkflow, input: Json): Promise<Rejection | null> {
    const code = ownOf(this.#options.code?.acceptRuns, workflow.accept);
    const reasons = await acceptedRun(this.#code.limitMs, workflow.name, async () => code?.(input));
    return reasons.length === 0 ? null : notAccepted(`an input of "${workflow.name}"`, reasons);
  }

  #register(): Promise<number> {
    const own = { role: this.#options.role, reads: NEWEST_CODE, hosts: this.#work.queues, startedAt: this.clock.now() };
    return this.store.register({ ...this.#identity, ...own });
  }

  async #registerAgain(): Promise<void> {
    this.#work.abortAll('Other processes took this one for dead and gave its tasks away.');
    this.#process = await this.#register();
  }

  #swept(foundDead: boolean): void {
    if (foundDead) this.#outbox.wake(true);
    this.#work.look();
    this.#causes?.look(foundDead);
    const now = this.clock.monotonic();
    const chores: Promise<unknown>[] = [this.#work.checkLeases(), this.#queue.drainLeft()];
    if (now - this.#sealedAt >= SEAL_MS) {
      this.#sealedAt = now;
      chores.push(this.store.seal(this.clock.now(), SEAL_MS));
    }
    void Promise.all(chores).catch(() => {}); // the store is away: the next round does it
  }
}
