// Gives a command's values the form the engine keeps: small ones inline, large ones as payloads by content hash.

import type { Command } from '../engine/commands.ts';
import { INLINE_BYTES_MAX, inline, type Value } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

export interface PayloadSink {
  hash(text: string): string;
  put(ref: string, payload: Json, text: string): void;
}

/** The fields of commands that hold JSON from outside, whatever the command. */
const VALUE_FIELDS: ReadonlySet<string> = new Set([
  ...['input', 'output', 'prepared', 'draft', 'text', 'offer', 'value', 'prompt', 'reply', 'result'],
]);

/** What someone gave cannot be written as JSON. */
export class NotJson extends Error {
  readonly code = 'not-json';
}

/** `command` as it came, every value in it plain JSON. Throws NotJson for what is not JSON. */
export function externalised(command: Command, sink: PayloadSink): Command {
  const given = command as unknown as { readonly [key: string]: unknown };
  const kept: Record<string, unknown> = {};
  for (const key in given) {
    const field = given[key];
    if (field === undefined) continue;
    if (VALUE_FIELDS.has(key)) kept[key] = keepValue(field as Json, sink);
    else if ((key === 'set' || key === 'preparedSet') && isJsonObject(field)) kept[key] = keepEach(field, sink);
    else if (key === 'send' && Array.isArray(field))
      kept[key] = field.map((sent) => keepIn(sent as JsonObject, 'value', sink));
    else if (key === 'children' && Array.isArray(field))
      kept[key] = field.map((child) => keepIn(child as JsonObject, 'input', sink));
    else if (key === 'attachments' && Array.isArray(field))
      kept[key] = field.map((one) => ({ name: one.name, text: keepValue(one.text ?? null, sink) }));
    else kept[key] = field;
  }
  return kept as unknown as Command;
}

/** The value's own copy: the caller may change theirs, and what JSON cannot hold must not be in a state. */
export function keepValue(json: Json, sink: PayloadSink): Value {
  if (json === null || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isFinite(json) ? json : null;
  const text = textOf(json);
  if (text.length <= INLINE_BYTES_MAX) return typeof json === 'string' ? json : inline(JSON.parse(text) as Json);
  const ref = sink.hash(text);
  sink.put(ref, json, text);
  return { $ref: ref, bytes: text.length };
}

function textOf(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.message.split('\n')[0] as string) : String(thrown);
    throw new NotJson(`Expected a value that can be written as JSON, found one that cannot: ${reason}.`);
  }
  throw new NotJson(`Expected a value that can be written as JSON, found a ${typeof value}.`);
}

function keepEach(values: JsonObject, sink: PayloadSink): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(values).map(([name, json]) => [name, keepValue(json, sink)]));
}

function keepIn(given: JsonObject, field: 'value' | 'input', sink: PayloadSink): JsonObject {
  return { ...given, [field]: keepValue(given[field] ?? null, sink) };
}
