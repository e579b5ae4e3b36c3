// How a store is looked after: size, sealing, checking, pruning, erasing, copying. Types only.

import type { ListedTask, RunRow, SystemNote, TimerRow } from './store.ts';

export interface StoreCare {
  stats(): Promise<StoreStats>;
  /** Chains the heads that changed since the last seal into a new one, so that a missing tail or run is found later.
   *  What is committed while it works is left to the next call. A seal that claims more commits than there are is not
   *  believed: all are sealed again. null when nothing changed, or when the newest seal is
   *  less than `everyMs` old. After a long pause several are made, each with its own time; the last
   *  is given. */
  seal(now: number, everyMs?: number): Promise<Seal | null>;
  /** Oldest first, after `after`. */
  seals(after: number, limit: number): Promise<readonly Seal[]>;
  /** The commits a seal says it took in: those after the one before it, up to the last it is about, some at a time from
   *  `after` on (null: from the first). Commits of removed runs are not among them. */
  commitsOfSeal(seal: number, after: string | null): Promise<CommitsOfSeal>;
  /** Every run there is with its head and hash, by key, after `after`; key 0 is `system`. */
  heads(after: number, limit: number): Promise<readonly RunHead[]>;
  tombstones(after: number, limit: number): Promise<readonly Tombstone[]>;

  /** Everything stored of a run but its commits, as of one moment; null when there is no such run. */
  rowsOf(key: number): Promise<RunRows | null>;
  /** Hashes the payloads after the key `after`, as many as it does at a time. */
  provePayloads(after: number): Promise<ProvedPayloads>;
  /** What is stored outside runs, workflows and records, by the hashes of their texts. */
  storedTexts(): Promise<readonly StoredText[]>;
  /** The database's own check of its files or pages, and a look for rows of runs that do not exist. */
  checkDatabase(): Promise<DatabaseCheck>;

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
  /** Left on its disk for this process; null where that cannot be known. */
  readonly freeBytes: number | null;
  readonly runs: { readonly [status: string]: number };
  readonly openTasks: number;
  readonly commits: number;
  readonly payloads: number;
  readonly payloadBytes: number;
  readonly timers: number;
  readonly processes: number;
}

export interface RunRows {
  readonly row: RunRow;
  /** Open and ended ones, of whatever kind, by number. */
  readonly tasks: readonly ListedTask[];
  /** Tasks whose row is filed under other people, queues or holders than it says itself. */
  readonly misfiled: readonly number[];
  readonly timers: readonly TimerRow[];
  /** References to the payloads that it is known to use and that are there. */
  readonly uses: ReadonlySet<string>;
  readonly snapshot: StoredSnapshot | null;
}

export interface StoredSnapshot {
  readonly number: number;
  readonly format: number;
  readonly parts: ReadonlyMap<string, string>;
}

export interface ProvedPayloads {
  readonly count: number;
  /** Those whose text differs from what their reference says, and the first runs that use them; `with key 3` stands for
   *  one whose reference is no longer valid. */
  readonly wrong: readonly { readonly ref: string; readonly runs: readonly string[] }[];
  /** The key to go on after; null when there are no more. */
  readonly next: number | null;
}

export interface StoredText {
  readonly kind: 'workflow' | 'record';
  /** Of a workflow name, version and compiler; of a record kind and name. */
  readonly name: readonly (string | number)[];
  /** `sha256:...` of the text as it is stored. */
  readonly hash: string;
  /** Of a workflow: by whom, when and from where; the version with the highest place is current. */
  readonly added?: {
    readonly by: string;
    readonly at: number;
    readonly origin: string | null;
    readonly place: number;
  };
}

export interface DatabaseCheck {
  /** What was done, for people: `PRAGMA integrity_check`. */
  readonly check: string;
  readonly problems: readonly string[];
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

export interface CommitsOfSeal {
  readonly commits: readonly { readonly key: number; readonly last: number }[];
  /** Where to go on; null when there are no more. */
  readonly next: string | null;
  /** It claims commits after the newest there is, or cannot be read. */
  readonly isBeyond: boolean;
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
