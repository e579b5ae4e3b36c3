// A call's messages as the AI SDK takes them.

import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai';
import { isJsonObject, type Json } from '../../json.ts';
import type { CallMessage } from '../../ports/provider.ts';
import type { ToolNames } from './tool-names.ts';

type ToolMessage = Extract<CallMessage, { from: 'tool' }>;
type AgentMessage = Extract<CallMessage, { from: 'agent' }>;

export function sdkMessages(messages: readonly CallMessage[], names: ToolNames): ModelMessage[] {
  const sent: ModelMessage[] = [];
  for (const message of messages) {
    if (message.from === 'caller') sent.push({ role: 'user', content: message.text });
    else if (message.from === 'agent') sent.push(...agentMessages(message, names));
    else sent.push(toolResult(message, names));
  }
  return sent;
}

/** None for an empty turn: providers refuse texts without a character. */
function agentMessages({ text, toolCalls = [] }: AgentMessage, names: ToolNames): AssistantModelMessage[] {
  const calls = toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: names.sent(call.name),
    input: inputObject(call.input),
  }));
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }];
  return [{ role: 'assistant', content: text === '' ? calls : [{ type: 'text', text }, ...calls] }];
}

/** A model's input that was not JSON was kept as text; sent back it must be an object again, or all is refused. */
function inputObject(input: Json): Json {
  return isJsonObject(input) ? input : { input };
}

function toolResult(message: ToolMessage, names: ToolNames): ToolModelMessage {
  const output = { type: message.isError === true ? 'error-text' : 'text', value: message.result } as const;
  const toolName = names.sent(message.name);
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: message.call, toolName, output }] };
}
