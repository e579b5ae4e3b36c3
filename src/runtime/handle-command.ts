// Commands in, durable events out: commands that arrive together are decided in order, committed together, then answered.

import type { Command } from '../engine/commands.ts';
import type { Context, Decision, Rejection } from '../engine/context.ts';
import { decide } from '../engine/decide.ts';
import type { AnyEvent } from '../engine/events.ts';
import { NeedsPayloads } from '../engine/value.ts';
import type { Json, JsonObject } from '../json.ts';
import type { KnownRequest, RunWrite, Store, StoredWorkflow } from '../ports/store.ts';
import type { Clock } from './clock.ts';
import type { LiveRun } from './live-run.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import { PendingWrite, type Sender } from './pending-write.ts';
import type { RunCache } from './run-cache.ts';
import { tellParent } from './tell-parent.ts';

export type Outcome = Exclude<Decision, { readonly needs: readonly string[] }>;

/** A command to one run, its values in the engine's form, with what must be stored beside its events. */
export interface Submission {
  readonly run: string;
  readonly command: Command;
  readonly by: Sender;
  /** Makes the run that begins with this command. */
  begins?(): LiveRun;
  /** Decided already: a fork is decided on its source's past. */
  readonly decided?: Outcome;
  /** The version a migration moves the run to. */
  readonly movesTo?: StoredWorkflow;
  readonly payloads?: ReadonlyMap<string, string>;
  readonly outboxDone?: number;
  readonly request?: KnownRequest;
  readonly title?: string;
}

export interface Answered {
  readonly outcome: Outcome;
  /** What an earlier request with the same key was answered. */
  readonly known?: Json;
}

interface Waiting extends Submission {
  tries: number;
  outcome: Outcome | null;
  answer(answered: Answered): void;
  fail(fault: unknown): void;
}

export interface Turning {
  readonly store: Store;
  readonly clock: Clock;
  readonly runs: RunCache;
  readonly payloads: PayloadCache;
  hash(text: string): string;
  sha256(text: string): string;
  validate(schema: JsonObject, value: Json): readonly string[];
  /** Commands to add to the same commit, because of what it changed: claims of hosted work. */
  follow(run: LiveRun, changed: readonly number[]): Iterable<Command>;
  /** After a commit is durable. */
  committed(pending: PendingWrite, events: readonly AnyEvent[]): void;
  /** A commit was not stored: claims made for it are void. */
  dropped(run: LiveRun): void;
}

export const WORKER: Sender = { actor: 'system', channel: 'worker' };
const BATCH_MAX = 1000;
/** Another process moved the run on while we decided: so often in a row means that something is wrong. */
const TRIES_MAX = 200;

export class CommandQueue {
  readonly #turning: Turning;
  #waiting: Waiting[] = [];
  #isTurning = false;
  #idle: (() => void)[] = [];

  constructor(turning: Turning) {
    this.#turning = turning;
  }

  /** Resolves once what it led to is durable. Rejects with the store's fault; then nothing of it is stored, unless the
   *  fault says that the outcome is unknown. */
  submit(submission: Submission): Promise<Answered> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ ...submission, tries: 0, outcome: null, answer, fail });
      if (this.#isTurning) return;
      this.#isTurning = true;
      // What other callers ask for in this turn of the event loop joins the same commit.
      setImmediate(() => void this.#turn());
    });
  }

  async idle(): Promise<void> {
    if (this.#isTurning) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #turn(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      try {
        await this.#commit(batch);
      } catch (fault) {
        const deferred = new Set(this.#waiting);
        for (const each of batch) if (!deferred.has(each)) each.fail(fault);
      }
      // Callers that were answered go on in this turn of the event loop, and their next commands join the next commit.
      if (this.#waiting.length === 0) await nextTurn();
    }
    this.#isTurning = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const now = this.#turning.clock.now();
    const groups = await this.#groupByRun(batch);
    const pendings: PendingWrite[] = [];
    const writes: RunWrite[] = [];
    const members: Waiting[][] = [];
    try {
      for (const [run, group] of groups) {
        const pending = new PendingWrite(run);
        pendings.push(pending);
        members.push(group);
        for (const each of group) {
          const needs = this.#decide(pending, each, now);
          if (needs !== null) await this.#decideWith(pending, each, now, needs);
        }
        writes.push(await this.#writeOf(pending, now));
      }
      await this.#append(pendings, writes, members);
    } catch (fault) {
      for (const { run } of pendings) this.#drop(run);
      throw fault;
    }
  }

  async #append(pendings: readonly PendingWrite[], writes: readonly RunWrite[], members: readonly Waiting[][]) {
    if (writes.length === 0) return;
    const results = await this.#turning.store.append(writes);
    for (const [at, result] of results.entries()) {
      const pending = pendings[at] as PendingWrite;
      const group = members[at] as Waiting[];
      if (result.ok) {
        pending.run.key = result.key;
        this.#turning.runs.keep(pending.run);
        this.#turning.committed(pending, pending.events);
        for (const { outcome, answer } of group) answer({ outcome: outcome as Outcome });
      } else {
        this.#drop(pending.run);
        for (const each of group) this.#again(each, result);
      }
    }
  }

  #drop(run: LiveRun): void {
    this.#turning.runs.drop(run.id);
    this.#turning.dropped(run);
  }

  #again(waiting: Waiting, result: { why: 'conflict' } | { why: 'known-request'; known: KnownRequest }): void {
    if (result.why === 'known-request' && waiting.request?.key === result.known.key) {
      waiting.answer({ outcome: NOTHING_NEW, known: result.known.answer });
      return;
    }
    waiting.tries++;
    if (waiting.tries < TRIES_MAX) this.#waiting.push(waiting);
    else waiting.fail(new Error(`The run ${waiting.run} was changed by others ${TRIES_MAX} times in a row.`));
  }

  /** In order of arrival; a run's second request with a key waits for the next commit. */
  async #groupByRun(batch: readonly Waiting[]): Promise<Map<LiveRun, Waiting[]>> {
    const byId = new Map<string, Waiting[]>();
    for (const each of batch) {
      const group = byId.get(each.run);
      if (group === undefined) byId.set(each.run, [each]);
      else if (each.request !== undefined || each.begins !== undefined) this.#waiting.push(each);
      else group.push(each);
    }
    const groups = new Map<LiveRun, Waiting[]>();
    for (const [id, group] of byId) {
      const run = this.#turning.runs.cached(id) ?? (await this.#find(id, group));
      if (run !== null) groups.set(run, group);
    }
    return groups;
  }

  async #find(id: string, group: readonly Waiting[]): Promise<LiveRun | null> {
    const [first] = group;
    // A new id is most likely new: the store says so if it is not.
    const isFresh = first?.begins !== undefined && first.tries === 0;
    const run = (isFresh ? null : await this.#turning.runs.load(id)) ?? first?.begins?.() ?? null;
    if (run === null)
      for (const { answer } of group) answer({ outcome: { ok: false, rejection: unknownRun(id), events: [] } });
    return run;
  }

  /** Decides in place; the payloads that are missing, when some are. */
  #decide(pending: PendingWrite, waiting: Waiting, now: number, view?: PayloadView): readonly string[] | null {
    const { run } = pending;
    const { command, by } = waiting;
    if (waiting.payloads !== undefined) pending.addPayloads(waiting.payloads);
    const decision = waiting.decided ?? decide(run.workflow, run.state, command, this.#context(by, now, view));
    if ('needs' in decision) return decision.needs;
    waiting.outcome = decision;
    if (decision.ok && waiting.title !== undefined) pending.entitle(waiting.title);
    if (decision.ok && waiting.movesTo !== undefined) pending.moveTo(waiting.movesTo);
    pending.take(decision, by, now);
    if (waiting.outboxDone !== undefined) pending.finish(waiting.outboxDone);
    if (waiting.request !== undefined && decision.ok) pending.remember(waiting.request);
    if (decision.ok) this.#follow(pending, decision.changed.tasks, now);
    return null;
  }

  #follow(pending: PendingWrite, changed: readonly number[], now: number): void {
    const { run } = pending;
    for (const command of this.#turning.follow(run, changed)) {
      const decision = decide(run.workflow, run.state, command, this.#context(WORKER, now));
      if (!('needs' in decision) && decision.ok) pending.take(decision, WORKER, now);
    }
  }

  async #decideWith(pending: PendingWrite, waiting: Waiting, now: number, needs: readonly string[]): Promise<void> {
    const view = new PayloadView(this.#turning.payloads);
    for (let missing: readonly string[] | null = needs; missing !== null; ) {
      await view.fetch(missing);
      missing = this.#decide(pending, waiting, now, view);
    }
  }

  /** What a parent is told, and a person's task is called, may read payloads too. */
  async #writeOf(pending: PendingWrite, now: number): Promise<RunWrite> {
    const { payloads, sha256 } = this.#turning;
    let view: PayloadView | null = null;
    for (;;) {
      try {
        tellParent(pending, view ?? payloads, this.#turning.hash);
        return pending.toWrite(view ?? payloads, now, sha256);
      } catch (thrown) {
        if (!(thrown instanceof NeedsPayloads)) throw thrown;
        view ??= new PayloadView(payloads);
        await view.fetch(thrown.refs);
      }
    }
  }

  #context({ actor, channel }: Sender, now: number, view?: PayloadView): Context {
    const { validate, hash, payloads } = this.#turning;
    return { now, actor, channel, payloads: view ?? payloads, validate, hash };
  }
}

const NOTHING_NEW: Outcome = {
  ok: true,
  events: [],
  effects: [],
  payloads: new Map(),
  changed: { tasks: [], timers: [] },
};

function unknownRun(id: string): Rejection {
  return { code: 'unknown-run', message: `Expected a run of this store, found "${id}". Nothing was changed.` };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
