// Opens the host of agents for a process: looks around for a provider, and puts tools, prices and limits together.

import { randomUUID } from 'node:crypto';
import { CallFault } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ProviderChoice } from '../ports/agent-host.ts';
import type { OfflineWriter } from '../ports/provider.ts';
import type { Store } from '../ports/store.ts';
import type { Trust } from '../ports/trust.ts';
import type { AgentConfig } from './agent-config.ts';
import { HostedAgents } from './agent-host.ts';
import { lookAtProvider } from './look-at-providers.ts';
import { PRICE_TABLE } from './price-table.ts';
import { withPrices } from './prices.ts';
import { type Choice, discoverProvider } from './providers/discover-provider.ts';
import { lookAround } from './providers/look-around.ts';
import { modelOptions } from './providers/make-provider.ts';
import { namedProvider } from './providers/named-provider.ts';
import { allowedTools } from './tools/allow-tools.ts';
import type { McpTools } from './tools/mcp-tools.ts';
import { projectFiles } from './tools/project-files.ts';

export interface OpenAgentsOptions {
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project: where programs run and what file tools see. */
  readonly folder: string;
  readonly config: AgentConfig;
  readonly trust: Pick<Trust, 'agent'>;
  readonly writers: readonly OfflineWriter[];
  validate(schema: JsonObject, value: Json): readonly string[];
}

export async function openAgents(options: OpenAgentsOptions): Promise<HostedAgents> {
  const { store, env, folder, config, trust, writers, validate } = options;
  const { provider, model } = await chosen(env, config, folder);
  const files = projectFiles(folder);
  let servers: Promise<McpTools> | null = null;
  const mcp = (): Promise<McpTools> => {
    servers ??= import('./tools/mcp-tools.ts').then(({ openMcpTools }) => openMcpTools(config.mcpServers, { env }));
    return servers;
  };
  return new HostedAgents({
    ...{ store, env, folder, trust, writers, provider, model, validate },
    baseUrl: namedProvider(env, config)?.provider.name ?? null,
    prices: withPrices(PRICE_TABLE, config.prices),
    providerLimits: config.providers,
    costPerDay: config.costPerDay ?? null,
    cheaperModel: cheaperModelOf(env, config),
    tools: async (allow, signal) => {
      const outside = allow.filter((name) => name.includes('/'));
      const listed = outside.length === 0 ? [] : (await (await mcp()).list(outside, signal)).tools;
      return allowedTools([...files, ...listed], allow);
    },
    self: randomUUID(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
    close: async () => {
      if (servers !== null) await (await servers).close();
    },
  });
}

/** null: none is set, and the same model does the work. */
export function cheaperModelOf(env: OpenAgentsOptions['env'], { research }: AgentConfig): string | null {
  return env.SIGNOFF_CHEAPER_MODEL?.trim() || (research.cheaperModel ?? null);
}

/** What is used where an agent names no provider, for people. */
export async function providerChoice(
  env: OpenAgentsOptions['env'],
  config: AgentConfig,
  folder: string,
): Promise<ProviderChoice> {
  const { provider, model, why, others } = await chosen(env, config, folder);
  const what = provider.kind === 'model' ? (provider.name ?? 'model') : provider.kind;
  return { provider: what, model, why, others };
}

/** Why the provider for agents that name none cannot be asked: a key or a program is missing.
 *  null: nothing is known against it. Nobody is called. */
export async function providerProblem(
  env: OpenAgentsOptions['env'],
  config: AgentConfig,
  folder: string,
): Promise<string | null> {
  const { provider, model } = await chosen(env, config, folder);
  const tools = { env, folder, writers: [], model, baseUrl: namedProvider(env, config)?.provider.name ?? null };
  if (provider.kind === 'command') {
    const look = await lookAtProvider(provider, tools);
    return look === null || look.isWell ? null : look.message;
  }
  if (provider.kind !== 'model') return null;
  try {
    modelOptions(provider.name, tools);
    return null;
  } catch (thrown) {
    if (thrown instanceof CallFault) return thrown.message;
    throw thrown;
  }
}

function chosen(env: OpenAgentsOptions['env'], { provider, model }: AgentConfig, folder: string): Promise<Choice> {
  const given = {
    ...env,
    SIGNOFF_PROVIDER: env.SIGNOFF_PROVIDER?.trim() || provider,
    SIGNOFF_MODEL: env.SIGNOFF_MODEL || model,
  };
  return lookAround(given, fetch, folder).then(discoverProvider);
}
