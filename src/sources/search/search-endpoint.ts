// What a search does for this folder, and the way all of them ask: JSON, bounded, without a redirect, keys unsaid.

import { SourceFault } from '../../errors.ts';
import type { FoundText } from '../../ports/sources.ts';
import { charsetOf, decodeText } from '../corpus/decode-text.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';

export interface SearchEndpoint {
  readonly kind: 'web' | 'academic' | 'news';
  /** `Brave Search`. */
  readonly name: string;
  /** Tells it from all others; not for people. */
  readonly id: string;
  /** Rejects with SourceFault. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
}

/** Of an endpoint that answers only with a key. */
export interface KeyedEndpointOptions {
  readonly address: URL;
  readonly key: string;
  readonly mayBePrivate: boolean;
  readonly now: () => number;
}

export interface SearchQuery {
  readonly text: string;
  /** The words of it that say what it is about, in small letters. */
  readonly words: readonly string[];
  readonly max: number;
}

export interface SearchResult {
  /** The best first. */
  readonly found: readonly FoundText[];
  readonly notes: readonly string[];
}

export interface JsonRequest {
  readonly name: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: object;
  readonly mayBePrivate?: boolean;
  /** What to do where the endpoint answers with 401 or 403: a sentence. */
  readonly whenForbidden: string;
  readonly signal: AbortSignal;
}

/** The answer as JSON. Neither the address, which may hold a key, nor what came is said in a fault. */
export async function askJson(fetch: PoliteFetch, asked: JsonRequest): Promise<unknown> {
  const { name, url, body, signal } = asked;
  const reply = await fetch.endpoint({
    ...{ url: url.href, signal, mayBePrivate: asked.mayBePrivate === true, limits: { redirectsMax: 0 } },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...asked.headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const { status } = reply;
  if (status === 401 || status === 403)
    throw new SourceFault('source-refused', `${name} answered with ${status}. ${asked.whenForbidden}`);
  if (status >= 500) throw new SourceFault('source-unreachable', `${name} answered with ${status}.`);
  if (status < 200 || status >= 300) throw new SourceFault('source-refused', `${name} answered with ${status}.`);
  try {
    return JSON.parse(decodeText(reply.bytes, charsetOf(reply.headers['content-type'] ?? '')) ?? '');
  } catch {
    throw notReadable(name);
  }
}

export function notReadable(name: string): SourceFault {
  return new SourceFault(
    'source-not-readable',
    `Expected JSON of ${name} in its documented form, found something else.`,
  );
}

/** Of a list in an answer, what has the form it must have; what has not is counted and left out. */
export function readEach<T>(
  list: readonly unknown[],
  read: (one: unknown) => T | null,
  { name, max }: { readonly name: string; readonly max: number },
): { readonly found: readonly T[]; readonly notes: readonly string[] } {
  const all = list.slice(0, LIST_MAX).map(read);
  const found = all.filter((one) => one !== null);
  const left = all.length - found.length;
  const notes = left === 0 ? [] : [`${name}: ${left} of ${all.length} results had no address or no text.`];
  return { found: found.slice(0, max), notes };
}

const LIST_MAX = 1_000;
