// Actors by key, and the numbers that are never given twice: what one connection remembers between transactions.

import type { Actor } from '../../engine/events.ts';
import type { Connection } from './connection.ts';

/** More than any store has people and agents; only a mistake fills it. */
const REMEMBERED_MAX = 20_000;

export class Names {
  readonly #connection: Connection;
  readonly #keys = new Map<Actor, number>();
  readonly #actors = new Map<number, Actor>();
  #nextCommit: number | null = null;
  #nextRun: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.onRollback(() => {
      this.#keys.clear();
      this.#forgetNumbers();
    });
    connection.onForeignWrite(() => this.#forgetNumbers());
  }

  /** The actor's key, made when it is new: only inside a write. */
  keyOf(actor: Actor): number {
    const known = this.#keys.get(actor);
    if (known !== undefined) return known;
    const key = this.find(actor) ?? this.#added(actor);
    if (this.#keys.size >= REMEMBERED_MAX) this.#keys.clear();
    this.#keys.set(actor, key);
    return key;
  }

  find(actor: Actor): number | null {
    const row = this.#connection.statement('SELECT key FROM actors WHERE name = ?').get(actor);
    return row === undefined ? null : (row.key as number);
  }

  /** Never inside a write: what a rolled back one made must not be remembered. */
  actor(key: number): Actor {
    const known = this.#actors.get(key);
    if (known !== undefined) return known;
    const actor = this.#connection.statement('SELECT name FROM actors WHERE key = ?').get(key)?.name as string;
    if (this.#actors.size >= REMEMBERED_MAX) this.#actors.clear();
    this.#actors.set(key, actor);
    return actor;
  }

  /** Only inside a write. */
  nextCommit(): number {
    this.#nextCommit ??= this.#last('commits', 'id') + 1;
    return this.#nextCommit++;
  }

  /** Only inside a write. */
  nextRun(): number {
    this.#nextRun ??= this.#last('runs', 'key') + 1;
    return this.#nextRun++;
  }

  /** Remembers how far the numbers went, for those who remove the last rows: only inside a write. */
  keepNumbers(): void {
    const put = this.#connection.statement('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
    put.run('commits', this.#last('commits', 'id'));
    put.run('runs', this.#last('runs', 'key'));
  }

  #last(table: 'commits' | 'runs', column: 'id' | 'key'): number {
    const sql = `SELECT max((SELECT coalesce(max(${column}), 0) FROM ${table}),
      (SELECT coalesce(max(value), 0) FROM meta WHERE name = '${table}')) AS last`;
    return this.#connection.statement(sql).get()?.last as number;
  }

  #forgetNumbers(): void {
    this.#nextCommit = null;
    this.#nextRun = null;
  }

  #added(actor: Actor): number {
    const added = this.#connection.statement('INSERT INTO actors (name) VALUES (?)').run(actor);
    return Number(added.lastInsertRowid);
  }
}
