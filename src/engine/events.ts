// What can happen to a run. Events are facts: a released shape is never changed, only followed by a new `v`.

import type { Execution } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import type { AttachedText } from './attachments.ts';
import type { CallEventData } from './call-events.ts';
import type { ChildEventData } from './child-events.ts';
import type { FileIntent, FileOrder, GivenFile } from './file-order.ts';
import type { StatedIdentity } from './people.ts';
import type { Value } from './value.ts';

export type Actor = string;
export type Channel = 'engine' | 'worker' | 'cli' | 'studio' | 'http' | 'mcp' | 'timer' | 'run' | 'rehearsal';

/** Of what is a person's word. */
type WithIdentity = { readonly stated?: StatedIdentity };

export interface EngineEvent<T extends EventType = EventType> {
  readonly type: T;
  readonly v: number;
  /** Counts from 1 within the run, without gaps. */
  readonly number: number;
  /** Milliseconds since 1970, for people; never used to decide. */
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
  readonly data: EventData[T];
}

export type AnyEvent = { [T in EventType]: EngineEvent<T> }[EventType];
export type EventType = keyof EventData;

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable?: boolean;
}

/** What a failed step gives to its `error` edge, and a failed run to its caller. */
export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly step: string;
  readonly attempts: number;
  /** Of a join whose boundary was missed: how the last branch failed. */
  readonly cause?: BranchFailure;
}

// A type, since it becomes JSON as it is.
export type BranchFailure = {
  readonly code: string;
  readonly message: string;
  readonly step: string;
  readonly attempts: number;
};

/** Why a run completed with a part of its result: `budget` is the bound that was spent (`run-cost-spent`). */
export interface PartialResult {
  readonly reason: string;
  readonly budget: string;
  /** The child run whose budget it was: the run itself goes on. */
  readonly child?: string;
}

export interface RecordedRead {
  readonly path: string;
  readonly value?: Json;
}

export type LeaseKind = 'hosted' | 'outside' | 'person';
export type TimerKind = 'retry' | 'timeout' | 'claim' | 'due' | 'remind' | 'escalate';
export type HoldMove = 'retry' | 'choose' | 'skip' | 'raise' | 'end' | 'retry-failed' | 'skip-failed' | 'force';

export interface Binding {
  readonly opener: string;
  readonly variable: string;
  readonly item: Value;
  readonly index: number;
  readonly total: number;
}

export interface EventData extends CallEventData, ChildEventData {
  RunStarted: {
    readonly run: string;
    readonly workflow: string;
    readonly version: string;
    readonly input: Value;
    readonly starter: Actor;
    readonly values: { readonly [name: string]: Value };
    readonly assign?: { readonly [step: string]: string };
    readonly parent?: { readonly run: string; readonly task: number; readonly depth: number };
    readonly token: number;
    readonly step: string;
  };
  /** A fork without a join: the token goes on as the first, the others are new. */
  TokenSplit: {
    readonly token: number;
    readonly step: string;
    readonly into: readonly { token: number; step: string }[];
  };
  TokenEnded: { readonly token: number; readonly step: string; readonly dropped?: boolean };
  TokenQueued: { readonly token: number; readonly step: string; readonly scope: number };
  /** The token left the body of `scope`, its variables still bound. */
  ScopeLeft: { readonly token: number; readonly scope: number; readonly index: number; readonly binding?: Binding };
  /** The token became a scope; `task` is its container. */
  ScopeOpened: {
    readonly scope: number;
    readonly token: number;
    readonly step: string;
    readonly join: string | null;
    readonly total: number;
    readonly items?: Value;
    readonly variable?: string;
    readonly concurrency?: number;
    readonly task?: number;
    /** The container of the foreach around it. */
    readonly parent?: number;
  };
  BranchStarted: { readonly scope: number; readonly index: number; readonly token: number; readonly step: string };
  TokenArrived: { readonly token: number; readonly scope: number; readonly index: number };
  TokenFailed: {
    readonly token: number;
    readonly scope: number;
    readonly index: number;
    readonly step: string;
    readonly error: FailureReport;
  };
  BranchSettled: {
    readonly scope: number;
    readonly index: number;
    readonly as: 'arrived' | 'failed' | 'left';
    readonly late?: boolean;
  };
  BranchRetried: { readonly scope: number; readonly index: number; readonly token: number; readonly step: string };
  FailuresSkipped: { readonly scope: number };
  JoinFired: {
    readonly scope: number;
    readonly step: string;
    readonly token: number;
    readonly output: Value;
    readonly why: 'settled' | 'early' | 'timeout' | 'forced';
    readonly started: number;
  };
  ScopeClosed: { readonly scope: number };

  BranchTaken: {
    readonly token: number;
    readonly step: string;
    readonly to: string;
    readonly expression: string | null;
    readonly reads: readonly RecordedRead[];
    readonly warnings?: readonly string[];
    readonly output?: Value;
  };
  StateEntered: {
    readonly token: number;
    readonly from: string | null;
    readonly to: string;
    readonly trigger: string;
    readonly expression?: string | null;
    readonly reads?: readonly RecordedRead[];
    readonly output?: Value;
  };
  StateStayed: {
    readonly token: number;
    readonly state: string;
    readonly trigger: string;
    readonly reads?: readonly RecordedRead[];
  };
  /** Values that do not satisfy `@workflow.data` and were left out; the old ones stay. */
  DataRefused: { readonly names: readonly string[]; readonly problems: readonly string[]; readonly step: string };
  DataSet: { readonly values: { readonly [name: string]: Value }; readonly step: string };

  TaskOpened: {
    readonly task: number;
    readonly token: number;
    readonly step: string;
    readonly visit: number;
    readonly execution: Execution;
    readonly kind?: 'work' | 'review';
    readonly attempts: number;
    readonly parent?: number;
    readonly assignee?: string;
    readonly reads?: { readonly [path: string]: Value };
    readonly shown?: string;
    readonly fallback?: boolean;
    readonly action?: string;
    /** v 2, of a conversation: how many turns the agent has, as a path gave it. */
    readonly turnsMax?: number;
  };
  TaskClaimed: {
    readonly task: number;
    readonly lease: number;
    readonly worker: string;
    readonly kind: LeaseKind;
    readonly prepared?: Value;
  };
  TaskCompleted: {
    readonly task: number;
    readonly output: Value;
    readonly verdict?: string;
    readonly shown?: string;
    readonly warning?: string;
    readonly files?: readonly (FileIntent | GivenFile)[];
    /** Of a person's answer. */
    readonly stated?: StatedIdentity;
    /** Of a subflow: a budget ended the child, and `output` is what there was. */
    readonly partial?: PartialResult;
  };
  /** A step that ended without a report: skipped, or its fallback's output taken as its own. */
  StepFinished: {
    readonly token: number;
    readonly step: string;
    readonly output: Value;
    readonly status: 'completed' | 'skipped';
    readonly warning?: string;
  };
  /** A step without a task failed: a foreach over something that is not a list, a wait that timed out. */
  StepFailed: { readonly token: number; readonly step: string; readonly code: string; readonly message: string };
  AttemptFailed: { readonly task: number; readonly attempt: number; readonly failure: Failure };
  TaskFailed: { readonly task: number; readonly error: FailureReport };
  /** `stops`: a budget that ends the run was spent here; the run completes once nothing else is at work in it. */
  TaskHeld: {
    readonly task: number;
    readonly code: string;
    readonly message: string;
    readonly draft?: Value;
    readonly stops?: string;
  };
  TaskReleased: { readonly task: number };
  LeaseLost: { readonly task: number; readonly lease: number; readonly attempt: boolean };
  ReportRefused: {
    readonly task: number;
    readonly lease: number | null;
    readonly command: string;
    readonly code: string;
    readonly output?: Value;
    readonly verdict?: string;
  };
  TaskReassigned: { readonly task: number; readonly assignee: string; readonly reason: string } & WithIdentity;
  TaskInputEdited: { readonly task: number; readonly input: Value; readonly reason: string };
  TaskSkipped: {
    readonly task: number;
    readonly output: Value;
    readonly reason: string;
    readonly stated?: StatedIdentity;
  };
  TaskRetried: { readonly task: number; readonly reason: string; readonly keepsCalls?: boolean };
  TaskCancelled: { readonly task: number; readonly reason: string };
  TaskShown: { readonly task: number; readonly shown: string };
  TaskCommented: { readonly task: number; readonly text: Value };
  MessageAdded: {
    readonly task: number;
    readonly from: 'person' | 'agent';
    readonly text: Value;
    readonly offer?: Value;
    readonly ends?: boolean;
    /** v 2, of a person: texts given with the message. */
    readonly attachments?: readonly AttachedText[];
  };
  VoteCast: WithIdentity & {
    readonly task: number;
    readonly verdict: string;
    readonly comment?: string;
    readonly shown?: string;
  };
  VerdictBound: WithIdentity & {
    readonly step: string;
    readonly verdict: string;
    readonly shown: string;
    readonly task: number;
    /** Whom the gate was for: a re-review is theirs too. */
    readonly assignee?: string;
  };
  VerdictOutdated: { readonly step: string; readonly shown: string };
  VerdictKept: { readonly step: string; readonly shown: string; readonly by: string };
  DocumentChanged: { readonly document: string; readonly hash: string; readonly by?: string };

  WaitOpened: {
    readonly token: number;
    readonly step: string;
    readonly visit: number;
    readonly signal: string;
    readonly key?: string;
  };
  SignalReceived: {
    readonly signal: number;
    readonly id: string;
    readonly name: string;
    readonly key?: string;
    readonly value: Value;
  };
  SignalTaken: { readonly signal: number; readonly token: number; readonly step: string; readonly output?: Value };
  SignalKept: { readonly signal: number; readonly deferred?: boolean };
  SignalRefused: { readonly signal: number; readonly state: string };
  EventRaised: { readonly name: string; readonly value: Value };
  SignalSent: {
    readonly run: string;
    readonly id: string;
    readonly name: string;
    readonly key?: string;
    readonly value: Value;
  };
  /** The receiver refused what this run sent, or there is none; the receiver's history has nothing of it. */
  SignalUndelivered: {
    readonly run: string;
    readonly id: string;
    readonly name: string;
    readonly code: string;
    readonly message: string;
  };

  TimerSet: {
    readonly timer: number;
    readonly kind: TimerKind;
    readonly due: number;
    readonly task?: number;
    readonly token?: number;
    readonly scope?: number;
  };
  TimerFired: { readonly timer: number };
  /** `assignee`: who was reminded; it may be another's by the time somebody reads it. */
  TaskReminded: { readonly task: number; readonly kind: 'due' | 'remind'; readonly assignee?: string };
  TaskEscalated: { readonly task: number; readonly to: string };

  CostAdded: { readonly cost: number; readonly tokens: number; readonly by: string };

  HoldOpened: {
    readonly hold: number;
    readonly token?: number;
    readonly scope?: number;
    readonly step: string;
    readonly code: string;
    readonly message: string;
    readonly reads: readonly RecordedRead[];
    readonly moves: readonly HoldMove[];
    /** Held on its way into the step, whose work has not begun. */
    readonly enters?: boolean;
    /** The same for all that is held for one reason outside the run, such as a key or the budget of a day. */
    readonly cause?: string;
  };
  HoldResolved: {
    readonly hold: number;
    readonly move: HoldMove;
    readonly reason: string;
    readonly to?: string;
    readonly output?: Value;
    readonly limit?: number;
    readonly stated?: StatedIdentity;
  };

  RunPaused: { readonly reason: string };
  CommandKept: { readonly command: Json; readonly actor: Actor; readonly channel: Channel } & WithIdentity;
  RunResumed: { readonly reason: string };
  WorkStopped: { readonly reason: string };
  FailureRaised: { readonly token: number; readonly step: string; readonly output: Value };
  /** A drawn edge led into the `onFailure` step: where this token ends, the run has failed. */
  FailureReached: { readonly token: number };
  RunFailed: { readonly error: Value };
  RunRetried: { readonly reason: string };
  RunCancelled: { readonly reason: string };
  CleanupStarted: { readonly token: number; readonly step: string; readonly output: Value };
  CleanupEnded: { readonly failed?: boolean };
  /** `partial`: a budget ended it before its time, and `output` is what there was. */
  RunCompleted: { readonly output: Value; readonly partial?: PartialResult };
  RunMigrated: {
    readonly from: string;
    readonly to: string;
    readonly mapping: { readonly [step: string]: string };
    readonly reason: string;
  };
  /** The first event of a run made from another one's past: it carries that state whole. */
  RunForked: { readonly run: string; readonly source: string; readonly number: number; readonly state: Json };

  /** The step's work is done, and its token stays there until these files are written. `keepsPlace`: it counts as work
   *  in flight until then. Histories from before this event have none: their tokens went on at once. */
  FilesAwaited: {
    readonly token: number;
    readonly step: string;
    readonly files: readonly FileOrder[];
    readonly keepsPlace?: true;
  };
  FileWritten: { readonly path: string; readonly hash: string };
  /** Nothing was written: the file held something else than expected, or could not be written. */
  FileRefused: {
    readonly path: string;
    readonly hash: string;
    readonly expected: string | null;
    readonly found: string | null;
    readonly message: string;
    /** No token waits for it, so nobody is asked what to do: the run goes on without the file. */
    readonly unasked?: true;
  };
}
