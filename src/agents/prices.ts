// What a call costs: list prices by provider and model. An unknown model has no price, and no price is not zero.

import type { Usage } from '../ports/provider.ts';

/** In the table's currency, for a million tokens. `cached`: input that the provider had kept from an earlier call. */
export interface Price {
  readonly in: number;
  readonly cached: number;
  readonly out: number;
  /** Of a call whose input has more than `over` tokens, as a whole. */
  readonly long?: { readonly over: number; readonly in: number; readonly cached: number; readonly out: number };
}

export interface PriceTable {
  readonly currency: string;
  /** By the name of the provider (src/ports/provider.ts). */
  readonly providers: { readonly [provider: string]: ProviderPrices };
}

export interface ProviderPrices {
  /** When the prices were valid: a day. */
  readonly asOf: string;
  /** By the model's name without its date. `*`: every model that is not listed. */
  readonly models: { readonly [model: string]: Price };
}

const TOKENS = 1_000_000;
/** Snapshots of one model cost the same; any other ending (`-mini`, `-pro`, `-audio`) is a different model. */
const SNAPSHOT = /(?:-latest|[-@]\d{8}|-\d{4}-\d{2}-\d{2})$/;

/** null: unknown. */
export function priceOf(table: PriceTable, provider: string, model: string | null): Price | null {
  const models = entryOf(table.providers, provider)?.models;
  if (models === undefined) return null;
  const named = model === null ? null : (entryOf(models, model) ?? entryOf(models, model.replace(SNAPSHOT, '')));
  return named ?? entryOf(models, '*');
}

/** null: unknown, because the price is or because the provider does not say what was used. */
export function costOf(price: Price | null, usage: Usage | null): number | null {
  if (price === null) return null;
  // What is free costs nothing, however much it was.
  if (price.in === 0 && price.cached === 0 && price.out === 0) return 0;
  if (usage === null || ![usage.in, usage.out, usage.cached].every(isCount)) return null;
  const cached = Math.min(usage.cached, usage.in);
  const tier = price.long !== undefined && usage.in > price.long.over ? price.long : price;
  return ((usage.in - cached) * tier.in + cached * tier.cached + usage.out * tier.out) / TOKENS;
}

/** The table with the configured prices in place of its own, model by model. */
export function withPrices(table: PriceTable, configured: PriceTable['providers']): PriceTable {
  const providers: Record<string, ProviderPrices> = { ...table.providers };
  for (const [name, prices] of Object.entries(configured)) {
    providers[name] = { asOf: prices.asOf, models: { ...entryOf(table.providers, name)?.models, ...prices.models } };
  }
  return { ...table, providers };
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/** Names come from outside: `constructor` is not an entry. */
function entryOf<T>(entries: { readonly [name: string]: T }, name: string): T | null {
  return Object.hasOwn(entries, name) ? (entries[name] ?? null) : null;
}
