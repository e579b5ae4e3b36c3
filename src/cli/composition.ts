// What the program is given by src/main.ts, which alone knows the adapters: ways to open a store.

import type { AgentHost, ProviderChoice } from '../ports/agent-host.ts';
import type { Notices } from '../ports/notices.ts';
import type { Store } from '../ports/store.ts';

export interface Composition {
  /** The store in use: the one given with --store, else as the environment and the folder say. */
  storePlace(given: string | undefined): string;
  openStore(place: string): Promise<Store>;
  /** Does the tasks of agents in this process; keys come from the environment. */
  openAgents(store: Store): Promise<AgentHost>;
  /** Tells webhooks and mail receivers, with secrets of the environment. `process`: this one's key in the store. */
  openNotices(store: Store, process?: () => number): Promise<Notices>;
  /** What agents use that name no provider. */
  providerChoice(): Promise<ProviderChoice>;
  /** The statements that would bring the store at this place up to date. */
  printSql(place: string): Promise<string>;
}
