// Asks a person for a value: field by field where the schema is simple, else as JSON or text. Checked before it counts.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { validate } from '../runtime/validate.ts';
import {
  askChoice,
  askLine,
  BACK,
  type Choice,
  isPromptExit,
  type LineOptions,
  type PromptResult,
  tell,
} from './prompt.ts';
import { typedJson } from './read-json.ts';

/** What a person may type instead of an answer. */
export const COMMANDS = [':fail', ':hold', ':skip', ':signal', ':quit'] as const;
export type TypedCommand = (typeof COMMANDS)[number];
export type ValueOrCommand = { readonly value: Json } | { readonly command: TypedCommand };

/** Where a value is asked for, and what may be typed in its place. */
export interface Asker {
  readonly commands: readonly TypedCommand[];
  choice<T>(message: string, choices: readonly Choice<T>[], signal: AbortSignal): Promise<PromptResult<T>>;
  line(message: string, options: LineOptions, signal: AbortSignal): Promise<PromptResult<string>>;
  error(words: string): void;
}

const PROMPTS: Asker = { commands: COMMANDS, choice: askChoice, line: askLine, error: tell.error };

/** BACK only from the first thing asked: from a later one it leads to the one before. */
export async function askValue(
  message: string,
  schema: JsonObject | null,
  signal: AbortSignal,
  asker: Asker = PROMPTS,
): Promise<PromptResult<ValueOrCommand>> {
  const fields = schema === null ? null : simpleFields(schema);
  if (schema === null || fields === null) return askWhole(message, schema, signal, asker);
  const given = new Map<string, Json | undefined>();
  for (let at = 0; ; at++) {
    const field = fields[at];
    if (field === undefined) {
      const value = Object.fromEntries([...given].filter(([, own]) => own !== undefined)) as JsonObject;
      const problems = validate(schema, value);
      if (problems.length === 0) return { value };
      asker.error(`That does not fit: ${problems.join('; ')}. Once more.`);
      at = -1;
      continue;
    }
    const asked = await askField(field, signal, asker);
    if (asked === BACK && at > 0 && !signal.aborted) at -= 2;
    else if (isPromptExit(asked)) return asked;
    else if ('command' in asked) return asked;
    else given.set(field.name, asked.value);
  }
}

/** True when `askValue` asks for an object of this schema field by field. */
export function isAskedByField(schema: JsonObject): boolean {
  return simpleFields(schema) !== null;
}

/** A line of JSON or text; null for an empty one. */
export async function askJson(message: string, placeholder: string, signal: AbortSignal): Promise<PromptResult<Json>> {
  const check = (line: string) => (line.trim() === '' ? undefined : faultIn(line.trim(), null));
  const line = await askLine(message, { placeholder, check }, signal);
  if (isPromptExit(line)) return line;
  return line.trim() === '' ? null : valueIn(line.trim(), null);
}

async function askWhole(
  message: string,
  schema: JsonObject | null,
  signal: AbortSignal,
  { commands, line: ask }: Asker,
): Promise<PromptResult<ValueOrCommand>> {
  const form = schema === null ? 'JSON or text' : schema.type === 'string' ? 'text' : 'JSON';
  const check = (line: string) => {
    const given = line.trim();
    if (given === '') return 'Expected an answer, found nothing.';
    return isCommand(given, commands) ? undefined : faultIn(given, schema);
  };
  const line = await ask(message, { placeholder: [form, commands.join(' ')].join(', or '), check }, signal);
  return isPromptExit(line) ? line : commandOrValue(line.trim(), schema, commands);
}

function commandOrValue(line: string, schema: JsonObject | null, commands: readonly TypedCommand[]): ValueOrCommand {
  return isCommand(line, commands) ? { command: line } : { value: valueIn(line, schema) };
}

/** Only for a line `faultIn` found nothing wrong with. */
function valueIn(line: string, schema: JsonObject | null): Json {
  const typed = typedJson(line, schema);
  return 'value' in typed ? typed.value : line;
}

function faultIn(line: string, schema: JsonObject | null): string | undefined {
  const typed = typedJson(line, schema);
  if ('problem' in typed) return typed.problem;
  const problems = schema === null ? [] : validate(schema, typed.value);
  return problems.length === 0 ? undefined : `Expected what the schema asks for, but ${problems.join('; ')}.`;
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

type FieldGiven = { readonly value: Json | undefined } | { readonly command: TypedCommand };

async function askField(field: Field, signal: AbortSignal, asker: Asker): Promise<PromptResult<FieldGiven>> {
  const { name, schema, required } = field;
  const about = typeof schema.description === 'string' ? `${name} (${schema.description})` : name;
  if (Array.isArray(schema.enum) || schema.type === 'boolean') {
    const words: readonly Json[] = Array.isArray(schema.enum) ? schema.enum : [true, false];
    const label = (word: Json) => (word === true ? 'yes' : word === false ? 'no' : String(word));
    const none = required ? [] : [{ value: { value: undefined }, label: 'none' }];
    const choices = [...words.map((word) => ({ value: { value: word }, label: label(word) })), ...none];
    return asker.choice<FieldGiven>(about, choices, signal);
  }
  const options: LineOptions = {
    check: (line) => {
      if (line === '') return required ? 'Expected a value, found nothing.' : undefined;
      return isCommand(line, asker.commands) ? undefined : faultIn(line, schema);
    },
  };
  const line = await asker.line(required ? about : `${about}, if any`, options, signal);
  if (isPromptExit(line)) return line;
  return line === '' ? { value: undefined } : commandOrValue(line, schema, asker.commands);
}

function isCommand(line: string, commands: readonly TypedCommand[]): line is TypedCommand {
  return (commands as readonly string[]).includes(line);
}
