// What hosted work needs from the engine around it: types.

import type { Command } from '../engine/commands.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import type { AtPoint } from './crash-points.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import type { PayloadCache } from './payload-cache.ts';
import type { ServedRuns } from './served-runs.ts';

export interface HostedWorkOptions {
  readonly store: Store;
  readonly code: CodeRegistry;
  readonly agents: AgentHost | null;
  readonly payloads: PayloadCache;
  readonly capacity: number;
  readonly served: ServedRuns;
  process(): number;
  /** No other process works on the store, as far as this one has heard. */
  isAlone(): boolean;
  monotonic(): number;
  /** The run as it stands after its last commit, from the cache or the store. */
  runOf(id: string): Promise<LiveRun | null>;
  /** The number of the run's last event. */
  head(run: string): Promise<number>;
  /** Resolves when the run may have gone beyond this event, whichever process moved it, or the signal is aborted. */
  changed(run: string, since: number, signal: AbortSignal): Promise<void>;
  /** Sends a command whose values are plain JSON. */
  send(run: string, command: Command): Promise<Outcome>;
  readonly atPoint: AtPoint | undefined;
}
