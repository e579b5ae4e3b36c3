// What one command of the program works with: a context for operations, opened as far as it is needed, then closed.

import type { OperationContext } from '../operations/operation-context.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { Composition } from './composition.ts';

export interface SessionOptions {
  readonly store?: string | undefined;
  readonly actor: string;
  readonly key?: string | undefined;
}

export interface Session {
  readonly context: OperationContext;
  close(): Promise<void>;
}

export function openSession(composition: Composition, options: SessionOptions): Session {
  const place = composition.storePlace(options.store);
  let store: Promise<Store> | null = null;
  let engine: Promise<Engine> | null = null;
  let agents: Promise<AgentHost> | null = null;
  const openedStore = (): Promise<Store> => {
    store ??= composition.openStore(place);
    return store;
  };
  const openedEngine = async (): Promise<Engine> => {
    const { openEngine } = await import('../runtime/open-engine.ts');
    const code = await composition.systemCode([process.cwd()]);
    return openEngine({ store: await openedStore(), role: 'cli', code });
  };
  return {
    context: {
      actor: options.actor,
      channel: 'cli',
      // Whoever may read and write the store's file may do everything.
      role: 'admin',
      ...(options.key !== undefined && { key: options.key }),
      readsFiles: true,
      store: openedStore,
      engine: () => {
        engine ??= openedEngine();
        return engine;
      },
      agents: () => {
        agents ??= openedStore().then((opened) => composition.openAgents(opened));
        return agents;
      },
      providerChoice: () => composition.providerChoice(),
      notices: async () => composition.openNotices(await openedStore()),
      openStore: (other) => composition.openStore(other),
      printSql: (other) => composition.printSql(other ?? place),
      now: () => Date.now(),
    },
    async close() {
      // What could not be opened has told its fault already.
      await agents?.then((one) => one.close()).catch(() => {});
      await engine?.then((one) => one.close()).catch(() => {});
      await store?.then((one) => one.close()).catch(() => {});
    },
  };
}
