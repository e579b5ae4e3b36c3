// A process that works in a store: an engine that turns the crank, with agents, code and notices. `work`, `serve` and
// `mcp` each open one.

import { ensureAgents } from '../operations/ensure-agents.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { Store, TaskFilter } from '../ports/store.ts';
import { addDiagram } from '../runtime/add-diagram.ts';
import { type Engine, openEngine } from '../runtime/open-engine.ts';
import type { Composition } from './composition.ts';
import { LOCAL_PERSON } from './local-person.ts';

export interface WorkerOptions {
  readonly role: 'work' | 'server' | 'mcp';
  readonly code: CodeRegistry;
  readonly workspaces?: readonly string[];
  readonly capacity?: number;
  readonly serves?: TaskFilter;
}

export interface Worker {
  readonly engine: Engine;
  /** Lets what is under way finish. The store stays open: whoever opened it closes it. */
  close(): Promise<void>;
}

export async function openWorker(store: Store, composition: Composition, options: WorkerOptions): Promise<Worker> {
  const agents = await composition.openAgents(store, options.workspaces?.[0]);
  const engine = await openEngine({
    ...{ store, agents, turnsCrank: true, ...options },
    addSource: async (to, source) => {
      const by = { actor: LOCAL_PERSON, channel: 'cli' } as const;
      const added = await addDiagram(to, 'subflow.mmd', source, by);
      if (typeof added === 'string') return added;
      const note = (id: string) => ({ ...by, at: Date.now(), text: JSON.stringify([['AgentCreated', { id }]]) });
      await ensureAgents(to, added.workflow, note);
      return added;
    },
  });
  const notices = await composition.openNotices(store, () => engine.process);
  notices.start();
  return {
    engine,
    async close() {
      await notices.stop();
      await engine.close();
      await agents.close();
    },
  };
}
