// List prices in US dollars for a million tokens, as of the day given with each provider. Prices change: configuration
// can replace any of them (`withPrices`), and providers send bills of their own.

import type { PriceTable } from './prices.ts';

// Only models whose price was confirmed: claude-haiku-5-5 and others that cost more for long prompts are left out where
// that price was not, and so unknown. Prices are for the standard tier (no batches, no long-context surcharge), without
// what Anthropic adds for writing its cache.
export const PRICE_TABLE: PriceTable = {
  currency: 'USD',
  providers: {
    // Stored copies of the provider's own pages, read that day; Sonnet 4.x and the cache of Haiku 4.5 from other lists.
    anthropic: {
      asOf: '2026-11-16',
      models: {
        'claude-opus-5-5': { in: 4, cached: 0.2, out: 20 },
        'claude-opus-5': { in: 5, cached: 0.5, out: 25 },
        'claude-opus-4-8': { in: 5, cached: 0.5, out: 25 },
        'claude-opus-4-7': { in: 5, cached: 0.5, out: 25 },
        'claude-opus-4-6': { in: 5, cached: 0.5, out: 25 },
        'claude-opus-4-5': { in: 5, cached: 0.5, out: 25 },
        'claude-opus-4-1': { in: 15, cached: 1.5, out: 75 },
        'claude-sonnet-5-5': { in: 2, cached: 0.2, out: 10 },
        'claude-sonnet-5': { in: 2, cached: 0.2, out: 10 },
        'claude-sonnet-4-6': { in: 3, cached: 0.3, out: 15 },
        'claude-sonnet-4-5': { in: 3, cached: 0.3, out: 15 },
        'claude-haiku-4-5': { in: 1, cached: 0.1, out: 5 },
      },
    },
    // As several public lists agree; newer models were not confirmed and so are unknown. gpt-6.1-sol as of 2026-10-13.
    openai: {
      asOf: '2026-06-30',
      models: {
        'gpt-6.1-sol': { in: 2, cached: 0.1, out: 10, long: { over: 272_000, in: 4, cached: 0.2, out: 15 } },
        'gpt-5.5': { in: 5, cached: 0.5, out: 30 },
        'gpt-5.4': { in: 2.5, cached: 0.25, out: 15 },
        'gpt-5.4-mini': { in: 0.75, cached: 0.075, out: 4.5 },
        'gpt-5.4-nano': { in: 0.2, cached: 0.02, out: 1.25 },
        'gpt-5.1': { in: 1.25, cached: 0.125, out: 10 },
        'gpt-5': { in: 1.25, cached: 0.125, out: 10 },
        'gpt-5-mini': { in: 0.25, cached: 0.025, out: 2 },
        'gpt-5-nano': { in: 0.05, cached: 0.005, out: 0.4 },
        'gpt-4.1': { in: 2, cached: 0.5, out: 8 },
        'gpt-4.1-mini': { in: 0.4, cached: 0.1, out: 1.6 },
        'gpt-4.1-nano': { in: 0.1, cached: 0.025, out: 0.4 },
        'gpt-4o': { in: 2.5, cached: 1.25, out: 10 },
        'gpt-4o-mini': { in: 0.15, cached: 0.075, out: 0.6 },
      },
    },
    // Without a model nobody is asked. Local servers and programs are absent: what they cost only their owner knows.
    offline: { asOf: '2026-11-16', models: { '*': { in: 0, cached: 0, out: 0 } } },
    // What is replayed was paid for when it was recorded.
    recorded: { asOf: '2026-11-16', models: { '*': { in: 0, cached: 0, out: 0 } } },
  },
};
