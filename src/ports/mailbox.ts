// Commands to one run from many machines: types only.

import type { Actor, Channel } from '../engine/events.ts';
import type { Json } from '../json.ts';
import type { RunWrite } from './store.ts';

/** Commands to one run from many machines. An insert never conflicts; the process that has the run's row lock reads
 *  them. */
export interface Mailbox {
  post(key: number, queued: readonly QueuedCommand[]): Promise<void>;
  /** Takes the run's lock if it is free and hands up to `limit` queued commands, oldest first, to `decide`, whose write
   *  and answers are committed with the removal of the queued commands. null: someone else has the run. */
  drain(
    key: number,
    limit: number,
    decide: (
      queued: readonly QueuedCommand[],
      head: number,
    ) => Promise<{ readonly write: RunWrite; readonly answers: ReadonlyMap<string, Json> }>,
  ): Promise<number | null>;
  /** The answers that are there, which are then removed. */
  collect(queued: readonly string[]): Promise<ReadonlyMap<string, Json>>;
  /** Runs with queued commands waiting, by their oldest command; `after`: only those whose oldest came after that.
   *  A process at work looks for them in each round: the process that posted them may have died before anyone looked,
   *  and their run may never be written again by anybody else. */
  waiting(limit: number, after?: number): Promise<readonly RunWithCommands[]>;
}

export interface RunWithCommands {
  readonly run: string;
  readonly key: number;
  /** The place of its oldest queued command among those of all runs. */
  readonly oldest: number;
}

export interface QueuedCommand {
  readonly id: string;
  readonly actor: Actor;
  readonly channel: Channel;
  /** The command, its values in the engine's form, and the payloads it brings. */
  readonly command: Json;
  readonly payloads: ReadonlyMap<string, string>;
}
