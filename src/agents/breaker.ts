// A circuit breaker for one provider: after an outage it is left alone for a while, then asked once.

import type { CallFaultCode } from '../errors.ts';

/** `untilMs` is a time, not a wait: Infinity after a bad key. */
export type BreakerAnswer = { readonly ok: true } | { readonly ok: false; readonly untilMs: number };

export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open';
  /** When it came into this state; 0 for one that was never open. */
  readonly since: number;
  /** Until when no call is let through; null: no such time is known, or none is kept back. */
  readonly until: number | null;
  readonly reason: CallFaultCode | null;
}

const FAULTS_TO_OPEN = 3;
const BACKOFF_MS = 1000;
const BACKOFF_MS_MAX = 60_000;
/** A probe whose end nobody reports (its process died) must not keep the breaker half open for ever. */
const PROBE_MS_MAX = 600_000;
const OUTAGES: readonly CallFaultCode[] = ['overloaded', 'network', 'timed-out', 'rate-limited'];
/** Nobody worked on the call: the same will do once the provider is well. */
export const isTurnedAway = (code: CallFaultCode): boolean => code !== 'timed-out' && OUTAGES.includes(code);
/** Refusals are answers too: the provider is there. */
const ANSWERS: readonly CallFaultCode[] = ['content-refused', 'context-too-long', 'bad-request'];

/** Times are milliseconds of one monotonic clock. `random` gives 0 up to 1 and spreads the waits of several processes:
 *  each wait is between half of its backoff and the whole of it. */
export class Breaker {
  readonly #random: () => number;
  #faults = 0;
  /** How often it opened without a success in between. */
  #openings = 0;
  #since = 0;
  /** null: closed. Infinity: until `reset`. */
  #until: number | null = null;
  #probeSince: number | null = null;
  #reason: CallFaultCode | null = null;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether a call would be let through, without letting it. */
  isFree(now: number): boolean {
    if (this.#until === null) return true;
    if (now < this.#until) return false;
    return this.#probeSince === null || now >= this.#probeSince + PROBE_MS_MAX;
  }

  /** After an outage the first call let through is the probe, and others wait until its end is reported. */
  mayCall(now: number): BreakerAnswer {
    if (this.#until === null) return { ok: true };
    if (now < this.#until) return { ok: false, untilMs: this.#until };
    if (this.#reason === 'rate-limited' && this.#openings === 0) {
      this.#close(now);
      return { ok: true };
    }
    if (this.#probeSince !== null && now < this.#probeSince + PROBE_MS_MAX) {
      return { ok: false, untilMs: Math.min(now + BACKOFF_MS, this.#probeSince + PROBE_MS_MAX) };
    }
    this.#probeSince = now;
    return { ok: true };
  }

  /** A reply to a call sent before a bad key was found does not make the key good. */
  succeeded(now: number): void {
    this.#faults = 0;
    if (this.#reason === 'bad-key') return;
    this.#openings = 0;
    // While it is kept back at the provider's wish, an earlier call's reply changes nothing.
    if (this.#until !== null && (this.#probeSince !== null || this.#reason !== 'rate-limited')) this.#close(now);
  }

  failed(now: number, fault: CallFaultCode, retryAfterMs: number | null): void {
    if (this.#until === Number.POSITIVE_INFINITY) return;
    if (fault === 'bad-key') this.#open(now, Number.POSITIVE_INFINITY, fault);
    else if (fault === 'rate-limited' && retryAfterMs !== null) this.#pause(now, retryAfterMs);
    else if (OUTAGES.includes(fault)) this.#countFault(now, fault, retryAfterMs ?? 0);
    else if (ANSWERS.includes(fault)) this.succeeded(now);
    // It says nothing of the provider, so the next call is the probe.
    else this.#probeSince = null;
  }

  /** Resets it: a new key, or a person who knows better. */
  reset(now: number): void {
    this.#faults = 0;
    this.#openings = 0;
    this.#close(now);
  }

  state(now: number): BreakerState {
    if (this.#until === null) return { state: 'closed', since: this.#since, until: null, reason: null };
    if (now < this.#until) {
      const until = Number.isFinite(this.#until) ? this.#until : null;
      return { state: 'open', since: this.#since, until, reason: this.#reason };
    }
    if (this.#reason === 'rate-limited' && this.#openings === 0) {
      return { state: 'closed', since: this.#until, until: null, reason: null };
    }
    return { state: 'half-open', since: this.#until, until: null, reason: this.#reason };
  }

  /** The provider is well and says when: no outage, so the count of faults stands as it was. */
  #pause(now: number, waitMs: number): void {
    this.#open(now, Math.max(now + Math.max(0, waitMs), this.#until ?? 0), 'rate-limited');
  }

  #countFault(now: number, fault: CallFaultCode, waitMsMin: number): void {
    this.#faults += 1;
    const isProbe = this.#probeSince !== null;
    // Calls sent before it opened fail one after another; only the probe's failure doubles the wait.
    if (!isProbe && (this.#until !== null || this.#faults < FAULTS_TO_OPEN)) return;
    const backoffMs = Math.min(BACKOFF_MS * 2 ** Math.min(this.#openings, 10), BACKOFF_MS_MAX);
    this.#openings += 1;
    this.#open(now, now + Math.max(backoffMs * (0.5 + this.#random() / 2), waitMsMin), fault);
  }

  #open(now: number, until: number, reason: CallFaultCode): void {
    this.#since = now;
    this.#until = until;
    this.#reason = reason;
    this.#probeSince = null;
  }

  #close(now: number): void {
    if (this.#until !== null) this.#since = now;
    this.#until = null;
    this.#reason = null;
    this.#probeSince = null;
  }
}
