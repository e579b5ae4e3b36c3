// A process that works in a store: an engine that processes work, with agents, code and notices. `work`, `serve` and
// `mcp` each open one.

import type { Limit } from '../engine/waits-for.ts';
import { sourceAdder } from '../operations/add-source.ts';
import { systemAdder } from '../operations/add-system.ts';
import { RejectionError } from '../operations/define-operation.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { Store, TaskFilter } from '../ports/store.ts';
import type { EngineOptions } from '../runtime/engine-options.ts';
import { keepAwake } from '../runtime/keep-awake.ts';
import { type Engine, openEngine } from '../runtime/open-engine.ts';
import type { Composition } from './composition.ts';
import { oneLine } from './shown-text.ts';
import { asStarted } from './started-as.ts';
import { stderr } from './terminal.ts';
import { tellRefused } from './trust/check-trusted.ts';

/** Nobody asked for it but the run. */
const BY_RUN = { actor: 'system', channel: 'run' } as const;

export interface WorkerOptions {
  readonly role: 'work' | 'server' | 'mcp';
  readonly code: CodeRegistry;
  readonly whyLacking?: NonNullable<EngineOptions['whyLacking']>;
  readonly workspaces?: readonly string[];
  readonly capacity?: number;
  readonly serves?: TaskFilter;
}

export interface Worker {
  readonly engine: Engine;
  /** What keeps the tasks of its agents back now. */
  limits(): readonly Limit[];
  /** Lets what is under way finish. The store stays open: the caller that opened it closes it. */
  close(): Promise<void>;
}

export async function openWorker(store: Store, composition: Composition, options: WorkerOptions): Promise<Worker> {
  const trust = await composition.trust(store.place, options.workspaces?.[0]);
  const refusal = trust.configuration();
  // A server also does what needs none of it; a process that only works would do half of what it says.
  if (refusal !== null && options.role === 'work') throw new RejectionError(refusal);
  if (refusal !== null) stderr.write(`${refusal.code}: ${oneLine(asStarted(refusal.message))}\n`);
  await tellRefused(trust, store);
  const agents = await composition.openAgents(store, options.workspaces?.[0]);
  const engine = await openEngine({
    ...{ store, agents, processesWork: true, ...options },
    addSystem: systemAdder(() => composition.systemEntries(options.workspaces?.[0]), BY_RUN),
    addSource: sourceAdder(() => composition.systemEntries(options.workspaces?.[0]), BY_RUN),
  });
  const notices = await composition.openNotices(store, () => engine.process);
  notices.start();
  return {
    engine,
    limits: () => agents.limits(),
    async close() {
      await notices.stop();
      try {
        await keepAwake(engine.close());
      } finally {
        await agents.close();
      }
    },
  };
}
