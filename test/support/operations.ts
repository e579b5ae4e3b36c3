// Operations as a face calls them, over a real SQLite store: what they give must have the shape they promise.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents, providerChoice } from '../../src/agents/open-agents.ts';
import { openNotices } from '../../src/notices/deliver-notices.ts';
import { type AnyOperation, perform } from '../../src/operations/define-operation.ts';
import { allOperations } from '../../src/operations/groups.ts';
import type { OperationContext, Role } from '../../src/operations/operation-context.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Trust } from '../../src/ports/trust.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { migrationSql } from '../../src/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from './trusting.ts';

export interface By {
  readonly actor?: string;
  readonly role?: Role;
  readonly key?: string;
  readonly readsFiles?: boolean;
  readonly now?: number;
}

export interface Office {
  readonly store: Store;
  readonly engine: Engine;
  readonly folder: string;
  /** What the operation gave, as loose as parsed JSON. It must have been accepted. */
  done(name: string, input?: object, by?: By): Promise<ReturnType<typeof JSON.parse>>;
  /** The rejection, which must have this code. */
  refused(code: string, name: string, input?: object, by?: By): Promise<string>;
  /** Whatever comes of it, as text. */
  asked(name: string, input: object, by: By): Promise<string>;
  close(): Promise<void>;
}

export interface OfficeOptions {
  /** A file or an address; a file of its own when left out. */
  readonly place?: string;
  readonly code?: CodeRegistry;
  readonly processesWork?: boolean;
  /** What agents find; no model unless it names one. */
  readonly env?: Readonly<Record<string, string>>;
  /** The engine does the tasks of agents too. */
  readonly asksAgents?: boolean;
  readonly trust?: Trust;
}

export async function openOffice(options: OfficeOptions = {}): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-operations-'));
  const store = await openPlace(options.place ?? join(folder, 'signoff.db'));
  const { code, processesWork = false, asksAgents = false, trust = TRUSTING } = options;
  const env = { SIGNOFF_PROVIDER: 'offline', ...options.env };
  const config = agentConfig.parse({});
  const agents = await openAgents({ store, env, folder, config, trust, writers: [], validate });
  const engine = await openEngine({
    ...{ store, role: 'embedded', processesWork },
    ...(code && { code }),
    ...(asksAgents && { agents }),
  });
  const operations = new Map((await allOperations()).map((one) => [one.name, one]));
  const find = (name: string): AnyOperation => operations.get(name) ?? assert.fail(`no operation ${name}`);
  const contextOf = ({ actor = 'user:ada', role = 'admin', key, readsFiles = true, now }: By): OperationContext => ({
    ...{ actor, role, readsFiles, channel: 'cli' },
    ...(key !== undefined && { key }),
    store: () => Promise.resolve(store),
    engine: () => Promise.resolve(engine),
    agents: () => Promise.resolve(agents),
    providerChoice: () => providerChoice(env, config, folder),
    notices: () => Promise.resolve(openNotices({ store, env, trust, now: Date.now, random: Math.random })),
    systems: () => Promise.resolve(new KnownSystems(SYSTEMS)),
    trust: () => Promise.resolve(trust),
    openStore: (place) => openSqliteStore({ path: place }),
    printSql: () => Promise.resolve(migrationSql()),
    now: () => now ?? Date.now(),
  });
  return {
    ...{ store, engine, folder },
    async done(name, input = {}, by = {}) {
      const operation = find(name);
      const performed = await perform(operation, contextOf(by), input);
      if (!performed.ok) assert.fail(`${name}: ${performed.rejection.code}: ${performed.rejection.message}`);
      assert.deepEqual(operation.output.parse(performed.output), performed.output, `${name} gives what it says`);
      return performed.output;
    },
    async refused(code, name, input = {}, by = {}) {
      const performed = await perform(find(name), contextOf(by), input);
      if (performed.ok) assert.fail(`${name} was accepted: ${JSON.stringify(performed.output)}`);
      assert.equal(performed.rejection.code, code, performed.rejection.message);
      return performed.rejection.message;
    },
    asked: async (name, input, by) => JSON.stringify(await perform(find(name), contextOf(by), input).catch(String)),
    async close() {
      await engine.close();
      await agents.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One task for an agent, then a gate that shows what it gave. */
export const DRAFT_AND_APPROVE = `flowchart TD
    A[Draft] --> B(Approve the draft)
    B -->|"output.verdict === 'reject'"| A
    B -->|default| C[Publish]
%% @workflow: { "name": "letters", "input": { "type": "object", "properties": { "topic": { "type": "string" } } } }
%% @A: { "prompt": "Write about {{run.input.topic}}.", "agent": "writer" }
%% @B: { "shows": ["steps.A.output"], "assignee": "user:bob", "urgency": "high", "tags": ["letter"], "due": "2d" }
`;

/** Starts a run of DRAFT_AND_APPROVE and does the first task: the gate is open then. */
export async function atTheGate(office: Office): Promise<string> {
  await office.done('workflows.add', { source: DRAFT_AND_APPROVE });
  const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'locks' } });
  const writer = { actor: 'agent:writer' };
  const { lease } = await office.done('tasks.claim', { task: `${run}#1` }, writer);
  await office.done('tasks.complete', { task: `${run}#1`, output: 'A lock is a promise.', lease }, writer);
  return run;
}
