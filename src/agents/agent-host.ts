// Does the tasks of agents: knows the agents of the store and their providers, keeps to limits, leaves alone the down.

import type { Workflow } from '../diagram/workflow.ts';
import { CallFault } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Agent, AgentProvider } from '../ports/agent.ts';
import type {
  AgentFacts,
  AgentHost,
  AgentReport,
  AgentWork,
  CostEstimate,
  Outage,
  PastSpending,
  ShownPrompt,
} from '../ports/agent-host.ts';
import type { CallReply, CallRequest, Provider } from '../ports/provider.ts';
import type { Store } from '../ports/store.ts';
import { type Admission, admit } from './admit-call.ts';
import { Breaker } from './breaker.ts';
import { CONVERSATION_PROMPT } from './conversation-prompt.ts';
import { countTokens } from './count-tokens.ts';
import { estimateRun } from './estimate-run.ts';
import { holdConversation } from './hold-conversation.ts';
import { partsOf, performTask } from './perform-task.ts';
import { PRICE_TABLE } from './price-table.ts';
import { type PriceTable, priceOf } from './prices.ts';
import { assembleLayers, promptText } from './prompt-layers.ts';
import { makeProvider, modelOptions, type ProviderTools, providerName } from './providers/make-provider.ts';
import { hasWriter } from './providers/offline-provider.ts';
import type { RateLimits } from './rate-window.ts';
import { nobody, readAgent } from './read-agent.ts';
import { SharedGate } from './shared-gate.ts';
import { SharedPlaces } from './shared-places.ts';
import type { Tool } from './tools/tool.ts';

export interface AgentHostOptions extends ProviderTools {
  readonly store: Pick<Store, 'records' | 'spent' | 'changeShared'>;
  /** For agents that name none. */
  readonly provider: AgentProvider;
  readonly prices?: PriceTable;
  /** By the provider's name. */
  readonly providerLimits?: { readonly [provider: string]: RateLimits & { readonly concurrency?: number } };
  /** What all agents together may cost in a day of UTC; null: no bound. */
  readonly costPerDay: number | null;
  /** Those that an agent may use. */
  tools(allow: readonly string[], signal: AbortSignal): Promise<readonly Tool[]>;
  validate(schema: JsonObject, value: Json): readonly string[];
  /** A name no other process bears. */
  readonly self: string;
  now(): number;
  monotonic(): number;
  random(): number;
  /** Ends what the tools keep open. */
  close(): Promise<void>;
}

/** Where nothing is known: how many items a foreach has, and how often a task's agent is asked at most. */
const ASSUMED = { items: {}, itemsLikely: 5, callsPerAttemptMax: 6 };
const AGENT = 'agent';
const QUEUE = 'agent:';
const CONCURRENCY = 8;
const FRESH_MS = 1000;

interface Resolved {
  readonly provider: Provider;
  readonly model: string | null;
}

export class HostedAgents implements AgentHost {
  readonly #options: AgentHostOptions;
  readonly #prices: PriceTable;
  #agents: ReadonlyMap<string, Agent> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #providers = new Map<string, Promise<Resolved>>();
  /** By the provider's name. */
  readonly #breakers = new Map<string, Breaker>();
  readonly #gates = new Map<string, SharedGate>();
  /** Until when nothing of a queue is begun, because its minute is full. */
  readonly #waits = new Map<string, number>();
  readonly #atWork = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly #places: SharedPlaces;

  constructor(options: AgentHostOptions) {
    this.#options = options;
    this.#prices = options.prices ?? PRICE_TABLE;
    const { store, self } = options;
    this.#places = new SharedPlaces({ store, self, now: () => options.now() });
  }

  async refresh(): Promise<void> {
    await this.#places.beat();
    const now = this.#options.monotonic();
    if (now - this.#readAt < FRESH_MS) return;
    this.#readAt = now;
    const records = await this.#options.store.records(AGENT);
    this.#agents = new Map(records.map(({ name, content }) => [name, readAgent(name, content)]));
  }

  queues(): readonly string[] {
    const all = [...this.#agents.values()].filter(({ isActive }) => isActive).map(({ id }) => QUEUE + id);
    return ['', ...all].filter((queue) => !this.#isClients(queue) && !this.#isDown(queue));
  }

  room(queue: string, underWay: number): number {
    const agent = this.#agentOf(queue);
    const own = (agent.limits.concurrency ?? CONCURRENCY) - underWay;
    const provider = this.#nameOf(agent);
    const most = this.#options.providerLimits?.[provider]?.concurrency ?? Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(own, most - this.#atWorkBy(provider)));
  }

  isShared(queue: string): boolean {
    return this.#agentOf(queue).limits.concurrency !== undefined;
  }

  async take(queue: string, underWay: number, places: number): Promise<number> {
    const limit = this.#agentOf(queue).limits.concurrency;
    return limit === undefined ? places : this.#places.take(queue, limit, underWay, places);
  }

  async tell(queue: string, underWay: number, isAlone: boolean): Promise<void> {
    if (this.isShared(queue)) await this.#places.tell(queue, underWay, isAlone);
  }

  knows(queue: string, workflow: string, step: string): boolean {
    const { kind } = this.#wanted(this.#agentOf(queue));
    return kind !== 'offline' || hasWriter(this.#options.writers, workflow, step);
  }

  async perform(work: AgentWork): Promise<AgentReport> {
    const queue = work.agent === null ? '' : QUEUE + work.agent;
    this.#atWork.set(queue, (this.#atWork.get(queue) ?? 0) + 1);
    try {
      return await this.#perform(work, this.#agentOf(queue));
    } catch (thrown) {
      if (!(thrown instanceof CallFault)) throw thrown;
      return { do: 'hold', code: thrown.code, message: thrown.message, draft: null };
    } finally {
      this.#atWork.set(queue, (this.#atWork.get(queue) ?? 1) - 1);
      await this.#tellOutages();
    }
  }

  /** Other processes, and people, see which provider is down. */
  async #tellOutages(): Promise<void> {
    const now = new Map(this.outages().map((outage) => [outage.provider, outage]));
    for (const provider of new Set([...now.keys(), ...this.#told])) {
      const outage = now.get(provider);
      if (outage !== undefined && this.#told.has(provider)) continue;
      if (outage === undefined) this.#told.delete(provider);
      else this.#told.add(provider);
      const next = outage === undefined ? null : { ...outage };
      await this.#options.store.changeShared(`outage/${provider}`, () => ({ next, answer: null })).catch(() => {});
    }
  }

  async #perform(work: AgentWork, agent: Agent): Promise<AgentReport> {
    const { monotonic, validate } = this.#options;
    const { provider, model } = await this.#resolve(agent);
    const tools = await this.#options.tools(toolsFor(agent, work), work.signal);
    const perform = work.messages === null ? performTask : holdConversation;
    return perform({
      ...{ work, agent, provider, model, validate, tools },
      price: priceOf(this.#prices, provider.name, model),
      breaker: this.#breakerOf(provider.name),
      admit: (tokens, cost, signal) => admit(this.#admission(agent, provider.name), tokens, cost, signal),
      monotonic: () => monotonic(),
      left: [...work.answered],
    });
  }

  async prompt(facts: AgentFacts): Promise<ShownPrompt> {
    await this.refresh();
    const agent = this.#agentOf(facts.agent === null ? '' : QUEUE + facts.agent);
    const assembled = assembleLayers(partsOf(facts, agent.agentPrompt));
    const layers = facts.messages === null ? assembled : { ...assembled, base: CONVERSATION_PROMPT };
    const { kind, name } = this.#wanted(agent);
    const { base, agent: own, step, task, context, leftOut } = layers;
    const all = Object.entries({ base, agent: own, step, task, context });
    return {
      agent: agent.id,
      provider: name ?? kind,
      model: agent.model,
      layers: all.flatMap(([layer, text]) => (text === null ? [] : [{ name: layer, text }])),
      leftOut,
      tokens: countTokens(promptText(layers)),
    };
  }

  async estimate(workflow: Workflow, past: readonly PastSpending[]): Promise<CostEstimate> {
    return { ...estimateRun(workflow, past, ASSUMED), currency: this.#prices.currency };
  }

  outages(): readonly Outage[] {
    const { now, monotonic } = this.#options;
    const wall = now() - monotonic();
    return [...this.#breakers].flatMap(([provider, breaker]) => {
      const { state, since, until, reason } = breaker.state(monotonic());
      if (state === 'closed') return [];
      const end = until === null || !Number.isFinite(until) ? null : until + wall;
      return [{ provider, since: since + wall, until: end, reason: reason ?? 'unknown' }];
    });
  }

  close(): Promise<void> {
    return this.#options.close();
  }

  #agentOf(queue: string): Agent {
    const id = queue.slice(QUEUE.length);
    return this.#agents.get(id) ?? { ...nobody(), id };
  }

  #wanted(agent: Agent): AgentProvider {
    return agent.provider ?? this.#options.provider;
  }

  #resolve(agent: Agent): Promise<Resolved> {
    const wanted = this.#wanted(agent);
    const key = JSON.stringify([wanted, agent.model]);
    let found = this.#providers.get(key);
    if (found === undefined) {
      found = this.#make(wanted, agent.model);
      this.#providers.set(key, found);
      // A key may be set while we run; a provider that could not be made is tried again.
      found.catch(() => this.#providers.delete(key));
    }
    return found;
  }

  async #make(wanted: AgentProvider, given: string | null): Promise<Resolved> {
    const made = await makeProvider(wanted, this.#options);
    const gate = this.#gateOf(made.name);
    const call = (request: CallRequest): Promise<CallReply> =>
      gate === null ? made.call(request) : gate.pass(request.signal, () => made.call(request));
    const provider = { ...made, call };
    const isModel = wanted.kind === 'model' || (wanted.kind === 'recorded' && wanted.name !== undefined);
    const model = given ?? (isModel ? modelOptions(wanted.name, this.#options).defaultModel : null);
    return { provider, model };
  }

  /** However many agents and processes share a provider, no more calls are under way than it is to have. */
  #gateOf(name: string): SharedGate | null {
    const limit = this.#options.providerLimits?.[name]?.concurrency;
    if (limit === undefined) return null;
    let gate = this.#gates.get(name);
    if (gate === undefined) {
      gate = new SharedGate(this.#places, `provider/${name}`, limit);
      this.#gates.set(name, gate);
    }
    return gate;
  }

  #breakerOf(name: string): Breaker {
    let breaker = this.#breakers.get(name);
    if (breaker === undefined) {
      breaker = new Breaker(() => this.#options.random());
      this.#breakers.set(name, breaker);
    }
    return breaker;
  }

  #nameOf(agent: Agent): string {
    return providerName(this.#wanted(agent));
  }

  #atWorkBy(provider: string): number {
    let count = 0;
    for (const [queue, busy] of this.#atWork) if (this.#nameOf(this.#agentOf(queue)) === provider) count += busy;
    return count;
  }

  /** Left to an MCP client, which asks for its work itself. */
  #isClients(queue: string): boolean {
    return this.#wanted(this.#agentOf(queue)).kind === 'client';
  }

  #isDown(queue: string): boolean {
    const now = this.#options.monotonic();
    if (now < (this.#waits.get(queue) ?? 0)) return true;
    return this.#breakers.get(this.#nameOf(this.#agentOf(queue)))?.isFree(now) === false;
  }

  #admission(agent: Agent, provider: string): Admission {
    const { store, now, providerLimits } = this.#options;
    const limits = [
      { name: `rate/agent/${agent.id}`, limits: agent.limits },
      { name: `rate/provider/${provider}`, limits: providerLimits?.[provider] ?? {} },
    ];
    const budgets = [
      { agent: agent.id, costPerDay: agent.limits.costPerDay ?? null },
      { agent: null, costPerDay: this.#options.costPerDay },
    ];
    const queue = agent.id === '' ? '' : QUEUE + agent.id;
    const wait = (waitMs: number): void => void this.#waits.set(queue, this.#options.monotonic() + waitMs);
    return { store, now: () => now(), budgets, limits, wait };
  }
}

const OWN_TOOLS: ReadonlySet<string> = new Set(['list_files', 'read_file', 'search_files']);

/** A step may name tools of its own; those of outside servers only as far as the agent may use them. */
function toolsFor({ tools }: Agent, work: AgentFacts): readonly string[] {
  if (work.tools.length === 0) return tools;
  const isAllowed = (name: string): boolean =>
    OWN_TOOLS.has(name) || tools.includes(name) || tools.includes(`${name.split('/')[0]}/*`);
  return work.tools.filter(isAllowed);
}
