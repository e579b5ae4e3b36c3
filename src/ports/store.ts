// What a store remembers and promises: types only. Both adapters keep every sentence of it; test/contract proves them.

import type { Workflow } from '../diagram/workflow.ts';
import type { Actor, Channel, TimerKind } from '../engine/events.ts';
import type { RunStatus, TaskStatus } from '../engine/run-state.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Mailbox } from './mailbox.ts';
import type { Money, SharedFacts, SpendingRow } from './money.ts';
import type { Processes } from './processes.ts';
import type { StoreCare, StoredSnapshot } from './store-care.ts';

/** One store, opened by one process. Ids are prefixed at this edge (`run_...`) and integers (`key`) inside.
 *  A method rejects with StoreFault (src/errors.ts) when the store is busy, unreachable, full or broken; then nothing
 *  of that call is stored, unless the fault says that the outcome is unknown. */
export interface Store extends Reads, Feed, Processes, Library, StoreCare, Money, SharedFacts {
  readonly kind: 'sqlite' | 'postgres';
  /** Where it is, for people: a path, or a URL without its password. */
  readonly place: string;

  /** Appends all `writes` in one durable transaction: when the promise resolves, they survive a loss of power.
   *  A write whose `expected` is not the run's head, or that starts a run which exists, or brings a request key that is
   *  known, is left out whole and answered so; the others become visible together. A write without commits only checks
   *  `expected` and does the rest of what it holds. The results stand in the order of the writes; two writes of one
   *  batch never name the same run. */
  append(writes: readonly RunWrite[]): Promise<readonly AppendResult[]>;

  /** How many appends it works on at a time; more are worth nothing. They never hold the same run. */
  readonly appendsAtOnce: number;

  /** For stores that several machines write: commands wait here for the process that has the run. null where the store
   *  has one writer at a time anyway. */
  readonly mailbox: Mailbox | null;
}

export type AppendResult =
  | { readonly ok: true; readonly key: number }
  /** `head` is the run's last event number now; 0 when there is no such run. */
  | { readonly ok: false; readonly kind: 'conflict'; readonly head: number }
  | { readonly ok: false; readonly kind: 'known-request'; readonly known: KnownRequest };

/** Everything one decision (or several in a row) changes for one run. */
export interface RunWrite {
  readonly run: string;
  /** The run's key; null starts the run, with `row` complete and `expected` 0. */
  readonly key: number | null;
  readonly expected: number;
  readonly commits: readonly Commit[];
  /** The run's row after this. Head and hash always; the rest where it changed. */
  readonly row: RunChange;
  readonly tasks?: readonly TaskRow[];
  /** Tasks that left the run's state. The row of an automated one is removed; a person's row stays, ended. */
  readonly endedTasks?: readonly EndedTask[];
  readonly timers?: readonly TimerRow[];
  readonly endedTimers?: readonly number[];
  /** Stored once by reference, however often they come; a known one has its `used` stamp renewed. */
  readonly payloads?: ReadonlyMap<string, string>;
  /** Every payload reference the commits hold: what keeps a payload from being pruned. */
  readonly references?: readonly string[];
  /** Things to do for this run outside its own history, kept until `done`. */
  readonly outbox?: readonly OutboxEntry[];
  /** Outbox ids, of whatever run, that this write finishes. */
  readonly done?: readonly number[];
  readonly snapshot?: Snapshot;
  readonly request?: KnownRequest;
  /** What calls that ended in these commits cost: added to what was spent. */
  readonly spent?: readonly SpendingRow[];
}

/** One row of history: the events of one actor at one moment. */
export interface Commit {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
  /** The events as text (engine/commit-text.ts), stored byte for byte: it is what the hash is of. */
  readonly text: string;
}

export interface RunChange {
  readonly head: number;
  /** The chain's hash after the last commit, as hex (engine/chain.ts). */
  readonly hash: string;
  readonly changedAt: number;
  /** Work goes on in it: not paused, not ended, or ended and still cleaning up. */
  readonly live?: boolean;
  readonly status?: RunStatus;
  /** Which workflow it runs, by key; a migration changes it. */
  readonly workflow?: number;
  readonly starter?: Actor;
  readonly startedAt?: number;
  readonly endedAt?: number | null;
  readonly parent?: { readonly run: string; readonly task: number } | null;
  readonly forkedFrom?: string | null;
  /** The last report to the parent run, so that each is sent once. */
  readonly reported?: CallReport;
  readonly title?: string | null;
}

export interface CallReport {
  readonly outcome: string;
  readonly cost: number;
  readonly tokens: number;
}

export interface RunRow {
  readonly key: number;
  readonly run: string;
  readonly workflow: number;
  readonly workflowName: string;
  readonly version: string;
  readonly status: RunStatus;
  readonly head: number;
  readonly hash: string;
  readonly live: boolean;
  readonly starter: Actor;
  /** By which way it was started; `rehearsal` when nothing of it counts. */
  readonly channel: Channel | null;
  readonly startedAt: number;
  readonly changedAt: number;
  readonly endedAt: number | null;
  readonly parent: { readonly run: string; readonly task: number } | null;
  readonly forkedFrom: string | null;
  readonly reported: CallReport | null;
  readonly title: string | null;
}

/** A task as lists show it: a projection of the run's state, written in the commit that changed it. */
export interface TaskRow {
  readonly task: number;
  readonly step: string;
  readonly kind: 'work' | 'foreach' | 'subflow' | 'review';
  readonly execution: 'automated' | 'manual' | 'conversation' | null;
  readonly status: TaskStatus;
  /** Someone could take it now: pending, not waiting for a retry. Whether its run is paused is the run's row. */
  readonly ready: boolean;
  /** What hosts it: `action:NAME`, an agent's id, '' when nothing does. Workers ask for their queues. */
  readonly queue: string;
  readonly assignee: string | null;
  /** null: WORKFLOW: STEP, made when it is read. Given for people's tasks with a title of their own. */
  readonly title: string | null;
  readonly urgency: 'low' | 'normal' | 'high' | 'urgent' | null;
  readonly tags: readonly string[];
  readonly due: number | null;
  /** Place in the innermost foreach. */
  readonly index: number | null;
  readonly total: number | null;
  readonly parent: number | null;
  readonly attempt: number;
  readonly fence: number;
  readonly worker: string | null;
  /** The process that hosts its lease; 0 when a person or an outside worker holds it, or nobody. */
  readonly holder: number;
  readonly leaseKind: 'hosted' | 'outside' | 'person' | null;
  /** The store keeps the first one it is given for a task. */
  readonly openedAt: number;
  readonly changedAt: number;
}

export interface EndedTask {
  readonly task: number;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly verdict?: string;
  readonly by: Actor;
  readonly at: number;
  /** true: a person's task, whose row stays. */
  readonly kept: boolean;
}

/** A task row with what it belongs to, as lists give it. */
export interface ListedTask extends TaskRow {
  readonly run: string;
  readonly runKey: number;
  readonly runStatus: RunStatus;
  readonly workflowKey: number;
  readonly workflowName: string;
  readonly endedAt: number | null;
  readonly verdict: string | null;
  readonly by: Actor | null;
}

export interface TimerRow {
  readonly timer: number;
  readonly kind: TimerKind;
  readonly due: number;
  readonly task: number | null;
}

export interface ListedTimer extends TimerRow {
  readonly run: string;
  readonly runKey: number;
}

/** Something a commit asks the outside to do: start a child run, send a signal, tell the parent, write a file. */
export interface OutboxEntry {
  readonly kind: string;
  readonly content: Json;
}

export interface ListedOutbox extends OutboxEntry {
  readonly id: number;
  readonly run: string;
  readonly runKey: number;
  /** The process whose commit made it, by key. */
  readonly process: number;
}

/** A run's state at `number`, by parts: '' is the run itself, others some branches of a large scope each. A part is
 *  left out when it has not changed since the last snapshot of this run; `gone` parts are removed. */
export interface Snapshot {
  readonly number: number;
  readonly format: number;
  readonly parts: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
}

/** A request that came with an idempotency key, and what it was answered. Kept 7 days. */
export interface KnownRequest {
  readonly actor: Actor;
  readonly operation: string;
  readonly key: string;
  readonly requestHash: string;
  readonly answer: Json;
  readonly at: number;
}

export interface Page {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

export interface ResultPage<T> {
  readonly items: readonly T[];
  /** null: this was the last page. */
  readonly next: string | null;
}

export interface RunFilter {
  readonly status?: readonly RunStatus[];
  readonly workflow?: string;
  readonly version?: string;
  readonly starter?: Actor;
  readonly parent?: string;
  /** Only runs nobody's subflow. */
  readonly isRoot?: boolean;
  readonly startedFrom?: number;
  readonly startedBefore?: number;
}

export interface TaskFilter {
  readonly run?: string;
  /** Of this run and of those started from it, near and far. */
  readonly family?: string;
  readonly workflow?: string;
  readonly step?: string;
  readonly status?: readonly TaskStatus[];
  /** Exactly this assignee; null: tasks nobody is named for. */
  readonly assignee?: string | null;
  /** Tasks for people (true) or for workers (false). Foreach and subflow containers are never listed. */
  readonly forPeople?: boolean;
  readonly urgency?: readonly string[];
  readonly tag?: string;
  readonly dueBefore?: number;
  /** Open ones only (the default), ended ones only, or both. */
  readonly ended?: 'no' | 'yes' | 'both';
}

/** Reads never come from a cache: each sees every commit that was answered before it began. */
interface Reads {
  run(id: string): Promise<RunRow | null>;
  /** Newest first. */
  listRuns(filter: RunFilter, page: Page): Promise<ResultPage<RunRow>>;
  /** Commits with events after `number`, oldest first, at most `limit`. An erased one has its text's hash instead. */
  commitsOf(key: number, after: number, limit: number): Promise<readonly StoredCommit[]>;
  snapshotOf(key: number): Promise<StoredSnapshot | null>;
  /** The texts of those that exist, each proved by its hash. Rejects with store-broken, naming payload and runs, when
   *  one differs from what was stored. */
  payloads(refs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Oldest first. */
  listTasks(filter: TaskFilter, page: Page): Promise<ResultPage<ListedTask>>;
  task(run: string, task: number): Promise<ListedTask | null>;
  countTasks(filter: TaskFilter): Promise<number>;
  /** Ready automated tasks of live runs in these queues, oldest first; those another caller is looking at may be
   *  left out. */
  claimable(queues: readonly string[], filter: TaskFilter, limit: number): Promise<readonly ListedTask[]>;
  /** Timers due at or before `now` of live runs, oldest first. */
  dueTimers(now: number, limit: number): Promise<readonly ListedTimer[]>;
  /** When the first timer of live runs is due; null when none is set. */
  nextDue(): Promise<number | null>;
  listTimers(filter: { readonly run?: string }, page: Page): Promise<ResultPage<ListedTimer>>;
  /** What waits to be done, oldest first: entries of `process`, or of processes not registered when it is null. */
  outbox(process: number | null, limit: number): Promise<readonly ListedOutbox[]>;
  /** The same of one run, by key, whichever process made them: entries after the id `after`. */
  outboxOf(run: number, after: number, limit: number): Promise<readonly ListedOutbox[]>;
  /** Removes entries that are done and changed no run. Those already gone are ignored. */
  finishOutbox(ids: readonly number[]): Promise<void>;
  knownRequest(actor: Actor, operation: string, key: string): Promise<KnownRequest | null>;
}

export interface StoredCommit {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
  readonly text: string | null;
  /** `sha256:...` of the text, for an erased one. */
  readonly textHash: string | null;
}

/** All commits of the store in the order they became visible. */
interface Feed {
  /** A place after everything committed so far. */
  feedEnd(): Promise<string>;
  /** Commits after `cursor`, in order, none left out and none twice, however transactions overlapped. */
  feed(cursor: string, limit: number): Promise<{ readonly commits: readonly FeedCommit[]; readonly cursor: string }>;
  /** Calls `heard` within 250 ms of a commit by another process (and perhaps when nothing happened). The function
   *  returned ends it. */
  listen(heard: () => void): () => void;
}

export interface FeedCommit extends StoredCommit {
  readonly run: string;
  readonly runKey: number;
}

export interface StoredWorkflow {
  readonly key: number;
  readonly name: string;
  readonly version: string;
  readonly compiler: number;
  readonly workflow: Workflow;
  /** The folder its files came from, for people; nothing is read from there. */
  readonly origin: string | null;
  readonly addedAt: number;
  readonly addedBy: Actor;
}

export type WorkflowRow = Omit<StoredWorkflow, 'workflow'> & { readonly runs: number; readonly openRuns: number };

/** Workflows, and small named things that belong to no run. Changes are commits of the stream `system`. */
export interface Library {
  /** Stores a version under its name and makes it the newest; one that is there already is only made the newest.
   *  `by` is appended to the system stream in the same transaction. */
  addWorkflow(
    workflow: Workflow,
    origin: string | null,
    by: SystemNote,
  ): Promise<{ readonly key: number; readonly isNew: boolean }>;
  workflowByKey(key: number): Promise<StoredWorkflow | null>;
  /** The newest of this name, or the version given whole or by at least 7 characters after `sha256:`. */
  workflow(name: string, version?: string): Promise<StoredWorkflow | null>;
  /** The newest version of each name. */
  listWorkflows(page: Page): Promise<ResultPage<WorkflowRow>>;
  /** Newest first. */
  versionsOf(name: string): Promise<readonly WorkflowRow[]>;
  /** Removes all versions of the name. The caller has checked that no run needs them. */
  removeWorkflow(name: string, by: SystemNote): Promise<void>;

  putRecord(kind: string, name: string, content: JsonObject, by: SystemNote): Promise<void>;
  record(kind: string, name: string): Promise<JsonObject | null>;
  records(kind: string): Promise<readonly { readonly name: string; readonly content: JsonObject }[]>;
  removeRecord(kind: string, name: string, by: SystemNote): Promise<boolean>;
}

/** Who changed something outside runs, when and how: a commit of the stream `system`, which is the run with key 0 and
 *  id `system`, hash-chained like any other (engine/chain.ts) by the store itself. */
export interface SystemNote {
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
  /** `[["WorkflowAdded", {...}]]`: what happened, as JSON text. */
  readonly text: string;
}
