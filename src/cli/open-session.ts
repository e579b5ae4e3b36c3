// What one command of the program works with: a context for operations, opened as far as it is needed, then closed.

import { existsSync } from 'node:fs';
import { StoreFault } from '../errors.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Composition } from './composition.ts';
import { stderr } from './terminal.ts';
import { markedSequence } from './terminal-text.ts';

export interface SessionOptions {
  readonly store?: string | undefined;
  /** Whose store it is, where none is named, and whose settings count; that of the folder one is in when left out. */
  readonly project?: string | undefined;
  /** What --as says. */
  readonly as?: string | undefined;
  readonly key?: string | undefined;
  /** What it is opened for changes nothing in the store. */
  readonly onlyReads?: boolean;
  /** Nor does it make one where none is. */
  readonly makesNoStore?: boolean;
}

export interface Session {
  readonly context: OperationContext;
  identity(): Identity;
  close(): Promise<void>;
}

export function openSession(composition: Composition, options: SessionOptions): Session {
  const place = composition.storePlace(options.store, options.project);
  let identity: Identity | null = null;
  const whoActs = (): Identity => {
    identity ??= composition.whoActs(options.as);
    return identity;
  };
  let store: Promise<Store> | null = null;
  let engine: Promise<Engine> | null = null;
  let agents: Promise<AgentHost> | null = null;
  const openedStore = (): Promise<Store> => {
    store ??= openedAt(composition, place, options);
    return store;
  };
  const openedEngine = async (): Promise<Engine> => {
    const { openEngine } = await import('../runtime/open-engine.ts');
    const code = await composition.systemCode([process.cwd()], { place });
    const known = await composition.systems();
    const whyLacking = (workflow: string) => known.whyLacking(workflow);
    return openEngine({ store: await openedStore(), role: 'cli', code, whyLacking });
  };
  return {
    identity: whoActs,
    context: {
      // Reading needs no name, and asks nobody for one.
      get actor() {
        return whoActs().actor;
      },
      get stated() {
        const { source, osUser } = whoActs();
        return { source, osUser };
      },
      channel: 'cli',
      // Anyone who may read and write the store's file may do everything.
      role: 'admin',
      ...(options.key !== undefined && { key: options.key }),
      readsFiles: true,
      store: openedStore,
      missingStore: () => (isMissing(place) ? place : null),
      engine: () => {
        engine ??= openedEngine();
        return engine;
      },
      agents: () => {
        agents ??= openedStore().then((opened) => composition.openAgents(opened, options.project));
        return agents;
      },
      providerChoice: () => composition.providerChoice(options.project),
      sources: () => composition.sources(options.project),
      systems: (folder = options.project) => composition.systems(folder),
      trust: () => composition.trust(place, options.project),
      notices: async () => composition.openNotices(await openedStore()),
      openStore: (other) => composition.openStore(other),
      printSql: (other) => composition.printSql(other ?? place),
      now: () => Date.now(),
      ...(stderr.isTTY && { progress: showProgress }),
    },
    async close() {
      // What could not be opened has reported its fault already.
      await agents?.then((one) => one.close()).catch(() => {});
      await engine?.then((one) => one.close()).catch(() => {});
      await store?.then((one) => one.close()).catch(() => {});
    },
  };
}

/** One line that is written over; the answer follows on another. */
function showProgress(done: string): void {
  stderr.write(markedSequence('[G') + done + markedSequence('[K') + markedSequence('[G'));
}

const isMissing = (place: string): boolean => !/^\w+:/.test(place) && !existsSync(place);

/** A store that is named and not there is a slip: reading it would show an empty one. */
async function openedAt(composition: Composition, place: string, options: SessionOptions): Promise<Store> {
  if (options.onlyReads === true && options.store !== undefined && isMissing(place)) {
    const found = `There is no store at ${place}.`;
    throw new StoreFault('store-unusable', `${found} Name another place with --store. Nothing was changed.`);
  }
  if (options.makesNoStore === true && isMissing(place)) return composition.emptyStore(place);
  return composition.openStore(place, options.onlyReads);
}
