// All events of a run, read page by page.

import type { AnyEvent } from '../engine/events.ts';
import type { Engine } from '../runtime/open-engine.ts';

const PAGE = 1000;
/** More than any run has; it bounds the loop. */
const PAGES_MAX = 100_000;

export async function* eventsOf(engine: Engine, run: string): AsyncGenerator<AnyEvent> {
  let after = 0;
  for (let page = 0; page < PAGES_MAX; page++) {
    const events = await engine.events(run, after, PAGE);
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}
