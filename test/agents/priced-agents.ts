// Agents that ask a model server on loopback, whose calls have a price, and the proof that the money adds up.

import assert from 'node:assert/strict';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { AnyEvent, EngineEvent } from '../../src/engine/events.ts';
import type { AgentHost } from '../../src/ports/agent-host.ts';
import type { Store } from '../../src/ports/store.ts';
import { validate } from '../../src/runtime/validate.ts';
import { TRUSTING } from '../support/trusting.ts';

export const USAGE = { in: 900, out: 100, cached: 0 };

export function pricedAgents(store: Store, url: string, key: string): Promise<AgentHost> {
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, SIGNOFF_MODEL: 'cheap' };
  const prices = { anthropic: { asOf: '2026-01-01', models: { cheap: { in: 1, cached: 1, out: 1 } } } };
  const config = agentConfig.parse({ prices });
  return openAgents({ store, env, folder: process.cwd(), config, trust: TRUSTING, writers: [], validate });
}

/** No reply was journalled more often than `perTask` asks for, and what was spent is what those cost. */
export async function checkMoney(store: Store, events: readonly AnyEvent[], perTask: number): Promise<void> {
  const ended = events.filter((event): event is EngineEvent<'CallEnded'> => event.type === 'CallEnded');
  const answered = ended.filter(({ data }) => data.reply !== undefined);
  const calls = Map.groupBy(answered, ({ data }) => data.task);
  for (const [task, { length }] of calls) assert.equal(length, perTask, `task ${task} was paid for ${length} times`);
  const cost = answered.length * ((USAGE.in + USAGE.out) / 1e6);
  const spent = (await store.spent({})).reduce((sum, row) => sum + row.cost, 0);
  assert.ok(Math.abs(spent - cost) < 1e-9, `spent ${spent}, the calls say ${cost}`);
}
