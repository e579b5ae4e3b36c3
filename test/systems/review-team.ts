// Engines with two agents who review pull requests, on a store of either kind, and a model server that plays both.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { JsonObject } from '../../src/json.ts';
import type { StoredWorkflow } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { prReviewWriters } from '../../src/systems/pr-review/offline.ts';
import { envelope } from '../agents/agent-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { TRUSTING } from '../support/trusting.ts';

export const FILES = 200;
export const ADA = { actor: 'user:ada', channel: 'cli' } as const;

export const AGENTS = {
  reviewer: {
    agentPrompt: 'You read one file at a time, and read it twice.',
    model: 'reading-model',
    limits: { concurrency: 4, maxOutputTokens: 700 },
  },
  lead: {
    agentPrompt: 'You weigh what others found.',
    model: 'weighing-model',
    limits: { concurrency: 1, maxOutputTokens: 900, temperature: 0 },
  },
} as const;
export type AgentName = keyof typeof AGENTS;

export const ASSIGN = { A: 'agent:lead', B: 'agent:lead', C: 'agent:reviewer', D: 'agent:lead', I: 'agent:lead' };

export const PRICES = {
  anthropic: {
    asOf: '2026-01-01',
    models: { 'reading-model': { in: 2, cached: 0, out: 8 }, 'weighing-model': { in: 10, cached: 0, out: 40 } },
  },
};
const USAGE = { in: 1000, out: 100, cached: 0 };
export const COSTS: Readonly<Record<AgentName, number>> = {
  reviewer: (1000 * 2 + 100 * 8) / 1e6,
  lead: (1000 * 10 + 100 * 40) / 1e6,
};

/** The provider's side: who was asked what, and how many at once. */
export class Team {
  readonly server: ModelServer;
  readonly asked: { readonly agent: AgentName; readonly request: ModelRequest }[];
  readonly mostAtOnce: Readonly<Record<AgentName, number>>;

  private constructor(server: ModelServer, asked: Team['asked'], mostAtOnce: Team['mostAtOnce']) {
    this.server = server;
    this.asked = asked;
    this.mostAtOnce = mostAtOnce;
  }

  static async start(t: TestContext): Promise<Team> {
    const asked: { agent: AgentName; request: ModelRequest }[] = [];
    const now = { reviewer: 0, lead: 0 };
    const most = { reviewer: 0, lead: 0 };
    const server = await startModelServer(async (request) => {
      const agent = agentIn(request);
      asked.push({ agent, request });
      now[agent]++;
      most[agent] = Math.max(most[agent], now[agent]);
      // Long enough that calls which may overlap do.
      await pause(10);
      now[agent]--;
      return { text: envelope(answerTo(request)), usage: USAGE };
    });
    t.after(() => server.close());
    return new Team(server, asked, most);
  }

  of(agent: AgentName): readonly ModelRequest[] {
    return this.asked.filter((each) => each.agent === agent).map(({ request }) => request);
  }
}

function agentIn({ system }: ModelRequest): AgentName {
  const found = Object.entries(AGENTS).filter(([, { agentPrompt }]) => system.includes(agentPrompt));
  assert.equal(found.length, 1, `Expected the prompt of one agent, found:\n${system}`);
  return found[0]?.[0] as AgentName;
}

function answerTo({ texts }: ModelRequest): JsonObject {
  const step = /## Workflow Step: (.+)/.exec(texts[0] ?? '')?.[1] ?? '';
  if (step.includes('Fetch PR Details')) return { title: 'Many files', author: 'mira-k' };
  if (step.includes('Get Changed Files'))
    return { files: Array.from({ length: FILES }, (_, at) => ({ path: pathOf(at) })) };
  if (step.includes('Review File')) return { score: 64, issues: [], path: reviewedPath(texts[0] ?? '') };
  if (step.includes('Join Reviews')) return { score: 64, summary: 'So so.', criticalIssues: [], warnings: [] };
  return { merged: true };
}

/** Of the step's prompt: the context names every file. */
export function reviewedPath(text: string): string {
  return /Review (\S+) for code style/.exec(text)?.[1] ?? 'none';
}

export function pathOf(at: number): string {
  return `src/part-${at}/code-${at}.ts`;
}

/** An engine with a host of agents and a connection of its own, as another process has it. Without a team: offline. */
export async function reviewEngine(t: TestContext, place: string, team: Team | null): Promise<Engine> {
  const store = await openPlace(place);
  const model = { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: team?.server.url };
  const agents = await openAgents({
    trust: TRUSTING,
    ...{ store, writers: prReviewWriters, folder: root, validate },
    env: team === null ? { SIGNOFF_PROVIDER: 'offline' } : model,
    config: agentConfig.parse({ prices: PRICES }),
  });
  const engine = await openEngine({ store, role: 'test', processesWork: true, agents });
  t.after(async () => {
    await engine.close(0);
    await agents.close();
    await store.close();
  });
  return engine;
}

/** The example as it ships, with its agents. */
export async function addReview({ store }: Engine): Promise<StoredWorkflow> {
  for (const [id, content] of Object.entries(AGENTS)) {
    await store.putRecord('agent', id, content, { at: 0, ...ADA, text: '[["AgentAdded",{}]]' });
  }
  const diagram = readFileSync(join(root, 'examples/pr-review/workflow.mmd'), 'utf8');
  const added = await addDiagram(store, 'pr-review.mmd', diagram, ADA);
  if (typeof added === 'string') assert.fail(added);
  return added;
}
