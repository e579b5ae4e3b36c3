// What steps of a run were completed with, that a person should know: such as a part of the work alone.

import * as z from 'zod';
import type { Engine } from '../runtime/open-engine.ts';
import { eventsOf } from './events-of.ts';
import { taskName } from './find-run.ts';

const WARNINGS_MAX = 100;

export const warningShape = z.object({ task: z.string(), step: z.string(), message: z.string() });

/** `until`: the number of the last event that counts. */
export async function runWarnings(
  engine: Engine,
  run: string,
  until: number,
): Promise<z.output<typeof warningShape>[]> {
  const steps = new Map<number, string>();
  const found: z.output<typeof warningShape>[] = [];
  for await (const event of eventsOf(engine, run)) {
    if (event.number > until || found.length >= WARNINGS_MAX) break;
    if (event.type === 'TaskOpened') steps.set(event.data.task, event.data.step);
    if (event.type !== 'TaskCompleted' || event.data.warning === undefined) continue;
    const { task, warning } = event.data;
    found.push({ task: taskName(run, task), step: steps.get(task) ?? '', message: warning });
  }
  return found;
}
