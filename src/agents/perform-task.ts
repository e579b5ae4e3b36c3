// An agent does a task: asked, read, repaired, asked to go on, given its tools, until there is something to report.

import type { CallFault } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Agent, PromptLayers, ReplyRules } from '../ports/agent.ts';
import type { AgentFacts, AgentReport } from '../ports/agent-host.ts';
import type { CallMessage, CallParameters, CallReply, Provider } from '../ports/provider.ts';
import { type AskContext, type AskedRequest, type AskResult, askAgent } from './ask-agent.ts';
import type { ReplyForm } from './base-prompt.ts';
import { assembleLayers, messageText, type PromptParts, systemText, trimmedLayers } from './prompt-layers.ts';
import { outcomeOf, type ReplyOutcome } from './reply/outcome-of.ts';
import { readReply } from './reply/read-reply.ts';
import { readingOf } from './reply/reading-of.ts';
import { repairText } from './reply/repair-text.ts';
import { replyExcerpt } from './reply/reply-excerpt.ts';
import { replySchema } from './reply/reply-schema.ts';
import { ReplyLimit } from './reply-limit.ts';
import type { Tool } from './tools/tool.ts';
import { TOOL_CALLS_MAX, toolBudget } from './tools/tool-loop.ts';
import { useTools } from './tools/use-tools.ts';
import { withoutLists } from './without-lists.ts';

const REPAIRS_MAX = 2;
/** Whatever happens, a task ends. */
export const CALLS_MAX = 60;
const TIMEOUT_MS = 10 * 60_000;
export const CUT_OFF = 'expected a whole reply, found one that was cut off at its longest length; answer more briefly';

export interface PerformContext extends AskContext {
  readonly tools: readonly Tool[];
  validate(schema: JsonObject, value: Json): readonly string[];
}

export async function performTask(performing: PerformContext): Promise<AgentReport> {
  return new Conversation(performing).toTheEnd();
}

/** With tools a model must be free to call them, so that its reply is held to nothing. */
export function formFor({ takesSchema }: Pick<Provider, 'takesSchema'>, tools: number): ReplyForm {
  return takesSchema === true && tools === 0 ? 'json' : 'sections';
}

/** What the layers of a prompt are made of. */
export function partsOf(facts: AgentFacts, agentPrompt: string, form: ReplyForm): PromptParts {
  const { stepName, prompt, taskPrompt, title, tags, besides, lists, schema, context, past, contextTokens } = facts;
  return {
    ...{ form, stepName, taskPrompt, title, tags, schema },
    input: withoutLists(besides.input, lists),
    item: besides.item,
    isRest: { input: besides.input !== facts.input, item: besides.item !== facts.item },
    agentPrompt: agentPrompt === '' ? null : agentPrompt,
    stepPrompt: prompt,
    summary: null,
    policy: context,
    budgetTokens: contextTokens,
    steps: past.map((step) => {
      const output = withoutLists(step.output, lists);
      return { ...step, output, summary: summaryOf(output) };
    }),
  };
}

/** Many outputs say in a sentence what they are. */
function summaryOf(output: Json): string | null {
  return isJsonObject(output) && typeof output.summary === 'string' ? output.summary : null;
}

class Conversation {
  readonly #performing: PerformContext;
  readonly #rules: ReplyRules;
  readonly #tools: readonly Tool[];
  readonly #form: ReplyForm;
  readonly #toolBudget = toolBudget();
  readonly #replyLimit: ReplyLimit;
  #layers: PromptLayers;
  #messages: CallMessage[];
  #turn = 1;
  /** The last reply that was sent back. */
  #refused: string | null = null;
  #repairs = 0;
  #isTrimmed = false;

  constructor(performing: PerformContext) {
    const { work, agent, tools, provider } = performing;
    this.#performing = performing;
    this.#form = formFor(provider, tools.length);
    this.#rules = { schema: work.schema, acceptPartial: work.acceptPartial, reviewBelow: work.reviewBelow };
    this.#tools = tools;
    this.#replyLimit = new ReplyLimit(agent);
    this.#layers = assembleLayers(partsOf(work, agent.agentPrompt, this.#form));
    this.#messages = [{ from: 'caller', text: messageText(this.#layers) }];
  }

  async toTheEnd(): Promise<AgentReport> {
    for (let calls = 0; calls < CALLS_MAX; calls++) {
      const purpose = this.#repairs > 0 ? 'repair' : 'turn';
      const asked = await askAgent(this.#performing, this.#layers, this.#request(), purpose, this.#replyLimit.current);
      if ('report' in asked) return asked.report;
      const report = 'fault' in asked ? this.#onFault(asked.fault) : await this.#onReply(asked);
      if (report !== null) return report;
    }
    return tooManyCalls();
  }

  #request(): AskedRequest {
    const { work, agent, model } = this.#performing;
    const { workflow, step, title, input, item, data, runInput, schema } = work;
    return {
      model,
      system: systemText(this.#layers),
      messages: this.#messages,
      schema: this.#form === 'json' ? replySchema(schema) : null,
      tools: this.#tools.map(({ spec }) => spec),
      parameters: parametersOf(agent, work.silenceMs),
      facts: { workflow, step, title, prompt: work.prompt ?? '', input, item, data, runInput, schema },
    };
  }

  /** null: ask on. */
  async #onReply(asked: Extract<AskResult, { call: number }>): Promise<AgentReport | null> {
    const { reply } = asked;
    if (reply.toolCalls.length > 0) {
      if (this.#toolBudget.left === 0) return tooManyTools();
      const { work } = this.#performing;
      this.#messages = [...this.#messages, ...(await useTools(asked, work, this.#tools, this.#toolBudget))];
      return work.signal.aborted ? { kind: 'nothing' } : null;
    }
    // What was cut off may read as if it were whole.
    if (reply.finish === 'length') {
      return asked.output === null ? this.#repair(reply, [CUT_OFF]) : this.#replyLimit.onCut(asked.output);
    }
    const read = readReply(replyGiven(reply), this.#rules, this.#performing.validate);
    this.#performing.work.reading(asked.call, readingOf(read));
    if (!read.ok) return this.#repair(reply, read.problems);
    const outcome = outcomeOf(read.envelope, this.#rules, this.#turn);
    const against = outcome.kind === 'complete' ? await this.#performing.work.accept(outcome.output) : null;
    if (against?.isFault) return brokenCode(against.reasons);
    if (against !== null && against.reasons.length > 0) return this.#repair(reply, against.reasons);
    this.#repairs = 0;
    if (outcome.kind !== 'continue') return reportOf(outcome);
    this.#turn++;
    this.#say(reply.text, `Go on with what you said is next: ${outcome.reason}`);
    return null;
  }

  #repair(reply: CallReply, problems: readonly string[]): AgentReport | null {
    // Rules that wrote the same again will not write anything else.
    const isSame = this.#performing.provider.kind === 'offline' && reply.text === this.#refused;
    this.#refused = reply.text;
    if (isSame)
      return { kind: 'fail', code: 'invalid-reply', message: problems.join('; ').slice(0, 2000), retryable: false };
    if (this.#repairs >= REPAIRS_MAX) {
      const message = `Expected a reply in its form after ${REPAIRS_MAX} repairs, found: ${problems.join('; ')}`;
      return { kind: 'fail', code: 'invalid-reply', message: message.slice(0, 2000), retryable: true };
    }
    this.#repairs++;
    this.#say(reply.text, repairText(problems, this.#rules, this.#form));
    return null;
  }

  #say(theirs: string, ours: string): void {
    const text = replyExcerpt(theirs);
    this.#messages = [...this.#messages, { from: 'agent', text }, { from: 'caller', text: ours }];
  }

  #onFault(fault: CallFault): AgentReport | null {
    if (fault.code === 'context-too-long') return this.#trim(fault.message);
    // Twice the room is more than the model can give.
    if (fault.code === 'bad-request' && this.#replyLimit.isDoubled)
      return this.#replyLimit.tooShort(this.#replyLimit.current.tokens);
    return faultReport(fault);
  }

  #trim(message: string): AgentReport | null {
    const { work, agent } = this.#performing;
    const less = this.#isTrimmed ? null : trimmedLayers(partsOf(work, agent.agentPrompt, this.#form));
    if (less === null) return { kind: 'fail', code: 'context-too-long', message, retryable: false };
    this.#isTrimmed = true;
    this.#layers = less;
    this.#messages = [{ from: 'caller', text: messageText(this.#layers) }, ...this.#messages.slice(1)];
    return null;
  }
}

export function tooManyCalls(): AgentReport {
  const message = `Expected an end within ${CALLS_MAX} calls, found none.`;
  return { kind: 'fail', code: 'too-many-calls', message, retryable: false };
}

export function tooManyTools(): AgentReport {
  const message = `Expected the task done with ${TOOL_CALLS_MAX} uses of tools, found another one asked for.`;
  return { kind: 'fail', code: 'too-many-tools', message, retryable: false };
}

/** The agent did its part: no other answer of it would fare better. */
export function brokenCode(reasons: readonly string[]): AgentReport {
  return { kind: 'fail', code: 'accept-failed', message: reasons.join('; '), retryable: false };
}

/** An agent's own setting is stronger than what its step asks for. */
export function parametersOf({ limits }: Agent, asked: AgentFacts['silenceMs'] = null): CallParameters {
  const { maxOutputTokens, temperature, timeoutMs = TIMEOUT_MS, silenceMs = asked } = limits;
  return {
    timeoutMs,
    ...(silenceMs !== null && { silenceMs }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** What a call without a reply means for its task. */
export function faultReport({ code, message }: CallFault): AgentReport {
  switch (code) {
    case 'aborted':
      return { kind: 'nothing' };
    // Asking again changes nothing until a person has done something.
    case 'bad-key':
    case 'no-writer':
    case 'not-recorded':
      return { kind: 'hold', code, message, draft: null };
    case 'content-refused':
    case 'bad-request':
    case 'context-too-long':
      return { kind: 'fail', code, message, retryable: false };
    default:
      return { kind: 'fail', code, message, retryable: true };
  }
}

function replyGiven({ text, structured }: CallReply): { text: string; structured?: Json } {
  return structured === undefined ? { text } : { text, structured };
}

function reportOf(outcome: Exclude<ReplyOutcome, { kind: 'continue' }>): AgentReport {
  if (outcome.kind !== 'fail') return outcome;
  return { kind: 'fail', code: outcome.code, message: outcome.message, retryable: true };
}
