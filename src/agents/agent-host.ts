// Does the tasks of agents: enforces limits and skips providers that are down.

import type { Step, Workflow } from '../diagram/workflow.ts';
import type { Limit } from '../engine/waits-for.ts';
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
  ProviderLook,
  ShownPrompt,
  UnpricedModel,
} from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import type { Trust } from '../ports/trust.ts';
import { type Admission, admit } from './admit-call.ts';
import { assumedSpending } from './assume-spending.ts';
import { countTokens } from './count-tokens.ts';
import { type DayBudgets, reserveDay } from './day-budget.ts';
import { estimateRun, isPaid } from './estimate-run.ts';
import { holdConversation } from './hold-conversation.ts';
import { causeOf, type HoldContext, HoldReasons } from './hold-reasons.ts';
import { lookAtProvider } from './look-at-providers.ts';
import { OutageBoard } from './outage-board.ts';
import { formFor, partsOf, performTask } from './perform-task.ts';
import { PRICE_TABLE } from './price-table.ts';
import { type Price, type PriceTable, priceOf } from './prices.ts';
import { assembleLayers, promptText } from './prompt-layers.ts';
import { keyed, ProviderPool } from './provider-pool.ts';
import { defaultModel, type ProviderTools, providerName } from './providers/make-provider.ts';
import { hasWriter } from './providers/offline-provider.ts';
import type { RateLimits } from './rate-window.ts';
import { readAgent, unnamedAgent } from './read-agent.ts';
import { SharedPlaces } from './shared-places.ts';
import type { Tool } from './tools/tool.ts';

export interface AgentHostOptions extends ProviderTools {
  readonly store: Pick<Store, 'records' | 'spent' | 'changeShared' | 'shared'>;
  /** For agents that name none. */
  readonly provider: AgentProvider;
  readonly prices?: PriceTable;
  /** By the provider's name. */
  readonly providerLimits?: { readonly [provider: string]: RateLimits & { readonly concurrency?: number } };
  /** For steps that ask for a cheaper one, of agents that name neither provider nor model; null: the same model. */
  readonly cheaperModel?: string | null;
  /** What all agents together may cost in a day of UTC; null: no bound. */
  readonly costPerDay: number | null;
  /** Nothing is started or called that it refuses. */
  readonly trust: Pick<Trust, 'agent'>;
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
const DAY_FULL = "what is left of the day's cost is kept for calls under way";

export class HostedAgents implements AgentHost {
  readonly #options: AgentHostOptions;
  readonly #prices: PriceTable;
  #agents: ReadonlyMap<string, Agent> = new Map();
  /** Ids of those that may start or call nothing: their tasks wait. */
  #refused: ReadonlySet<string> = new Set();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #providers: ProviderPool;
  /** Until when nothing of a queue is begun, because its minute is full. */
  readonly #waits = new Map<string, number>();
  /** Calls that wait for room in the day: until when at the latest, by queue. */
  readonly #dayWaits = new Map<string, Map<DayBudgets, number>>();
  readonly #atWork = new Map<string, number>();
  readonly #board: OutageBoard;
  readonly #reasons = new HoldReasons();
  readonly #places: SharedPlaces;

  constructor(options: AgentHostOptions) {
    this.#options = options;
    this.#prices = options.prices ?? PRICE_TABLE;
    const { store, self } = options;
    this.#places = new SharedPlaces({ store, self, now: () => options.now() });
    this.#providers = new ProviderPool(options, this.#places, this.#reasons);
    this.#board = new OutageBoard(store, () => options.now());
  }

  async refresh(isAsked = false): Promise<void> {
    await this.#places.beat();
    const now = this.#options.monotonic();
    if (!isAsked && now - this.#readAt < FRESH_MS) return;
    this.#readAt = now;
    const records = await this.#options.store.records(AGENT);
    const before = JSON.stringify([...this.#agents]);
    this.#agents = new Map(records.map(({ name, content }) => [name, readAgent(name, content)]));
    const all = [unnamedAgent(), ...this.#agents.values()];
    this.#refused = new Set(all.filter((agent) => this.#options.trust.agent(agent) !== null).map(({ id }) => id));
    if (JSON.stringify([...this.#agents]) !== before) this.#reasons.forgetTried();
  }

  queues(): readonly string[] {
    return this.#ownQueues().filter((queue) => !this.#isDown(queue));
  }

  freePlaces(queue: string, underWay: number): number {
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

  serves(queue: string): boolean {
    const isOurs = queue === '' || this.#agents.get(queue.slice(QUEUE.length))?.isActive === true;
    return isOurs && !this.#isClients(queue) && !this.#refused.has(queue.slice(QUEUE.length));
  }

  knows(queue: string, workflow: string, step: string): boolean {
    const { kind } = this.#wanted(this.#agentOf(queue));
    if (!this.serves(queue)) return false;
    return kind !== 'offline' || hasWriter(this.#options.writers, workflow, step);
  }

  limitOf(queue: string): Limit | null {
    const { now, monotonic } = this.#options;
    const wall = now() - monotonic();
    const fullUntil = this.#waits.get(queue) ?? 0;
    const provider = this.#nameOf(this.#agentOf(queue));
    const { state, until, reason } = this.#providers.breakerOf(provider).state(monotonic());
    const down = state === 'closed' ? null : until;
    if (monotonic() < Math.max(fullUntil, 0) && (down === null || fullUntil >= down)) {
      return { what: 'rate limited', until: fullUntil + wall };
    }
    if (state === 'closed') return this.#dayLimit(queue);
    const what = reason === 'rate-limited' ? `rate limited by ${provider}` : `${provider} is down (${reason})`;
    return { what, until: down === null ? null : down + wall };
  }

  #dayLimit(queue: string): Limit | null {
    const ends = [...(this.#dayWaits.get(queue)?.values() ?? [])];
    return ends.length === 0 ? null : { what: DAY_FULL, until: Math.min(...ends) };
  }

  limits(): readonly Limit[] {
    const found = this.#ownQueues().flatMap((queue) => this.limitOf(queue) ?? []);
    return [...new Map(found.map((limit) => [JSON.stringify(limit), limit])).values()];
  }

  isGone(cause: string, queue: string): 'yes' | 'no' | 'try' {
    return this.#reasons.isGone(cause, this.#heldUnder(this.#agentOf(queue)));
  }

  #heldUnder(agent: Agent): HoldContext {
    const { costPerDay, now } = this.#options;
    return { agent, provider: keyed(this.#nameOf(agent), agent.model), costPerDay, now: now() };
  }

  async perform(work: AgentWork): Promise<AgentReport> {
    const queue = work.agent === null ? '' : QUEUE + work.agent;
    this.#atWork.set(queue, (this.#atWork.get(queue) ?? 0) + 1);
    const agent = this.#asAsked(this.#agentOf(queue), work);
    try {
      return this.#withCause(await this.#perform(work, agent), agent);
    } catch (thrown) {
      if (!(thrown instanceof CallFault)) throw thrown;
      return this.#withCause({ kind: 'hold', code: thrown.code, message: thrown.message, draft: null }, agent);
    } finally {
      this.#atWork.set(queue, (this.#atWork.get(queue) ?? 1) - 1);
      await this.#tellOutages();
    }
  }

  #withCause(report: AgentReport, agent: Agent): AgentReport {
    const cause = report.kind === 'hold' ? causeOf(report.code, this.#heldUnder(agent)) : undefined;
    if (cause === undefined) return report;
    this.#reasons.noteTried(cause);
    return { ...report, ...{ cause } };
  }

  async #tellOutages(): Promise<void> {
    const limits = this.#ownQueues().flatMap((queue): [string, Limit][] => {
      const limit = this.limitOf(queue);
      return limit === null ? [] : [[queue, limit]];
    });
    await this.#board.tell(this.outages(), new Map(limits));
  }

  async #perform(work: AgentWork, agent: Agent): Promise<AgentReport> {
    const { monotonic, validate, trust } = this.#options;
    const refusal = trust.agent(agent);
    if (refusal !== null) return { kind: 'hold', ...refusal, draft: null };
    const { provider, model } = await this.#providers.resolve(this.#wanted(agent), agent.model);
    const tools = await this.#options.tools(toolsFor(agent, work), work.signal);
    const perform = work.messages === null ? performTask : holdConversation;
    return perform({
      ...{ work, agent, provider, model, validate, tools },
      price: priceOf(this.#prices, provider.name, model),
      breaker: this.#providers.breakerOf(provider.name),
      admit: (tokens, signal) => admit(this.#admission(agent, provider.name), tokens, signal),
      reserve: (need, timeoutMs, signal) => reserveDay(this.#days(agent), need, timeoutMs, signal),
      monotonic: () => monotonic(),
      left: [...work.answered],
    });
  }

  async prompt(facts: AgentFacts): Promise<ShownPrompt> {
    await this.refresh();
    const agent = this.#asAsked(this.#agentOf(facts.agent === null ? '' : QUEUE + facts.agent), facts);
    const { kind, name, command } = this.#wanted(agent);
    const takesSchema = kind === 'model' || (kind === 'recorded' && command === undefined);
    const form = facts.messages === null ? formFor({ takesSchema }, toolsFor(agent, facts).length) : 'talk';
    const layers = assembleLayers(partsOf(facts, agent.agentPrompt, form));
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

  async estimate(workflow: Workflow, past: readonly PastSpending[], runs: number): Promise<CostEstimate> {
    await this.refresh();
    const assumed = workflow.steps.filter(isPaid).flatMap((step) => {
      if (step.kind === 'subflow') return [];
      const agent = this.#agentOf(agentNamed(step));
      return [assumedSpending(step, agent, this.#priceFor(agent))];
    });
    return { ...estimateRun(workflow, past, ASSUMED, { runs, assumed }), currency: this.#prices.currency };
  }

  async unpriced(agents: readonly string[]): Promise<readonly UnpricedModel[]> {
    // An agent that was just added counts.
    await this.refresh(true);
    return agents.flatMap((id) => {
      const agent = this.#agentOf(id === '' ? '' : QUEUE + id);
      const isAsked = this.#wanted(agent).kind !== 'client';
      if (!isAsked || this.#priceFor(agent) !== null) return [];
      return [{ agent: id, provider: this.#nameOf(agent), model: this.#modelOf(agent) }];
    });
  }

  #priceFor(agent: Agent): Price | null {
    const { kind, name, command } = this.#wanted(agent);
    const isReplay = kind === 'recorded' && name === undefined && command === undefined;
    return priceOf(this.#prices, isReplay ? kind : this.#nameOf(agent), this.#modelOf(agent));
  }

  /** As it would be asked for, before there is a key. */
  #modelOf(agent: Agent): string | null {
    const { kind, name } = this.#wanted(agent);
    if (agent.model !== null || (kind !== 'model' && kind !== 'recorded')) return agent.model;
    return defaultModel(name, this.#options);
  }

  outages(): readonly Outage[] {
    return this.#providers.outages();
  }

  async look(): Promise<readonly (ProviderLook & { readonly agent: string })[]> {
    await this.refresh();
    const own = [...this.#agents.values()].filter(({ isActive, provider }) => isActive && provider !== null);
    const all = [unnamedAgent(), ...own].filter((agent) => this.#options.trust.agent(agent) === null);
    const found = await Promise.all(
      all.map(async (agent) => ({ agent, look: await lookAtProvider(this.#wanted(agent), this.#options) })),
    );
    return found.flatMap(({ agent, look }) => (look === null ? [] : [{ agent: agent.id, ...look }]));
  }

  close(): Promise<void> {
    return this.#options.close();
  }

  #agentOf(queue: string): Agent {
    const id = queue.slice(QUEUE.length);
    return this.#agents.get(id) ?? { ...unnamedAgent(), id };
  }

  #asAsked(agent: Agent, { isCheaper = false }: AgentFacts): Agent {
    const cheaper = isCheaper && agent.provider === null && agent.model === null ? this.#options.cheaperModel : null;
    return cheaper == null ? agent : { ...agent, model: cheaper };
  }

  #wanted(agent: Agent): AgentProvider {
    return agent.provider ?? this.#options.provider;
  }

  #nameOf(agent: Agent): string {
    return providerName(this.#wanted(agent));
  }

  #atWorkBy(provider: string): number {
    let count = 0;
    for (const [queue, busy] of this.#atWork) if (this.#nameOf(this.#agentOf(queue)) === provider) count += busy;
    return count;
  }

  /** Those it serves, whether it could do their tasks now or not. */
  #ownQueues(): readonly string[] {
    const all = [...this.#agents.values()].filter(({ isActive }) => isActive).map(({ id }) => QUEUE + id);
    return ['', ...all].filter((queue) => this.serves(queue));
  }

  /** Left to an MCP client, which asks for its work itself. */
  #isClients(queue: string): boolean {
    return this.#wanted(this.#agentOf(queue)).kind === 'client';
  }

  #isDown(queue: string): boolean {
    const now = this.#options.monotonic();
    if (now < (this.#waits.get(queue) ?? 0)) return true;
    return !this.#providers.isFree(this.#nameOf(this.#agentOf(queue)), now);
  }

  #admission(agent: Agent, provider: string): Admission {
    const { store, now, providerLimits } = this.#options;
    const limits = [
      { name: `rates/agent/${agent.id}`, limits: agent.limits },
      { name: `rates/provider/${provider}`, limits: providerLimits?.[provider] ?? {} },
    ];
    const queue = agent.id === '' ? '' : QUEUE + agent.id;
    const wait = (waitMs: number): void => void this.#waits.set(queue, this.#options.monotonic() + waitMs);
    return { store, now: () => now(), limits, wait };
  }

  #waitsForDay(queue: string, call: DayBudgets, until: number | null): void {
    const waits = this.#dayWaits.get(queue) ?? new Map<DayBudgets, number>();
    const before = waits.size;
    if (until === null) waits.delete(call);
    else waits.set(call, until);
    this.#dayWaits.set(queue, waits);
    // Others see it as long as it lasts; what cannot be written now is written with the next change.
    if ((before === 0) !== (waits.size === 0)) void this.#tellOutages();
  }

  #days({ id, limits }: Agent): DayBudgets {
    const { store, now, costPerDay } = this.#options;
    const own = { agent: id, costPerDay: limits.costPerDay ?? null };
    const budgets = [own, { agent: null, costPerDay }].flatMap(({ agent, costPerDay: most }) =>
      most === null ? [] : [{ agent, costPerDay: most }],
    );
    const queue = id === '' ? '' : QUEUE + id;
    const days: DayBudgets = {
      ...{ store, budgets, now: () => now() },
      waits: (until) => this.#waitsForDay(queue, days, until),
    };
    return days;
  }
}

/** The queue of the agent that the diagram names for the step. */
function agentNamed({ task }: Step): string {
  const named = task?.agent ?? task?.assignee?.text ?? '';
  const id = named.replace(/^agent:/, '');
  return named.startsWith(QUEUE) || task?.agent != null ? QUEUE + id : '';
}

const OWN_TOOLS: ReadonlySet<string> = new Set(['list_files', 'read_file', 'search_files']);

/** A step may name tools of its own; those of outside servers only as far as the agent may use them. */
function toolsFor({ tools }: Agent, work: AgentFacts): readonly string[] {
  if (work.tools.length === 0) return tools;
  const isAllowed = (name: string): boolean =>
    OWN_TOOLS.has(name) || tools.includes(name) || tools.includes(`${name.split('/')[0]}/*`);
  return work.tools.filter(isAllowed);
}
