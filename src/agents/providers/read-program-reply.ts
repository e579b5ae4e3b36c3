// What a program printed, as a reply: plain text, or the JSON object of `claude -p --output-format json`.

import { CallFault, type CallFaultCode } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { CallReply, Usage } from '../../ports/provider.ts';

/** Throws CallFault when the printed object says that the call failed; `clean` takes secrets out of what it says. */
export function readProgramReply(printed: string, clean: (said: string) => string): CallReply {
  const result = findResult(printed);
  if (result === null) return { text: printed, toolCalls: [], usage: null, model: null, finish: 'stop' };
  const usage = usageOf(result.usage);
  if (result.is_error === true || typeof result.result !== 'string') throw faultOf(result, clean);
  const structured = result.structured_output;
  return {
    text: result.result,
    ...(structured === undefined || structured === null ? {} : { structured }),
    toolCalls: [],
    usage,
    ...(typeof result.total_cost_usd === 'number' && { cost: result.total_cost_usd }),
    model: modelOf(result),
    finish: result.stop_reason === 'max_tokens' ? 'length' : 'stop',
  };
}

/** The printed result object, if there is one: also as the last of a list, which a verbose program prints. */
export function findResult(printed: string): JsonObject | null {
  const value = parse(printed);
  const last = Array.isArray(value) ? value.at(-1) : value;
  if (!isJsonObject(last)) return null;
  if (last.type === 'result') return last;
  // An agent's own envelope may have a field of that name; it is the reply, not a wrapping of one.
  const isEnvelope = 'status' in last && 'output' in last;
  return typeof last.result === 'string' && !Array.isArray(value) && !isEnvelope ? last : null;
}

function parse(printed: string): Json {
  const text = printed.trim();
  if (!/^[{[]/.test(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

export function faultOf(result: JsonObject, clean: (said: string) => string): CallFault {
  const said = typeof result.result === 'string' ? result.result : String(result.subtype ?? 'no result');
  const message = `Expected a result from the program, found that its call failed. ${clean(said)}`;
  return new CallFault(codeOf(result.api_error_status), message, { usage: usageOf(result.usage) });
}

function codeOf(status: Json | undefined): CallFaultCode {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'bad-key';
  return typeof status === 'number' && status >= 500 ? 'overloaded' : 'program-failed';
}

function usageOf(value: Json | undefined): Usage | null {
  if (!isJsonObject(value) || typeof value.input_tokens !== 'number') return null;
  const count = (name: string): number => (typeof value[name] === 'number' ? value[name] : 0);
  const cached = count('cache_read_input_tokens');
  // The program counts what was read from and written to the cache beside its input.
  const read = count('input_tokens') + cached + count('cache_creation_input_tokens');
  return { in: read, out: count('output_tokens'), cached };
}

function modelOf(result: JsonObject): string | null {
  if (typeof result.model === 'string') return result.model;
  const models = isJsonObject(result.modelUsage) ? Object.keys(result.modelUsage) : [];
  return models.length === 1 ? (models[0] ?? null) : null;
}
