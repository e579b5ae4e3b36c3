// How a store is looked after: size, sealing, checking, pruning, erasing, copying. Types only.

import type { SystemNote } from './store.ts';

export interface StoreCare {
  stats(): Promise<StoreStats>;
  /** Chains the heads that changed since the last seal into a new one, so that a missing tail or run is found later.
   *  null when nothing changed. */
  seal(now: number): Promise<Seal | null>;
  /** Oldest first, after `after`. */
  seals(after: number, limit: number): Promise<readonly Seal[]>;
  /** Every run there is with its head and hash, by key, after `after`; key 0 is `system`. */
  heads(after: number, limit: number): Promise<readonly RunHead[]>;
  tombstones(after: number, limit: number): Promise<readonly Tombstone[]>;

  /** Replaces the text of the run's commits up to `upTo` by its hash, removes its snapshot and the payloads that only
   *  it refers to. `note` (DataErased) is appended to the system
   *  stream in the same transaction. */
  erase(key: number, upTo: number, note: SystemNote): Promise<{ readonly commits: number; readonly payloads: number }>;
  /** Removes whole ended runs and leaves a tombstone of each: id, head, hash, when. */
  removeRuns(keys: readonly number[], note: SystemNote): Promise<number>;
  /** Ended runs of the workflow (of all, when null) whose end is before `endedBefore`, oldest first. */
  prunable(
    workflow: string | null,
    endedBefore: number,
    limit: number,
  ): Promise<readonly { readonly key: number; readonly run: string }[]>;
  /** Payloads nothing refers to and nobody used since `usedBefore`, checked and removed in one transaction; request
   *  keys older than `requestsBefore`. */
  prunePayloads(
    usedBefore: number,
    requestsBefore: number,
  ): Promise<{ readonly payloads: number; readonly bytes: number; readonly requests: number }>;
  /** Gives free space back to the system, as far as the store can. */
  compact(): Promise<void>;

  /** A consistent copy while others write: a file for SQLite; for Postgres a rejection that names pg_dump. */
  backup(path: string): Promise<{ readonly bytes: number }>;
  /** Everything in it, in an order that can be read back: for moving a store (store migrate-to). */
  exportRows(): AsyncIterable<ExportedRow>;
  /** Fills an empty store with what exportRows gave; keys are kept. Rejects when the store is not empty. */
  importRows(rows: AsyncIterable<ExportedRow>): Promise<{ readonly rows: number }>;

  close(): Promise<void>;
}

export interface StoreStats {
  readonly kind: 'sqlite' | 'postgres';
  readonly place: string;
  readonly schema: number;
  readonly bytes: number;
  readonly runs: { readonly [status: string]: number };
  readonly openTasks: number;
  readonly commits: number;
  readonly payloads: number;
  readonly payloadBytes: number;
  readonly timers: number;
  readonly processes: number;
}

export interface RunHead {
  readonly key: number;
  readonly run: string;
  readonly head: number;
  readonly hash: string;
}

export interface Seal {
  readonly id: number;
  readonly at: number;
  /** `[[key, head, hex hash], ...]` as JSON text: what it seals. */
  readonly text: string;
  readonly hash: string;
}

export interface Tombstone {
  readonly key: number;
  readonly run: string;
  readonly head: number;
  readonly hash: string;
  readonly removedAt: number;
}

/** A row of a table by name, columns by name; blobs as `{"$hex": "..."}`. Both adapters use the same names. */
export interface ExportedRow {
  readonly table: string;
  readonly row: { readonly [column: string]: string | number | null | { readonly $hex: string } };
}
