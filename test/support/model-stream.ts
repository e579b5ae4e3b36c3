// A whole reply of a model cut into the server-sent events of its protocol.

import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { ModelProtocol } from './model-request.ts';

const PIECE_LENGTH = 20;

export function streamOf(protocol: ModelProtocol, body: JsonObject): string {
  if (protocol === 'chat') return [...chatChunks(body).map((chunk) => event(null, chunk)), 'data: [DONE]\n\n'].join('');
  const events = protocol === 'messages' ? messagesEvents(body) : responsesEvents(body);
  return events.map((each) => event(String(each.type), each)).join('');
}

function event(name: string | null, value: JsonObject): string {
  return `${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`;
}

function chatChunks({ choices, usage, ...rest }: JsonObject): JsonObject[] {
  const choice = objectsIn(choices)[0] ?? {};
  const { content, tool_calls } = objectOf(choice.message);
  const chunk = (delta: JsonObject, finish: Json = null): JsonObject => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(content).map((piece) => chunk({ content: piece })),
    ...objectsIn(tool_calls).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, choice.finish_reason ?? null),
    ...(usage === undefined ? [] : [{ ...rest, object: 'chat.completion.chunk', choices: [], usage }]),
  ];
}

function messagesEvents({ content, stop_reason, usage, ...rest }: JsonObject): JsonObject[] {
  const blocks = objectsIn(content).flatMap((block, index) => {
    const isText = block.type === 'text';
    const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const deltas = isText
      ? pieces(block.text).map((text) => ({ type: 'text_delta', text }))
      : pieces(JSON.stringify(block.input)).map((json) => ({ type: 'input_json_delta', partial_json: json }));
    return [
      { type: 'content_block_start', index, content_block: empty },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  const output = objectOf(usage).output_tokens ?? 0;
  return [
    { type: 'message_start', message: { ...rest, content: [], stop_reason: null, usage: usage ?? {} } },
    { type: 'ping' },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: stop_reason ?? null }, usage: { output_tokens: output } },
    { type: 'message_stop' },
  ];
}

function responsesEvents(response: JsonObject): JsonObject[] {
  const items = objectsIn(response.output).flatMap((item, output_index) => {
    const isMessage = item.type === 'message';
    const empty = isMessage ? { ...item, content: [], status: 'in_progress' } : { ...item, arguments: '' };
    const place = { item_id: item.id ?? '', output_index };
    const said = objectsIn(item.content)[0] ?? {};
    const deltas = isMessage
      ? pieces(said.text ?? said.refusal).map((delta) => ({ delta, content_index: 0, ...place }))
      : pieces(item.arguments).map((delta) => ({ delta, ...place }));
    const spoken = said.type === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    const type = isMessage ? spoken : 'response.function_call_arguments.delta';
    return [
      { type: 'response.output_item.added', output_index, item: empty },
      ...deltas.map((delta) => ({ type, ...delta })),
      { type: 'response.output_item.done', output_index, item },
    ];
  });
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const type = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
  return [{ type: 'response.created', response: begun }, ...items, { type, response }];
}

function pieces(text: Json | undefined): string[] {
  return typeof text === 'string' ? (text.match(new RegExp(`[^]{1,${PIECE_LENGTH}}`, 'g')) ?? []) : [];
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
