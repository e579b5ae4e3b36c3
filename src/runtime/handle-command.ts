// Commands in, durable events out: what arrives together is decided in order, committed together, then answered.

import type { Command } from '../engine/commands.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { Decision, Rejection } from '../engine/context.ts';
import type { AnyEvent } from '../engine/events.ts';
import { isPerson } from '../engine/people.ts';
import { StoreFault, WriteRefused } from '../errors.ts';
import { type Json, storable } from '../json.ts';
import type { AppendResult, KnownRequest, Store, StoredWorkflow } from '../ports/store.ts';
import type { Clock } from './clock.ts';
import type { AtPoint } from './crash-points.ts';
import { type DecideDeps, type DecidedRun, decideRun, NOTHING_NEW } from './decide-run.ts';
import { KeyReused } from './key-reused.ts';
import type { LiveRun } from './live-run.ts';
import type { PendingWrite, Sender } from './pending-write.ts';
import type { RunCache } from './run-cache.ts';
import { RunInbox, type WaitingSubmission } from './run-inbox.ts';

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

export interface CommandAnswer {
  readonly outcome: Outcome;
  /** What an earlier request with the same key was answered. */
  readonly known?: Json;
}

interface QueuedSubmission extends WaitingSubmission {
  tries: number;
}

export interface CommandQueueDeps extends DecideDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly runs: RunCache;
  /** After a commit is durable. */
  committed(pending: PendingWrite, events: readonly AnyEvent[]): void;
  /** A commit was not stored: claims made for it are void. */
  dropped(run: LiveRun): void;
  readonly atPoint: AtPoint | undefined;
}

const BATCH_MAX = 1000;
/** Fewer are not worth a commit of their own while others are under way. */
const SHARE_MIN = 16;
/** Another process moved the run on while we decided: so often in a row means that something is wrong. */
const TRIES_MAX = 200;
/** Longer than between two attempts to report what was done. */
const FAULT_MS = 5000;

export class CommandQueue {
  readonly #turning: CommandQueueDeps;
  #waiting: QueuedSubmission[] = [];
  #isTurning = false;
  /** Commits under way, and the runs in them. */
  readonly #commits = new Set<Promise<void>>();
  readonly #busy = new Set<string>();
  #idle: (() => void)[] = [];
  readonly #inbox: RunInbox | null;
  readonly #inboxWrites = new Set<Promise<void>>();
  #fault: { readonly fault: StoreFault; readonly at: number } | null = null;

  constructor(turning: CommandQueueDeps) {
    this.#turning = turning;
    const { store, clock, runs, atPoint } = turning;
    this.#inbox =
      store.mailbox === null
        ? null
        : new RunInbox({
            ...{ mailbox: store.mailbox, atPoint },
            monotonic: () => clock.monotonic(),
            runAt: async (id, head) => {
              const run = runs.take(id);
              return run?.state.number === head ? run : runs.load(id);
            },
            decideAll: async (run, submissions) => {
              const { outcomes, ...decided } = await this.#decide(run, submissions, clock.now());
              return { ...decided, outcomes: outcomes.map(({ outcome }) => outcome) };
            },
            committed: (pending) => {
              runs.keep(pending.run);
              turning.committed(pending, pending.events);
            },
            dropped: (run) => this.#drop(run),
          });
  }

  /** Resolves once what it led to is durable. Rejects with the store's fault; then nothing of it is stored, unless the
   *  fault says that the outcome is unknown. */
  submit(submission: Submission): Promise<CommandAnswer> {
    return new Promise((answer, fail) => {
      const by = { ...submission.by, actor: storable(submission.by.actor) };
      // The actor is part of what is hashed, so it is from here on as the store will keep it.
      this.#waiting.push({ ...submission, by, tries: 0, answer, fail });
      if (this.#isTurning) return;
      this.#isTurning = true;
      // What other callers ask for in this turn of the event loop joins the same commit.
      setImmediate(() => void this.#turn());
    });
  }

  /** Why the store did not take a commit of the last seconds. */
  get fault(): StoreFault | null {
    if (this.#fault !== null && this.#turning.clock.monotonic() - this.#fault.at > FAULT_MS) this.#fault = null;
    return this.#fault?.fault ?? null;
  }

  /** Decides commands that wait in mailboxes because the process that posted them died before anyone looked. */
  async drainLeft(): Promise<void> {
    await this.#inbox?.drainLeft();
  }

  async idle(): Promise<void> {
    while (this.#inboxWrites.size > 0) await Promise.all(this.#inboxWrites);
    if (this.#isTurning) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #turn(): Promise<void> {
    const lanes = this.#turning.store.appendsAtOnce;
    while (this.#waiting.length > 0 || this.#commits.size > 0) {
      const batch = this.#nextBatch(lanes - this.#commits.size);
      if (batch.length > 0) this.#begin(batch);
      if (batch.length > 0 && this.#commits.size < lanes && this.#waiting.length > 0) continue;
      await Promise.race(this.#commits);
      // Callers that were answered go on in this turn of the event loop, and their next commands join the next commit.
      // Without it, work that never waits would keep timers and other processes' messages from ever being heard.
      await nextTurn();
    }
    this.#isTurning = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** What waits, shared among the free lanes. A run is in one commit at a time, with all that waits for it. */
  #nextBatch(lanes: number): QueuedSubmission[] {
    if (lanes <= 0) return [];
    if (this.#busy.size === 0 && lanes === 1) return this.#waiting.splice(0, BATCH_MAX);
    const most = Math.min(BATCH_MAX, Math.max(SHARE_MIN, Math.ceil(this.#waiting.length / lanes)));
    const runs = new Set<string>();
    const batch: QueuedSubmission[] = [];
    const left: QueuedSubmission[] = [];
    for (const each of this.#waiting) {
      const isTaken = !this.#busy.has(each.run) && (batch.length < most || runs.has(each.run));
      if (isTaken) runs.add(each.run);
      (isTaken ? batch : left).push(each);
    }
    this.#waiting = left;
    return batch;
  }

  #begin(batch: readonly QueuedSubmission[]): void {
    for (const { run } of batch) this.#busy.add(run);
    const commit = this.#commit(batch).finally(() => {
      for (const { run } of batch) this.#busy.delete(run);
      this.#commits.delete(commit);
    });
    this.#commits.add(commit);
  }

  async #commit(batch: readonly QueuedSubmission[]): Promise<void> {
    const { store, clock, atPoint } = this.#turning;
    const now = clock.now();
    const decided: { readonly run: DecidedRun; readonly group: readonly QueuedSubmission[] }[] = [];
    for (const [run, group] of await this.#groupByRun(batch)) {
      try {
        const one = await this.#decide(run, group, now);
        if (isRefusedStart(one)) this.#refuse(one, group);
        else decided.push({ run: one, group });
      } catch (fault) {
        // A run that cannot be decided fails alone; the rest of the batch goes on.
        this.#drop(run);
        for (const { fail } of group) fail(fault);
      }
    }
    if (decided.length === 0) return;
    try {
      atPoint?.('before-append');
      const results = await store.append(decided.map(({ run }) => run.write));
      atPoint?.('after-append');
      for (const [at, { run, group }] of decided.entries()) this.#settle(run, group, results[at] as AppendResult);
    } catch (fault) {
      if (fault instanceof StoreFault) this.#fault = { fault, at: clock.monotonic() };
      for (const { run } of decided) this.#drop(run.pending.run);
      const groups = decided.map(({ group }) => group);
      await this.#refusedAll(groups, fault);
    }
  }

  /** No person decides on a state that somebody altered, but to end the run. */
  async #decide(run: LiveRun, group: readonly Submission[], now: number): Promise<DecidedRun> {
    const isForPerson = ({ by, command }: Submission): boolean => isPerson(by.actor) && command.type !== 'CancelRun';
    const mustProve = !run.isProved && group.some(isForPerson);
    return decideRun(this.#turning, mustProve ? await this.#turning.runs.proved(run) : run, group, now);
  }

  /** A store that is there and refuses, refuses something in the batch: it is bisected to find the rejected command, so
   *  that the others are stored and nothing of theirs is done twice. */
  async #refusedAll(groups: readonly (readonly QueuedSubmission[])[], fault: unknown): Promise<void> {
    const all = groups.flat();
    if (!(fault instanceof StoreFault) && all.length > 1) {
      const parts = groups.length > 1 ? groups : all.map((each) => [each]);
      const middle = parts.length >> 1;
      await this.#commit(parts.slice(0, middle).flat());
      await this.#commit(parts.slice(middle).flat());
      return;
    }
    for (const { answer, fail } of all) {
      if (fault instanceof WriteRefused) answer({ outcome: notStorable(fault) });
      else fail(fault);
    }
  }

  #settle({ pending, outcomes }: DecidedRun, group: readonly QueuedSubmission[], result: AppendResult): void {
    const { run } = pending;
    if (!result.ok) {
      this.#drop(run);
      if (result.kind === 'conflict') this.#inbox?.markContended(run.id);
      for (const each of group) this.#retrySubmission(each, result);
      return;
    }
    run.key = result.key;
    this.#turning.runs.keep(run);
    this.#turning.committed(pending, pending.events);
    for (let i = 0; i < group.length; i++) (group[i] as QueuedSubmission).answer(outcomes[i] as CommandAnswer);
  }

  #refuse({ pending, outcomes }: DecidedRun, group: readonly QueuedSubmission[]): void {
    this.#drop(pending.run);
    for (let i = 0; i < group.length; i++) (group[i] as QueuedSubmission).answer(outcomes[i] as CommandAnswer);
  }

  #drop(run: LiveRun): void {
    this.#turning.runs.drop(run.id);
    this.#turning.dropped(run);
  }

  #retrySubmission(
    waiting: QueuedSubmission,
    result: { kind: 'conflict' } | { kind: 'known-request'; known: KnownRequest },
  ): void {
    const { request } = waiting;
    if (result.kind === 'known-request' && request?.key === result.known.key) {
      const { requestHash, answer: known, key, operation } = result.known;
      if (request.requestHash === requestHash) waiting.answer({ outcome: NOTHING_NEW, known });
      else waiting.fail(new KeyReused(key, operation));
      return;
    }
    waiting.tries++;
    if (waiting.tries < TRIES_MAX) this.#waiting.push(waiting);
    else waiting.fail(new Error(`The run ${waiting.run} was changed by others ${TRIES_MAX} times in a row.`));
  }

  /** In order of arrival; a run's second request with a key waits for the next commit. */
  async #groupByRun(batch: readonly QueuedSubmission[]): Promise<Map<LiveRun, QueuedSubmission[]>> {
    const byId = new Map<string, QueuedSubmission[]>();
    for (const each of batch) {
      const group = byId.get(each.run);
      if (group === undefined) byId.set(each.run, [each]);
      else if (each.request !== undefined || each.begins !== undefined) this.#waiting.push(each);
      else group.push(each);
    }
    const groups = new Map<LiveRun, QueuedSubmission[]>();
    const finding: Promise<void>[] = [];
    const add = (run: LiveRun | null, group: QueuedSubmission[]): void => {
      if (run !== null && !this.#goesToInbox(run, group)) groups.set(run, group);
    };
    for (const [id, group] of byId) {
      const run = this.#turning.runs.take(id);
      if (run === undefined) finding.push(this.#find(id, group).then((found) => add(found, group)));
      else add(run, group);
    }
    if (finding.length > 0) await Promise.all(finding);
    return groups;
  }

  /** A run that others write too is written through its mailbox. */
  #goesToInbox(run: LiveRun, group: readonly QueuedSubmission[]): boolean {
    const { id, key } = run;
    if (this.#inbox === null || key === null || !this.#inbox.isContended(id) || !group.every(isPlain)) return false;
    this.#turning.runs.keep(run);
    const inboxWrite = this.#inbox.handle(id, key, group).finally(() => this.#inboxWrites.delete(inboxWrite));
    this.#inboxWrites.add(inboxWrite);
    return true;
  }

  /** null: everyone who asked has been answered. */
  async #find(id: string, group: readonly QueuedSubmission[]): Promise<LiveRun | null> {
    const [first] = group;
    // A new id is most likely new: the store says so if it is not.
    const isFresh = first?.begins !== undefined && first.tries === 0;
    try {
      const run = (isFresh ? null : await this.#turning.runs.load(id)) ?? first?.begins?.() ?? null;
      if (run !== null) return run;
      for (const { answer } of group) answer({ outcome: { ok: false, rejection: unknownRun(id), events: [] } });
    } catch (fault) {
      for (const { answer, fail } of group) {
        if (fault instanceof UnknownEventCode) answer({ outcome: newerHistory(id, fault) });
        else fail(fault);
      }
    }
    return null;
  }
}

/** A run whose start was refused never was: not even its row is stored. */
function isRefusedStart({ pending }: DecidedRun): boolean {
  return pending.run.key === null && pending.events.length === 0;
}

/** What needs no more than the command itself can be decided by another process. */
function isPlain({ begins, request, outboxDone, decided, movesTo }: QueuedSubmission): boolean {
  return (
    begins === undefined &&
    request === undefined &&
    outboxDone === undefined &&
    decided === undefined &&
    movesTo === undefined
  );
}

export function unknownRun(id: string): Rejection {
  return { code: 'unknown-run', message: `There is no run "${id}" in this store. Nothing was changed.` };
}

function newerHistory(id: string, { message }: UnknownEventCode): Outcome {
  const fix = 'Update this process, or ask through one that is newer. Nothing was changed.';
  const rejection = { code: 'newer-history', message: `The run ${id} cannot be read here. ${message} ${fix}` };
  return { ok: false, rejection, events: [] };
}

export function notStorable({ message }: Error): Outcome {
  return { ok: false, rejection: { code: 'not-storable', message }, events: [] };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
