// Keeps this process's own beat, finds processes and outside workers that stopped, and takes their leases away.

import { StoreFault } from '../errors.ts';
import type { ProcessRow } from '../ports/processes.ts';
import type { Store } from '../ports/store.ts';
import type { Clock } from './clock.ts';
import type { AtPoint } from './crash-points.ts';
import { DamagedRuns } from './damaged-runs.ts';
import type { CommandAnswer, Submission } from './handle-command.ts';
import type { Sender } from './pending-write.ts';
import { type Identity, isSurelyDead } from './process-identity.ts';

export interface SweeperOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly identity: Identity;
  /** A process that did not beat for so long is dead. */
  readonly leaseMs?: number | undefined;
  /** Between two rounds. */
  readonly sweepMs?: number | undefined;
  process(): number;
  submit(submission: Submission): Promise<CommandAnswer>;
  /** Others took this process for dead: its leases are lost. */
  lost(): Promise<void>;
  /** In each round, before anything is written: who is registered and not dead. */
  met(living: readonly ProcessRow[]): void;
  /** After each round: work of crashed processes can be taken over. */
  swept(foundDead: boolean): void;
  readonly atPoint?: AtPoint | undefined;
}

interface LastBeat {
  readonly beat: number;
  /** Of our own clock that never jumps. */
  readonly since: number;
}

export const ENGINE: Sender = { actor: 'system', channel: 'engine' };
const SWEEP_MS = 2000;
export const LEASE_MS = 10_000;
export const OUTSIDE_LEASE_MS = 30 * 60_000;
const LEASES_AT_ONCE = 500;
/** Leases that cannot be lost are read again in each round, so that those behind them are found: no more than this. */
const LEASES_LEFT_MAX = 10_000;

type HeldLease = { readonly run: string; readonly task: number; readonly fence: number };

export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #processes = new Map<number, LastBeat>();
  readonly #outside = new Map<string, LastBeat>();
  readonly #damaged = new DamagedRuns();
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> | null = null;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Resolves after a first round: what died on this machine before us is found at once. */
  async start(): Promise<void> {
    await this.sweep();
    this.#timer = setInterval(() => {
      this.#round ??= this.sweep().finally(() => {
        this.#round = null;
      });
    }, this.#options.sweepMs ?? SWEEP_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#round;
  }

  async sweep(): Promise<void> {
    try {
      const { store } = this.#options;
      if (!(await store.beat(this.#options.process()))) await this.#options.lost();
      const dead = await this.#deadProcesses();
      for (const key of dead) {
        await this.#loseAll((limit) => store.leasesOf(key, limit));
        this.#options.atPoint?.('after-leases-lost');
        await store.unregister(key);
        this.#processes.delete(key);
      }
      await this.#loseAll((limit) => store.orphanedLeases(limit));
      await this.#sweepOutside();
      this.#options.swept(dead.length > 0);
    } catch (fault) {
      // The store is away: nothing can be said about anyone, and nobody is blamed for the time it was.
      this.#processes.clear();
      this.#outside.clear();
      if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
    }
  }

  async #deadProcesses(): Promise<number[]> {
    const { store, clock, identity, leaseMs = LEASE_MS } = this.#options;
    const now = clock.monotonic();
    const dead: number[] = [];
    const living: ProcessRow[] = [];
    for (const row of await store.processes()) {
      if (row.key === this.#options.process()) continue;
      if (isSurelyDead(row, identity) || this.#isSilent(this.#processes, row.key, row.beat, now, leaseMs)) {
        dead.push(row.key);
      } else living.push(row);
    }
    this.#options.met(living);
    return dead;
  }

  #isSilent<K>(seen: Map<K, LastBeat>, key: K, beat: number, now: number, leaseMs: number): boolean {
    const last = seen.get(key);
    if (last === undefined || last.beat !== beat) {
      seen.set(key, { beat, since: now });
      return false;
    }
    return now - last.since >= leaseMs;
  }

  async #loseAll(find: (limit: number) => Promise<readonly HeldLease[]>): Promise<void> {
    let left = 0;
    for (let round = 0; round < 1000; round++) {
      const leases = await find(LEASES_AT_ONCE + left);
      const lost = await Promise.all(leases.map((lease) => this.#lose(lease)));
      // A lease that cannot be lost (its run ended meanwhile, or cannot be read) must not keep us here, and those
      // behind it are still to be found.
      const stay = lost.filter((isLost) => !isLost).length;
      const isAll = leases.length < LEASES_AT_ONCE + left;
      if (isAll || (stay === leases.length && left === LEASES_LEFT_MAX)) return;
      left = Math.min(stay, LEASES_LEFT_MAX);
    }
  }

  /** false: it is not lost, also where its run cannot be decided: other leases are still checked. */
  async #lose({ run, task, fence }: HeldLease): Promise<boolean> {
    if (this.#damaged.has(run, this.#options.clock.monotonic())) return false;
    const command = { type: 'LoseLease' as const, task, lease: fence };
    try {
      const { outcome } = await this.#options.submit({ run, command, by: ENGINE });
      return outcome.ok;
    } catch (fault) {
      this.#damaged.add(run, fault, this.#options.clock.monotonic());
      return false;
    }
  }

  async #sweepOutside(): Promise<void> {
    const { store, clock } = this.#options;
    const now = clock.monotonic();
    const held = await store.outsideLeases(LEASES_AT_ONCE);
    const keys = new Set<string>();
    for (const lease of held) {
      const key = `${lease.run}#${lease.task}#${lease.fence}`;
      keys.add(key);
      if (this.#isSilent(this.#outside, key, lease.beat, now, OUTSIDE_LEASE_MS)) await this.#lose(lease);
    }
    for (const key of this.#outside.keys()) if (!keys.has(key)) this.#outside.delete(key);
  }
}
