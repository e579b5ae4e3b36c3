// What a host's robots.txt lets programs like this one read, as RFC 9309 says.

import { SourceFault } from '../../errors.ts';
import { unlessAborted } from '../../public-address.ts';
import { decodeText } from '../corpus/decode-text.ts';
import { type FetchReply, PrivateAddress } from './safe-fetch.ts';

/** By what rules for this program begin; the product's name in the User-Agent. */
export const ROBOT = 'signoff';
/** More of it is not read: RFC 9309 asks for 500 KiB at least. */
export const ROBOTS_BYTES_MAX = 512_000;

const KEPT_MS = 24 * 3_600_000;
/** A host whose rules could not be read is asked again after so long. */
const UNREACHABLE_KEPT_MS = 10 * 60_000;
const HOSTS_MAX = 500;
/** Nobody writes such lines by hand, and matching them takes long. */
const LINE_MAX = 1_000;
const STARS_MAX = 10;
const CRAWL_DELAY_MAX_MS = 10_000;

export interface RobotsRules {
  /** false: the host could not say what it allows, so for now it allows nothing. */
  readonly isKnown: boolean;
  isAllowed(url: URL): boolean;
  /** Between two requests, as the host asks for; at most 10 seconds. */
  readonly crawlDelayMs: number;
}

export interface RobotsFacts {
  readonly now: () => number;
  /** Asks for robots.txt itself: no rules hold for it. */
  readonly ask: (url: string, signal: AbortSignal) => Promise<FetchReply>;
}

export class RobotsFiles {
  readonly #facts: RobotsFacts;
  readonly #known = new Map<string, { readonly rules: RobotsRules; readonly until: number }>();
  readonly #asking = new Map<string, Promise<RobotsRules>>();

  constructor(facts: RobotsFacts) {
    this.#facts = facts;
  }

  /** Throws SourceFault for a host at a private address. */
  async rulesFor({ origin }: URL, signal: AbortSignal): Promise<RobotsRules> {
    const now = this.#facts.now();
    const known = this.#known.get(origin);
    if (known !== undefined && known.until > now) return known.rules;
    const asking = this.#asking.get(origin);
    if (asking !== undefined)
      return unlessAborted(asking, signal).catch((thrown: unknown) => this.#again(thrown, origin, signal));
    const own = this.#ask(origin, signal).finally(() => this.#asking.delete(origin));
    this.#asking.set(origin, own);
    return own;
  }

  /** Who asked first has left: this one asks for itself. */
  #again(thrown: unknown, origin: string, signal: AbortSignal): Promise<RobotsRules> {
    if (signal.aborted) throw thrown;
    return this.rulesFor(new URL(origin), signal);
  }

  async #ask(origin: string, signal: AbortSignal): Promise<RobotsRules> {
    const now = this.#facts.now();
    const found = await this.#read(origin, signal);
    if (this.#known.size >= HOSTS_MAX) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(origin, { rules: found.rules, until: now + found.keptMs });
    return found.rules;
  }

  async #read(origin: string, signal: AbortSignal): Promise<{ rules: RobotsRules; keptMs: number }> {
    try {
      const { status, bytes } = await this.#facts.ask(`${origin}/robots.txt`, signal);
      // 429 says that the host has too much to do, not that it has no rules.
      if (status >= 500 || status === 429) return { rules: NOTHING, keptMs: UNREACHABLE_KEPT_MS };
      if (status < 200 || status >= 300) return { rules: EVERYTHING, keptMs: KEPT_MS };
      // RFC 9309 says that it is UTF-8; what is not text has no rules.
      return { rules: await parsed(origin, decodeText(bytes) ?? ''), keptMs: KEPT_MS };
    } catch (thrown) {
      if (!(thrown instanceof SourceFault)) throw thrown;
      // No rules of such a host matter. Where a public one redirects inside, it is its robots.txt that cannot be read.
      if (thrown instanceof PrivateAddress && thrown.host === new URL(origin).host) throw thrown;
      return { rules: NOTHING, keptMs: UNREACHABLE_KEPT_MS };
    }
  }
}

const EVERYTHING: RobotsRules = { isKnown: true, isAllowed: () => true, crawlDelayMs: 0 };
const NOTHING: RobotsRules = { isKnown: false, isAllowed: () => false, crawlDelayMs: 0 };

async function parsed(origin: string, text: string): Promise<RobotsRules> {
  const { default: loaded } = await import('robots-parser');
  // Its types describe an ES module; it is a CommonJS module, whose whole export is the function.
  const parse = loaded as unknown as typeof loaded.default;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= LINE_MAX && stars(line) <= STARS_MAX);
  const robot = parse(`${origin}/robots.txt`, lines.join('\n'));
  const delay = robot.getCrawlDelay(ROBOT) ?? 0;
  return {
    isKnown: true,
    isAllowed: (url) => robot.isAllowed(url.href, ROBOT) !== false,
    crawlDelayMs: Math.min(Number.isFinite(delay) && delay > 0 ? delay * 1000 : 0, CRAWL_DELAY_MAX_MS),
  };
}

const stars = (line: string): number => line.split('*').length - 1;
