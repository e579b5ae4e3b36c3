// Reads JSON that the caller gave on the command line or in a file; what is wrong with it is bad use.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { readText } from '../runtime/read-text.ts';
import { BadUse } from './exit-codes.ts';

export function readJsonFile(path: string, what: string): Json {
  const read = readText(path);
  if (!('text' in read)) throw new BadUse(`Expected ${what} in ${path}, found ${read.found}. Nothing was run.`);
  try {
    return JSON.parse(read.text) as Json;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new BadUse(`Expected ${what} in ${path} as JSON, but: ${reason}. Nothing was run.`);
  }
}

/** `--input-file` first, each `--input k=v` over it. A value is text where `schema` says so or it is no JSON. */
export function readInput(pairs: readonly string[], file: string | undefined, schema: JsonObject | null): Json {
  const whole = file === undefined ? {} : readJsonFile(file, 'the input');
  if (pairs.length === 0) return whole;
  if (!isJsonObject(whole)) {
    throw new BadUse(`Expected an object in ${file ?? ''} to lay --input over, found something else. Nothing was run.`);
  }
  const fields = pairs.map((pair): [string, Json] => {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new BadUse(`Expected --input as key=value, found "${pair}". Write for example --input prNumber=7.`);
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    return [key, isTextField(schema, key) ? value : jsonOrText(value)];
  });
  return { ...whole, ...(Object.fromEntries(fields) as JsonObject) };
}

function isTextField(schema: JsonObject | null, key: string): boolean {
  const properties = schema?.properties;
  const field = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isJsonObject(field) && field.type === 'string';
}

export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
