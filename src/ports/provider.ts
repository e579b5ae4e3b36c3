// What answers a prompt: a model, a program, a writer without a model, a recording. Types only, with their promises.

import type { Json, JsonObject } from '../json.ts';
import type { ConversationMessage } from './action.ts';

/** `client`: the model of an MCP client, which asks for its work itself; no process of ours calls it. */
export type ProviderKind = 'model' | 'command' | 'offline' | 'recorded' | 'client';

export interface Provider {
  readonly kind: ProviderKind;
  /** What limits, outages and money go by: `anthropic`, `openai`, a base URL's host, a program's name, `offline`. */
  readonly name: string;
  /** One request, one reply. It never repeats one that may have been worked on, and rejects with nothing but CallFault
   *  (src/errors.ts). When the signal is aborted it stops what it began: the request, or a program's whole tree. */
  call(request: CallRequest): Promise<CallReply>;
  /** Whether its replies can be held to a JSON Schema: its prompts then ask for that JSON. Absent: no. */
  readonly takesSchema?: boolean;
  /** Whether it would answer from a recording: such a call asks nobody and costs nothing. Absent: never. */
  replays?(request: CallRequest): Promise<boolean>;
}

export interface CallRequest {
  /** null: the provider's own choice. */
  readonly model: string | null;
  /** What the agent is and how it must answer: the layers base and agent. */
  readonly system: string;
  /** From the first to the last; it begins and ends with one of the person's side. */
  readonly messages: readonly CallMessage[];
  /** JSON Schema of the whole reply, for a provider that can be held to one; others ignore it. */
  readonly schema: JsonObject | null;
  readonly tools: readonly ToolSpec[];
  readonly parameters: CallParameters;
  /** No more tokens of output than are reserved; wins over the parameters, and is not part of what is asked: it
   *  depends on what is left of a budget. */
  readonly outputMax?: number;
  /** Of this call and no other, however often it is sent; for providers that know such keys. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** What writers without a model work from: a prompt is for readers. */
  readonly facts: CallFacts;
}

export type CallMessage =
  | { readonly from: 'caller'; readonly text: string }
  | { readonly from: 'agent'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | {
      readonly from: 'tool';
      readonly call: string;
      readonly name: string;
      readonly result: string;
      readonly isError?: boolean;
    };

export interface CallParameters {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** A call that takes longer has timed out. */
  readonly timeoutMs: number;
  /** As has one whose model said nothing for this long; left out: silence is not noticed. */
  readonly silenceMs?: number;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface CallFacts {
  readonly workflow: string;
  readonly step: string;
  readonly title: string;
  /** The step's prompt, filled. */
  readonly prompt: string;
  readonly input: Json;
  readonly item: Json | null;
  readonly data: JsonObject;
  readonly runInput: Json;
  /** Schema of the step's output. */
  readonly schema: JsonObject | null;
  /** It is a turn in a conversation with a person. */
  readonly talks?: boolean;
  /** In a conversation: what both sides said in this visit, as people saw it. */
  readonly messages?: readonly ConversationMessage[];
}

export interface CallReply {
  readonly text: string;
  /** The reply as an object, from a provider that was held to `schema`. */
  readonly structured?: Json;
  readonly toolCalls: readonly ToolCall[];
  /** null: the provider does not say. */
  readonly usage: Usage | null;
  /** What it cost, where the provider says so itself. */
  readonly cost?: number;
  /** Which model answered, as the provider says. */
  readonly model: string | null;
  /** `length`: cut off at the output's bound. */
  readonly finish: 'stop' | 'length' | 'tools' | 'other';
}

/** Tokens. `cached` are among `in`. */
export interface Usage {
  readonly in: number;
  readonly out: number;
  readonly cached: number;
}

/** A program that does a step without a model: deterministic, and labelled as what it is. */
export interface OfflineWriter {
  /** Of the workflow it writes for; null: of any that has such a step. */
  readonly workflow: string | null;
  readonly step: string;
  /** In a conversation: what the person can do instead of talking. */
  readonly says?: string;
  /** It holds conversations: what it writes is its whole turn as text, with the blocks a turn has. */
  readonly talks?: boolean;
  /** The step's output. What it throws fails the attempt, with its message. */
  write(facts: CallFacts): Json | Promise<Json>;
}
