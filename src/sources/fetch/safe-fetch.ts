// One request at a time to an address that someone else may have chosen: its name is looked up here, every address
// behind it must be public, the connection goes to the checked address, and redirects are checked like the first.

import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { SourceFault } from '../../errors.ts';
import { addressesOf, type HostAddress, type Lookup, pinnedTo, unlessAborted } from '../../public-address.ts';
import { readBody } from './read-body.ts';

export interface FetchLimits {
  /** Until a connection stands: looking up the name, TCP and TLS. */
  readonly connectMs: number;
  /** Of a request with its redirects, to the last byte. */
  readonly totalMs: number;
  /** Of a body, as it comes and after decompression. */
  readonly bytesMax: number;
  readonly redirectsMax: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10_000,
  totalMs: 30_000,
  bytesMax: 5_000_000,
  redirectsMax: 5,
};

/** What tests set in place of the internet. */
export interface Network {
  readonly lookup: Lookup;
  isPublic(address: string): boolean;
}

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** This user named the address: it may be private. Where it redirects to may not. */
  readonly mayBePrivate?: boolean;
  readonly limits?: Partial<FetchLimits>;
  /** A body over the limit is cut there, not refused. */
  readonly cuts?: boolean;
  readonly signal: AbortSignal;
  /** Asked before each connection, also of a redirect; what it gives is called with the answer, or null. */
  admit?(url: URL, signal: AbortSignal): Promise<(reply: FetchReply | null) => void>;
}

export interface FetchReply {
  /** Where the answer came from, after redirects, without a fragment. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** The host itself is inside, or one that it redirects to. */
export class PrivateAddress extends SourceFault {
  readonly host: string;
  constructor(host: string, address: string) {
    const found = `found a private address (${address}) for ${host}`;
    super('source-refused', `Expected a public address, ${found}. Nothing was asked there.`);
    this.host = host;
  }
}

export type SafeFetch = (request: FetchRequest) => Promise<FetchReply>;

const ADDRESS_LENGTH_MAX = 2_048;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function safeFetch(network: Network, usual: Partial<FetchLimits> = {}): SafeFetch {
  return async (asked) => {
    const limits = { ...FETCH_LIMITS, ...usual, ...asked.limits };
    let url = checkedUrl(asked.url);
    const started = url;
    let leftMs = limits.totalMs;
    for (let redirects = 0; ; redirects += 1) {
      const mayBePrivate = asked.mayBePrivate === true && redirects === 0;
      const release = (await asked.admit?.(url, asked.signal)) ?? (() => {});
      // Waiting for a turn does not count as time of the request.
      const before = performance.now();
      const reply = await hop(network, url, { ...asked, mayBePrivate }, { ...limits, totalMs: leftMs }).catch(
        (fault: unknown) => {
          release(null);
          throw fault;
        },
      );
      release(reply);
      leftMs = Math.max(1, Math.floor(leftMs - (performance.now() - before)));
      const to = REDIRECTS.has(reply.status) ? reply.headers.location : undefined;
      if (to === undefined) return reply;
      if (redirects >= limits.redirectsMax) throw tooManyRedirects(started, limits.redirectsMax);
      url = checkedUrl(to, url);
    }
  };
}

function tooManyRedirects({ host }: URL, max: number): SourceFault {
  const found = max === 0 ? 'it redirects elsewhere' : `more than ${max} redirects`;
  return new SourceFault('source-refused', `Expected an answer of ${host} itself, found: ${found}.`);
}

/** Throws SourceFault for what is not a plain address of the web. */
export function checkedUrl(text: string, from?: URL): URL {
  const url = text.length <= ADDRESS_LENGTH_MAX ? URL.parse(text, from?.href) : null;
  const refused = (found: string): SourceFault =>
    new SourceFault('source-refused', `Expected an http or https address, found ${found}. Nothing was asked.`);
  if (url === null) throw refused(text.length > ADDRESS_LENGTH_MAX ? 'one that is too long' : 'none');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(`the scheme ${url.protocol.slice(0, 20)}`);
  if (url.username !== '' || url.password !== '') throw refused(`one of ${url.host} with a user name or password`);
  if (url.hostname === '') throw refused('one without a host');
  url.hash = '';
  return url;
}

async function hop(network: Network, url: URL, asked: FetchRequest, limits: FetchLimits): Promise<FetchReply> {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(new NoConnection()), limits.connectMs);
  const time = AbortSignal.timeout(limits.totalMs);
  try {
    const signal = AbortSignal.any([asked.signal, time, connecting.signal]);
    const addresses = await unlessAborted(addressesOf(url, network.lookup), signal);
    checkAddresses(network, url, addresses, asked.mayBePrivate === true);
    const response = await send(url, asked, addresses, signal, () => clearTimeout(timer));
    const headers = headersOf(response);
    const isRedirect = REDIRECTS.has(response.statusCode ?? 0) && headers.location !== undefined;
    // Nobody reads what a redirect says.
    const bytes = isRedirect ? discard(response) : await readBody(response, url.host, limits.bytesMax, asked.cuts);
    return { url, status: response.statusCode ?? 0, headers, bytes };
  } catch (thrown) {
    throw faultOf(thrown, url, asked.signal, time.aborted, limits);
  } finally {
    clearTimeout(timer);
  }
}

class NoConnection extends Error {}

function checkAddresses(network: Network, { host }: URL, found: readonly HostAddress[], mayBePrivate: boolean): void {
  if (found.length === 0) throw new SourceFault('source-unreachable', `Expected an address of ${host}, found none.`);
  const refused = mayBePrivate ? undefined : found.find(({ address }) => !network.isPublic(address));
  if (refused === undefined) return;
  throw new PrivateAddress(host, refused.address);
}

function send(
  url: URL,
  { method = 'GET', headers, body }: FetchRequest,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  connected: () => void,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, {
      ...{ method, agent: false, signal, lookup: pinnedTo(addresses), maxHeaderSize: 32_768 },
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    });
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    });
    request.on('error', reject);
    request.once('response', resolve);
    request.end(body);
  });
}

function discard(response: IncomingMessage): Buffer {
  response.on('error', () => {});
  response.destroy();
  return Buffer.alloc(0);
}

function headersOf({ headers }: IncomingMessage): FetchReply['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** A sentence that names the host and nothing else of the address: a query may hold a key. */
function faultOf(thrown: unknown, { host }: URL, own: AbortSignal, isLate: boolean, limits: FetchLimits): unknown {
  if (thrown instanceof SourceFault) return thrown;
  if (own.aborted) return own.reason;
  const seconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} seconds`;
  if (isLate) return unreachable(`Expected the whole answer of ${host} within ${seconds(limits.totalMs)}.`);
  const isNoConnection = thrown instanceof NoConnection || (thrown as Error).cause instanceof NoConnection;
  if (isNoConnection) return unreachable(`Expected a connection to ${host} within ${seconds(limits.connectMs)}.`);
  const { code } = thrown as { readonly code?: unknown };
  const found = typeof code === 'string' ? code : 'a broken connection';
  return unreachable(`Expected an answer of ${host}, found ${found}.`);
}

const unreachable = (message: string): SourceFault => new SourceFault('source-unreachable', message);
