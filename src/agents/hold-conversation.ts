// An agent's turn in a conversation with a person: what was said so far goes in, its next words come out.

import { attachedMaterial } from '../engine/attached-material.ts';
import { fenced } from '../engine/fenced.ts';
import type { ConversationMessage } from '../ports/action.ts';
import type { AgentReport, Objections } from '../ports/agent-host.ts';
import type { CallMessage, CallRequest } from '../ports/provider.ts';
import { askAgent } from './ask-agent.ts';
import { MUST_END } from './conversation-prompt.ts';
import { type FittedMessages, fitMessages, MESSAGES_TOKENS, tokensOf } from './fit-messages.ts';
import {
  brokenCode,
  CALLS_MAX,
  CUT_OFF,
  faultReport,
  type PerformContext,
  parametersOf,
  partsOf,
  tooManyCalls,
  tooManyTools,
} from './perform-task.ts';
import { assembleLayers, messageText, systemText } from './prompt-layers.ts';
import { type ReadTurn, readTurn } from './read-turn.ts';
import { replyExcerpt } from './reply/reply-excerpt.ts';
import { ReplyLimit } from './reply-limit.ts';
import { toolBudget } from './tools/tool-loop.ts';
import { useTools } from './tools/use-tools.ts';

const REPAIRS_MAX = 2;
const SAY_AGAIN = 'Say your turn again, whole; the person has not seen this one.';

export async function holdConversation(performing: PerformContext): Promise<AgentReport> {
  const { work, agent, validate, tools } = performing;
  const layers = assembleLayers(partsOf(work, agent.agentPrompt, 'talk'));
  const said = work.messages ?? [];
  let messages = saidSoFar(messageText(layers), fitMessages(said, MESSAGES_TOKENS), work.mustEnd);
  let isTrimmed = false;
  const replyLimit = new ReplyLimit(agent);
  const budget = toolBudget();
  let repairs = 0;
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    const request = { ...requestOf(performing), system: systemText(layers), messages };
    const asked = await askAgent(performing, layers, request, repairs > 0 ? 'repair' : 'turn', replyLimit.current);
    if ('report' in asked) return asked.report;
    if ('fault' in asked) {
      const less = isTrimmed || asked.fault.code !== 'context-too-long' ? null : halfOf(said);
      if (less === null) return faultReport(asked.fault);
      isTrimmed = true;
      messages = saidSoFar(messageText(layers), less, work.mustEnd);
      continue;
    }
    if (asked.reply.toolCalls.length > 0) {
      if (budget.left === 0) return tooManyTools();
      messages = [...messages, ...(await useTools(asked, work, tools, budget))];
      if (work.signal.aborted) return { kind: 'nothing' };
      continue;
    }
    const isCutOff = asked.reply.finish === 'length';
    if (isCutOff && asked.output !== null) {
      const report = replyLimit.onCut(asked.output);
      if (report !== null) return report;
      continue;
    }
    const read: ReadTurn = isCutOff
      ? { ok: false, problems: [CUT_OFF] }
      : readTurn(asked.reply.text, work.schema, work.mustEnd, validate);
    const against = read.ok ? await againstTurn(work, read) : null;
    if (against?.isFault) return brokenCode(against.reasons);
    const turn: ReadTurn = against?.reasons.length ? { ok: false, problems: against.reasons } : read;
    if (turn.ok) {
      if (work.mustEnd) return { kind: 'complete', output: turn.result ?? null, warning: null };
      return { kind: 'say', text: turn.text, ...(turn.result !== undefined && { offer: turn.result }) };
    }
    if (repairs >= REPAIRS_MAX) {
      const message = `Expected a turn in its form after ${REPAIRS_MAX} repairs, found: ${turn.problems.join('; ')}`;
      return { kind: 'fail', code: 'invalid-reply', message: message.slice(0, 2000), retryable: true };
    }
    repairs++;
    const repair = ['This cannot be used:', ...turn.problems.map((each) => `- ${each}`), SAY_AGAIN].join('\n');
    messages = [...messages, { from: 'agent', text: replyExcerpt(asked.reply.text) }, { from: 'caller', text: repair }];
  }
  return tooManyCalls();
}

/** What the step's code has against it: first against the result, then against the words of a message. */
async function againstTurn(
  work: PerformContext['work'],
  { text, result }: Extract<ReadTurn, { readonly ok: true }>,
): Promise<Objections | null> {
  const against = result === undefined ? null : await work.accept(result);
  if (work.mustEnd || against?.isFault || against?.reasons.length) return against;
  return work.acceptTurn({ text, ...(result !== undefined && { offer: result }) });
}

function requestOf({
  work,
  agent,
  model,
  tools,
}: PerformContext): Omit<CallRequest, 'signal' | 'idempotencyKey' | 'system' | 'messages'> {
  const { workflow, step, title, input, item, data, runInput, schema } = work;
  const given = { workflow, step, title, prompt: work.prompt ?? '', input, item, data, runInput, schema };
  const facts = { ...given, talks: true, messages: work.messages ?? [] };
  return { model, schema: null, tools: tools.map(({ spec }) => spec), parameters: parametersOf(agent), facts };
}

/** For a model that takes less; null: there is nothing to leave out. */
function halfOf(said: readonly ConversationMessage[]): FittedMessages | null {
  const sent = fitMessages(said, MESSAGES_TOKENS).messages.reduce((sum, each) => sum + tokensOf(each), 0);
  return sent === 0 ? null : fitMessages(said, Math.floor(sent / 2));
}

/** Turns in turn: what one side said in a row becomes one message. */
function saidSoFar(
  opening: string,
  { messages: said, leftOut }: FittedMessages,
  mustEnd: boolean,
): readonly CallMessage[] {
  const messages: { from: 'caller' | 'agent'; text: string }[] = [{ from: 'caller', text: opening }];
  const all: { from: 'caller' | 'agent'; text: string; besidePrompt: string }[] = said.map(
    ({ from, text, attachments }) => {
      const material = attachedMaterial(attachments);
      const withMaterial = (words: string): string => (material === '' ? words : `${words}\n\n${material}`);
      return {
        from: from === 'agent' ? ('agent' as const) : ('caller' as const),
        text: withMaterial(text),
        // In a turn of their own a person's words are just that; behind the prompt they must not pass for a part of it.
        besidePrompt: withMaterial(`The person says:\n\n${fenced(text, 'text')}`),
      };
    },
  );
  if (leftOut > 0) {
    const text = `(The ${leftOut} oldest messages of this conversation are left out here.)`;
    all.unshift({ from: 'caller', text, besidePrompt: text });
  }
  if (mustEnd) all.push({ from: 'caller', text: MUST_END, besidePrompt: MUST_END });
  for (const each of all) {
    const last = messages.at(-1);
    if (last?.from === each.from) last.text += `\n\n---\n\n${messages.length === 1 ? each.besidePrompt : each.text}`;
    else messages.push({ from: each.from, text: each.text });
  }
  // An agent that spoke last is asked to go on.
  if (messages.at(-1)?.from === 'agent') messages.push({ from: 'caller', text: 'Go on.' });
  return messages;
}
