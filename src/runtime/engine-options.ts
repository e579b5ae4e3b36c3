// Types: the options of an engine, and the requests and results of its methods.

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
  /** Why this process has no code of a workflow, for callers that ask for one of its tasks; null: nothing is known. */
  whyLacking?(workflow: string): Rejection | null;
  /** How long `accept` and `prepare` code may take where a caller waits for it (default 30 s). */
  readonly codeLimitMs?: number;
  /** Performs agent tasks. Without it, agent tasks wait for other processes or for people. */
  readonly agents?: AgentHost;
  /** Claims and performs tasks, fires timers, starts subflows, delivers results, takes over from crashed processes.
   *  Without it the engine only sends commands. */
  readonly processesWork?: boolean;
  /** How many tasks this process performs concurrently. */
  readonly capacity?: number;
  /** Perform only the tasks that match this filter, oldest first. */
  readonly serves?: TaskFilter;
  readonly clock?: Clock;
  /** A name unique to this machine; detected by default. Processes with the same host check each other's process ids,
   *  and so notice a crash at once. Give each container its own: process ids mean nothing across containers. */
  readonly host?: string;
  /** Steps write files only inside these folders; relative paths are resolved against the first. Default: the current
   *  folder of the process. */
  readonly workspaces?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** A process without a heartbeat for this long (default 10 s) counts as crashed. All processes of a store should use
   *  the same value. */
  readonly leaseMs?: number;
  /** How often this process sends a heartbeat and looks for crashed processes (default 2 s). Keep it well below
   *  `leaseMs`. */
  readonly sweepMs?: number;
  /** The minimum number of events between two snapshots of a run. */
  readonly snapshotEvents?: number;
  /** Compiles and stores a diagram that a run of the workflow `from` produced; returns a message when the diagram has
   *  problems. */
  addSource?(store: Store, source: string, from: string): Promise<StoredWorkflow | string>;
  /** Stores the system of that name, which a run is to start; null: there is none. Asked where the store has none. */
  addSystem?(store: Store, name: string): Promise<StoredWorkflow | null>;
  /** Called after each durable commit of this process. */
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

export type StartResult =
  | { readonly ok: true; readonly run: string; readonly known?: Json }
  | { readonly ok: false; readonly rejection: Rejection };

/** Steps of a workflow, and what they are in another version of it. */
export type StepMap = { readonly [step: string]: string };

export interface RunResult {
  readonly status: RunStatus;
  /** The run's output, or the failure message if the run failed. */
  readonly output: Json;
  /** Set when a budget ended the run: `output` is then the partial result. */
  readonly partial?: PartialResult;
}
