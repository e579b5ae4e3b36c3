// What an operation is given besides its input: who asks, over which channel, the store and the engine.

import type { Actor, Channel } from '../engine/events.ts';
import type { StatedIdentity } from '../engine/people.ts';
import type { AgentHost, ProviderChoice } from '../ports/agent-host.ts';
import type { Notices } from '../ports/notices.ts';
import type { Sources } from '../ports/sources.ts';
import type { Store } from '../ports/store.ts';
import type { Trust } from '../ports/trust.ts';
import type { KnownSystems } from '../runtime/known-systems.ts';
import type { Engine } from '../runtime/open-engine.ts';

/** From least to most: a role may do all that those before it may. */
export const ROLES = ['viewer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface OperationContext {
  readonly actor: Actor;
  readonly channel: Channel;
  /** Where nobody proves who they are: by what and whom the name was stated. */
  readonly stated?: StatedIdentity;
  readonly role: Role;
  /** The caller's own name for this request: asking again with it changes nothing more. */
  readonly key?: string;
  /** Paths in the input are the caller's own files. false wherever the caller is elsewhere. */
  readonly readsFiles: boolean;
  /** Opened when first asked for: some operations need none, and `doctor` tells when there is none to be had. */
  store(): Promise<Store>;
  /** Where the store would be made that is not there yet; null: it is there, or cannot be looked for. */
  missingStore?(): string | null;
  engine(): Promise<Engine>;
  /** Assembles prompts of agents; it asks one only where `agents.test` wants that. */
  agents(): Promise<AgentHost>;
  providerChoice(): Promise<ProviderChoice>;
  /** Where research finds texts; left out where nobody may be asked. */
  sources?(): Promise<Sources>;
  /** What this user lets the project and the store start and call on this machine. */
  trust(): Promise<Trust>;
  /** The systems that are known here, or in the project of that folder. */
  systems(folder?: string): Promise<KnownSystems>;
  /** Subscriptions and deliveries; it delivers nothing itself. */
  notices(): Promise<Notices>;
  /** Another store, which the caller closes. */
  openStore(place: string): Promise<Store>;
  /** The statements that `store migrate` would run at this place; of the store in use when null. */
  printSql(place: string | null): Promise<string>;
  now(): number;
  /** Called now and then by what takes long, for people who wait. */
  progress?(done: string): void;
  /** Ends waiting early. */
  readonly signal?: AbortSignal;
}
