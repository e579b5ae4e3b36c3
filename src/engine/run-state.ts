// A run as it stands: tokens in scopes, open tasks, timers, data. Records are replaced; only the tables are mutable.

import type { Execution } from '../diagram/workflow.ts';
import type {
  Actor,
  Binding,
  EventData,
  FailureReport,
  HoldMove,
  LeaseKind,
  PartialResult,
  TimerKind,
} from './events.ts';
import type { FileOrder } from './file-order.ts';
import { BRANCH_KEYS } from './limits.ts';
import type { Spending } from './spending.ts';
import type { Value } from './value.ts';

export interface Token {
  readonly id: number;
  readonly step: string;
  readonly scope: number;
  readonly index: number;
  /** What the step was entered with, and what it gave; the same until the step is done. */
  readonly input: Value;
  readonly output: Value;
  readonly task?: number;
  readonly hold?: number;
  /** Key in `parked` while it waits for a place in its foreach. */
  readonly queued?: string;
  /** Key in `waits` while it waits for a signal. */
  readonly wait?: string;
  /** It counts as work in flight of the foreach items it is in. */
  readonly busy?: boolean;
  readonly bindings?: readonly Binding[];
  readonly timers?: readonly number[];
  /** It came out of the `onFailure` step: where it ends, the run has failed. */
  readonly failure?: boolean;
  readonly cleanup?: boolean;
  /** This visit of the step is counted already, by the event that brought it here. */
  readonly entered?: boolean;
  /** On a join: the container of the foreach it closed. */
  readonly container?: number;
  /** The step's own work is done. */
  readonly done?: boolean;
  /** The verdict its gate was given, whatever the output looks like. */
  readonly verdict?: string;
  /** Who gave `output`. */
  readonly by?: Actor;
  /** The step's work is done; these files of it are still to be written, or could not be. */
  readonly files?: readonly AwaitedFile[];
}

/** `refused`: why it was not written. */
export type AwaitedFile = FileOrder & { readonly refused?: string };

export type TaskStatus = 'pending' | 'in_progress' | 'waiting' | 'on_hold' | 'completed' | 'failed' | 'cancelled';

export interface Task {
  readonly id: number;
  readonly step: string;
  /** 0 for a container of a foreach, whose token became the scope, and for a re-review. */
  readonly token: number;
  readonly scope?: number;
  readonly kind: 'work' | 'foreach' | 'subflow' | 'review';
  readonly execution: Execution | null;
  readonly status: TaskStatus;
  readonly visit: number;
  readonly attempts: number;
  readonly attempt: number;
  /** Fencing number of the current or last lease. */
  readonly fence: number;
  readonly lease?: { readonly worker: string; readonly kind: LeaseKind };
  readonly lapsed?: boolean;
  readonly parent?: number;
  readonly assignee?: string;
  readonly reads?: { readonly [path: string]: Value };
  readonly prepared?: Value;
  readonly input?: Value;
  readonly shown?: string;
  readonly votes?: readonly Vote[];
  readonly turns?: number;
  /** Messages of both sides in this task; the step's record has those of all its visits. */
  readonly said?: number;
  readonly turnsMax?: number;
  /** The person owes the conversation's next message. */
  readonly asked?: boolean;
  readonly offer?: Value;
  readonly ending?: boolean;
  readonly waitsUntil?: number;
  readonly timers?: readonly number[];
  readonly fallback?: boolean;
  readonly action?: string;
  readonly child?: string;
  readonly error?: FailureReport;
  readonly draft?: Value;
  /** The answer that a fault of the folder kept, after its hold was retried: the one who gave it gives it again. */
  readonly kept?: Value;
  /** Those its agent suggested, where the step applies them. */
  readonly tags?: readonly string[];
  /** Numbers of the calls made for it since its last failed attempt, in order. */
  readonly calls?: readonly number[];
}

/** A call of an agent. Its reply stays while its task may go on from it. */
export interface Call {
  readonly id: number;
  readonly task: number;
  readonly step: string;
  readonly agent: string;
  readonly provider: string;
  readonly model: string | null;
  readonly prompt: Value;
  /** Reserved for it; null: nobody knows its price. */
  readonly cost: number | null;
  readonly tokens: number;
  readonly lease?: number;
  readonly output?: number;
  readonly ended: boolean;
  readonly isLost?: boolean; // The process that made it was gone before it ended.
  readonly reply?: Value;
  readonly tools?: readonly { readonly id: string; readonly result: Value; readonly isError?: boolean }[];
}

export interface Vote {
  readonly by: Actor;
  readonly verdict: string;
  readonly comment?: string;
}

export interface Scope {
  readonly id: number;
  readonly opener: string;
  readonly join: string | null;
  readonly parent: number;
  readonly parentIndex: number;
  readonly total: number;
  /** Branches that will ever start: `total`, or those started when the join fired. */
  readonly expected: number;
  readonly started: number;
  readonly arrived: number;
  readonly failed: number;
  readonly left: number;
  readonly fired: boolean;
  readonly input: Value;
  readonly bindings?: readonly Binding[];
  readonly items?: Value;
  readonly variable?: string;
  readonly concurrency?: number;
  readonly places: number;
  readonly parkedHead: number;
  readonly parkedTail: number;
  readonly task?: number;
  readonly hold?: number;
  readonly timer?: number;
  readonly timedOut?: boolean;
  /** Opened on the way from the `onFailure` or `onCancel` step. */
  readonly failure?: boolean;
  readonly cleanup?: boolean;
}

export interface Branch {
  readonly scope: number;
  readonly index: number;
  /** Tokens and unfired scopes directly in it. */
  readonly live: number;
  readonly busy: number;
  /** Raised when a person or a signal moves it: visits are counted from zero (flow-8). */
  readonly epoch: number;
  readonly touched: readonly string[];
  readonly arrived?: Value;
  readonly failures?: readonly FailedToken[];
}

/** A token that failed in a branch, and what it needs to go on from there. */
export interface FailedToken {
  readonly error: FailureReport;
  readonly step: string;
  readonly input: Value;
  readonly bindings?: readonly Binding[];
}

export interface StepRecord {
  readonly visits: number;
  readonly counted: number;
  readonly epoch: number;
  readonly status: string;
  readonly output?: Value;
  readonly by?: Actor;
  readonly messages?: readonly Value[];
}

/** How a settled branch ended, kept until its scope is gone. */
export interface Result {
  readonly as: 'arrived' | 'failed' | 'left';
  readonly output?: Value;
  readonly error?: FailureReport;
}

export interface Hold {
  readonly id: number;
  readonly token?: number;
  readonly scope?: number;
  readonly step: string;
  readonly code: string;
  readonly message: string;
  readonly moves: readonly HoldMove[];
  readonly cause?: string;
}

export interface Timer {
  readonly id: number;
  readonly kind: TimerKind;
  readonly due: number;
  readonly task?: number;
  readonly token?: number;
  readonly scope?: number;
}

export interface Signal {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly key?: string;
  readonly value: Value;
  readonly deferred?: boolean;
}

export interface Verdict {
  readonly verdict: string;
  readonly shown: string;
  readonly outdated: boolean;
  /** Whom the gate was for. */
  readonly assignee?: string;
}

export interface Datum {
  readonly value: Value;
  readonly by: Actor;
}

export type KeptCommand = EventData['CommandKept'];

export interface Table<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
  has(key: K): boolean;
  delete(key: K): unknown;
  readonly size: number;
  keys(): Iterable<K>;
  values(): Iterable<V>;
  entries(): Iterable<[K, V]>;
}

export interface Tables {
  readonly tokens: Table<number, Token>;
  readonly tasks: Table<number, Task>;
  readonly scopes: Table<number, Scope>;
  readonly branches: Table<number, Branch>;
  readonly results: Table<number, Result>;
  readonly records: Table<string, StepRecord>;
  readonly holds: Table<number, Hold>;
  readonly timers: Table<number, Timer>;
  readonly waits: Table<string, readonly number[]>;
  readonly signals: Table<number, Signal>;
  readonly signalIds: Table<string, number>;
  readonly parked: Table<string, number>;
  readonly values: Table<string, Datum>;
  readonly verdicts: Table<string, Verdict>;
  /** Files ordered and not reported yet: the hashes each path is to have, oldest first. */
  readonly files: Table<string, readonly string[]>;
  /** Tokens that wait for a file, by its hash and path, oldest first. */
  readonly awaited: Table<string, readonly number[]>;
  /** Paths of files that the run went on without, and why they were not written. */
  readonly unwritten: Table<string, string>;
  readonly documents: Table<string, string>;
  /** Who last changed a document. */
  readonly writers: Table<string, Actor>;
  readonly raised: Table<string, number>;
  readonly ends: Table<string, Value>;
  readonly kept: Table<number, KeptCommand>;
  readonly detached: Table<string, string>;
  readonly calls: Table<number, Call>;
  /** By step; of the whole run under ''. */
  readonly spending: Table<string, Spending>;
}

export type LifeStatus = 'new' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface RunState extends Tables {
  run: string;
  workflow: string;
  version: string;
  status: LifeStatus;
  paused: boolean;
  failing: boolean;
  cleaning: boolean;
  number: number;
  startedAt: number;
  starter: Actor;
  input: Value;
  assign: { readonly [step: string]: string };
  parent: { readonly run: string; readonly task: number; readonly depth: number } | null;
  forkedFrom: { readonly run: string; readonly number: number } | null;
  cost: number;
  spentTokens: number;
  output: Value;
  /** A budget ends it, or ended it, with a part of its result; or it did so to a child. */
  partial: PartialResult | undefined;
  nextToken: number;
  nextTask: number;
  nextScope: number;
  nextHold: number;
  nextTimer: number;
  nextSignal: number;
  nextKept: number;
}

export function branchKey(scope: number, index: number): number {
  return scope * BRANCH_KEYS + index;
}

export function recordKey(scope: number, index: number, step: string): string {
  return scope === 0 ? step : `${step} ${branchKey(scope, index)}`;
}

export function awaitedKey(path: string, hash: string): string {
  return `${hash} ${path}`;
}

/** The step is done, and the engine is still to write what it gave. */
export function isWriting({ files, hold }: Token): boolean {
  return hold === undefined && files !== undefined && files.some(({ refused }) => refused === undefined);
}

/** The files that steps wait for, in the order of their tokens. */
export function writingOf(state: RunState): { readonly step: string; readonly path: string }[] {
  if (state.awaited.size === 0) return [];
  return [...state.tokens.values()].filter(isWriting).flatMap(({ step, files = [] }) => {
    return files.flatMap(({ path, refused }) => (refused === undefined ? [{ step, path }] : []));
  });
}

/** A bound of the whole run: raised at one step, it is raised for all. */
export function isOfRun(code: string): boolean {
  return code === 'run-cost-spent' || code === 'run-tokens-spent';
}

/** Which limit a person raised, and where: a foreach has one of visits and one of items. */
export function raisedKey(code: string, step: string): string {
  return `${code} ${step}`;
}

/** A token in a fired scope no longer matters to the run: it can neither hold, fail nor delay it (join-4). */
export function isDetached(state: RunState, scope: number): boolean {
  for (let id = scope; id !== 0; ) {
    const at = state.scopes.get(id);
    if (at === undefined || at.fired) return true;
    id = at.parent;
  }
  return false;
}

export type RunStatus = 'running' | 'on_hold' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** run-1: on hold means that there is a hold and nothing else can move. */
export function statusOf(state: RunState): RunStatus {
  if (state.status !== 'running' && state.status !== 'new') return state.status;
  if (state.paused) return 'paused';
  if (state.holds.size === 0) return 'running';
  for (const token of state.tokens.values()) {
    if (token.hold === undefined && !isDetached(state, token.scope) && !isStanding(state, token)) return 'running';
  }
  for (const task of state.tasks.values()) if (task.kind === 'review') return 'running';
  for (const hold of state.holds.values()) {
    const scope = hold.token === undefined ? hold.scope : state.tokens.get(hold.token)?.scope;
    if (scope !== undefined && (hold.token === undefined || !isDetached(state, scope))) return 'on_hold';
  }
  return 'running';
}

/** While the failure path runs, everything else stands still; in a run that has ended, everything does. */
export function isStanding(state: RunState, of: Pick<Token, 'failure'>): boolean {
  if (state.status !== 'running' && !state.cleaning) return true;
  return state.failing && of.failure !== true;
}
