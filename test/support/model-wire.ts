// A model's reply in the words of Anthropic's Messages, OpenAI's Chat Completions and OpenAI's Responses.

import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { ToolCall, Usage } from '../../src/ports/provider.ts';
import type { SpokenAnswer } from './model-answer.ts';
import type { ModelRequest } from './model-request.ts';

export function replyBody(request: ModelRequest, answer: SpokenAnswer): JsonObject {
  const spoken: ProtocolReply = {
    model: answer.model ?? request.model,
    text: answer.text ?? '',
    calls: answer.toolCalls ?? [],
    usage: answer.usage === undefined ? counted(request, answer) : answer.usage,
    finish: answer.finish ?? 'stop',
  };
  if (request.protocol === 'messages') return messagesBody(request, spoken);
  return request.protocol === 'chat' ? chatBody(spoken) : responsesBody(spoken);
}

export function errorBody(request: ModelRequest, error: { message: string; type?: string; code?: string }): JsonObject {
  const message = error.message.replaceAll('{key}', request.key);
  const type = error.type ?? 'invalid_request_error';
  if (request.protocol === 'messages') return { type: 'error', error: { type, message } };
  return { error: { message, type, param: null, code: error.code ?? null } };
}

interface ProtocolReply {
  readonly model: string;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Usage | null;
  readonly finish: 'stop' | 'length' | 'refused';
}

function counted({ system, texts }: ModelRequest, { text = '', toolCalls = [] }: SpokenAnswer): Usage {
  const tokens = (words: string) => Math.ceil(words.length / 4);
  return { in: tokens([system, ...texts].join('')), out: tokens(text + JSON.stringify(toolCalls)), cached: 0 };
}

function messagesBody({ replyTool }: ModelRequest, { model, text, calls, usage, finish }: ProtocolReply): JsonObject {
  const input = replyTool === null ? null : objectIn(text);
  const held =
    replyTool !== null && input !== null ? [{ type: 'tool_use', id: 'toolu_reply', name: replyTool, input }] : [];
  const content = [
    ...(text !== '' && held.length === 0 ? [{ type: 'text', text }] : []),
    ...held,
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input })),
  ];
  const reason = held.length > 0 || calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: { stop: reason, length: 'max_tokens', refused: 'refusal' }[finish],
    stop_sequence: null,
    usage: {
      input_tokens: (usage?.in ?? 0) - (usage?.cached ?? 0),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: usage?.cached ?? 0,
      output_tokens: usage?.out ?? 0,
    },
  };
}

function chatBody({ model, text, calls, usage, finish }: ProtocolReply): JsonObject {
  const toolCalls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
        finish_reason: { stop: reason, length: 'length', refused: 'content_filter' }[finish],
      },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.in,
            completion_tokens: usage.out,
            total_tokens: usage.in + usage.out,
            prompt_tokens_details: { cached_tokens: usage.cached },
          },
        }),
  };
}

function responsesBody({ model, text, calls, usage, finish }: ProtocolReply): JsonObject {
  const part =
    finish === 'refused' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
  const message = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [part] };
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    status: finish === 'length' ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
    model,
    output: [
      ...(text === '' ? [] : [message]),
      ...calls.map((call, index) => ({
        type: 'function_call',
        id: `fc_${index + 1}`,
        call_id: call.id,
        name: call.name,
        arguments: argumentsOf(call),
        status: 'completed',
      })),
    ],
    usage: {
      input_tokens: usage?.in ?? 0,
      input_tokens_details: { cached_tokens: usage?.cached ?? 0 },
      output_tokens: usage?.out ?? 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: (usage?.in ?? 0) + (usage?.out ?? 0),
    },
  };
}

/** A text stands for itself: so a model that writes broken JSON is played. */
function argumentsOf({ input }: ToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function objectIn(text: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
