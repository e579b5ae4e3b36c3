// Waiting for something to become true in a store that other processes write.

import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEvent } from '../../src/engine/events.ts';
import { type Execution, noted } from './action-log.ts';
import type { Fixture } from './open-fixture.ts';

const LOOK_MS = 25;
const WAIT_MS_MAX = 60_000;

/** Rejects after a minute; `what` says what was waited for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WAIT_MS_MAX; performance.now() < end; ) {
    if (await holds()) return;
    await sleep(LOOK_MS);
  }
  throw new Error(`Expected within a minute: ${what}.`);
}

/** Resolves when workers hold so many tasks of the run, and have begun them. */
export async function untilHeld({ store, log }: Fixture, run: string, count: number): Promise<void> {
  await until(`${count} tasks of ${run} under way`, async () => {
    const { items } = await store.listTasks({ run, status: ['in_progress'] }, { limit: 1000 });
    return items.length >= count && executionsIn(log).length >= count;
  });
}

export function executionsIn(log: string): readonly Execution[] {
  return noted<Execution>(log).filter((line) => 'attempt' in line);
}

export async function eventsOfType<T extends AnyEvent['type']>(
  { engine }: Fixture,
  run: string,
  type: T,
): Promise<readonly Extract<AnyEvent, { type: T }>[]> {
  const events = await engine.events(run, 0, 100_000);
  return events.filter((event): event is Extract<AnyEvent, { type: T }> => event.type === type);
}
