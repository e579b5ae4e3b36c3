// What `signoff.config.json` says of agents. Keys of providers are never in it: they come from the environment.

import * as z from 'zod';

const rate = { in: z.number().min(0), cached: z.number().min(0), out: z.number().min(0) };
const price = z.object({
  ...rate,
  long: z.object({ over: z.number().min(0), ...rate }).exactOptional(),
});
const rates = z.strictObject({
  requestsPerMinute: z.number().min(0).exactOptional(),
  tokensPerMinute: z.number().min(0).exactOptional(),
  concurrency: z.number().int().min(1).exactOptional().describe('calls at once, in all processes together'),
});
const server = z.union([
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).exactOptional(),
    env: z.record(z.string(), z.string()).exactOptional(),
    cwd: z.string().exactOptional(),
  }),
  z.object({ url: z.url(), headers: z.record(z.string(), z.string()).exactOptional() }),
]);

/** Addresses count only in a folder that the user trusts; keys are in the environment. */
const sources = z.strictObject({
  webSearch: z.array(z.string().min(1).max(2_000)).max(10).exactOptional(),
  academic: z.array(z.enum(['openalex', 'crossref'])).exactOptional(),
  newsFeeds: z.array(z.string().min(1).max(2_000)).max(50).exactOptional(),
  pages: z.boolean().exactOptional(),
  mailto: z.email().exactOptional(),
});

/** It stands in sentences of prompts, and a project that was not looked at yet may have written it. */
const DOMAIN = /^[\p{L}\p{M}\p{N} .,:;()'&/+-]{1,80}$/u;
const DOMAIN_FORM = 'expected one line of at most 80 letters, digits and plain punctuation';

export const agentConfig = z.strictObject({
  provider: z.string().optional().describe('as SIGNOFF_PROVIDER: anthropic, openai, a base URL, offline, command:...'),
  model: z.string().optional(),
  domain: z
    .string()
    .regex(DOMAIN, DOMAIN_FORM)
    .optional()
    .describe('what kind of software it is, for the prompts of systems'),
  providers: z.record(z.string(), rates).default({}).describe('limits by the name of the provider'),
  costPerDay: z.number().min(0).exactOptional().describe('what all agents together may cost in a day of UTC'),
  prices: z
    .record(z.string(), z.object({ asOf: z.string(), models: z.record(z.string(), price) }))
    .default({})
    .describe('in place of the prices that ship with Signoff, per million tokens'),
  mcpServers: z.record(z.string(), server).default({}),
  systems: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'small letters, digits and dashes'), z.string().min(1))
    .default({})
    .describe('systems of the project: their modules, by name'),
  sources: sources.default({}).describe('searches and feeds that research may ask'),
  research: z
    .strictObject({
      workers: z.array(z.string().min(1)).max(50).default([]).describe('workers of the project: their modules'),
      cheaperModel: z.string().min(1).exactOptional().describe('as SIGNOFF_CHEAPER_MODEL'),
    })
    .default({ workers: [] }),
  limits: z
    .strictObject({ runs: z.number().int().min(1).max(1000).default(20).describe('research runs at once in a store') })
    .default({ runs: 20 }),
});

export type AgentConfig = z.output<typeof agentConfig>;
