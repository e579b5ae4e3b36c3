// A request to a model, read from the wire of any of the three protocols.

import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';

export type ModelProtocol = 'messages' | 'chat' | 'responses';

export interface ModelRequest {
  readonly protocol: ModelProtocol;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
  readonly model: string;
  readonly key: string;
  readonly system: string;
  /** Every other text of the conversation, in order. */
  readonly texts: readonly string[];
  readonly toolNames: readonly string[];
  /** The schema the reply is to be held to, by whichever of the protocols' ways. */
  readonly schema: JsonObject | null;
  /** Anthropic's older way to be held to a schema: this tool must be called with the reply. */
  readonly replyTool: string | null;
  readonly isStreaming: boolean;
}

export function protocolOf(path: string): ModelProtocol | null {
  if (path.endsWith('/v1/messages')) return 'messages';
  if (path.endsWith('/v1/chat/completions')) return 'chat';
  return path.endsWith('/v1/responses') ? 'responses' : null;
}

export function readModelRequest(
  protocol: ModelProtocol,
  headers: ModelRequest['headers'],
  body: JsonObject,
): ModelRequest {
  const all = arrayOf(body.messages ?? body.input).filter(isJsonObject);
  const isSystem = (message: JsonObject) => message.role === 'system' || message.role === 'developer';
  const tools = arrayOf(body.tools).filter(isJsonObject);
  const replyTool = isJsonObject(body.tool_choice) && body.tool_choice.type === 'any' ? tools.at(-1) : undefined;
  return {
    protocol,
    headers,
    body,
    model: String(body.model ?? ''),
    key: String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, ''),
    system: [textOf(body.system ?? null), ...all.filter(isSystem).map(textOf)].filter((text) => text !== '').join('\n'),
    texts: all.filter((message) => !isSystem(message)).map(textOf),
    toolNames: tools.map((tool) => String(isJsonObject(tool.function) ? tool.function.name : tool.name)),
    schema: schemaOf(body) ?? (isJsonObject(replyTool?.input_schema) ? replyTool.input_schema : null),
    replyTool: replyTool === undefined ? null : String(replyTool.name),
    isStreaming: body.stream === true,
  };
}

function schemaOf(body: JsonObject): JsonObject | null {
  const format = at(body.response_format, 'json_schema') ?? at(body.text, 'format') ?? at(body.output_config, 'format');
  const schema = at(format, 'schema') ?? at(body.output_format, 'schema');
  return isJsonObject(schema) ? schema : null;
}

function at(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (!isJsonObject(value)) return '';
  return textOf(value.text ?? value.content ?? value.output ?? '');
}

function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
