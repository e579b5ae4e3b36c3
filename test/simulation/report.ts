// Runs seeds for a while, adds up what happened, and says how to repeat a seed that broke a rule.

import type { JsonObject } from '../../src/json.ts';
import { type SimulationResult, simulate } from './simulate.ts';
import { compileSketch, compileText, type Sketch, textOf } from './sketch.ts';

export interface Totals {
  readonly firstSeed: number;
  seeds: number;
  accepted: number;
  commands: number;
  events: number;
  parsed: number;
  readonly outcomes: Map<string, number>;
  /** Commands and events by type. */
  readonly seen: Map<string, number>;
  readonly rejections: Map<string, number>;
  readonly failures: Failure[];
}

export interface Failure {
  readonly seed: number;
  readonly violation: string;
  readonly text: string;
}

/** Every so many seeds one goes through the text and the real parser as well. */
const PARSED_EVERY = 50;
const FAILURES_MAX = 5;

export async function runSeeds(firstSeed: number, forMs: number, atMost = Number.POSITIVE_INFINITY): Promise<Totals> {
  const totals: Totals = {
    firstSeed,
    seeds: 0,
    accepted: 0,
    commands: 0,
    events: 0,
    parsed: 0,
    outcomes: new Map(),
    seen: new Map(),
    rejections: new Map(),
    failures: [],
  };
  const endMs = performance.now() + forMs;
  for (let seed = firstSeed; totals.seeds < atMost && performance.now() < endMs; seed++) {
    const result = simulate(seed);
    add(totals, result);
    const violation =
      result.violation ?? (totals.seeds % PARSED_EVERY === 1 ? await parsedOtherwise(result.sketch) : null);
    if (totals.seeds % PARSED_EVERY === 1) totals.parsed += 1;
    if (violation !== null) totals.failures.push(explain(seed, result, violation));
    if (totals.failures.length >= FAILURES_MAX) break;
  }
  return totals;
}

function add(totals: Totals, { world, outcome }: SimulationResult): void {
  totals.seeds += 1;
  totals.outcomes.set(outcome, (totals.outcomes.get(outcome) ?? 0) + 1);
  if (world === null) return;
  totals.accepted += 1;
  totals.commands += world.commands.length;
  for (const [key, count] of world.seen) totals.seen.set(key, (totals.seen.get(key) ?? 0) + count);
  for (const [key, count] of world.rejections) totals.rejections.set(key, (totals.rejections.get(key) ?? 0) + count);
  totals.events += world.eventCount;
}

/** The drawing handed to the compiler must be the one the parser reads from the text. */
async function parsedOtherwise(sketch: Sketch): Promise<string | null> {
  const [drawn, parsed] = [compileSketch(sketch), await compileText(sketch)];
  return JSON.stringify(drawn) === JSON.stringify(parsed)
    ? null
    : 'the parsed text gives another workflow than the drawing';
}

function explain(seed: number, result: SimulationResult, violation: string): Failure {
  const small = result.violation === null ? result : shrink(seed, result);
  const last = (small.world?.commands ?? []).slice(-8).map(({ command, actor, outcome }) => {
    const { type, ...rest } = command;
    return `  ${type} ${JSON.stringify(rest).slice(0, 160)} by ${actor}: ${outcome}`;
  });
  const text = [
    `Seed ${seed}: ${violation}`,
    `Repeat it: npm run simulate -- --seed ${seed}`,
    `After leaving out what does not matter: ${small.violation ?? violation}`,
    textOf(small.sketch),
    'The last commands:',
    ...last,
  ].join('\n');
  return { seed, violation, text };
}

/** Leaves out configuration, key by key, as long as the same seed still breaks a rule. */
export function shrink(seed: number, failed: SimulationResult): SimulationResult {
  let best = failed;
  for (const [id, config] of failed.sketch.config) {
    for (const key of Object.keys(config)) {
      const smaller = simulate(seed, without(best.sketch, id, key));
      if (smaller.violation !== null) best = smaller;
    }
  }
  return best;
}

function without(sketch: Sketch, id: string, key: string): Sketch {
  const { [key]: _, ...rest } = (sketch.config.get(id) ?? {}) as { [key: string]: JsonObject[string] };
  const config = new Map(sketch.config);
  if (Object.keys(rest).length === 0) config.delete(id);
  else config.set(id, rest);
  return { ...sketch, config };
}

export function summaryOf(totals: Totals): string {
  const { firstSeed, seeds, accepted, commands, events, parsed, outcomes } = totals;
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([key, count]) => `${key} ${count}`)
      .join(', ');
  return [
    `seeds ${firstSeed} to ${firstSeed + seeds - 1}, ${parsed} of them also parsed`,
    `${accepted} of ${seeds} workflows accepted (${percent(accepted, seeds)})`,
    `${commands} commands, ${events} events; ${list(outcomes)}`,
    `kinds: ${list(totals.seen)}`,
    `refused: ${list(totals.rejections)}`,
  ].join('\n');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
}
