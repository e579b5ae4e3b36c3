// Agents: users that are not people. What is stored of one, and what an automated step is given to do. Types only.

import type { Json, JsonObject } from '../json.ts';
import type { CallParameters, ProviderKind } from './provider.ts';

/** As stored and exported: an agent is a user (docs/sources/prompt-architecture.md#users). Its id is a slug; diagrams
 *  call it `agent:ID`. */
export interface Agent {
  readonly id: string;
  readonly isAgent: true;
  readonly displayName: string;
  readonly agentPrompt: string;
  readonly isActive: boolean;
  /** false: it came with an import, names a program, an address or tools of servers, and nobody here allowed it yet. */
  readonly isAllowed: boolean;
  readonly role: 'viewer';
  /** null: what is found on the machine (`signoff doctor` tells). */
  readonly provider: AgentProvider | null;
  /** null: the provider's own choice. */
  readonly model: string | null;
  /** Names of tools it may use; `server/*` for all of an MCP server's. */
  readonly tools: readonly string[];
  readonly limits: AgentLimits;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AgentProvider {
  readonly kind: ProviderKind;
  /** `anthropic`, `openai`, or the base URL of anything that speaks OpenAI's protocol. */
  readonly name?: string;
  /** Of `command`: the program and its arguments. No shell sees them. */
  readonly command?: readonly string[];
}

export interface AgentLimits {
  readonly concurrency?: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** In the currency of the price table, for one day of UTC. */
  readonly costPerDay?: number;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly timeoutMs?: number;
  readonly silenceMs?: number;
}

/** The five layers of a prompt, each kept apart and shown. */
export interface PromptLayers {
  readonly base: string;
  readonly agent: string | null;
  readonly step: string | null;
  readonly task: string | null;
  readonly context: string;
  /** What did not fit into the step's budget of tokens, named in the context too. */
  readonly leftOut: readonly string[];
}

/** What a step's output must be, and how strictly a reply is read. */
export interface ReplyRules {
  readonly schema: JsonObject | null;
  readonly acceptPartial: boolean;
  /** A confidence below it sends the output to a person; null: never. */
  readonly reviewBelow: number | null;
}

/** A reply as it was meant (docs/sources/prompt-architecture.md#envelope). */
export interface Envelope {
  readonly status: 'SUCCESS' | 'PARTIAL' | 'BLOCKED' | 'FAILED';
  readonly summary: string;
  readonly output: Json;
  readonly nextAction: 'COMPLETE' | 'CONTINUE' | 'ESCALATE' | 'HOLD';
  readonly nextActionReason: string | null;
  readonly metadata: {
    readonly confidence: number | null;
    readonly suggestedTags: readonly string[];
    readonly suggestedNextStage: string | null;
  };
}

export type { CallParameters };
