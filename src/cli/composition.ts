// What the program is given by src/compose.ts, which alone knows the adapters: ways to open a store.

import type { CodeRegistry } from '../ports/action.ts';
import type { AgentHost, ProviderChoice } from '../ports/agent-host.ts';
import type { Notices } from '../ports/notices.ts';
import type { Sources } from '../ports/sources.ts';
import type { Store } from '../ports/store.ts';
import type { SystemEntry } from '../ports/system.ts';
import type { KnownSystems } from '../runtime/known-systems.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { InstallPlaces } from './mcp-install.ts';
import type { ProjectTrust } from './trust/project-trust.ts';
import type { TrustFiles } from './trust/trust-file.ts';

export interface McpPlace {
  readonly place: string;
  /** The person whose answers clients relay. */
  readonly person: Identity;
  /** Folders of projects, whose files may be read and written. */
  readonly projects: readonly string[];
  /** Folders of documents that runs may read besides. */
  readonly folders: readonly string[];
}

/** What answers at /mcp, and everything behind it. */
export interface OpenedMcp {
  /** The store as it may be shown: without a password. */
  readonly place: string;
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly place: string;
  readonly mcp: OpenedMcp['handle'];
}

/** A server that listens, or why it does not. */
export type ListenResult =
  | { readonly ok: true; readonly server: { readonly url: string; close(): Promise<void> } }
  | { readonly ok: false; readonly rejection: { readonly code: string; readonly message: string } };

export interface CodeOptions {
  /** Signatures are proved by the store at this place; the one in use when left out. */
  readonly place?: string;
  /** The model of a client does the work. */
  readonly hasClient?: boolean;
  /** Folders of documents that runs may read besides those of their projects. */
  readonly folders?: readonly string[];
}

export interface Composition {
  /** The store in use: the one given with --store, else as the environment and the folder say. */
  storePlace(given: string | undefined, folder?: string): string;
  /** `onlyReads`: nothing will be written, so that a store that may only be read will do. */
  openStore(place: string, onlyReads?: boolean): Promise<Store>;
  /** In memory, in the name of a place where none is yet: for what must not make one. */
  emptyStore(place: string): Promise<Store>;
  /** Who acts: `as` is what --as says. Asked only where a name is needed: git may have to be. Throws BadUse for what is
   *  no name. `folder`: the project, this one when left out. */
  whoActs(as: string | undefined, folder?: string): Identity;
  /** Does the tasks of agents in this process; keys come from the environment, settings from the project that `folder`
   *  (this one when left out) is in. */
  openAgents(store: Store, folder?: string): Promise<AgentHost>;
  /** What this user lets the project that `folder` (this one when left out) is in, and this store, start and call. */
  trust(place: string, folder?: string): Promise<ProjectTrust>;
  trustFiles(): Promise<TrustFiles>;
  /** Tells webhooks and mail receivers, with secrets of the environment. `process`: this one's key in the store. */
  openNotices(store: Store, process?: () => number): Promise<Notices>;
  /** What lists and help say of the systems: nothing of theirs is loaded. */
  systemEntries(folder?: string): Promise<readonly SystemEntry[]>;
  /** Those of them that ship. */
  readonly shipped: readonly SystemEntry[];
  /** The systems that ship and those of the project; of the folder's own when left out. */
  systems(folder?: string): Promise<KnownSystems>;
  /** The code of all systems; their files are in these folders. */
  systemCode(workspaces: readonly string[], around?: CodeOptions): Promise<CodeRegistry>;
  /** Where texts are found and kept, for the project that `folder` (this one when left out) is in. */
  sources(folder?: string): Promise<Sources>;
  /** What agents use that name no provider. */
  providerChoice(folder?: string): Promise<ProviderChoice>;
  /** An engine of the store with the MCP server in front of it, for requests over HTTP. */
  openMcp(options: McpPlace): Promise<OpenedMcp>;
  /** The same on stdin and stdout. */
  serveStdio(options: McpPlace): Promise<{ readonly closed: Promise<void>; stop(): Promise<void> }>;
  listen(options: ListenOptions): Promise<ListenResult>;
  /** The absolute path of this program, and where clients keep their settings. */
  readonly installPlaces: InstallPlaces;
  /** The statements that would bring the store at this place up to date. */
  printSql(place: string): Promise<string>;
}
