// Agents as operations take, keep and give them: users that are not people.

import * as z from 'zod';
import type { Json, JsonObject } from '../json.ts';
import type { Agent, AgentLimits, AgentProvider } from '../ports/agent.ts';
import type { Store } from '../ports/store.ts';
import { AGENT } from './agents-of.ts';
import { reject } from './define-operation.ts';
import { duration } from './fields.ts';
import { readProviderWord } from './read-provider-word.ts';

export const AGENT_PREFIX = 'agent:';
/** The agent whose work is done by the model of the MCP client. */
export const CLIENT = 'client';

const withoutPrefix = (id: string): string => (id.startsWith(AGENT_PREFIX) ? id.slice(AGENT_PREFIX.length) : id);

export const newAgentId = z
  .string()
  .regex(
    /^(?:agent:)?[a-z0-9][a-z0-9._-]{0,59}$/,
    'Expected 1 to 60 small letters, digits, dots, dashes or underscores, the first a letter or digit',
  )
  .transform(withoutPrefix)
  .describe('the id of the agent; diagrams refer to it as agent:ID');

export const agentId = z.string().min(1).max(200).transform(withoutPrefix).describe('the id of an agent');

const providerShape = z.object({
  kind: z.enum(['model', 'command', 'offline', 'recorded', 'client']),
  name: z.string().exactOptional(),
  command: z.array(z.string()).exactOptional(),
});

const count = z.number().int().min(1);

export const limitsShape = z.object({
  concurrency: count.exactOptional(),
  requestsPerMinute: count.exactOptional(),
  tokensPerMinute: count.exactOptional(),
  costPerDay: z.number().min(0).exactOptional(),
  maxOutputTokens: count.exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  timeoutMs: count.exactOptional(),
  silenceMs: count.exactOptional(),
});

/** What a record holds; an import may leave out all of it. */
export const storedAgent = z.object({
  isAgent: z.literal(true).default(true),
  displayName: z.string().max(200).default(''),
  agentPrompt: z.string().max(1_000_000).default(''),
  isActive: z.boolean().default(true),
  isAllowed: z.boolean().default(true).describe('false for an imported agent until signoff agents allow'),
  role: z.literal('viewer').default('viewer'),
  provider: providerShape.nullable().default(null),
  model: z.string().nullable().default(null),
  tools: z.array(z.string()).default([]),
  limits: limitsShape.default({}),
  createdAt: z.string().default(''),
  updatedAt: z.string().default(''),
});

export type StoredAgent = z.output<typeof storedAgent>;

export const agentShape = z.object({
  id: z.string(),
  ...storedAgent.shape,
  uses: z.string().describe('its provider; "whatever is found" if none is set'),
});

export type ShownAgent = z.output<typeof agentShape>;

export function shownAgent(id: string, content: StoredAgent): ShownAgent {
  return { id, ...content, displayName: content.displayName || id, uses: providerText(content.provider) };
}

/** An agent that does its tasks with what every agent has. */
export function emptyAgent(id: string, at: number): StoredAgent {
  const time = new Date(at).toISOString();
  const provider = id === CLIENT ? ({ kind: 'client' } as const) : null;
  return { ...storedAgent.parse({}), provider, displayName: id, createdAt: time, updatedAt: time };
}

/** A record that nobody could have put here by an operation is read as far as it goes. */
export function readStored(content: JsonObject): StoredAgent {
  const whole = storedAgent.safeParse(content);
  if (whole.success) return whole.data;
  const fields = Object.entries(storedAgent.shape).flatMap(([name, shape]) => {
    const read = shape.safeParse(content[name]);
    return read.success ? [[name, read.data]] : [];
  });
  return storedAgent.parse(Object.fromEntries(fields));
}

export const asRecord = (agent: StoredAgent): JsonObject => agent as unknown as JsonObject;

export async function findAgent(store: Store, id: string): Promise<StoredAgent> {
  const content = await store.record(AGENT, id);
  if (content !== null) return readStored(content);
  const others = (await store.records(AGENT)).map(({ name }) => name).join(', ');
  const known = others === '' ? 'there are none yet' : `there are ${others}`;
  return reject('unknown-agent', `There is no agent "${id}"; ${known}. Add one with signoff agents add.`);
}

export function providerText(provider: AgentProvider | null): string {
  if (provider === null) return 'whatever is found';
  const { kind, name, command } = provider;
  const what = name ?? (command === undefined ? null : command.join(' '));
  if (kind === 'model') return what ?? 'model';
  return what === null ? kind : `${kind}: ${what}`;
}

const wholeNumber = z.coerce.number().int().min(1);

const texts = {
  name: z.string().min(1).max(200).describe('the display name'),
  prompt: z.string().max(1_000_000).describe("the agent's prompt; the prompt of the step follows it"),
  promptFile: z.string().min(1).meta({ description: 'read the prompt from a file', 'x-form': 'file' }),
  command: z
    .union([z.array(z.string()).min(1), z.string().min(1)])
    .describe('for the provider command: program and arguments, or a JSON list if one contains spaces'),
};

const settings = {
  provider: z.string().describe('anthropic, openai, a base URL, offline, recorded or command (default: detected)'),
  model: z.string().min(1).max(200).describe("the model (default: the provider's)"),
  tools: z.array(z.string()).describe('tools it may use; SERVER/* for all tools of an MCP server'),
  concurrency: wholeNumber.describe('maximum concurrent tasks'),
  requestsPerMinute: wholeNumber.describe('maximum calls per minute'),
  tokensPerMinute: wholeNumber.describe('maximum tokens per minute'),
  costPerDay: z.coerce.number().min(0).describe('budget in US dollars per day (UTC)'),
  maxOutputTokens: wholeNumber.describe(
    'maximum length of a reply; a reply cut off there is retried once with twice the limit',
  ),
  temperature: z.coerce.number().min(0).max(2).describe('sampling temperature, from 0 to 2'),
  timeout: duration.describe('timeout of a call, such as 90s or 10m'),
  silence: duration.describe('timeout of a call without a token, such as 30s'),
};

type Clearable<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };

function clearable<S extends z.ZodRawShape>(shape: S): Clearable<S> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).nullable().optional()]);
  return Object.fromEntries(entries) as Clearable<S>;
}

export const addFields = { ...z.object({ ...texts, ...settings }).partial().shape };
/** null takes a setting away. */
export const editFields = { ...z.object(texts).partial().shape, ...clearable(settings) };
const edited = z.object(editFields);
export type GivenAgent = z.output<typeof edited>;

const LIMITS = [
  ...(['concurrency', 'requestsPerMinute', 'tokensPerMinute'] as const),
  ...(['costPerDay', 'maxOutputTokens', 'temperature'] as const),
];

type GivenLimits = { readonly [K in (typeof LIMITS)[number] | 'timeout' | 'silence']?: number | null | undefined };

export function changedLimits(before: AgentLimits, given: GivenLimits): AgentLimits {
  const times = { timeoutMs: given.timeout, silenceMs: given.silence };
  const changes = { ...Object.fromEntries(LIMITS.map((name) => [name, given[name]])), ...times };
  const all = Object.entries({ ...before, ...Object.fromEntries(Object.entries(changes).filter(isGiven)) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined;

/** undefined: nothing was said of it. A command alone says that one is meant. */
export function givenProvider(
  word: string | null | undefined,
  command: string | readonly string[] | undefined,
): Agent['provider'] | undefined {
  if (word === null) return null;
  if (word === undefined && command === undefined) return undefined;
  const read = readProviderWord(word ?? 'command', command);
  return typeof read === 'string' ? reject('invalid-request', read) : read;
}

/** Two agents are the same whatever their times are, and whatever was decided here about them. */
export function settingsOf({ createdAt: _, updatedAt: __, isAllowed: ___, ...settings }: StoredAgent): Json {
  return settings as unknown as Json;
}
