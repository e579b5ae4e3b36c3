// A turn of an agent in a conversation: what it says, and the result it offers, if any.

import { ANSWER_MAX, tooLong } from '../documents/markdown/markdown-limit.ts';
import { parseBlocks } from '../documents/markdown/parse-blocks.ts';
import type { Json, JsonObject } from '../json.ts';
import { outputValue } from './reply/output-value.ts';

export type ReadTurn =
  | { readonly ok: true; readonly text: string; readonly result?: Json }
  | { readonly ok: false; readonly problems: readonly string[] };

type Validate = (schema: JsonObject, value: Json) => readonly string[];

/** `mustEnd`: a turn without a result is not enough. */
export function readTurn(text: string, schema: JsonObject | null, mustEnd: boolean, validate: Validate): ReadTurn {
  const against = tooLong(text, ANSWER_MAX);
  if (against !== null) return { ok: false, problems: [against] };
  const blocks = parseBlocks(text).filter((node) => node.type === 'code' && node.lang === 'result');
  if (blocks.length > 1) return { ok: false, problems: [`expected one block of the result, found ${blocks.length}`] };
  const [block] = blocks;
  if (block === undefined) {
    if (mustEnd) return { ok: false, problems: ['expected the result in a block that begins with ```result'] };
    return text.trim() === '' ? { ok: false, problems: ['expected words, found none'] } : { ok: true, text };
  }
  const result = outputValue('value' in block ? block.value : '');
  const problems = schema === null ? [] : validate(schema, result).map((problem) => `result: ${problem}`);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, text, result };
}
