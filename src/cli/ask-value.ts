// Asks a person for a value: field by field where the schema is simple, else as JSON or text. Checked before it counts.

import { confirm, isCancel, select, text } from '@clack/prompts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { validate } from '../runtime/validate.ts';
import { jsonOrText } from './read-json.ts';

/** Ctrl-C, or Escape. */
export const CANCELLED = Symbol('cancelled');
export type Asked<T> = T | typeof CANCELLED;

/** What a person may type instead of an answer. */
export const COMMANDS = [':fail', ':hold', ':skip', ':signal', ':quit'] as const;
export type TypedCommand = (typeof COMMANDS)[number];

export async function askValue(
  message: string,
  schema: JsonObject | null,
  signal: AbortSignal,
): Promise<Asked<{ readonly value: Json } | { readonly command: TypedCommand }>> {
  const fields = schema === null ? null : simpleFields(schema);
  if (schema === null || fields === null) return askText(message, schema, signal);
  for (;;) {
    const value: { [name: string]: Json } = {};
    for (const field of fields) {
      const asked = await askField(field, signal);
      if (asked === CANCELLED || isCommand(asked)) return asked === CANCELLED ? asked : { command: asked };
      if (asked !== undefined) value[field.name] = asked;
    }
    const problems = validate(schema, value);
    if (problems.length === 0) return { value };
    const again = await confirm({ message: `That does not fit: ${problems.join('; ')}. Once more?`, signal });
    if (isCancel(again) || !again) return CANCELLED;
  }
}

/** True when `askValue` asks for an object of this schema field by field. */
export function isAskedByField(schema: JsonObject): boolean {
  return simpleFields(schema) !== null;
}

export async function askLine(message: string, placeholder: string, signal: AbortSignal): Promise<Asked<string>> {
  const line = await text({ message, placeholder, defaultValue: '', signal });
  return isCancel(line) ? CANCELLED : (line ?? '');
}

async function askText(message: string, schema: JsonObject | null, signal: AbortSignal) {
  const line = await text({
    message,
    placeholder: schema === null ? `JSON or text, or ${COMMANDS.join(' ')}` : `JSON, or ${COMMANDS.join(' ')}`,
    signal,
    validate: (given) => {
      if (given === undefined || given.trim() === '') return 'Expected an answer, found nothing.';
      if (isCommand(given.trim()) || schema === null) return undefined;
      const problems = validate(schema, jsonOrText(given));
      return problems.length === 0 ? undefined : `Expected what the schema asks for, but ${problems.join('; ')}.`;
    },
  });
  if (isCancel(line)) return CANCELLED;
  const given = (line ?? '').trim();
  return isCommand(given) ? { command: given } : { value: jsonOrText(given) };
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The fields of an object all of which are one line: texts, numbers, yes or no, one of a few. */
function simpleFields(schema: JsonObject): Field[] | null {
  const { type, properties, required } = schema;
  if (type !== 'object' || !isJsonObject(properties)) return null;
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, own]) => ({
    name,
    schema: isJsonObject(own) ? own : {},
    required: needed.includes(name),
  }));
  return fields.length > 0 && fields.every(({ schema: own }) => isSimple(own)) ? fields : null;
}

function isSimple({ type, enum: words }: JsonObject): boolean {
  return (
    Array.isArray(words) || (typeof type === 'string' && ['string', 'number', 'integer', 'boolean'].includes(type))
  );
}

async function askField(field: Field, signal: AbortSignal): Promise<Asked<Json | undefined>> {
  const { name, schema, required } = field;
  const about = typeof schema.description === 'string' ? `${name} (${schema.description})` : name;
  if (Array.isArray(schema.enum) || schema.type === 'boolean') {
    const words: readonly Json[] = Array.isArray(schema.enum) ? schema.enum : [true, false];
    const label = (word: Json) => (word === true ? 'yes' : word === false ? 'no' : String(word));
    const options = words.map((word, at) => ({ value: at, label: label(word) }));
    const at = await select({ message: about, options, signal });
    return isCancel(at) ? CANCELLED : words[at];
  }
  const line = await text({
    message: required ? about : `${about}, if any`,
    signal,
    validate: (given) => {
      if (given === undefined || given === '') return required ? 'Expected a value, found nothing.' : undefined;
      if (isCommand(given)) return undefined;
      const problems = validate(schema, typed(schema, given));
      return problems.length === 0 ? undefined : `Expected what the schema asks for, but ${problems.join('; ')}.`;
    },
  });
  if (isCancel(line)) return CANCELLED;
  if (line === undefined || line === '') return undefined;
  return isCommand(line) ? line : typed(schema, line);
}

function typed({ type }: JsonObject, line: string): Json {
  return type === 'string' ? line : jsonOrText(line);
}

function isCommand(line: Json | undefined): line is TypedCommand {
  return typeof line === 'string' && (COMMANDS as readonly string[]).includes(line);
}
