// Which provider is used when an agent names none, and why: what was asked for, else what was found, else offline.

import type { AgentProvider } from '../../ports/agent.ts';
import { parseProvider } from './parse-provider.ts';

/** What was found on the machine. Of keys and addresses only that they are set: a value may be, or hold, a secret. */
export interface ProviderDiscovery {
  readonly env: FoundEnv;
  /** null: none answered in time. */
  readonly ollama: { readonly url: string; readonly models: readonly string[] } | null;
  /** Path of the program; null: none on the PATH. */
  readonly claude: string | null;
}

export interface FoundEnv {
  readonly ANTHROPIC_API_KEY?: true;
  readonly OPENAI_API_KEY?: true;
  readonly SIGNOFF_API_KEY?: true;
  readonly ANTHROPIC_BASE_URL?: true;
  readonly OPENAI_BASE_URL?: true;
  readonly SIGNOFF_PROVIDER?: string;
  readonly SIGNOFF_MODEL?: string;
}

export interface Choice {
  readonly provider: AgentProvider;
  /** The model for agents that name none; null: the provider's default. */
  readonly model: string | null;
  readonly why: string;
  /** What was not chosen, in the order in which it was considered. */
  readonly others: readonly { readonly what: string; readonly why: string }[];
}

/** Nobody chose these arguments knowingly, so the program gets no tools: it may answer, not act. */
export const CLAUDE_ARGUMENTS = ['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'] as const;

interface Candidate {
  readonly what: string;
  readonly provider: AgentProvider | null;
  readonly model?: string;
  /** Why it can be used, or why it cannot. */
  readonly why: string;
}

/** Throws CallFault when SIGNOFF_PROVIDER cannot be read. */
export function discoverProvider(found: ProviderDiscovery): Choice {
  const candidates = [explicit(found), anthropic(found), openai(found), ollama(found), claude(found), offline()];
  const at = candidates.findIndex((each) => each.provider !== null);
  const chosen = candidates[at] ?? offline();
  const others = candidates.filter((each) => each !== chosen);
  return {
    provider: chosen.provider ?? { kind: 'offline' },
    model: found.env.SIGNOFF_MODEL ?? chosen.model ?? null,
    why: chosen.why,
    others: others.map(({ what, provider, why }) => ({
      what,
      why: provider === null ? why : `${why} ${chosen.what} comes first.`,
    })),
  };
}

function explicit({ env }: ProviderDiscovery): Candidate {
  const what = 'SIGNOFF_PROVIDER';
  if (env.SIGNOFF_PROVIDER === undefined) return { what, provider: null, why: 'It is not set.' };
  return { what, provider: parseProvider(env.SIGNOFF_PROVIDER), why: 'SIGNOFF_PROVIDER asks for it.' };
}

function anthropic({ env }: ProviderDiscovery): Candidate {
  const what = 'Anthropic';
  if (!env.ANTHROPIC_API_KEY) return { what, provider: null, why: 'ANTHROPIC_API_KEY is not set.' };
  return { what, provider: { kind: 'model', name: 'anthropic' }, why: 'ANTHROPIC_API_KEY is set.' };
}

function openai({ env }: ProviderDiscovery): Candidate {
  const what = 'OpenAI';
  if (env.OPENAI_API_KEY) return { what, provider: { kind: 'model', name: 'openai' }, why: 'OPENAI_API_KEY is set.' };
  const advice = 'For a server that needs no key, put its URL into SIGNOFF_PROVIDER.';
  const though = env.OPENAI_BASE_URL === undefined ? '.' : `, though OPENAI_BASE_URL is. ${advice}`;
  return { what, provider: null, why: `OPENAI_API_KEY is not set${though}` };
}

function ollama({ ollama: server }: ProviderDiscovery): Candidate {
  const what = 'Ollama';
  if (server === null) return { what, provider: null, why: 'None answers on this machine.' };
  const model = server.models.find((name) => !/embed/i.test(name));
  if (model === undefined) {
    return { what, provider: null, why: `It answers at ${server.url} but has no model. Get one: ollama pull NAME.` };
  }
  return { what, provider: { kind: 'model', name: `${server.url}/v1` }, model, why: `It answers at ${server.url}.` };
}

function claude({ claude: path }: ProviderDiscovery): Candidate {
  const what = 'claude';
  if (path === null) return { what, provider: null, why: 'There is no such program on the PATH.' };
  return {
    what,
    provider: { kind: 'command', command: [path, ...CLAUDE_ARGUMENTS] },
    why: `The program is at ${path}.`,
  };
}

function offline(): Candidate {
  return { what: 'offline', provider: { kind: 'offline' }, why: 'It needs neither a model nor a key.' };
}
