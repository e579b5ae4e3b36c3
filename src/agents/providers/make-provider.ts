// Builds the provider that an agent names. Keys come from the environment and nowhere else.

import { basename, resolve } from 'node:path';
import { CallFault } from '../../errors.ts';
import type { AgentProvider } from '../../ports/agent.ts';
import type { OfflineWriter, Provider } from '../../ports/provider.ts';
import { commandProvider } from './command-provider.ts';
import { keyFor } from './key-for.ts';
import { offlineProvider } from './offline-provider.ts';
import { checkedUrl } from './parse-provider.ts';
import { recordedProvider } from './recorded-provider.ts';

export interface ProviderTools {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where programs run; recordings are in `recordings` there, or where SIGNOFF_RECORDINGS says. */
  readonly folder: string;
  readonly writers: readonly OfflineWriter[];
  /** The model for agents that name none, as discovered; SIGNOFF_MODEL wins over it. */
  readonly model?: string | null;
  /** The base URL that this user has chosen for agents that name no provider: SIGNOFF_API_KEY is for it alone. */
  readonly baseUrl?: string | null;
}

/** For agents that name no model, where SIGNOFF_MODEL names none either: each maker's model for everyday work. */
export const DEFAULT_MODELS = { anthropic: 'claude-sonnet-5-5', openai: 'gpt-6.1-sol' } as const;

/** Rejects with CallFault `bad-key` or `bad-request` when what is configured cannot work. */
export async function makeProvider(wanted: AgentProvider, tools: ProviderTools): Promise<Provider> {
  switch (wanted.kind) {
    case 'offline':
      return offlineProvider(tools.writers);
    case 'command':
      return commandProvider({ command: wanted.command ?? [], folder: tools.folder, env: tools.env });
    case 'recorded':
      return recordedProvider({ folder: recordingsFolder(tools), over: await makeOver(wanted, tools) });
    case 'model':
      return makeModel(wanted.name, tools);
    case 'client': {
      const advice = 'Its tasks wait until an MCP client asks for them (signoff mcp).';
      throw new CallFault('bad-request', `Expected a provider that can be called, found the MCP client. ${advice}`);
    }
    default:
      throw new CallFault(
        'bad-request',
        `Expected a provider of kind model, command, offline, client or recorded, found "${String(wanted.kind)}".`,
      );
  }
}

function recordingsFolder(tools: ProviderTools): string {
  return resolve(tools.folder, setting(tools, 'SIGNOFF_RECORDINGS') ?? 'recordings');
}

/** What is recorded: the provider that is named besides; none: only replayed. */
async function makeOver(wanted: AgentProvider, tools: ProviderTools): Promise<Provider | null> {
  if (wanted.command !== undefined) return makeProvider({ kind: 'command', command: wanted.command }, tools);
  return wanted.name === undefined ? null : makeModel(wanted.name, tools);
}

async function makeModel(name: string | undefined, tools: ProviderTools): Promise<Provider> {
  const options = modelOptions(name, tools);
  // Only who asks a model pays for loading what speaks to one.
  const { modelProvider } = await import('./model-provider.ts');
  return modelProvider(options);
}

interface ModelOptions {
  readonly name: string;
  readonly apiKey: string | null;
  readonly baseUrl?: string;
  readonly defaultModel: string | null;
  readonly keyVariable?: string;
}

/** What the model provider is given. */
export function modelOptions(name: string | undefined, tools: ProviderTools): ModelOptions {
  const model = setting(tools, 'SIGNOFF_MODEL') ?? tools.model ?? null;
  if (name === 'anthropic' || name === 'openai') {
    const variable = name === 'anthropic' ? 'ANTHROPIC' : 'OPENAI';
    const apiKey = setting(tools, `${variable}_API_KEY`);
    if (apiKey === null) {
      const advice = 'Set it in the environment, or choose another provider (SIGNOFF_PROVIDER).';
      throw new CallFault('bad-key', `Expected a key in ${variable}_API_KEY for ${name}, found none. ${advice}`);
    }
    const url = setting(tools, `${variable}_BASE_URL`);
    const baseUrl = url === null ? {} : { baseUrl: checkedUrl(url) };
    return { name, apiKey, ...baseUrl, defaultModel: model ?? DEFAULT_MODELS[name] };
  }
  if (name === undefined || !/^https?:\/\//i.test(name)) {
    const advice = 'Name one of them, or a program with kind "command".';
    throw new CallFault(
      'bad-request',
      `Expected the model's provider to be anthropic, openai or a base URL, found another or none. ${advice}`,
    );
  }
  const url = checkedUrl(name);
  return { name: url, defaultModel: model, ...keyFor(url, tools.env, tools.baseUrl ?? null) };
}

/** The model for agents that name none, whether there is a key or not; null: the provider's own choice. */
export function defaultModel(name: string | undefined, tools: ProviderTools): string | null {
  const named = setting(tools, 'SIGNOFF_MODEL') ?? tools.model ?? null;
  return named ?? (name === 'anthropic' || name === 'openai' ? DEFAULT_MODELS[name] : null);
}

/** An empty variable counts as not set. */
function setting(tools: ProviderTools, name: string): string | null {
  const value = tools.env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** What the provider of these settings will be called (src/ports/provider.ts), before it is made. */
export function providerName(wanted: AgentProvider): string {
  const { kind, name, command } = wanted;
  const isRecorded = kind === 'recorded';
  if (kind === 'command' || (isRecorded && command !== undefined)) return basename(command?.[0] ?? kind);
  if (kind === 'model' || (isRecorded && name !== undefined)) return modelName(name ?? kind);
  return kind;
}

function modelName(name: string): string {
  return /^https?:\/\//i.test(name) && URL.canParse(name) ? new URL(name).host : name;
}
