// Prices and costs: found by a model's name with or without its date, and unknown rather than zero.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRICE_TABLE } from './price-table.ts';
import { costOf, priceOf, withPrices } from './prices.ts';

const USAGE = { in: 1_000_000, out: 100_000, cached: 400_000 };

test('a snapshot of a model has the price of the model', () => {
  const price = priceOf(PRICE_TABLE, 'anthropic', 'claude-sonnet-4-5');
  assert.deepEqual(price, { in: 3, cached: 0.3, out: 15 });
  for (const name of ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5@20250929', 'claude-sonnet-4-5-latest']) {
    assert.equal(priceOf(PRICE_TABLE, 'anthropic', name), price);
  }
  assert.equal(priceOf(PRICE_TABLE, 'openai', 'gpt-5-mini-2025-08-07'), priceOf(PRICE_TABLE, 'openai', 'gpt-5-mini'));
});

test('a model with another ending is another model', () => {
  const strangers = ['gpt-5-pro', 'gpt-4o-audio-preview', 'gpt-5-chat-latest', 'gpt-5-2', 'constructor', ''];
  for (const name of strangers) assert.equal(priceOf(PRICE_TABLE, 'openai', name), null, name);
  assert.equal(priceOf(PRICE_TABLE, 'anthropic', 'claude-opus-4-20250514'), null);
  assert.equal(priceOf(PRICE_TABLE, 'anthropic', null), null);
});

test('cached tokens are among those sent and cost their own price', () => {
  const cost = costOf({ in: 3, cached: 0.3, out: 15 }, USAGE);
  assert.ok(cost !== null && Math.abs(cost - (0.6 * 3 + 0.4 * 0.3 + 0.1 * 15)) < 1e-9);
});

test('what is not known is unknown, never zero', () => {
  assert.equal(costOf(null, USAGE), null);
  assert.equal(costOf({ in: 3, cached: 0.3, out: 15 }, null), null);
  assert.equal(costOf({ in: 3, cached: 0.3, out: 15 }, { ...USAGE, out: Number.NaN }), null);
  assert.equal(priceOf(PRICE_TABLE, 'localhost:11434', 'llama3'), null);
  assert.equal(priceOf(PRICE_TABLE, 'claude', 'claude-sonnet-4-5'), null);
});

test('offline costs nothing, whether or not it counts', () => {
  const price = priceOf(PRICE_TABLE, 'offline', null);
  assert.equal(costOf(price, null), 0);
  assert.equal(costOf(price, USAGE), 0);
});

test('configured prices replace those of the table and leave the others', () => {
  const free = { in: 0, cached: 0, out: 0 };
  const table = withPrices(PRICE_TABLE, {
    'localhost:11434': { asOf: '2026-01-01', models: { '*': free } },
    openai: { asOf: '2026-01-01', models: { 'gpt-5': { in: 1, cached: 1, out: 1 } } },
  });
  assert.equal(priceOf(table, 'localhost:11434', 'llama3'), free);
  assert.equal(priceOf(table, 'openai', 'gpt-5')?.out, 1);
  assert.equal(priceOf(table, 'openai', 'gpt-4.1')?.out, 8);
  assert.equal(priceOf(PRICE_TABLE, 'openai', 'gpt-5')?.out, 10);
});

test('every price of the table is a number, and no cached token costs more than a fresh one', () => {
  for (const [provider, { asOf, models }] of Object.entries(PRICE_TABLE.providers)) {
    assert.match(asOf, /^\d{4}-\d{2}-\d{2}$/);
    for (const [model, price] of Object.entries(models)) {
      assert.ok(price.cached <= price.in && price.in <= price.out, `${provider} ${model}`);
    }
  }
});
