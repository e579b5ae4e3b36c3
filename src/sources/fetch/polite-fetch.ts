// Requests that burden no host: one at a time to a host, with pauses, by its robots.txt where pages are read,
// under a name of their own, and not before a host that has too much to do wants the next one.

import { SOURCE_WAIT_MAX_MS, SourceFault } from '../../errors.ts';
import { HostLimits, limited } from './host-limits.ts';
import { ENCODINGS } from './read-body.ts';
import { ROBOT, ROBOTS_BYTES_MAX, RobotsFiles } from './robots.ts';
import { type FetchLimits, type FetchReply, type FetchRequest, type Network, safeFetch } from './safe-fetch.ts';

export interface PoliteLimits extends FetchLimits {
  /** Between two pages of a host. */
  readonly pauseMs: number;
  /** A host that asks for a longer wait is not asked again. */
  readonly retryWaitMaxMs: number;
}

export const POLITE_LIMITS = { pauseMs: 1_000, retryWaitMaxMs: SOURCE_WAIT_MAX_MS };

export interface PoliteFetchOptions {
  readonly network: Network;
  readonly now: () => number;
  /** `0.1.0`: stands in the User-Agent. */
  readonly version: string;
  /** An address for those who want to complain; '' where nobody gave one. */
  readonly contact: string;
  readonly limits?: Partial<PoliteLimits>;
}

export interface PoliteFetch {
  /** A page that anyone may have named: by robots.txt, public addresses only. */
  page(url: string, signal: AbortSignal): Promise<FetchReply>;
  /** An endpoint or feed that the settings name. */
  endpoint(request: Omit<FetchRequest, 'admit'>): Promise<FetchReply>;
}

const ATTEMPTS_MAX = 2;
const RETRY_WAIT_MS = 2_000;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

export function politeFetch({ network, now, version, contact, limits: given }: PoliteFetchOptions): PoliteFetch {
  const limits = { ...POLITE_LIMITS, ...given };
  const fetch = safeFetch(network, given);
  const hosts = new HostLimits(now);
  const agent = `${ROBOT}/${version}${contact === '' ? '' : ` (mailto:${contact})`}`;
  const usual = { 'user-agent': agent, 'accept-encoding': ENCODINGS };

  /** What the host asked for is known before the next request to it begins. */
  const enter = async ({ host }: URL, pauseMs: number, signal: AbortSignal) => {
    const leave = await hosts.enter(host, pauseMs, signal);
    return (reply: FetchReply | null): void => {
      const waitMs = reply === null || !BUSY.has(reply.status) ? 0 : waitOf(reply);
      if (waitMs > limits.retryWaitMaxMs) hosts.leaveAlone(host, Math.min(waitMs, LEAVE_ALONE_MAX_MS));
      else if (waitMs > 0) hosts.pause(host, waitMs);
      leave();
    };
  };
  const waitOf = ({ headers }: FetchReply): number => retryAfterMs(headers['retry-after'], now()) ?? RETRY_WAIT_MS;

  const withRetry = async (request: FetchRequest): Promise<FetchReply> => {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await fetch(request);
      if (!BUSY.has(reply.status)) return reply;
      const waitMs = waitOf(reply);
      if (attempt >= ATTEMPTS_MAX || waitMs > limits.retryWaitMaxMs) throw limited(reply.url.host, waitMs);
    }
  };

  const robots = new RobotsFiles({
    now,
    ask: (url, signal) => {
      const headers = { ...usual, 'accept-encoding': 'identity', accept: 'text/plain, */*;q=0.5' };
      const admit = (at: URL, until: AbortSignal) => enter(at, 0, until);
      return fetch({ url, signal, headers, admit, cuts: true, limits: { bytesMax: ROBOTS_BYTES_MAX } });
    },
  });

  return {
    page: (url, signal) =>
      withRetry({
        ...{ url, signal, headers: { ...usual, accept: PAGE_TYPES, 'accept-language': 'en, *;q=0.5' } },
        async admit(at, until) {
          const rules = await robots.rulesFor(at, until);
          if (!rules.isAllowed(at)) throw disallowed(at, rules.isKnown);
          return enter(at, Math.max(limits.pauseMs, rules.crawlDelayMs), until);
        },
      }),

    endpoint: (request) =>
      withRetry({
        ...request,
        headers: { ...usual, ...request.headers },
        admit: (at, until) => enter(at, 0, until),
      }),
  };
}

const PAGE_TYPES = 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.9, */*;q=0.5';
const LEAVE_ALONE_MAX_MS = 3_600_000;

function disallowed({ host, pathname }: URL, isKnown: boolean): SourceFault {
  if (!isKnown)
    return new SourceFault('source-unreachable', `${host} does not say now what its robots.txt lets programs read.`);
  const what = pathname.length > 80 ? `${pathname.slice(0, 80)}…` : pathname;
  return new SourceFault('source-refused', `The robots.txt of ${host} does not let programs read ${what}.`);
}

/** Seconds or a date; null: it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = (header ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
