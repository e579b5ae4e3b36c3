// One request at a time to each host, with a pause between; a host that said "later" is left alone until then.

import { setTimeout as sleep } from 'node:timers/promises';
import { SourceFault } from '../../errors.ts';
import { unlessAborted } from '../../public-address.ts';

const HOSTS_MAX = 1_000;

interface HostState {
  /** Ends when nobody before is asking any more. */
  last: Promise<void>;
  /** Not before; in milliseconds of `now`. */
  nextAt: number;
  /** It said so itself. */
  limitedUntil: number;
  waiting: number;
}

export class HostLimits {
  readonly #hosts = new Map<string, HostState>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Waits for the host; what it gives lets the next one in, after the pause. Throws SourceFault while the host wants
   *  to be left alone. */
  async enter(host: string, pauseMs: number, signal: AbortSignal): Promise<() => void> {
    const state = this.#stateOf(host);
    const before = state.last;
    const turn = Promise.withResolvers<void>();
    state.last = before.then(() => turn.promise);
    state.waiting += 1;
    const leave = (): void => {
      state.waiting -= 1;
      turn.resolve();
    };
    try {
      await unlessAborted(before, signal);
      this.#checkLimited(host, state);
      const waitMs = state.nextAt - this.#now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      signal.throwIfAborted();
    } catch (thrown) {
      leave();
      throw signal.aborted ? signal.reason : thrown;
    }
    return () => {
      state.nextAt = Math.max(state.nextAt, this.#now() + pauseMs);
      leave();
    };
  }

  /** The next request to the host waits at least so long. */
  pause(host: string, forMs: number): void {
    const state = this.#stateOf(host);
    state.nextAt = Math.max(state.nextAt, this.#now() + forMs);
  }

  /** The host said that it wants no request for so long. */
  leaveAlone(host: string, forMs: number): void {
    this.#stateOf(host).limitedUntil = this.#now() + forMs;
  }

  #checkLimited(host: string, { limitedUntil }: HostState): void {
    const leftMs = limitedUntil - this.#now();
    if (leftMs > 0) throw limited(host, leftMs);
  }

  #stateOf(host: string): HostState {
    const found = this.#hosts.get(host);
    if (found !== undefined) return found;
    for (const [name, { waiting, limitedUntil }] of this.#hosts) {
      if (this.#hosts.size < HOSTS_MAX) break;
      if (waiting === 0 && limitedUntil <= this.#now()) this.#hosts.delete(name);
    }
    const made: HostState = { last: Promise.resolve(), nextAt: 0, limitedUntil: 0, waiting: 0 };
    this.#hosts.set(host, made);
    return made;
  }
}

export function limited(host: string, retryAfterMs: number): SourceFault {
  const after = retryAfterMs > 0 ? ` for ${Math.ceil(retryAfterMs / 1000)} seconds` : '';
  return new SourceFault('source-limited', `${host} takes no more requests${after}.`, { retryAfterMs });
}
