// What the model server shall answer, and ready-made answers of the kinds that real providers give.

import type { Json } from '../../src/json.ts';
import type { ToolCall, Usage } from '../../src/ports/provider.ts';

export type ModelAnswer = SpokenAnswer | HttpAnswer | BrokenAnswer;

/** A reply as a model gives it, written in the protocol that was spoken. */
export interface SpokenAnswer {
  readonly text?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** Default: counted from the lengths. null: none is sent. */
  readonly usage?: Usage | null;
  /** Default: the model that was asked for. */
  readonly model?: string;
  readonly finish?: 'stop' | 'length' | 'refused';
  /** So many bytes at a time, with a pause before each. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number };
}

/** An answer below the protocol. `{key}` in an error's message becomes the key that was sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly type?: string; readonly code?: string };
  /** Sent as it is, in place of `error`. */
  readonly body?: string;
}

/** `cut`: the connection ends in the middle of the body. `huge`: a valid reply whose text is longer than 10 MB.
 *  `silent`: a stream that begins and says nothing more; `pings`: one that from then on only says that it is there. */
export interface BrokenAnswer {
  readonly broken:
    | 'cut'
    | 'cut-before-headers'
    | 'garbage'
    | 'huge'
    | 'never'
    | 'never-ending-body'
    | 'cut-stream'
    | 'silent'
    | 'pings';
}

export const answers = {
  text: (text: string): ModelAnswer => ({ text }),
  json: (value: Json): ModelAnswer => ({ text: JSON.stringify(value) }),
  tools: (...toolCalls: readonly ToolCall[]): ModelAnswer => ({ toolCalls }),
  usage: (text: string, usage: Usage | null): ModelAnswer => ({ text, usage }),
  refused: (text = 'I cannot help with that.'): ModelAnswer => ({ text, finish: 'refused' }),
  cutOff: (text: string): ModelAnswer => ({ text, finish: 'length' }),
  drip: (text: string, bytes: number, everyMs: number): ModelAnswer => ({ text, drip: { bytes, everyMs } }),
  rateLimited: (headers: Readonly<Record<string, string>> = { 'retry-after': '7' }): ModelAnswer => ({
    status: 429,
    headers,
    error: { message: 'Too many requests', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  }),
  overloaded: (status = 529): ModelAnswer => ({
    status,
    error: { message: 'Overloaded', type: 'overloaded_error', code: 'server_error' },
  }),
  wrongKey: (status = 401): ModelAnswer => ({
    status,
    error: { message: 'Wrong key {key}', type: 'authentication_error', code: 'invalid_api_key' },
  }),
  contextTooLong: (status = 400): ModelAnswer => ({
    status,
    error: {
      message: 'prompt is too long: 250000 tokens > 200000 maximum',
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  filtered: (): ModelAnswer => ({
    status: 400,
    error: { message: 'Blocked by content filtering', type: 'invalid_request_error', code: 'content_filter' },
  }),
  status: (status: number, message: string): ModelAnswer => ({ status, error: { message } }),
  broken: (broken: BrokenAnswer['broken']): ModelAnswer => ({ broken }),
};
