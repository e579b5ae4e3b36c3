// What an error of fetch or the AI SDK tells, and those it came from, read by shape so that the SDK need not be loaded.

import { isJsonObject } from '../../json.ts';

const CAUSES_MAX = 8;

export interface ThrownCause {
  readonly error: unknown;
  readonly name: string;
  readonly message: string;
  /** Of the system or of undici: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
  readonly code: string;
  /** Of an HTTP answer; null: there was none. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** From the outermost to the first. */
export function thrownCauses(error: unknown): readonly ThrownCause[] {
  const causes: ThrownCause[] = [];
  for (let each = error; each != null && causes.length < CAUSES_MAX; each = causeOf(each)) causes.push(read(each));
  return causes;
}

/** What the provider says of it: the fields of its error, or else the beginning of whatever it sent. */
export function detailOf({ body, message }: ThrownCause): { readonly code: string; readonly message: string } {
  const parsed = typeof body === 'string' ? parse(body) : body;
  const holder = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isJsonObject(holder)) return { code: '', message: typeof body === 'string' && body !== '' ? body : message };
  const error = isJsonObject(holder.error) ? holder.error : holder;
  const words = [error.message, holder.error, holder.detail, message].find((each) => typeof each === 'string');
  return {
    code: [error.code, error.type].filter((each) => typeof each === 'string').join(' '),
    message: String(words),
  };
}

/** Milliseconds the provider asks to wait; null: it does not say, or not in a way that can be read. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | null {
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (inMs >= 0) return inMs;
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function causeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return null;
  const { cause, lastError } = error as { cause?: unknown; lastError?: unknown };
  return cause ?? lastError;
}

function read(error: unknown): ThrownCause {
  const fields = (typeof error === 'object' ? error : {}) as Readonly<Record<string, unknown>>;
  const { name, message, code, statusCode, responseHeaders, responseBody, data } = fields;
  return {
    error,
    name: typeof name === 'string' ? name : '',
    message: typeof message === 'string' ? message : typeof error === 'string' ? error : '',
    code: typeof code === 'string' ? code : '',
    status: typeof statusCode === 'number' ? statusCode : null,
    headers: isJsonObject(responseHeaders) ? (responseHeaders as Readonly<Record<string, string>>) : {},
    body: responseBody ?? data,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
