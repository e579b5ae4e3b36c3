// Lets callers wait for a run: woken by this process's own commits at once, by other processes' through the store.

import { setTimeout as sleep } from 'node:timers/promises';
import { isWriting } from '../engine/run-state.ts';
import type { RunRow, Store } from '../ports/store.ts';
import type { LiveRun } from './live-run.ts';

type Wake = (run: LiveRun | null) => void;

/** Other processes' commits are also looked for without a hint, since one may get lost. */
const LOOK_MS = 1000;
const STOPPED_MS = 50;
const WRITTEN_MS = 5000;

export class RunWatch {
  readonly #store: Store;
  readonly #waiting = new Map<string, Set<Wake>>();
  #unlisten: (() => void) | null = null;
  #look: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** A commit of this process is durable. */
  committed(run: LiveRun): void {
    for (const wake of this.#waiting.get(run.id) ?? []) wake(run);
  }

  /** The run's row once `until` holds; null when there is no such run, the signal is aborted or it was stopped. */
  async until(run: string, until: (row: RunRow) => boolean, signal: AbortSignal): Promise<RunRow | null> {
    for (;;) {
      const woken = this.next(run, signal);
      const row = await this.#store.run(run);
      if (signal.aborted) return null;
      if (row === null || until(row)) {
        woken.cancel();
        return row;
      }
      await woken.heard;
      // A caller that asks again would listen for ever.
      if (this.#isStopped) return null;
    }
  }

  /** Resolves when the run may have gone beyond this event, or the signal is aborted. */
  async beyond(run: string, since: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#isStopped) {
        // The process is ending: what waits is given back soon, and must not listen again.
        await sleep(STOPPED_MS, undefined, { signal }).catch(() => {});
        return;
      }
      const { heard, cancel } = this.next(run, signal);
      const row = await this.#store.run(run);
      if (row === null || row.head > since) {
        cancel();
        return;
      }
      const found = await heard;
      if (found === null || found.state.number > since) return;
    }
  }

  /** Resolves when `holds` no longer does, looking when the run may have moved; or when it is stopped or aborted. */
  async while(run: string, holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!this.#isStopped && !signal.aborted) {
      const woken = this.next(run, signal);
      if (holds()) await woken.heard;
      else return woken.cancel();
    }
  }

  /** True once a commit of this process leaves the run so. */
  async reaches(run: string, isThere: (run: LiveRun) => boolean, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const found = await this.next(run, signal).heard;
      if (found !== null && isThere(found)) return true;
    }
    return false;
  }

  /** The files that an answer led to come before the word that it was taken. What takes long is not waited for: then
   *  the run has not gone on either. */
  written(run: string, cached: () => LiveRun | undefined, token: number): Promise<void> {
    const isAtIt = (): boolean => {
      const found = cached()?.state.tokens.get(token);
      return found !== undefined && isWriting(found);
    };
    return this.while(run, isAtIt, AbortSignal.timeout(WRITTEN_MS));
  }

  /** The next thing heard of a run: the run itself when this process moved it, null when it may have changed. */
  next(run: string, signal: AbortSignal): { readonly heard: Promise<LiveRun | null>; cancel(): void } {
    const { promise, resolve } = Promise.withResolvers<LiveRun | null>();
    const finish: Wake = (found) => {
      this.#remove(run, finish);
      signal.removeEventListener('abort', onAbort);
      resolve(found);
    };
    const onAbort = (): void => finish(null);
    if (signal.aborted) resolve(null);
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.#add(run, finish);
    }
    return { heard: promise, cancel: () => finish(null) };
  }

  #add(run: string, wake: Wake): void {
    const wakes = this.#waiting.get(run);
    if (wakes === undefined) this.#waiting.set(run, new Set([wake]));
    else wakes.add(wake);
    if (this.#unlisten !== null) return;
    const all = (): void => {
      for (const each of this.#waiting.values()) for (const one of each) one(null);
    };
    this.#unlisten = this.#store.listen(all);
    this.#look = setInterval(all, LOOK_MS);
  }

  #remove(run: string, wake: Wake): void {
    const wakes = this.#waiting.get(run);
    if (wakes?.delete(wake) && wakes.size === 0) this.#waiting.delete(run);
  }

  /** Ends listening; nobody is left waiting. */
  stop(): void {
    this.#isStopped = true;
    this.#unlisten?.();
    if (this.#look !== null) clearInterval(this.#look);
    this.#unlisten = null;
    this.#look = null;
    for (const wakes of this.#waiting.values()) for (const wake of wakes) wake(null);
  }
}
