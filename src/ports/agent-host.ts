// What does the tasks of agents: the runtime gives it a task's facts and functions, it asks the agent and says what
// came of it. Types only; its promises stand here.

import type { Workflow } from '../diagram/workflow.ts';
import type { ReplyReading } from '../engine/call-events.ts';
import type { Limit } from '../engine/waits-for.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ConversationMessage } from './action.ts';
import type { CallReply, Usage } from './provider.ts';

export interface AgentHost {
  /** The agents it can do the work of now, as queues: `agent:ID`; '' for tasks that name none. Those whose provider is
   *  down are left out, and come back by themselves. */
  queues(): readonly string[];
  /** How many more tasks of this queue it would begin while so many are under way here. */
  freePlaces(queue: string, underWay: number): number;
  /** Its places are shared with other processes: they are taken, not counted. */
  isShared(queue: string): boolean;
  /** Takes so many places beside those in use, or fewer, where processes share them. */
  take(queue: string, underWay: number, places: number): Promise<number>;
  /** So many are in use now. `isAlone`: no other process is about. */
  tell(queue: string, underWay: number, isAlone: boolean): Promise<void>;
  /** Whether the tasks of this queue are its to do: the agent is there and active, is not left to a client, and may
   *  start and call what it names. */
  serves(queue: string): boolean;
  /** Whether it does this step, now or once its provider is well: writers without a model know some only, and a client
   *  asks for its work itself. What it does not is left to others. */
  knows(queue: string, workflow: string, step: string): boolean;
  /** What keeps the tasks of this queue back for now; null: nothing does. */
  limitOf(queue: string): Limit | null;
  /** All of those, each once. */
  limits(): readonly Limit[];
  /** Whether the cause that a task of this queue was held for is gone. `try`: nobody knows before one was asked. */
  isGone(cause: string, queue: string): 'yes' | 'no' | 'try';
  /** Reads the agents again from the store; cheap when nothing changed. */
  refresh(isAsked?: boolean): Promise<void>;
  /** Does the task. It never rejects because of an agent: what went wrong is in the report. */
  perform(work: AgentWork): Promise<AgentReport>;
  /** The prompt as it would be sent, for people to read. */
  prompt(facts: AgentFacts): Promise<ShownPrompt>;
  /** What a run may cost before it is started, from the workflow and what its steps cost in so many runs before. */
  estimate(workflow: Workflow, past: readonly PastSpending[], runs: number): Promise<CostEstimate>;
  /** Those of these agents ('' stands for the one that does tasks naming none) whose model has no price: a budget of
   *  cost lets none of their calls through. */
  unpriced(agents: readonly string[]): Promise<readonly UnpricedModel[]>;
  /** Those of the agents and providers that are not well, for people. */
  outages(): readonly Outage[];
  /** Whether those who answer for its agents can be asked, by the agent's id ('' for tasks that name none). Those that
   *  may not be used here are left out. */
  look(): Promise<readonly (ProviderLook & { readonly agent: string })[]>;
  close(): Promise<void>;
}

export interface ProviderLook {
  readonly isWell: boolean;
  readonly message: string;
}

/** Everything the prompt is made of. */
export interface AgentFacts {
  readonly workflow: string;
  readonly step: string;
  readonly stepName: string;
  readonly title: string;
  /** The agent's id; null: any agent. */
  readonly agent: string | null;
  /** The step's prompt, filled. */
  readonly prompt: string | null;
  /** What a person or caller wrote for this task. */
  readonly taskPrompt: string | null;
  readonly tags: readonly string[];
  readonly input: Json;
  readonly item: Json | null;
  /** Both without what the step's prompt and the task's own words say already; null: nothing is left. */
  readonly besides: { readonly input: Json; readonly item: Json };
  /** The lists of the foreach around it, the innermost first, and the item's place in each: the prompt shows none. */
  readonly lists: readonly { readonly items: readonly Json[]; readonly index: number }[];
  readonly data: JsonObject;
  readonly runInput: Json;
  readonly schema: JsonObject | null;
  readonly context: 'none' | 'output' | 'summary' | 'all';
  /** Steps that finished before, in order; empty unless the policy asks for them. */
  readonly past: readonly { readonly id: string; readonly label: string; readonly output: Json }[];
  readonly contextTokens: number;
  readonly tools: readonly string[];
  /** `"cheaper": true` in the step's config: the cheaper model is asked, where one is set. */
  readonly isCheaper?: boolean;
  /** `"silenceMs"` in the step's config: a model that gives no token for this long has timed out. */
  readonly silenceMs?: number | null;
  /** `"countsOverload": true` in the step's config: a provider that says that it is overloaded or broken (500 to 599)
   *  uses up an attempt, always; other tasks do not wait for it. */
  readonly countsOverload?: boolean;
  readonly acceptPartial: boolean;
  readonly reviewBelow: number | null;
  /** Of a conversation: what was said so far, from the first to the last. */
  readonly messages: readonly ConversationMessage[] | null;
  /** Of a conversation: the agent must give its result now. */
  readonly mustEnd: boolean;
}

export interface AgentWork extends AgentFacts {
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** Aborted when the process is ending too: a call that was not sent waits for no limit and no budget any more, and
   *  its task is released. */
  readonly leaving: AbortSignal;
  /** Calls that were answered before, since the last failed attempt: what they said is not paid for again. */
  readonly answered: readonly AnsweredCall[];
  /** Reserves what the call may cost. `wait`: a budget may allow it when calls under way have ended. null: a budget
   *  says no, and has said what happens instead. */
  begin(call: BegunCall): Promise<{ readonly call: number; readonly output: number | null } | 'wait' | null>;
  /** Resolves when something happened in the run since the last `begin`, whichever process did it, or the process is
   *  ending. */
  changed(): Promise<void>;
  /** Journals the reply before anyone reads it. Resolves once it is durable. */
  end(call: number, ended: EndedCall): Promise<void>;
  /** How the reply of a call was read. */
  reading(call: number, reading: ReplyReading): void;
  tool(call: number, used: UsedTool): Promise<void>;
  /** What the step's own code has against an output of the agent, or a result it would offer. */
  accept(output: Json): Promise<Objections>;
  /** The same of a message in a conversation; asked after `accept` took what the message offers. */
  acceptTurn(message: { readonly text: string; readonly offer?: Json }): Promise<Objections>;
}

/** `isFault`: the code itself broke; asking the agent again would not help. */
export interface Objections {
  readonly reasons: readonly string[];
  readonly isFault: boolean;
}

export interface AnsweredCall {
  readonly call: number;
  /** As it was begun with. */
  readonly prompt: Json;
  readonly reply: CallReply;
  /** The most tokens of output it was asked for; null: no bound was sent, or none is known. */
  readonly output: number | null;
  readonly tools: readonly { readonly id: string; readonly result: string; readonly isError: boolean }[];
}

export interface BegunCall {
  readonly agent: string;
  readonly provider: string;
  readonly model: string | null;
  readonly purpose: 'turn' | 'repair';
  /** The layers and messages, as JSON: equal prompts are the same call. */
  readonly prompt: Json;
  readonly cost: number | null;
  readonly tokens: number;
  /** The part of both that the reply may be, and the fewest tokens of it that make sense. */
  readonly output: { readonly tokens: number; readonly cost: number | null; readonly least: number };
  /** The reply before it was cut at so many tokens. */
  readonly cutAt?: number;
}

export interface EndedCall {
  readonly latencyMs: number;
  readonly cost: number | null;
  readonly reply?: CallReply;
  readonly usage?: Usage;
  readonly fault?: { readonly code: string; readonly message: string };
}

export interface UsedTool {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly result: string;
  readonly isError: boolean;
  readonly ms: number;
}

export type AgentReport =
  | {
      readonly kind: 'complete';
      readonly output: Json;
      readonly warning: string | null;
    }
  | {
      readonly kind: 'hold';
      readonly code: string;
      readonly message: string;
      readonly draft: Json;
      /** The same for all that is held for one reason, such as a key or the budget of a day. */
      readonly cause?: string;
    }
  | { readonly kind: 'fail'; readonly code: string; readonly message: string; readonly retryable: boolean }
  /** Of a conversation: the agent's turn. `offer` is a result it proposes. */
  | { readonly kind: 'say'; readonly text: string; readonly offer?: Json }
  /** Nothing was sent: the task waits for its provider, and no attempt is used up. */
  | { readonly kind: 'release'; readonly reason: string }
  /** A budget has decided, or the task was taken away. */
  | { readonly kind: 'nothing' };

export interface ShownPrompt {
  readonly agent: string;
  readonly provider: string;
  readonly model: string | null;
  readonly layers: readonly { readonly name: string; readonly text: string }[];
  readonly leftOut: readonly string[];
  readonly tokens: number;
}

/** What is used where an agent names no provider, and why not something else. */
export interface ProviderChoice {
  readonly provider: string;
  readonly model: string | null;
  readonly why: string;
  readonly others: readonly { readonly what: string; readonly why: string }[];
}

/** What a step's calls came to in past runs: costs and tokens are of one call; null: unknown. */
export interface PastSpending {
  readonly step: string;
  readonly calls: number;
  readonly costMin: number | null;
  readonly costMean: number | null;
  readonly costMax: number | null;
  readonly tokensMin: number;
  readonly tokensMean: number;
  readonly tokensMax: number;
  /** Items, loops and repeated attempts included; null: not known. */
  readonly callsPerRun: { readonly min: number; readonly mean: number; readonly max: number } | null;
}

/** null: nobody can say. */
export interface CostRange {
  readonly min: number | null;
  readonly likely: number | null;
  readonly max: number | null;
}

export interface CostEstimate extends CostRange {
  readonly currency: string;
  readonly tokens: CostRange;
  /** Ids of steps whose cost nobody knows: they are not in it. */
  readonly unknown: readonly string[];
  /** Ids of steps that none of the past runs took: they are in `max` only. */
  readonly neverTaken: readonly string[];
}

export interface UnpricedModel {
  readonly agent: string;
  readonly provider: string;
  readonly model: string | null;
}

export interface Outage {
  readonly provider: string;
  readonly since: number;
  readonly until: number | null;
  readonly reason: string;
}
