// Gives a command's values the form the engine keeps: small ones inline, large ones as payloads by content hash.

import type { Command } from '../engine/commands.ts';
import { INLINE_BYTES_MAX, inline, type Value } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

export interface PayloadSink {
  hash(text: string): string;
  put(ref: string, payload: Json, text: string): void;
}

/** The fields of commands that hold JSON from outside, whatever the command. */
const VALUE_FIELDS: ReadonlySet<string> = new Set(['input', 'output', 'prepared', 'draft', 'text', 'offer', 'value']);

/** `command` as it came, every value in it plain JSON. */
export function externalised(command: Command, sink: PayloadSink): Command {
  const entries = Object.entries(command).map(([key, field]): [string, unknown] => {
    if (VALUE_FIELDS.has(key) && field !== undefined) return [key, keepValue(field as Json, sink)];
    if (key === 'set' && isJsonObject(field)) return [key, keepEach(field, sink)];
    if (key === 'send' && Array.isArray(field)) return [key, field.map((sent) => keepSent(sent as JsonObject, sink))];
    return [key, field];
  });
  return Object.fromEntries(entries) as unknown as Command;
}

export function keepValue(json: Json, sink: PayloadSink): Value {
  const text = JSON.stringify(json);
  if (text.length <= INLINE_BYTES_MAX) return inline(json);
  const ref = sink.hash(text);
  sink.put(ref, json, text);
  return { $ref: ref, bytes: text.length };
}

function keepEach(values: JsonObject, sink: PayloadSink): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(values).map(([name, json]) => [name, keepValue(json, sink)]));
}

function keepSent(sent: JsonObject, sink: PayloadSink): JsonObject {
  return { ...sent, value: keepValue(sent.value ?? null, sink) };
}
