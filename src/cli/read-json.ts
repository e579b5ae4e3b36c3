// Reads JSON that the caller gave on the command line, in a file or at a prompt; in the first two a fault is bad use.

import { scanJson, skipJsonSpace } from '../diagram/config/json-places.ts';
import { placeAt } from '../diagram/read/source.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isTooDeep, JSON_DEPTH_MAX } from '../runtime/json-depth.ts';
import { readText } from '../runtime/read-text.ts';
import { BadUse } from './exit-codes.ts';

export function readJsonFile(path: string, what: string): Json {
  const read = readText(path);
  if (!('text' in read)) throw new BadUse(`Expected ${what} in ${path}, found ${read.found}. Nothing was run.`);
  const parsed = parseJson(read.text);
  if ('broken' in parsed)
    throw new BadUse(`Expected ${what} in ${path} as JSON, but it is broken ${parsed.broken}. Nothing was run.`);
  if (isTooDeep(parsed.json)) throw new BadUse(`Expected ${what} in ${path} ${DEPTH_TEXT}. Nothing was run.`);
  return parsed.json;
}

/** `--input-file` first, each `--input k=v` over it. A value is text where `schema` says so or it is not JSON. */
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
    const [key, text] = [pair.slice(0, at), pair.slice(at + 1)];
    const value = isTextField(schema, key) ? text : jsonOrText(text);
    if (isTooDeep(value)) throw new BadUse(`Expected --input ${key} ${DEPTH_TEXT}. Nothing was run.`);
    return [key, value];
  });
  return { ...whole, ...(Object.fromEntries(fields) as JsonObject) };
}

const DEPTH_TEXT = `nested at most ${JSON_DEPTH_MAX} levels deep, found more`;

function isTextField(schema: JsonObject | null, key: string): boolean {
  const properties = schema?.properties;
  const field = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isJsonObject(field) && field.type === 'string';
}

function jsonOrText(text: string): Json {
  const parsed = parseJson(text);
  return 'json' in parsed ? parsed.json : text;
}

/** What a person typed: text where `schema` says so, else JSON; text that does not even begin like JSON is text. */
export function typedJson(
  line: string,
  schema: JsonObject | null,
): { readonly value: Json } | { readonly problem: string } {
  if (schema?.type === 'string') return { value: line };
  const parsed = parseJson(line);
  if ('json' in parsed)
    return isTooDeep(parsed.json) ? { problem: `Expected it ${DEPTH_TEXT}.` } : { value: parsed.json };
  if (!/^\s*[{["]/.test(line)) return { value: line };
  const text = 'Text that begins like this is written as JSON too, in quotes.';
  return { problem: `Expected JSON, but it is broken ${parsed.broken}. ${text}` };
}

/** `broken` says where and why: `at character 12: expected ...`. */
function parseJson(text: string): { readonly json: Json } | { readonly broken: string } {
  try {
    return { json: JSON.parse(text) as Json };
  } catch {
    const { mistake, node } = scanJson(text, 0);
    const end = skipJsonSpace(text, node?.end ?? 0);
    const { at, expected, found } = mistake ?? { at: end, expected: 'nothing more', found: text.slice(end, end + 10) };
    const { line, column } = placeAt(text, at);
    const place = text.includes('\n') ? `line ${line}, column ${column}` : `character ${column}`;
    return { broken: `at ${place}: expected ${expected}, found ${found}` };
  }
}
