// What calls cost, summed from the histories, beside the sums the store keeps.

import type { SpendingRow } from '../../ports/money.ts';
import type { Findings } from './findings.ts';

type Sums = Map<string, readonly number[]>;

const NEARLY = 1e-6;

export class SpendingSums {
  readonly #recorded: Sums = new Map();
  /** Runs that are gone, or whose events are, took what they cost with them. */
  isPartial = false;

  add(spent: readonly SpendingRow[]): void {
    addTo(this.#recorded, spent);
  }

  /** `before` and `after`: the store's sums when the histories were begun to be read, and now. */
  check(before: readonly SpendingRow[], after: readonly SpendingRow[], findings: Findings): void {
    const [least, most] = [sumsOf(before), sumsOf(after)];
    for (const key of new Set([...this.#recorded.keys(), ...most.keys(), ...least.keys()])) {
      const recorded = this.#recorded.get(key) ?? NOTHING;
      const tooMuch = isOver(recorded, most.get(key) ?? NOTHING);
      const tooLittle = !this.isPartial && isOver(least.get(key) ?? NOTHING, recorded);
      if (!tooMuch && !tooLittle) continue;
      const [calls = 0, cost = 0] = recorded;
      const [foundCalls = 0, foundCost = 0] = most.get(key) ?? NOTHING;
      const wanted = `${calls} calls for ${cost} as the histories tell`;
      const message = `Expected ${(JSON.parse(key) as string[]).join(' ')} to have spent ${wanted}`;
      findings.breaks('spending', null, `${message}, found ${foundCalls} calls for ${foundCost}.`);
    }
  }
}

const NOTHING: readonly number[] = [];

function sumsOf(spent: readonly SpendingRow[]): Sums {
  const sums: Sums = new Map();
  addTo(sums, spent);
  return sums;
}

function addTo(sums: Sums, spent: readonly SpendingRow[]): void {
  for (const { day, agent, provider, model, workflow, calls, cost, unknown, in: given, out, cached } of spent) {
    const key = JSON.stringify([day, agent, provider, model, workflow]);
    const before = sums.get(key) ?? NOTHING;
    const added = [calls, cost, unknown, given, out, cached].map((value, at) => value + (before[at] ?? 0));
    sums.set(key, added);
  }
}

function isOver(one: readonly number[], other: readonly number[]): boolean {
  return one.some((value, at) => value > (other[at] ?? 0) + NEARLY * Math.max(1, Math.abs(value)));
}
