// Whether what a project, its store or an import names may be started or called on this machine. Types only.

import type { Json } from '../json.ts';
import type { Agent } from './agent.ts';
import type { Subscription } from './notices.ts';

/** A program that would be started, or an address that would be called. */
export interface Reach {
  /** Who would: `agent:x`, `the MCP server "tracker"`. */
  readonly of: string;
  readonly does: 'start' | 'call' | 'use' | 'tell';
  /** The program with its arguments, the address, the tools or the receivers, as people read them. */
  readonly what: string;
  /** Everything that decides what happens: a different value is a different reach. */
  readonly settings: Json;
}

export interface Refusal {
  readonly code: 'folder-not-trusted' | 'agent-not-allowed';
  /** Names what would happen, and the command that allows it. */
  readonly message: string;
}

export type AgentReach = Pick<Agent, 'id' | 'provider' | 'tools' | 'isAllowed'>;

/** What this user has allowed, read each time: another process may have changed it. */
export interface Trust {
  /** Why no task of this agent is done here; null: nothing is in the way. The id is empty for tasks that name none. */
  agent(agent: AgentReach): Refusal | null;
  /** The same of the project's configuration as a whole. */
  configuration(): Refusal | null;
  receiver(subscription: Subscription): Refusal | null;
  /** This user named these themselves, just now. */
  allow(reaches: readonly Reach[]): void;
}
