// Tries an agent: one small prompt to its provider, paid for like any other. Nothing of it is kept.

import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { AgentReport, AgentWork, BegunCall, EndedCall } from '../ports/agent-host.ts';
import { agentId, findAgent, providerText } from './agent-shapes.ts';
import { defineOperation } from './define-operation.ts';

const FRESH_MS = 1100;
const WAIT_MS = 120_000;
const LINE_CHARACTERS_MAX = 400;
const OUTPUT = 'ready';

const faultShape = z.object({ code: z.string(), message: z.string(), advice: z.string() });
type Fault = z.output<typeof faultShape>;

export const testAgent = defineOperation({
  name: 'agents.test',
  summary: 'send an agent a short test prompt and show provider, model, latency and cost; nothing is stored',
  who: 'admin',
  changes: false,
  places: ['id'],
  input: z.object({ id: agentId }),
  output: z.object({
    agent: z.string(),
    ok: z.boolean().describe('true if the agent answered'),
    provider: z.string(),
    model: z.string().nullable(),
    latencyMs: z.number().nullable(),
    tokens: z.object({ in: z.number(), out: z.number(), cached: z.number() }).nullable(),
    cost: z.number().nullable().describe('US dollars; null if unknown'),
    reply: z.string().nullable().describe('the first line of the reply'),
    isReadable: z.boolean().describe('true if the reply had the format that tasks need'),
    fault: faultShape.nullable(),
  }),
  async handler(context, { id }) {
    const stored = await findAgent(await context.store(), id);
    const host = await context.agents();
    // A host that read the agents just now does not read them again: what was changed since would not be tested.
    const ageMs = context.now() - Date.parse(stored.updatedAt);
    if (ageMs >= 0 && ageMs < FRESH_MS) await pause(FRESH_MS - ageMs);
    await host.refresh();
    const limits = [AbortSignal.timeout(WAIT_MS), ...(context.signal === undefined ? [] : [context.signal])];
    const call = new OneCall(id, AbortSignal.any(limits));
    const report = await host.perform(call.work());
    const { begun, ended } = call;
    const fault = faultOf(report, ended);
    return {
      agent: id,
      ok: fault === null,
      provider: begun?.provider ?? providerText(stored.provider),
      model: ended?.reply?.model ?? begun?.model ?? stored.model,
      latencyMs: ended?.latencyMs ?? null,
      tokens: ended?.usage === undefined ? null : { ...ended.usage },
      cost: ended === null ? 0 : ended.cost,
      reply: ended?.reply === undefined ? null : firstLine(ended.reply.text),
      isReadable: report.kind === 'complete',
      fault,
    };
  },
});

/** Keeps in memory what a run would journal, and lets one call through: nobody asks for a better form of the reply. */
class OneCall {
  begun: BegunCall | null = null;
  ended: EndedCall | null = null;
  readonly #agent: string;
  readonly #signal: AbortSignal;

  constructor(agent: string, signal: AbortSignal) {
    this.#agent = agent;
    this.#signal = signal;
  }

  work(): AgentWork {
    return {
      ...{ workflow: 'agents.test', step: 'test', stepName: 'Test', title: 'A test of the connection' },
      agent: this.#agent,
      prompt: `This only tests the connection. Use no tools. Give the text "${OUTPUT}" as your output, and be brief.`,
      besides: { input: null, item: null },
      ...{ taskPrompt: null, tags: [], input: {}, item: null, lists: [], data: {}, runInput: {}, schema: null },
      ...{ context: 'output', past: [], contextTokens: 2_000, tools: [], acceptPartial: true, reviewBelow: null },
      ...{ messages: null, mustEnd: false, idempotencyKey: `test/${crypto.randomUUID()}`, attempt: 1, answered: [] },
      signal: this.#signal,
      leaving: this.#signal,
      begin: async (call) => {
        if (this.begun !== null) return null;
        this.begun = call;
        return { call: 1, output: null };
      },
      changed: async () => {},
      end: async (_call, ended) => {
        this.ended = ended;
      },
      reading: async () => {},
      tool: async () => {},
      accept: async () => ({ reasons: [], isFault: false }),
      acceptTurn: async () => ({ reasons: [], isFault: false }),
    };
  }
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.trim().slice(0, LINE_CHARACTERS_MAX);
}

/** What kept it from answering. A reply that says no, or is in no form, is still an answer. */
function faultOf(report: AgentReport, ended: EndedCall | null): Fault | null {
  if (ended?.reply !== undefined) return null;
  if (ended?.fault !== undefined) return advised(ended.fault);
  if (report.kind === 'hold' || report.kind === 'fail') return advised(report);
  if (report.kind === 'release') return { code: 'overloaded', message: report.reason, advice: adviceFor('overloaded') };
  return { code: 'aborted', message: 'Nothing came back.', advice: adviceFor('aborted') };
}

function advised({ code, message }: { readonly code: string; readonly message: string }): Fault {
  return { code, message, advice: adviceFor(code) };
}

const ADVICE: { readonly [code: string]: string } = {
  'rate-limited': 'Wait, or lower the requests or tokens a minute of the agent.',
  overloaded: 'Wait; tasks of this provider wait too and go on by themselves.',
  'timed-out': 'Try again, or give the agent a longer --timeout.',
  'content-refused': "Change the agent's prompt.",
  'context-too-long': "Shorten the agent's prompt, or choose a model that reads more.",
  'bad-key': 'Set the key in the environment of this process and of the workers; it is never stored.',
  network: 'Check the address and the network between here and the provider.',
  'bad-request': 'Check the provider, the model and the limits of the agent.',
  aborted: 'Try again; it was ended before there was an answer.',
  'no-writer':
    'No writer knows this test. Choose a provider that can answer: signoff agents edit, or SIGNOFF_PROVIDER.',
  'program-failed': 'Run the program by hand in this folder and read what it says.',
  'not-recorded': 'Nothing was recorded for this prompt. Record it with a real provider: recorded:anthropic.',
  'folder-not-trusted': 'Read what it would do before you allow it; nothing was asked.',
  'agent-not-allowed': 'Read what it would do before you allow it; nothing was asked.',
  'agent-budget-spent': 'Raise its --cost-per-day, or wait for tomorrow (UTC).',
};

const adviceFor = (code: string): string => ADVICE[code] ?? 'signoff doctor shows which provider is used and why.';
