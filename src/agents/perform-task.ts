// An agent does a task: asked, read, repaired, asked to go on, given its tools, until there is something to report.

import type { CallFault } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Agent, PromptLayers, ReplyRules } from '../ports/agent.ts';
import type { AgentFacts, AgentReport } from '../ports/agent-host.ts';
import type { CallMessage, CallParameters, CallReply, ToolCall } from '../ports/provider.ts';
import { type Asked, type AskedRequest, type Asking, askAgent } from './ask-agent.ts';
import { assembleLayers, messageText, type PromptParts, systemText, trimmedLayers } from './prompt-layers.ts';
import { outcomeOf, type ReplyOutcome } from './reply/outcome-of.ts';
import { readReply } from './reply/read-reply.ts';
import { repairText } from './reply/repair-text.ts';
import { replySchema } from './reply/reply-schema.ts';
import type { Tool } from './tools/tool.ts';
import { runTools } from './tools/tool-loop.ts';

const REPAIRS_MAX = 2;
/** Whatever happens, a task ends. */
const CALLS_MAX = 60;
const TOOL_CALLS_MAX = 25;
const TIMEOUT_MS = 10 * 60_000;
export const CUT_OFF = 'expected a whole reply, found one that was cut off at its longest length; answer more briefly';

export interface Performing extends Asking {
  readonly tools: readonly Tool[];
  validate(schema: JsonObject, value: Json): readonly string[];
}

export async function performTask(performing: Performing): Promise<AgentReport> {
  return new Conversation(performing).toTheEnd();
}

/** What the layers of a prompt are made of. */
export function partsOf(facts: AgentFacts, agentPrompt: string): PromptParts {
  const { stepName, prompt, taskPrompt, title, tags, input, item, schema, context, past, contextTokens } = facts;
  return {
    ...{ stepName, taskPrompt, title, tags, input, item, schema },
    agentPrompt: agentPrompt === '' ? null : agentPrompt,
    stepPrompt: prompt,
    summary: null,
    policy: context,
    budgetTokens: contextTokens,
    steps: past.map((step) => ({ ...step, summary: summaryOf(step.output) })),
  };
}

/** Many outputs say in a sentence what they are. */
function summaryOf(output: Json): string | null {
  return isJsonObject(output) && typeof output.summary === 'string' ? output.summary : null;
}

class Conversation {
  readonly #performing: Performing;
  readonly #rules: ReplyRules;
  readonly #tools: readonly Tool[];
  readonly #toolBudget = { left: TOOL_CALLS_MAX };
  #layers: PromptLayers;
  #messages: CallMessage[];
  #turn = 1;
  #repairs = 0;
  #isTrimmed = false;

  constructor(performing: Performing) {
    const { work, agent, tools } = performing;
    this.#performing = performing;
    this.#rules = { schema: work.schema, acceptPartial: work.acceptPartial, reviewBelow: work.reviewBelow };
    this.#tools = tools;
    this.#layers = assembleLayers(partsOf(work, agent.agentPrompt));
    this.#messages = [{ from: 'caller', text: messageText(this.#layers) }];
  }

  async toTheEnd(): Promise<AgentReport> {
    for (let calls = 0; calls < CALLS_MAX; calls++) {
      const purpose = this.#repairs > 0 ? 'repair' : 'turn';
      const asked = await askAgent(this.#performing, this.#layers, this.#request(), purpose);
      if ('report' in asked) return asked.report;
      const report = 'fault' in asked ? this.#onFault(asked.fault) : await this.#onReply(asked);
      if (report !== null) return report;
    }
    const message = `Expected an end within ${CALLS_MAX} calls, found none.`;
    return { do: 'fail', code: 'too-many-calls', message, retryable: false };
  }

  #request(): AskedRequest {
    const { work, agent, model } = this.#performing;
    const { workflow, step, title, input, item, data, runInput, schema } = work;
    return {
      model,
      system: systemText(this.#layers),
      messages: this.#messages,
      schema: this.#tools.length > 0 ? null : replySchema(schema),
      tools: this.#tools.map(({ spec }) => spec),
      parameters: parametersOf(agent),
      facts: { workflow, step, title, prompt: work.prompt ?? '', input, item, data, runInput, schema },
    };
  }

  /** null: ask on. */
  async #onReply(asked: Extract<Asked, { call: number }>): Promise<AgentReport | null> {
    const { reply } = asked;
    if (reply.toolCalls.length > 0) {
      await this.#useTools(asked);
      return this.#performing.work.signal.aborted ? { do: 'nothing' } : null;
    }
    // What was cut off may read as if it were whole.
    if (reply.finish === 'length') return this.#repair(reply, [CUT_OFF]);
    const read = readReply(replyGiven(reply), this.#rules, this.#performing.validate);
    if (!read.ok) return this.#repair(reply, read.problems);
    const outcome = outcomeOf(read.envelope, this.#rules, this.#turn);
    const against = outcome.do === 'complete' ? await this.#performing.work.accept(outcome.output) : null;
    if (against?.isFault) return brokenCode(against.reasons);
    if (against !== null && against.reasons.length > 0) return this.#repair(reply, against.reasons);
    this.#repairs = 0;
    if (outcome.do !== 'continue') return reportOf(outcome, read.envelope.metadata.suggestedTags);
    this.#turn++;
    this.#say(reply.text, `Go on with what you said is next: ${outcome.reason}`);
    return null;
  }

  #repair(reply: CallReply, problems: readonly string[]): AgentReport | null {
    if (this.#repairs >= REPAIRS_MAX) {
      const message = `Expected a reply in its form after ${REPAIRS_MAX} repairs, found: ${problems.join('; ')}`;
      return { do: 'fail', code: 'invalid-reply', message: message.slice(0, 2000), retryable: true };
    }
    this.#repairs++;
    this.#say(reply.text, repairText(problems, this.#rules));
    return null;
  }

  #say(theirs: string, ours: string): void {
    // Some providers refuse a message that says nothing.
    const text = theirs.trim() === '' ? '(no reply)' : theirs;
    this.#messages = [...this.#messages, { from: 'agent', text }, { from: 'caller', text: ours }];
  }

  async #useTools({ call, reply, before }: Extract<Asked, { call: number }>): Promise<void> {
    const { work } = this.#performing;
    const known = new Map((before?.tools ?? []).map((used) => [used.id, used]));
    const fresh = reply.toolCalls.filter(({ id }) => !known.has(id));
    const results = await runTools(fresh, this.#tools, {
      signal: work.signal,
      budget: this.#toolBudget,
      onCall: async ({ id, name, input }, { text, isError }, ms) => {
        await work.tool(call, { id, name, input, result: text, isError, ms: Math.round(ms) });
      },
    });
    const answers = reply.toolCalls.map((one) => answerOf(one, known.get(one.id), results));
    this.#messages = [...this.#messages, { from: 'agent', text: reply.text, toolCalls: reply.toolCalls }, ...answers];
  }

  #onFault(fault: CallFault): AgentReport | null {
    return fault.code === 'context-too-long' ? this.#trim(fault.message) : faultReport(fault);
  }

  #trim(message: string): AgentReport | null {
    const { work, agent } = this.#performing;
    const less = this.#isTrimmed ? null : trimmedLayers(partsOf(work, agent.agentPrompt));
    if (less === null) return { do: 'fail', code: 'context-too-long', message, retryable: false };
    this.#isTrimmed = true;
    this.#layers = less;
    this.#messages = [{ from: 'caller', text: messageText(this.#layers) }, ...this.#messages.slice(1)];
    return null;
  }
}

/** The agent did its part: no other answer of it would fare better. */
export function brokenCode(reasons: readonly string[]): AgentReport {
  return { do: 'fail', code: 'accept-failed', message: reasons.join('; '), retryable: false };
}

export function parametersOf({ limits }: Agent): CallParameters {
  const { maxOutputTokens, temperature, timeoutMs = TIMEOUT_MS } = limits;
  return {
    timeoutMs,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** What a call without a reply means for its task. */
export function faultReport({ code, message }: CallFault): AgentReport {
  switch (code) {
    case 'aborted':
      return { do: 'nothing' };
    // Asking again changes nothing until a person has done something.
    case 'bad-key':
    case 'no-writer':
    case 'not-recorded':
      return { do: 'hold', code, message, draft: null };
    case 'content-refused':
    case 'bad-request':
    case 'context-too-long':
      return { do: 'fail', code, message, retryable: false };
    default:
      return { do: 'fail', code, message, retryable: true };
  }
}

function replyGiven({ text, structured }: CallReply): { text: string; structured?: Json } {
  return structured === undefined ? { text } : { text, structured };
}

function answerOf(
  { id, name }: ToolCall,
  before: { readonly result: string; readonly isError: boolean } | undefined,
  results: readonly CallMessage[],
): CallMessage {
  // Field for field as it was sent: equal prompts are the same call.
  if (before !== undefined) {
    return { from: 'tool', call: id, name, result: before.result, ...(before.isError && { isError: true }) };
  }
  const found = results.find((message) => message.from === 'tool' && message.call === id);
  return found ?? { from: 'tool', call: id, name, result: 'Not run.', isError: true };
}

function reportOf(outcome: Exclude<ReplyOutcome, { do: 'continue' }>, tags: readonly string[]): AgentReport {
  if (outcome.do === 'complete') return { ...outcome, tags };
  if (outcome.do === 'hold') return outcome;
  return { do: 'fail', code: outcome.code, message: outcome.message, retryable: true };
}
