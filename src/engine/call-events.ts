// What can happen in the calls of agents, which are journalled in the run: part of all events.

import type { Value } from './value.ts';

/** How a reply was read: what it said of itself, or what was wrong with it. */
export interface ReplyReading {
  readonly status?: string;
  readonly nextAction?: string;
  readonly summary?: string;
  readonly confidence?: number;
  readonly suggestedTags?: readonly string[];
  readonly suggestedNextStage?: string;
  /** What was forgiven or left out. */
  readonly warnings?: readonly string[];
  /** Why it could not be used. */
  readonly problems?: readonly string[];
}

export interface CallEventData {
  /** An agent is about to be asked; so much is reserved for it. `prompt` holds its layers. */
  CallBegun: {
    readonly task: number;
    readonly step: string;
    readonly call: number;
    readonly attempt: number;
    readonly purpose: 'turn' | 'repair';
    readonly agent: string;
    readonly provider: string;
    readonly model: string | null;
    readonly prompt: Value;
    readonly cost: number | null;
    readonly tokens: number;
    /** Whose call it is: it is under way while this lease is. */
    readonly lease?: number;
    /** Under a budget: the most tokens of output that are reserved, and asked for. */
    readonly output?: number;
  };
  /** Its reply as it came, before anyone read it; or why there is none. `cost` null: unknown. */
  CallEnded: {
    readonly task: number;
    readonly call: number;
    readonly latencyMs: number;
    readonly cost: number | null;
    readonly reply?: Value;
    readonly usage?: { readonly in: number; readonly out: number; readonly cached: number };
    readonly model?: string;
    readonly fault?: { readonly code: string; readonly message: string };
  };
  /** `tags`: those it suggested that its task has from now on (`applyTags`). */
  ReplyRead: {
    readonly task: number;
    readonly call: number;
    readonly reading: ReplyReading;
    readonly tags?: readonly string[];
  };
  ToolUsed: {
    readonly task: number;
    readonly call: number;
    readonly id: string;
    readonly name: string;
    readonly input: Value;
    readonly result: Value;
    readonly ms: number;
    readonly isError?: boolean;
  };
}
