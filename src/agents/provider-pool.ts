// The providers that agents of this process ask: each is made once, with a breaker and a gate for its calls.

import { CallFault } from '../errors.ts';
import type { AgentProvider } from '../ports/agent.ts';
import type { Outage } from '../ports/agent-host.ts';
import type { CallReply, CallRequest, Provider } from '../ports/provider.ts';
import { Breaker } from './breaker.ts';
import type { HoldReasons } from './hold-reasons.ts';
import { makeProvider, modelOptions, type ProviderTools } from './providers/make-provider.ts';
import { SharedGate } from './shared-gate.ts';
import type { SharedPlaces } from './shared-places.ts';

export interface ResolvedProvider {
  readonly provider: Provider;
  readonly model: string | null;
}

export interface PoolOptions extends ProviderTools {
  readonly providerLimits?: { readonly [provider: string]: { readonly concurrency?: number } };
  now(): number;
  monotonic(): number;
  random(): number;
}

/** By what a provider's key is known to work or not: a key may be good for one model alone. */
export const keyed = (provider: string, model: string | null): string =>
  model === null ? provider : `${provider} ${model}`;

export class ProviderPool {
  readonly #options: PoolOptions;
  readonly #places: SharedPlaces;
  readonly #reasons: HoldReasons;
  readonly #made = new Map<string, Promise<ResolvedProvider>>();
  /** By the provider's name. */
  readonly #breakers = new Map<string, Breaker>();
  readonly #gates = new Map<string, SharedGate>();

  constructor(options: PoolOptions, places: SharedPlaces, reasons: HoldReasons) {
    this.#options = options;
    this.#places = places;
    this.#reasons = reasons;
  }

  resolve(wanted: AgentProvider, model: string | null): Promise<ResolvedProvider> {
    const key = JSON.stringify([wanted, model]);
    let found = this.#made.get(key);
    if (found === undefined) {
      found = this.#make(wanted, model);
      this.#made.set(key, found);
      // A key may be set while we run; a provider that could not be made is tried again.
      found.catch(() => this.#made.delete(key));
    }
    return found;
  }

  isFree(name: string, now: number): boolean {
    return this.#breakers.get(name)?.isFree(now) !== false;
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

  async #make(wanted: AgentProvider, given: string | null): Promise<ResolvedProvider> {
    const made = await makeProvider(wanted, this.#options);
    const gate = this.#gateOf(made.name);
    const heard = (request: CallRequest): Promise<CallReply> => this.#hear(keyed(made.name, given), made.call(request));
    const call = (request: CallRequest): Promise<CallReply> =>
      gate === null ? heard(request) : gate.pass(request.signal, () => heard(request));
    const provider = { ...made, call };
    const isModel = wanted.kind === 'model' || (wanted.kind === 'recorded' && wanted.name !== undefined);
    const model = given ?? (isModel ? modelOptions(wanted.name, this.#options).defaultModel : null);
    return { provider, model };
  }

  async #hear(provider: string, calling: Promise<CallReply>): Promise<CallReply> {
    try {
      const reply = await calling;
      this.#reasons.recordAnswer(provider, true);
      return reply;
    } catch (thrown) {
      if (thrown instanceof CallFault && thrown.code === 'bad-key') this.#reasons.recordAnswer(provider, false);
      throw thrown;
    }
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

  breakerOf(name: string): Breaker {
    let breaker = this.#breakers.get(name);
    if (breaker === undefined) {
      breaker = new Breaker(() => this.#options.random());
      this.#breakers.set(name, breaker);
    }
    return breaker;
  }
}
