// How an engine is opened, and what it is asked and answers: types.

import type { Rejection } from '../engine/context.ts';
import type { AnyEvent, PartialResult } from '../engine/events.ts';
import type { RunStatus } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store, StoredWorkflow, TaskFilter } from '../ports/store.ts';
import type { Clock } from './clock.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Limits } from './limits.ts';
import type { LiveRun } from './live-run.ts';
import type { Sender } from './pending-write.ts';

export interface EngineOptions {
  readonly store: Store;
  /** What this process is: `run`, `work`, `server`, `mcp`, `embedded`, `cli`. */
  readonly role: string;
  readonly code?: CodeRegistry;
  /** Does the tasks of agents. Without it they wait for other processes, or for people. */
  readonly agents?: AgentHost;
  /** Claims and performs tasks, fires timers, does what commits ask for, takes over from the dead. Others only send. */
  readonly turnsCrank?: boolean;
  /** Tasks performed at once. */
  readonly capacity?: number;
  /** Only these tasks, oldest first. */
  readonly serves?: TaskFilter;
  readonly clock?: Clock;
  /** The machine, by a name no other bears; found out when not given. Processes of one machine see at once that another
   *  has died; where their numbers mean nothing to each other, as across containers, it must differ. */
  readonly host?: string;
  /** The folders that files of steps are written in, and never outside of; a relative path means the first. The
   *  process's own folder when not given. */
  readonly workspaces?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** A process whose beat stood still for so long (10 s) is taken for dead; all processes of a store should agree. */
  readonly leaseMs?: number;
  /** How often this process beats and looks for dead ones (2 s): several times within `leaseMs`. */
  readonly sweepMs?: number;
  /** At least so many events between two snapshots of a run. */
  readonly snapshotEvents?: number;
  /** Compiles and stores a diagram that a run made itself; a text says what is wrong with it. */
  addSource?(store: Store, source: string): Promise<StoredWorkflow | string>;
  /** After each durable commit of this process. */
  onCommit?(run: LiveRun, events: readonly AnyEvent[]): void;
  /** At each point where a process may die with something half done, for tests that kill it there. */
  onPoint?(point: CrashPoint): void;
}

/** An idempotency key, and the answer to keep for it. */
export interface Request {
  readonly operation: string;
  readonly key: string;
  readonly requestHash: string;
  readonly answer: Json;
}

export interface StartOptions {
  readonly by: Sender;
  readonly run?: string;
  readonly assign?: { readonly [step: string]: string };
  readonly title?: string;
  readonly request?: Request;
}

export type Started =
  | { readonly ok: true; readonly run: string; readonly known?: Json }
  | { readonly ok: false; readonly rejection: Rejection };

export interface RunResult {
  readonly status: RunStatus;
  /** The run's output; what its failure said when it failed. */
  readonly output: Json;
  /** A budget ended it: `output` is the part of its result that there was. */
  readonly partial?: PartialResult;
}
