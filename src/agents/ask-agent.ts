// One call of an agent: waits its turn, reserves what it may cost, asks, journals what came, and says what it means.

import type { Need } from '../engine/budget.ts';
import { CallFault, type CallFaultCode } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Agent, PromptLayers } from '../ports/agent.ts';
import type { AgentReport, AgentWork, AnsweredCall, BegunCall } from '../ports/agent-host.ts';
import type { CallMessage, CallReply, CallRequest, Provider, Usage } from '../ports/provider.ts';
import { type AdmissionResult, LEAVING } from './admit-call.ts';
import { type Breaker, isTurnedAway } from './breaker.ts';
import { countTokens } from './count-tokens.ts';
import type { reserveDay } from './day-budget.ts';
import { costOf, type Price } from './prices.ts';
import { messageText } from './prompt-layers.ts';
import type { OutputLimit } from './reply-limit.ts';
import { traceCall } from './trace-call.ts';

export interface AskContext {
  readonly work: AgentWork;
  readonly agent: Agent;
  readonly provider: Provider;
  readonly model: string | null;
  readonly price: Price | null;
  readonly breaker: Breaker;
  /** Waits a little until the agent's and the provider's limits allow a call of so many tokens; for longer the task is
   *  given back. */
  admit(tokens: number, signal: AbortSignal): Promise<AdmissionResult>;
  /** Reserves what it may cost in the agent's day and in that of all; for a spent one the task is held. */
  reserve(need: Need | null, timeoutMs: number, signal: AbortSignal): ReturnType<typeof reserveDay>;
  monotonic(): number;
  /** Replies of earlier calls that nobody has used yet. */
  readonly left: AnsweredCall[];
}

/** `output`: the most tokens of output it was asked for; null: no bound was sent. */
export type AskResult =
  | {
      readonly call: number;
      readonly reply: CallReply;
      readonly output: number | null;
      readonly before: AnsweredCall | null;
    }
  | { readonly fault: CallFault }
  | { readonly report: AgentReport };

export type AskedRequest = Omit<CallRequest, 'signal' | 'idempotencyKey'>;

interface Begun {
  readonly call: number;
  readonly output: number | null;
  readonly isReplay: boolean;
  settle(cost: number | null): Promise<void>;
}

const NOTHING: AgentReport = { kind: 'nothing' };

/** `layers` are what the request's system text and first message are made of: they are kept apart. */
export async function askAgent(
  asking: AskContext,
  layers: PromptLayers,
  request: AskedRequest,
  purpose: BegunCall['purpose'],
  outputLimit: OutputLimit,
): Promise<AskResult> {
  const { work, agent, provider, model, breaker } = asking;
  const prompt = promptOf(layers, request);
  const before = earlier(asking, prompt);
  if (before !== null) return { call: before.call, reply: before.reply, output: before.output, before };
  const about = { agent: agent.id, model, purpose, prompt };
  if (await provider.replays?.({ ...request, signal: work.signal, idempotencyKey: '' })) {
    const begun = await replayed(asking, about);
    return begun === null ? { report: NOTHING } : sendCall(asking, request, begun);
  }
  const input = inputTokens(request);
  const isDown: AgentReport = { kind: 'release', reason: `${provider.name} is down.` };
  // Before a place in the minute is taken for nothing, and again after the wait for it.
  if (!breaker.isFree(asking.monotonic())) return { report: isDown };
  const admitted = await asking.admit(input + outputLimit.tokens, work.leaving);
  if (work.signal.aborted) return { report: NOTHING };
  if (admitted.kind !== 'go') return { report: admitted };
  for (;;) {
    const reserved = await reserveCall(asking, request, outputLimit, input);
    if (work.signal.aborted) return { report: NOTHING };
    if (reserved.kind !== 'go') return { report: reserved };
    if (!breaker.mayCall(asking.monotonic()).ok) {
      await reserved.settle(0);
      return { report: isDown };
    }
    const begun = await work.begin({ ...about, provider: provider.name, ...reserved.asks });
    if (begun !== null && begun !== 'wait') {
      const output = begun.output ?? reserved.output;
      return sendCall(asking, request, { call: begun.call, output, isReplay: false, settle: reserved.settle });
    }
    // No call was made: the next task may make the trial call.
    breaker.failed(asking.monotonic(), 'aborted', null);
    await reserved.settle(0);
    if (begun === null) return { report: NOTHING };
    if (!work.leaving.aborted) await work.changed();
    if (work.signal.aborted) return { report: NOTHING };
    if (work.leaving.aborted) return { report: { kind: 'release', reason: LEAVING } };
  }
}

/** Nobody is asked and nothing is paid: no limit, no budget and no day has to do with it. */
async function replayed({ work }: AskContext, about: Pick<BegunCall, 'agent' | 'model' | 'purpose' | 'prompt'>) {
  const free = { cost: 0, tokens: 0, output: { tokens: 0, cost: 0, least: 0 } };
  const begun = await work.begin({ ...about, provider: REPLAYED, ...free });
  if (begun === null || begun === 'wait') return null;
  return { call: begun.call, output: null, isReplay: true, settle: async () => {} };
}

type ReservedCall =
  | Extract<AgentReport, { readonly kind: 'hold' | 'release' }>
  | {
      readonly kind: 'go';
      /** null: no limit is sent. */
      readonly output: number | null;
      readonly asks: Pick<BegunCall, 'cost' | 'tokens' | 'output' | 'cutAt'>;
      settle(cost: number | null): Promise<void>;
    };

/** Reserves it in the day, and says what the run is to reserve: the same, or less. */
async function reserveCall(
  { work, agent, price, reserve }: AskContext,
  { parameters }: AskedRequest,
  outputLimit: OutputLimit,
  input: number,
): Promise<ReservedCall> {
  const fixed = costOf(price, { in: input, out: 0, cached: 0 });
  const whole = costOf(price, { in: input, out: outputLimit.tokens, cached: 0 });
  const each = fixed === null || whole === null ? null : (whole - fixed) / Math.max(1, outputLimit.tokens);
  const need =
    fixed === null || each === null ? null : { fixed, each, wanted: outputLimit.tokens, least: outputLimit.least };
  const day = await reserve(need, parameters.timeoutMs, work.leaving);
  if (day.kind !== 'go') return day;
  const out = day.output ?? outputLimit.tokens;
  const cost = need === null ? null : need.each * out;
  const own = outputLimit.cutAt === undefined ? (agent.limits.maxOutputTokens ?? null) : outputLimit.tokens;
  return {
    kind: 'go',
    output: day.output ?? own,
    settle: day.settle,
    asks: {
      cost: need === null || cost === null ? null : need.fixed + cost,
      tokens: input + out,
      output: { tokens: out, cost, least: Math.min(out, outputLimit.least) },
      ...(outputLimit.cutAt !== undefined && { cutAt: outputLimit.cutAt }),
    },
  };
}

async function sendCall(
  { work, agent, provider, price, breaker, monotonic }: AskContext,
  request: AskedRequest,
  { call, output, isReplay, settle }: Begun,
): Promise<AskResult> {
  const from = monotonic();
  const latency = (): number => Math.round(monotonic() - from);
  try {
    const idempotencyKey = `${work.idempotencyKey}/${call}`;
    const bound = output === null ? {} : { outputMax: output };
    const whole = { ...request, ...bound, signal: work.signal, idempotencyKey };
    const traced = { provider: isReplay ? REPLAYED : provider.name, agent: agent.id, request: whole };
    const reply = await traceCall(traced, () => provider.call(whole));
    if (!isReplay) breaker.succeeded(monotonic());
    // No tokens at all: the provider does not say. What is replayed uses none.
    const usage = !isReplay && reply.usage !== null && reply.usage.in + reply.usage.out > 0 ? reply.usage : undefined;
    const cost = isReplay ? 0 : (reply.cost ?? costOf(price, usage ?? null));
    await work.end(call, { latencyMs: latency(), cost, reply, ...usageOf(usage) });
    await settle(cost);
    return { call, reply, output, before: null };
  } catch (thrown) {
    if (!(thrown instanceof CallFault)) throw thrown;
    const { code, message, usage, retryAfterMs, isOfReply } = thrown;
    // The step asked for it: what the provider answers to this call says nothing of the provider.
    const isOwn = isOfReply || (code === 'overloaded' && work.countsOverload === true);
    // A key that is wrong is not an outage: each task that needs it is held, and says so.
    if (!isReplay) breaker.failed(monotonic(), isOwn || code === 'bad-key' ? 'aborted' : code, retryAfterMs);
    // What was refused before anyone worked on it costs nothing; for the rest nobody knows.
    const cost = isReplay ? 0 : usage === null ? (UNPAID.has(code) ? 0 : null) : costOf(price, usage);
    await work.end(call, { latencyMs: latency(), cost, fault: { code, message }, ...usageOf(usage ?? undefined) });
    await settle(cost);
    // The provider is down now: that is not an attempt of the task, which waits until it is back. A call that ran into
    // its timeout is one all the same: it may have cost, and the task itself may be what takes so long.
    if (!isOwn && isTurnedAway(code) && !breaker.isFree(monotonic()))
      return { report: { kind: 'release', reason: message } };
    return { fault: thrown };
  }
}

/** As replayed calls are shown, and counted. */
const REPLAYED = 'recorded';

/** With what the reply must be and which tools there are: those are sent, and paid for, too. */
function inputTokens({ system, messages, schema, tools }: AskedRequest): number {
  const said = messages.reduce((sum, each) => sum + countTokens(textOf(each)), 0);
  const shapes = [schema, ...tools].filter((each) => each !== null).map((each) => JSON.stringify(each));
  return countTokens(system) + said + countTokens(shapes.join('\n'));
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
  const { timeoutMs: _, silenceMs: __, ...settings } = parameters;
  const [first, ...later] = messages;
  const isLayers = first?.from === 'caller' && first.text === messageText({ ...layers, leftOut });
  return {
    ...{ model, layers, messages: isLayers ? later : messages, tools: tools.map(({ name }) => name) },
    ...{ parameters: settings, isHeld: schema !== null },
  } as unknown as Json;
}

function earlier({ left }: AskContext, prompt: Json): AnsweredCall | null {
  if (left.length === 0) return null;
  const text = JSON.stringify(prompt);
  const at = left.findIndex((answered) => JSON.stringify(answered.prompt) === text);
  return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
}

function textOf(message: CallMessage): string {
  return message.from === 'tool' ? message.result : message.text;
}
