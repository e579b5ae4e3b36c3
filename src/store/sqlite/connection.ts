// One connection to a SQLite file: transactions, waiting for other writers on timers, checkpoints.

import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { storable } from '../../json.ts';
import { asStoreFault, busyFault, isBusy } from './faults.ts';

const BUSY_MS_MAX = 10_000;
/** With other processes about, a writer that held the lock this long in a row leaves it free for a moment: the others
 *  look for it every 1 to 3 ms, and between two commits it is free for microseconds only. */
const HELD_MS_MAX = 20;
const FREE_MS = 2;
/** Writes that piled up are not all made in one turn of the event loop. */
const TURN_MS_MAX = 10;
const COMMITS_PER_LOOK = 32;
const IDLE_LOOK_MS = 500;
/** 16 MB of log: fewer checkpoints write each page fewer times. */
const CHECKPOINT_FRAMES = 4_000;

type WaitingWrite = { readonly attempt: () => boolean; readonly fail: (error: unknown) => void; since: number };

export class Connection {
  readonly database: DatabaseSync;
  readonly place: string;
  readonly isWal: boolean;
  /** What another reader opens: the file as this connection does. */
  readonly file: string | URL;
  readonly #busyMsMax: number;
  /** Whether other processes are registered; set by the code that reads that table. */
  hasNeighbours = false;
  readonly #statements = new Map<string, Statement>();
  readonly #waiting: WaitingWrite[] = [];
  readonly #onRollback: (() => void)[] = [];
  readonly #onForeign: (() => void)[] = [];
  readonly #version: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #seenVersion = -1;
  #isPumping = false;
  #heldMs = 0;
  #freeSince = 0;
  #commits = 0;
  #idleLook: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(database: DatabaseSync, place: string, isWal: boolean, busyMsMax = BUSY_MS_MAX, file?: URL) {
    this.file = file ?? place;
    this.#busyMsMax = busyMsMax;
    this.database = database;
    this.place = place;
    this.isWal = isWal;
    this.#version = database.prepare('PRAGMA data_version');
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  /** A prepared statement, made once. Give it texts from the code only, never ones with values in them. */
  statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = new Statement(this.database.prepare(sql));
    this.#statements.set(sql, made);
    return made;
  }

  /** Called after a transaction was rolled back: what was remembered from inside it is not so. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget);
  }

  /** Called at the start of a transaction when another connection has written since the last one. */
  onForeignWrite(forget: () => void): void {
    this.#onForeign.push(forget);
  }

  /** For what wrote beside this connection's transactions: nothing remembered is to be trusted. */
  forget(): void {
    for (const forget of this.#onRollback) forget();
  }

  /** Changes only when another connection committed. */
  dataVersion(): number {
    return Number(this.#version.get()?.data_version);
  }

  /** Runs `work` in a transaction that holds the write lock. Calls are served in order. */
  write<T>(work: () => T): Promise<T> {
    return this.#queued(() => this.#transaction(work));
  }

  /** Runs `work`, one or several reads. Several that must agree with each other ask for `together`. */
  read<T>(work: () => T, together = false): Promise<T> {
    if (!together) return this.#retried(work);
    return this.#retried(() => {
      this.database.exec('BEGIN');
      try {
        return work();
      } finally {
        this.#rollback();
      }
    });
  }

  /** Runs what must stand outside a transaction and may find the store busy (a checkpoint, a vacuum). */
  outside<T>(work: () => T): Promise<T> {
    return this.#queued(work);
  }

  /** Copies the log back and empties it, when no reader is in the way. */
  truncateLog(): Promise<void> {
    return this.outside(() => {
      if (this.isWal) this.#quietly(() => this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#idleLook !== null) clearTimeout(this.#idleLook);
    this.#idleLook = null;
    // With others about it would only be in their way: the last to close empties the log.
    if (this.isWal && !this.hasNeighbours) {
      this.#quietly(() => this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    }
    this.database.close();
  }

  #transaction<T>(work: () => T): T {
    this.#begin.run();
    const start = performance.now();
    let result: T;
    try {
      const version = this.dataVersion();
      if (version !== this.#seenVersion) {
        for (const forget of this.#onForeign) forget();
        this.#seenVersion = version;
      }
      result = work();
      this.#commit.run();
    } catch (error) {
      this.#rollback();
      this.forget();
      throw error;
    }
    this.#noteHeld(start);
    this.#afterCommit();
    return result;
  }

  #rollback(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  #noteHeld(start: number): void {
    const end = performance.now();
    this.#heldMs = start - this.#freeSince >= FREE_MS ? end - start : this.#heldMs + end - start;
    this.#freeSince = end;
  }

  #mustLeaveFree(): boolean {
    return this.hasNeighbours && this.#heldMs >= HELD_MS_MAX && performance.now() - this.#freeSince < FREE_MS;
  }

  /** At once when nothing waits and the lock is to be had; otherwise in turn. */
  #queued<T>(work: () => T): Promise<T> {
    if (this.#waiting.length === 0 && !this.#mustLeaveFree()) {
      try {
        return Promise.resolve(work());
      } catch (error) {
        if (!isBusy(error)) return Promise.reject(asStoreFault(error, this.place));
      }
    }
    return new Promise<T>((resolve, fail) => {
      const attempt = (): boolean => {
        try {
          resolve(work());
          return true;
        } catch (error) {
          if (isBusy(error)) return false;
          fail(asStoreFault(error, this.place));
          return true;
        }
      };
      this.#waiting.push({ attempt, fail, since: performance.now() });
      void this.#pump();
    });
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#waiting.length > 0) {
      await sleep(this.#mustLeaveFree() ? FREE_MS : pauseMs());
      const turn = performance.now();
      while (this.#waiting.length > 0 && !this.#mustLeaveFree() && performance.now() - turn < TURN_MS_MAX) {
        const first = this.#waiting[0] as WaitingWrite;
        if (first.attempt()) this.#waiting.shift();
        else if (performance.now() - first.since > this.#busyMsMax) this.#giveUp();
        else break;
      }
    }
    this.#isPumping = false;
  }

  #giveUp(): void {
    const first = this.#waiting.shift();
    first?.fail(busyFault(this.place, undefined));
  }

  async #retried<T>(work: () => T): Promise<T> {
    const start = performance.now();
    while (true) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() - start > this.#busyMsMax) throw asStoreFault(error, this.place);
      }
      await sleep(pauseMs());
    }
  }

  /** The log is copied back between transactions, never inside one that a caller waits for. */
  #afterCommit(): void {
    if (!this.isWal) return;
    this.#commits++;
    if (this.#commits % COMMITS_PER_LOOK === 0) setImmediate(() => this.#look());
    if (this.#idleLook !== null) return;
    this.#idleLook = setTimeout(() => {
      this.#idleLook = null;
      this.#look();
    }, IDLE_LOOK_MS).unref();
  }

  #look(): void {
    if (this.#isClosed || this.database.isTransaction) return;
    this.#quietly(() => {
      const log = this.statement('PRAGMA wal_checkpoint(NOOP)').get();
      if (Number(log?.log) - Number(log?.checkpointed) < CHECKPOINT_FRAMES) return;
      this.statement('PRAGMA wal_checkpoint(PASSIVE)').get();
    });
  }

  /** A checkpoint that fails changes nothing: the log is still there, and the next one tries again. */
  #quietly(work: () => void): void {
    try {
      work();
    } catch {}
  }
}

/** A prepared statement. Texts are bound as every store keeps them. */
export class Statement {
  readonly #prepared: StatementSync;

  constructor(prepared: StatementSync) {
    this.#prepared = prepared;
  }

  run(...values: SQLInputValue[]): StatementResultingChanges {
    return this.#prepared.run(...bound(values));
  }

  get(...values: SQLInputValue[]): ReturnType<StatementSync['get']> {
    return this.#prepared.get(...bound(values));
  }

  all(...values: SQLInputValue[]): ReturnType<StatementSync['all']> {
    return this.#prepared.all(...bound(values));
  }
}

function bound(values: SQLInputValue[]): SQLInputValue[] {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value === 'string') values[i] = storable(value);
  }
  return values;
}

const pauseMs = (): number => 1 + Math.random() * 2;
