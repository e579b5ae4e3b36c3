// Whether a person named something when they started a run: at a terminal or by a program of theirs, never over MCP or
// HTTP. What a run starts counts as its own, and what was forked as what it was forked from.

import type { Channel } from '../engine/events.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { loadValue } from './load-value.ts';
import { readEvents } from './read-run.ts';

const BY_PEOPLE: ReadonlySet<Channel | null> = new Set<Channel>(['cli', 'engine', 'rehearsal']);
/** Runs are five deep at most; forks of forks may be more. */
const STEPS_MAX = 50;

/** `text` stands in the input that the first of these runs was started with. */
export async function isNamedAtStart(store: Store, run: string, text: string): Promise<boolean> {
  const first = await firstOf(store, run);
  if (first === null || !BY_PEOPLE.has(first.channel)) return false;
  const [started] = await readEvents(store, first, 0, 1);
  if (started?.type !== 'RunStarted') return false;
  return holds(await loadValue(store, first.run, started.data.input), text);
}

async function firstOf(store: Store, run: string): Promise<RunRow | null> {
  let row = await store.run(run);
  for (let step = 0; row !== null && step < STEPS_MAX; step++) {
    const before: string | undefined = row.parent?.run ?? row.forkedFrom ?? undefined;
    if (before === undefined) return row;
    row = await store.run(before);
  }
  return null;
}

function holds(input: Json, text: string): boolean {
  const left: Json[] = [input];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === text) return true;
    if (Array.isArray(next)) for (const each of next) left.push(each as Json);
    else if (isJsonObject(next)) for (const each of Object.values(next)) left.push(each);
  }
  return false;
}
