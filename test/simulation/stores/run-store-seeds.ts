// Plays seeds against a kind of store for a while, adds up what happened, and says how to repeat a seed that failed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-store.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { type PlayResult, playStore, type StoreMaker } from './play-store.ts';

export type MakeStore = () => Promise<StoreMaker>;

export interface StoreTotals {
  readonly kind: 'sqlite' | 'postgres';
  readonly firstSeed: number;
  seeds: number;
  played: number;
  runs: number;
  children: number;
  events: number;
  deaths: number;
  faults: number;
  readonly outcomes: Map<string, number>;
  readonly failures: string[];
}

const FAILURES_MAX = 3;

/** A file of its own for each seed. */
export async function sqliteMaker(): Promise<StoreMaker> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-simulation-'));
  return {
    open: () => openSqliteStore({ path: join(folder, 'store.db') }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A database of its own for each seed; the server's owner drops them. */
export function postgresMaker(postgres: TestPostgres): MakeStore {
  return async () => {
    const url = await postgres.createDatabase();
    return { open: () => openPostgresStore({ url }), remove: async () => {} };
  };
}

export async function runStoreSeeds(
  kind: StoreTotals['kind'],
  make: MakeStore,
  firstSeed: number,
  forMs: number,
  atMost = Number.POSITIVE_INFINITY,
): Promise<StoreTotals> {
  const totals: StoreTotals = {
    ...{ kind, firstSeed, seeds: 0, played: 0, runs: 0, children: 0, events: 0, deaths: 0, faults: 0 },
    outcomes: new Map(),
    failures: [],
  };
  const endMs = performance.now() + forMs;
  for (let seed = firstSeed; totals.seeds < atMost && performance.now() < endMs; seed++) {
    add(totals, seed, await playStore(seed, await make()));
    if (totals.failures.length >= FAILURES_MAX) break;
  }
  return totals;
}

function add(totals: StoreTotals, seed: number, played: PlayResult | null): void {
  totals.seeds++;
  if (played === null) return;
  totals.played++;
  for (const name of ['runs', 'children', 'events', 'deaths', 'faults'] as const) totals[name] += played[name];
  for (const [status, count] of played.outcomes) {
    totals.outcomes.set(status, (totals.outcomes.get(status) ?? 0) + count);
  }
  if (played.violation === null) return;
  const repeat = `npm run simulate -- --store ${totals.kind} --seed ${seed}`;
  totals.failures.push(`Seed ${seed}: ${played.violation}\nRepeat it: ${repeat}\n${played.diagram}`);
}

export function storeSummaryOf(totals: StoreTotals): string {
  const { kind, firstSeed, seeds, played, runs, children, events, deaths, faults, outcomes } = totals;
  const ends = [...outcomes].map(([status, count]) => `${status} ${count}`).join(', ');
  return [
    `${kind}: seeds ${firstSeed} to ${firstSeed + seeds - 1}, ${played} played`,
    `${runs} runs (${children} of them children), ${events} events; the engine died ${deaths} times, ${faults} faults`,
    `runs: ${ends}`,
  ].join('\n');
}
