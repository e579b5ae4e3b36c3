// A copy of a state to think with, so that deciding changes nothing.

import type { RunState, Table } from './run-state.ts';
import { TABLES } from './snapshot.ts';

/** A copy to think with: reads fall through to `state`, writes stay in the copy, so that deciding changes nothing. */
export function draftOf(state: RunState): RunState {
  const draft = { ...state } as Record<string, unknown>;
  for (const table of TABLES) draft[table] = new Overlay(state[table] as Table<unknown, unknown>);
  return draft as unknown as RunState;
}

const GONE = Symbol('gone');

class Overlay<K, V> implements Table<K, V> {
  readonly #under: Table<K, V>;
  #over: Map<K, V | typeof GONE> | null = null;
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
    if (!this.has(key)) this.#size++;
    this.#over ??= new Map();
    this.#over.set(key, value);
  }

  delete(key: K): void {
    if (!this.has(key)) return;
    this.#size--;
    this.#over ??= new Map();
    this.#over.set(key, GONE);
  }

  *entries(): Iterable<[K, V]> {
    const over = this.#over;
    for (const [key, value] of this.#under.entries()) {
      const found = over?.get(key);
      if (found === undefined) yield [key, value];
      else if (found !== GONE) yield [key, found as V];
    }
    if (over === null) return;
    for (const [key, value] of over) if (value !== GONE && !this.#under.has(key)) yield [key, value as V];
  }

  *keys(): Iterable<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value;
  }
}
