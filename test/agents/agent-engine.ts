// An engine with agents for tests: on a SQLite file of its own, asking a model server on loopback through the real SDK.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { JsonObject } from '../../src/json.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import type { AgentHost } from '../../src/ports/agent-host.ts';
import type { OfflineWriter } from '../../src/ports/provider.ts';
import type { Trust } from '../../src/ports/trust.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { type ModelReply, type ModelServer, startModelServer } from '../support/model-server.ts';
import { TRUSTING } from '../support/trusting.ts';

export const KEY = 'sk-canary-4f7d1c9b2e';
const NOTE = { at: 0, actor: 'user:ada', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;

export interface AgentEngine {
  readonly engine: Engine;
  readonly agents: AgentHost;
  readonly server: ModelServer;
  readonly folder: string;
}

export interface AgentEngineOptions {
  readonly agents?: { readonly [id: string]: JsonObject };
  readonly config?: JsonObject;
  readonly env?: { readonly [name: string]: string };
  readonly writers?: readonly OfflineWriter[];
  readonly reply?: ModelReply;
  /** On the store and the server of another. */
  readonly beside?: AgentEngine;
  /** What the files that agents see stand in. */
  readonly project?: string;
  readonly code?: CodeRegistry;
  readonly trust?: Pick<Trust, 'agent'>;
  /** How often it beats and looks for other processes. */
  readonly sweepMs?: EngineOptions['sweepMs'];
}

export async function agentEngine(t: TestContext, options: AgentEngineOptions = {}): Promise<AgentEngine> {
  const { beside } = options;
  const folder = beside?.folder ?? mkdtempSync(join(tmpdir(), 'signoff-agents-'));
  const server = beside?.server ?? (await startModelServer(options.reply));
  const store = await openSqliteStore({ path: join(folder, 'store.db') });
  for (const [id, content] of Object.entries(options.agents ?? {})) await store.putRecord('agent', id, content, NOTE);
  const agents = await openAgents({
    store,
    env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH, ...options.env },
    folder: options.project ?? folder,
    config: agentConfig.parse(options.config ?? {}),
    writers: options.writers ?? [],
    trust: options.trust ?? TRUSTING,
    validate,
  });
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, code: options.code ?? {} },
    ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
  });
  t.after(async () => {
    await engine.close(0);
    await agents.close();
    await store.close();
    if (beside !== undefined) return;
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { engine, agents, server, folder };
}

/** A reply in its form. */
export function envelope(output: unknown, more: JsonObject = {}): string {
  const metadata = { confidence: 0.9, suggested_tags: [], suggested_next_stage: null };
  return JSON.stringify({ status: 'SUCCESS', summary: 'Done.', output, nextAction: 'COMPLETE', metadata, ...more });
}

export function typesIn(events: readonly AnyEvent[]): string[] {
  return events.map(({ type }) => type);
}
