// An agent's turn in a conversation with a person: what was said so far goes in, its next words come out.

import type { CallFault } from '../errors.ts';
import type { AgentReport } from '../ports/agent-host.ts';
import type { CallMessage, CallRequest } from '../ports/provider.ts';
import { askAgent } from './ask-agent.ts';
import { isOutage } from './breaker.ts';
import { CONVERSATION_PROMPT, MUST_END } from './conversation-prompt.ts';
import { brokenCode, CUT_OFF, faultReport, type Performing, parametersOf, partsOf } from './perform-task.ts';
import { assembleLayers, messageText, systemText } from './prompt-layers.ts';
import { type ReadTurn, readTurn } from './read-turn.ts';

const REPAIRS_MAX = 2;

export async function holdConversation(performing: Performing): Promise<AgentReport> {
  const { work, agent, validate } = performing;
  const layers = { ...assembleLayers(partsOf(work, agent.agentPrompt)), base: CONVERSATION_PROMPT };
  let messages = saidSoFar(messageText(layers), work.messages ?? [], work.mustEnd);
  for (let repairs = 0; ; repairs++) {
    const request = { ...requestOf(performing), system: systemText(layers), messages };
    const asked = await askAgent(performing, layers, request, repairs > 0 ? 'repair' : 'turn');
    if ('report' in asked) return asked.report;
    if ('fault' in asked) return waitOrReport(asked.fault);
    const isCutOff = asked.reply.finish === 'length';
    const read: ReadTurn = isCutOff
      ? { ok: false, problems: [CUT_OFF] }
      : readTurn(asked.reply.text, work.schema, work.mustEnd, validate);
    const against = read.ok && read.result !== undefined ? await work.accept(read.result) : null;
    if (against?.isFault) return brokenCode(against.reasons);
    const turn: ReadTurn = against?.reasons.length ? { ok: false, problems: against.reasons } : read;
    if (turn.ok) {
      if (work.mustEnd) return { do: 'complete', output: turn.result ?? null, warning: null, tags: [] };
      return { do: 'say', text: turn.text, ...(turn.result !== undefined && { offer: turn.result }) };
    }
    if (repairs >= REPAIRS_MAX) {
      const message = `Expected a turn in its form after ${REPAIRS_MAX} repairs, found: ${turn.problems.join('; ')}`;
      return { do: 'fail', code: 'invalid-reply', message: message.slice(0, 2000), retryable: false };
    }
    const repair = `This cannot be used: ${turn.problems.join('; ')}. Say your turn again, whole.`;
    messages = [
      ...messages,
      { from: 'agent', text: asked.reply.text || '(no reply)' },
      { from: 'caller', text: repair },
    ];
  }
}

/** A conversation has one attempt: what will pass by itself is waited for. */
function waitOrReport(fault: CallFault): AgentReport {
  return isOutage(fault.code) ? { do: 'release', reason: fault.message } : faultReport(fault);
}

function requestOf({
  work,
  agent,
  model,
}: Performing): Omit<CallRequest, 'signal' | 'idempotencyKey' | 'system' | 'messages'> {
  const { workflow, step, title, input, item, data, runInput, schema } = work;
  const facts = { workflow, step, title, prompt: work.prompt ?? '', input, item, data, runInput, schema, talks: true };
  return { model, schema: null, tools: [], parameters: parametersOf(agent), facts };
}

/** Turns in turn: what one side said in a row becomes one message. */
function saidSoFar(
  opening: string,
  said: readonly { readonly from: 'person' | 'agent'; readonly text: string }[],
  mustEnd: boolean,
): readonly CallMessage[] {
  const messages: { from: 'caller' | 'agent'; text: string }[] = [{ from: 'caller', text: opening }];
  const all = said.map(({ from, text }) => ({
    from: from === 'agent' ? ('agent' as const) : ('caller' as const),
    text,
  }));
  if (mustEnd) all.push({ from: 'caller', text: MUST_END });
  for (const each of all) {
    const last = messages.at(-1);
    if (last?.from === each.from) last.text += `\n\n---\n\n${each.text}`;
    else messages.push({ ...each });
  }
  // An agent that spoke last is asked to go on.
  if (messages.at(-1)?.from === 'agent') messages.push({ from: 'caller', text: 'Go on.' });
  return messages;
}
