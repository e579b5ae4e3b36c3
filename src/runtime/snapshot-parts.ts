// A state's snapshot in parts: the run itself, and one part for every so many branches of a large scope, rewritten
// only when something in it changed. So a foreach of 100,000 items writes what is settled once.

import { BRANCH_KEYS } from '../engine/limits.ts';
import type { RunState, Table, Tables } from '../engine/run-state.ts';
import { PLAIN, restore, STATE_FORMAT, TABLES } from '../engine/snapshot.ts';
import type { Json } from '../json.ts';

type TableName = keyof Tables;

/** Tables whose entries belong to a branch. Those of `BY_ID` are read in order of their ids (state-3: the oldest token
 *  first), the others in none. */
const SPLIT: readonly TableName[] = [
  ...(['tokens', 'tasks', 'scopes', 'holds', 'timers'] as const),
  ...(['branches', 'results', 'records', 'parked'] as const),
];
const BY_ID: ReadonlySet<TableName> = new Set(['tokens', 'tasks', 'scopes', 'holds', 'timers']);
const BRANCHES_PER_PART = 256;
const RUN_ITSELF = '';

/** Of one part: table, key and value of each entry, one after the other. */
type Entries = unknown[];

interface Changes {
  readonly parts: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
}

/** What a run's snapshot holds already. Records are never changed in place, so the same object is the same text. */
export class SnapshotParts {
  #written: ReadonlyMap<string, Entries>;

  /** `state`: as the stored snapshot has it. */
  constructor(state?: RunState) {
    this.#written = state === undefined ? new Map() : partsOf(state).parts;
  }

  /** What to write so that the snapshot holds `state`. */
  changesTo(state: RunState): Changes {
    const before = this.#written;
    const { parts, order } = partsOf(state);
    const texts = new Map([[RUN_ITSELF, runText(state, parts.get(RUN_ITSELF) ?? [], order)]]);
    for (const [part, entries] of parts) {
      if (part !== RUN_ITSELF && !isSame(entries, before.get(part))) texts.set(part, JSON.stringify(tablesIn(entries)));
    }
    this.#written = parts;
    return { parts: texts, gone: [...before.keys()].filter((part) => part !== RUN_ITSELF && !parts.has(part)) };
  }
}

export function restoreParts(parts: ReadonlyMap<string, string>): RunState {
  const { order = {}, ...itself } = JSON.parse(parts.get(RUN_ITSELF) ?? 'null') as StoredPart;
  const tables = new Map<TableName, [unknown, unknown][]>();
  for (const table of SPLIT) tables.set(table, [...((itself[table] ?? []) as [unknown, unknown][])]);
  for (const [part, text] of parts) {
    if (part === RUN_ITSELF) continue;
    const own = JSON.parse(text) as Partial<Record<TableName, [unknown, unknown][]>>;
    for (const table of SPLIT) for (const entry of own[table] ?? []) tables.get(table)?.push(entry);
  }
  for (const table of BY_ID) tables.set(table, inOrder(tables.get(table) ?? [], order[table]));
  return restore({ ...itself, ...Object.fromEntries(tables) } as Json);
}

/** How many entries a state has: writing it costs about that many events. */
export function sizeOf(state: RunState): number {
  let size = 0;
  for (const table of SPLIT) size += state[table].size;
  return size;
}

type Order = { readonly [table in TableName]?: readonly unknown[] };
type StoredPart = { readonly order?: Order } & { readonly [name: string]: unknown };

function runText(state: RunState, entries: Entries, order: Order): string {
  const out: Record<string, unknown> = { format: STATE_FORMAT };
  for (const key of PLAIN) out[key] = state[key];
  for (const table of TABLES) if (!SPLIT.includes(table)) out[table] = [...state[table].entries()];
  return JSON.stringify({ ...out, ...tablesIn(entries), ...(Object.keys(order).length > 0 && { order }) });
}

function tablesIn(entries: Entries): Partial<Record<TableName, [unknown, unknown][]>> {
  const tables: Partial<Record<TableName, [unknown, unknown][]>> = {};
  for (let at = 0; at < entries.length; at += 3) {
    const table = entries[at] as TableName;
    let own = tables[table];
    if (own === undefined) {
      own = [];
      tables[table] = own;
    }
    own.push([entries[at + 1], entries[at + 2]]);
  }
  return tables;
}

function isSame(entries: Entries, before: Entries | undefined): boolean {
  if (before === undefined || before.length !== entries.length) return false;
  for (let at = 0; at < entries.length; at++) if (entries[at] !== before[at]) return false;
  return true;
}

/** `order`: the keys of tables whose entries do not stand in order of their ids, as after a retry. */
function partsOf(state: RunState): { readonly parts: Map<string, Entries>; readonly order: Order } {
  const places = new Places(state);
  const parts = new Map<string, Entries>();
  const order: { [table in TableName]?: readonly unknown[] } = {};
  for (const table of SPLIT) {
    let last = 0;
    for (const [key, value] of (state[table] as Table<unknown, unknown>).entries()) {
      const part = places.partOf(table, key, value);
      const entries = parts.get(part);
      if (entries === undefined) parts.set(part, [table, key, value]);
      else entries.push(table, key, value);
      if (!BY_ID.has(table)) continue;
      if ((key as number) < last) order[table] = [...state[table].keys()];
      last = key as number;
    }
  }
  return { parts, order };
}

function inOrder(entries: [unknown, unknown][], keys: readonly unknown[] | undefined): [unknown, unknown][] {
  if (keys === undefined) return entries.sort(([a], [b]) => (a as number) - (b as number));
  const byKey = new Map(entries);
  return keys.map((key) => [key, byKey.get(key)]);
}

/** Owned: by a token, a task or a scope. */
type OwnedEntry = { readonly token?: number; readonly task?: number; readonly scope?: number };

/** In which part an entry stands. A small scope is part of the branch it is in. */
class Places {
  readonly #state: RunState;
  /** By scope: '12.' when its branches have parts of their own, else the part of the whole scope. */
  readonly #scopes = new Map<number, { readonly isLarge: boolean; readonly part: string }>([
    [0, { isLarge: false, part: RUN_ITSELF }],
  ]);

  constructor(state: RunState) {
    this.#state = state;
  }

  partOf(table: TableName, key: unknown, value: unknown): string {
    switch (table) {
      case 'tokens':
      case 'branches': {
        const { scope, index } = value as { readonly scope: number; readonly index: number };
        return this.#branch(scope, index);
      }
      case 'scopes': {
        const { parent, parentIndex } = value as { readonly parent: number; readonly parentIndex: number };
        return this.#branch(parent, parentIndex);
      }
      case 'results':
        return this.#byKey(key as number);
      case 'records': {
        const branch = (key as string).split(' ')[1];
        return branch === undefined ? RUN_ITSELF : this.#byKey(Number(branch));
      }
      case 'parked':
        return this.#ofToken(value as number);
      default:
        return this.#ofOwner(value as OwnedEntry);
    }
  }

  #byKey(branch: number): string {
    return this.#branch(Math.floor(branch / BRANCH_KEYS), branch % BRANCH_KEYS);
  }

  #ofOwner({ token, task, scope }: OwnedEntry): string {
    if (token !== undefined && token !== 0) return this.#ofToken(token);
    if (task !== undefined) return this.#ofToken(this.#state.tasks.get(task)?.token ?? 0);
    const at = scope === undefined ? undefined : this.#state.scopes.get(scope);
    return at === undefined ? RUN_ITSELF : this.#branch(at.parent, at.parentIndex);
  }

  #ofToken(id: number): string {
    const token = this.#state.tokens.get(id);
    return token === undefined ? RUN_ITSELF : this.#branch(token.scope, token.index);
  }

  #branch(scope: number, index: number): string {
    const { isLarge, part } = this.#scopes.get(scope) ?? this.#learn(scope);
    return isLarge ? `${part}${Math.floor(index / BRANCHES_PER_PART)}` : part;
  }

  #learn(id: number): { readonly isLarge: boolean; readonly part: string } {
    const scope = this.#state.scopes.get(id);
    const isLarge = scope !== undefined && scope.total > BRANCHES_PER_PART;
    const above = scope === undefined || isLarge ? `${id}.` : this.#branch(scope.parent, scope.parentIndex);
    const learnt = { isLarge, part: scope === undefined ? RUN_ITSELF : above };
    this.#scopes.set(id, learnt);
    return learnt;
  }
}
