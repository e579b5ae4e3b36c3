// A copy of a state to think with, so that deciding changes nothing.

import type { RunState, Table, Tables } from './run-state.ts';
import { TABLES } from './snapshot.ts';

/** A copy to think with: reads fall through to `state`, writes stay in the copy, so that deciding changes nothing. */
export function draftOf(state: RunState): RunState {
  return new Draft(state) as unknown as RunState;
}

/** Tables are laid over only when they are touched: most commands touch three of them. Fields one by one, for speed. */
class Draft {
  readonly #under: RunState;
  readonly #over: (Table<unknown, unknown> | undefined)[] = [];
  run: RunState['run'];
  workflow: RunState['workflow'];
  version: RunState['version'];
  status: RunState['status'];
  paused: RunState['paused'];
  failing: RunState['failing'];
  cleaning: RunState['cleaning'];
  number: RunState['number'];
  startedAt: RunState['startedAt'];
  starter: RunState['starter'];
  input: RunState['input'];
  assign: RunState['assign'];
  parent: RunState['parent'];
  forkedFrom: RunState['forkedFrom'];
  cost: RunState['cost'];
  spentTokens: RunState['spentTokens'];
  output: RunState['output'];
  partial: RunState['partial'];
  nextToken: RunState['nextToken'];
  nextTask: RunState['nextTask'];
  nextScope: RunState['nextScope'];
  nextHold: RunState['nextHold'];
  nextTimer: RunState['nextTimer'];
  nextSignal: RunState['nextSignal'];
  nextKept: RunState['nextKept'];

  constructor(under: RunState) {
    this.#under = under;
    this.run = under.run;
    this.workflow = under.workflow;
    this.version = under.version;
    this.status = under.status;
    this.paused = under.paused;
    this.failing = under.failing;
    this.cleaning = under.cleaning;
    this.number = under.number;
    this.startedAt = under.startedAt;
    this.starter = under.starter;
    this.input = under.input;
    this.assign = under.assign;
    this.parent = under.parent;
    this.forkedFrom = under.forkedFrom;
    this.cost = under.cost;
    this.spentTokens = under.spentTokens;
    this.output = under.output;
    this.partial = under.partial;
    this.nextToken = under.nextToken;
    this.nextTask = under.nextTask;
    this.nextScope = under.nextScope;
    this.nextHold = under.nextHold;
    this.nextTimer = under.nextTimer;
    this.nextSignal = under.nextSignal;
    this.nextKept = under.nextKept;
  }

  changed(table: keyof Tables): Iterable<unknown> {
    const over = this.#over[TABLES.indexOf(table)];
    return over instanceof Overlay ? over.changed() : NONE;
  }

  /** Fields one by one, for speed. */
  isAdoptedBy(state: RunState): boolean {
    if (this.#under !== state) return false;
    for (const table of this.#over) if (table instanceof Overlay) table.settle();
    state.run = this.run;
    state.workflow = this.workflow;
    state.version = this.version;
    state.status = this.status;
    state.paused = this.paused;
    state.failing = this.failing;
    state.cleaning = this.cleaning;
    state.number = this.number;
    state.startedAt = this.startedAt;
    state.starter = this.starter;
    state.input = this.input;
    state.assign = this.assign;
    state.parent = this.parent;
    state.forkedFrom = this.forkedFrom;
    state.cost = this.cost;
    state.spentTokens = this.spentTokens;
    state.output = this.output;
    state.partial = this.partial;
    state.nextToken = this.nextToken;
    state.nextTask = this.nextTask;
    state.nextScope = this.nextScope;
    state.nextHold = this.nextHold;
    state.nextTimer = this.nextTimer;
    state.nextSignal = this.nextSignal;
    state.nextKept = this.nextKept;
    return true;
  }

  static {
    for (const [at, name] of TABLES.entries()) {
      const get = function (this: Draft): Table<unknown, unknown> {
        let table = this.#over[at];
        if (table === undefined) {
          table = new Overlay(this.#under[name] as Table<unknown, unknown>);
          this.#over[at] = table;
        }
        return table;
      };
      Object.defineProperty(Draft.prototype, name, { get });
    }
  }
}

const GONE = Symbol('gone');
const NONE: readonly unknown[] = [];

/** The keys set or deleted in a draft's table, whatever is there now. */
export function changedKeys<T extends keyof Tables>(draft: RunState, table: T): Iterable<KeyOf<T>> {
  return draft instanceof Draft ? (draft.changed(table) as Iterable<KeyOf<T>>) : [];
}

/** Makes `state` what the draft of it became: what evolving it by the decision's events would make of it, without doing
 *  that work again. false when the draft is of another state; then nothing was changed. */
export function adopt(state: RunState, draft: RunState): boolean {
  return draft instanceof Draft && draft.isAdoptedBy(state);
}

type KeyOf<T extends keyof Tables> = Tables[T] extends Table<infer K, unknown> ? K : never;

class Overlay<K, V> implements Table<K, V> {
  readonly #under: Table<K, V>;
  #over: Map<K, V | typeof GONE> | null = null;
  /** Deleted and set again: they stand last now. */
  #reborn: Set<K> | null = null;
  #size: number;

  constructor(under: Table<K, V>) {
    this.#under = under;
    this.#size = under.size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const found = this.#over?.get(key);
    if (found === undefined) return this.#under.get(key);
    return found === GONE ? undefined : (found as V);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): void {
    this.#over ??= new Map();
    const found = this.#over.get(key);
    if (found === GONE) {
      this.#over.delete(key);
      this.#reborn ??= new Set();
      this.#reborn.add(key);
      this.#size++;
    } else if (found === undefined && !this.#under.has(key)) this.#size++;
    this.#over.set(key, value);
  }

  delete(key: K): void {
    if (!this.has(key)) return;
    this.#size--;
    this.#over ??= new Map();
    this.#over.set(key, GONE);
  }

  /** Writes what is laid over into what is under it, in the order it would have come there by itself. */
  settle(): void {
    if (this.#over === null) return;
    for (const [key, value] of this.#over) {
      if (value === GONE || this.#reborn?.has(key)) this.#under.delete(key);
      if (value !== GONE) this.#under.set(key, value as V);
    }
  }

  changed(): Iterable<K> {
    return this.#over?.keys() ?? [];
  }

  *entries(): Iterable<[K, V]> {
    const over = this.#over;
    for (const [key, value] of this.#under.entries()) {
      const found = over?.get(key);
      if (found === undefined) yield [key, value];
      else if (found !== GONE && !this.#reborn?.has(key)) yield [key, found as V];
    }
    if (over === null) return;
    for (const [key, value] of over) {
      if (value !== GONE && (this.#reborn?.has(key) || !this.#under.has(key))) yield [key, value as V];
    }
  }

  *keys(): Iterable<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value;
  }
}
