// What was given on the command line -> an operation's input.

import type { Json, JsonObject } from '../json.ts';
import type { AnyOperation } from '../operations/define-operation.ts';
import { type Field, fieldsOf } from '../operations/read-shape.ts';
import { BadUse } from './exit-codes.ts';
import { flagOf } from './flag-of.ts';
import { readAttachment } from './read-attachment.ts';
import { readInput, readJsonFile, typedJson } from './read-json.ts';

export type FlagValue = string | readonly string[] | boolean | undefined;

export interface FlagSource {
  readonly places: readonly FlagValue[];
  readonly flags: { readonly [name: string]: FlagValue };
  /** The JSON Schema that fields of an input are read by. */
  schemaFor(input: JsonObject): Promise<JsonObject | null>;
}

export async function readFlags(operation: AnyOperation, source: FlagSource): Promise<JsonObject> {
  const places = operation.places ?? [];
  const input: Record<string, Json> = {};
  const late: Field[] = [];
  for (const field of fieldsOf(operation)) {
    const at = places.indexOf(field.name);
    const given = at >= 0 ? source.places[at] : source.flags[field.name];
    if (field.form === 'fields') late.push(field);
    else {
      const value = givenValue(field, given, source);
      if (value !== undefined) input[field.name] = value;
    }
  }
  for (const field of late) {
    const pairs = (source.flags[field.name] ?? []) as readonly string[];
    const file = source.flags[`${field.name}File`] as string | undefined;
    if (pairs.length === 0 && file === undefined) continue;
    input[field.name] = readInput(pairs, file, pairs.length === 0 ? null : await source.schemaFor(input));
  }
  return input;
}

function givenValue(field: Field, given: FlagValue, { flags }: FlagSource): Json | undefined {
  if (field.form === 'json') return jsonOf(field, given, flags[`${field.name}File`]);
  if (given === undefined) return undefined;
  // `--no-model` takes the model away.
  if (given === false && field.isNullable) return null;
  if (field.form === 'pairs') return pairsOf(field, given as readonly string[]);
  if (field.form === 'file-json') return readJsonFile(String(given), `the ${field.name}`);
  if (field.form === 'files') return [...(given as readonly string[])].map(attached);
  if (!field.isList) return given as Json;
  return (Array.isArray(given) ? given : [given])
    .flatMap((text: string) => text.split(','))
    .filter((text) => text !== '');
}

function attached(path: string): JsonObject {
  const read = readAttachment(path);
  if (typeof read === 'string') throw new BadUse(`${read} Nothing was changed.`);
  return { ...read };
}

function jsonOf({ name, isRequired }: Field, given: FlagValue, file: FlagValue): Json | undefined {
  if (given !== undefined && file !== undefined)
    throw new BadUse(`Expected ${flagOf(name)} or ${flagOf(name)}-file, found both. Nothing was changed.`);
  if (file !== undefined) return readJsonFile(String(file), `the ${name}`);
  if (given === undefined) {
    if (isRequired) throw new BadUse(`Expected ${flagOf(name)} or ${flagOf(name)}-file, found neither.`);
    return undefined;
  }
  const read = typedJson(String(given), null);
  if ('problem' in read) throw new BadUse(`${flagOf(name)}: ${read.problem} Nothing was changed.`);
  return read.value;
}

function pairsOf({ name }: Field, given: readonly string[]): JsonObject {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1 || at === pair.length - 1)
        throw new BadUse(`Expected ${flagOf(name)} as KEY=VALUE, found "${pair}". Nothing was changed.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
