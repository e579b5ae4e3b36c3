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

/** `--input-file` first, each `--input k=v` over it. A value is JSON if it parses, else text. */
export function readInput(pairs: readonly string[], file: string | undefined): Json {
  const whole = file === undefined ? {} : readJsonFile(file, 'the input');
  if (pairs.length === 0) return whole;
  if (!isJsonObject(whole)) {
    throw new BadUse(`Expected an object in ${file ?? ''} to lay --input over, found something else. Nothing was run.`);
  }
  const fields = pairs.map((pair): [string, Json] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new BadUse(`Expected --input as key=value, found "${pair}". Write for example --input prNumber=7.`);
    return [pair.slice(0, at), jsonOrText(pair.slice(at + 1))];
  });
  return { ...whole, ...(Object.fromEntries(fields) as JsonObject) };
}

export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
