// An agent as the store keeps it, with what it leaves out filled in.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Agent, AgentLimits, AgentProvider } from '../ports/agent.ts';
import type { ProviderKind } from '../ports/provider.ts';

const KINDS: ReadonlySet<string> = new Set<ProviderKind>(['model', 'command', 'offline', 'recorded', 'client']);
const LIMITS = [
  ...(['concurrency', 'requestsPerMinute', 'tokensPerMinute', 'costPerDay'] as const),
  ...(['maxOutputTokens', 'temperature', 'timeoutMs', 'silenceMs'] as const),
];

/** The agent that does tasks which name none. */
export function unnamedAgent(): Agent {
  return readAgent('', {});
}

export function readAgent(id: string, content: JsonObject): Agent {
  const { displayName, agentPrompt, isActive, isAllowed, model, tools, createdAt, updatedAt } = content;
  return {
    id,
    isAgent: true,
    displayName: text(displayName) ?? id,
    agentPrompt: text(agentPrompt) ?? '',
    isActive: isActive !== false,
    isAllowed: isAllowed !== false,
    role: 'viewer',
    provider: readProvider(content.provider),
    model: text(model),
    tools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string') : [],
    limits: readLimits(content.limits),
    createdAt: text(createdAt) ?? '',
    updatedAt: text(updatedAt) ?? '',
  };
}

function readProvider(json: Json | undefined): AgentProvider | null {
  if (!isJsonObject(json) || typeof json.kind !== 'string' || !KINDS.has(json.kind)) return null;
  const { kind, name, command } = json;
  const argv = Array.isArray(command) ? command.filter((part) => typeof part === 'string') : [];
  return {
    kind: kind as ProviderKind,
    ...(typeof name === 'string' && { name }),
    ...(argv.length > 0 && { command: argv }),
  };
}

function readLimits(json: Json | undefined): AgentLimits {
  if (!isJsonObject(json)) return {};
  const limits: Record<string, number> = {};
  for (const name of LIMITS) {
    const given = json[name];
    if (typeof given === 'number' && Number.isFinite(given) && given >= 0) limits[name] = given;
  }
  return limits;
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
