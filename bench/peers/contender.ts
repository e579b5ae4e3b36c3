// What an engine must do to be compared: the four workloads, and how its process begins and ends.

import { randomBytes } from 'node:crypto';

/** Where one repetition keeps its things. Each repetition has a fresh one. */
export interface Place {
  readonly folder: string;
  /** Of an empty database, for engines that keep their state in PostgreSQL; otherwise ''. */
  readonly postgresUrl: string;
  readonly restate: RestateAddresses | null;
}

export interface RestateAddresses {
  readonly ingress: string;
  readonly admin: string;
  /** Where the server expects the process with the steps. */
  readonly stepsPort: number;
}

export interface Contender {
  /** Makes tables and registrations, in a process of its own: what an installation does once. */
  prepare(place: Place): Promise<void>;
  open(place: Place): Promise<Session>;
}

/**
 * An engine in one process. Steps do nothing; each must be durable before the run goes on.
 * Every method throws if a run did not end as it should.
 */
export interface Session {
  /** W1: `runs` runs of a chain of CHAIN_STEPS steps, `atOnce` of them in flight. */
  chain(runs: number, atOnce: number): Promise<void>;
  /** W2: one run does one step for each of `items` and joins; at most `wave` items in flight if it is not null. */
  map(items: number, wave: number | null): Promise<void>;
  /** W3: starts `runs` runs, AT_ONCE in flight; returns when all wait for an approval, durably. */
  pause(runs: number): Promise<void>;
  /** W3, in a new process: approves all of them. `onTask` is called in the step behind the approval. */
  resume(runs: number, onTask: () => void): Promise<void>;
  /** W4: one run, `loops` loops, each of which stores the next version of the document. */
  loop(loops: number): Promise<void>;
  /** W2 over several worker processes; only ours can. */
  mapAcross?(items: number, processes: number): Promise<void>;
  close(): Promise<void>;
}

export const CHAIN_STEPS = 10;
export const AT_ONCE = 50;
export const DOCUMENT_BYTES = 20_000;

/** The next version of the document. Random, since a text that repeats itself would shrink to nothing in PostgreSQL. */
export function nextDocument(): string {
  return randomBytes((DOCUMENT_BYTES / 4) * 3).toString('base64');
}

/** Calls `work` for 0 to `count` - 1 with at most `atOnce` calls under way. */
export async function inFlight(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

export function expectEqual(found: unknown, expected: unknown, what: string): void {
  if (found === expected) return;
  throw new Error(`Expected ${what} to be ${String(expected)}, but found ${String(found)}.`);
}
