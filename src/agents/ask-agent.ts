// One call of an agent: waits its turn, reserves what it may cost, asks, journals what came, and says what it means.

import { CallFault, type CallFaultCode } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Agent, PromptLayers } from '../ports/agent.ts';
import type { AgentReport, AgentWork, AnsweredCall, BegunCall } from '../ports/agent-host.ts';
import type { CallMessage, CallReply, CallRequest, Provider, Usage } from '../ports/provider.ts';
import type { Admitted } from './admit-call.ts';
import { type Breaker, isOutage } from './breaker.ts';
import { countTokens } from './count-tokens.ts';
import { costOf, type Price } from './prices.ts';
import { messageText } from './prompt-layers.ts';
import { traceCall } from './trace-call.ts';

export interface Asking {
  readonly work: AgentWork;
  readonly agent: Agent;
  readonly provider: Provider;
  readonly model: string | null;
  readonly price: Price | null;
  readonly breaker: Breaker;
  /** Waits a little until the agent's and the provider's limits allow a call of so many tokens; for longer the task is
   *  given back, and for a day's budget it is held. */
  admit(tokens: number, cost: number | null, signal: AbortSignal): Promise<Admitted>;
  monotonic(): number;
  /** Replies of earlier calls that nobody has used yet. */
  readonly left: AnsweredCall[];
}

export type Asked =
  | { readonly call: number; readonly reply: CallReply; readonly before: AnsweredCall | null }
  | { readonly fault: CallFault }
  | { readonly report: AgentReport };

/** A reply is not expected to be longer, when the agent's own limit is not given. */
export const OUTPUT_TOKENS = 8_192;

export type AskedRequest = Omit<CallRequest, 'signal' | 'idempotencyKey'>;

/** `layers` are what the request's system text and first message are made of: they are kept apart. */
export async function askAgent(
  asking: Asking,
  layers: PromptLayers,
  request: AskedRequest,
  purpose: BegunCall['purpose'],
): Promise<Asked> {
  const { work, agent, provider, model, price, breaker } = asking;
  const prompt = promptOf(layers, request);
  const before = earlier(asking, prompt);
  if (before !== null) return { call: before.call, reply: before.reply, before };
  const input =
    countTokens(request.system) + request.messages.reduce((sum, each) => sum + countTokens(textOf(each)), 0);
  const out = request.parameters.maxOutputTokens ?? OUTPUT_TOKENS;
  const cost = costOf(price, { in: input, out, cached: 0 });
  const isDown: AgentReport = { do: 'release', reason: `${provider.name} is down.` };
  // Before a place in the minute is taken for nothing, and again after the wait for it.
  if (!breaker.isFree(asking.monotonic())) return { report: isDown };
  const admitted = await asking.admit(input + out, cost, work.signal);
  if (work.signal.aborted) return { report: { do: 'nothing' } };
  if (admitted.do !== 'go') return { report: admitted };
  if (!breaker.mayCall(asking.monotonic()).ok) return { report: isDown };
  const begun = { agent: agent.id, provider: provider.name, model, purpose, prompt, cost, tokens: input + out };
  const call = await work.begin(begun);
  if (call === null) {
    // Nobody was asked: whoever comes next may be the one to try.
    breaker.failed(asking.monotonic(), 'aborted', null);
    return { report: { do: 'nothing' } };
  }
  return sent(asking, request, call);
}

async function sent(
  { work, agent, provider, price, breaker, monotonic }: Asking,
  request: AskedRequest,
  call: number,
): Promise<Asked> {
  const from = monotonic();
  const latency = (): number => Math.round(monotonic() - from);
  try {
    const idempotencyKey = `${work.idempotencyKey}/${call}`;
    const whole = { ...request, signal: work.signal, idempotencyKey };
    const traced = { provider: provider.name, agent: agent.id, request: whole };
    const reply = await traceCall(traced, () => provider.call(whole));
    breaker.succeeded(monotonic());
    // No tokens at all: the provider does not say.
    const usage = reply.usage !== null && reply.usage.in + reply.usage.out > 0 ? reply.usage : undefined;
    const cost = reply.cost ?? costOf(price, usage ?? null);
    await work.end(call, { latencyMs: latency(), cost, reply, ...usageOf(usage) });
    return { call, reply, before: null };
  } catch (thrown) {
    if (!(thrown instanceof CallFault)) throw thrown;
    const { code, message, usage, retryAfterMs } = thrown;
    // A key that is wrong is no outage: each task that needs it is held, and says so.
    breaker.failed(monotonic(), code === 'bad-key' ? 'aborted' : code, retryAfterMs);
    // What was refused before anyone worked on it costs nothing; for the rest nobody knows.
    const cost = usage === null ? (UNPAID.has(code) ? 0 : null) : costOf(price, usage);
    await work.end(call, { latencyMs: latency(), cost, fault: { code, message }, ...usageOf(usage ?? undefined) });
    // The provider is down now: that is no attempt of the task, which waits until it is back.
    if (isOutage(code) && !breaker.isFree(monotonic())) return { report: { do: 'release', reason: message } };
    return { fault: thrown };
  }
}

const UNPAID: ReadonlySet<CallFaultCode> = new Set<CallFaultCode>([
  ...(['rate-limited', 'overloaded', 'bad-key', 'bad-request', 'context-too-long'] as const),
  ...(['no-writer', 'not-recorded', 'program-failed'] as const),
]);

function usageOf(usage: Usage | undefined): { usage?: Usage } {
  return usage === undefined ? {} : { usage };
}

/** Equal prompts are the same call. What the layers say already is not said again. */
function promptOf({ leftOut, ...layers }: PromptLayers, request: AskedRequest): Json {
  const { model, messages, schema, tools, parameters } = request;
  const { timeoutMs: _, ...settings } = parameters;
  const [first, ...later] = messages;
  const isLayers = first?.from === 'caller' && first.text === messageText({ ...layers, leftOut });
  return {
    ...{ model, layers, messages: isLayers ? later : messages, tools: tools.map(({ name }) => name) },
    ...{ parameters: settings, isHeld: schema !== null },
  } as unknown as Json;
}

function earlier({ left }: Asking, prompt: Json): AnsweredCall | null {
  if (left.length === 0) return null;
  const text = JSON.stringify(prompt);
  const at = left.findIndex((answered) => JSON.stringify(answered.prompt) === text);
  return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
}

function textOf(message: CallMessage): string {
  return message.from === 'tool' ? message.result : message.text;
}
