// What a run's state does not say about its work: who hosts it, and what keeps it back. Read from the store, for those
// who look at runs without doing their work.

import type { Limit, OutsideFacts } from '../engine/waits-for.ts';
import type { ProcessRow } from '../ports/processes.ts';
import type { Store } from '../ports/store.ts';
import { stepOf } from './code-call.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { queueOf } from './task-row.ts';

/** A process says so when a limit ends; one that has died does not. */
const STALE_MS = 60_000;

/** Whether one of these does tasks of this queue. */
export function isHostedBy(processes: readonly ProcessRow[], queue: string): boolean {
  // A process that does the tasks of agents names '' among what it hosts; agents come and go meanwhile.
  const name = queue.startsWith('action:') ? queue : '';
  return processes.some(({ hosts }) => hosts.includes(name));
}

export interface StoreFacts {
  readonly processes: readonly ProcessRow[];
  /** By queue. */
  readonly limits: ReadonlyMap<string, Limit>;
}

export async function readFacts(store: Pick<Store, 'processes' | 'shared'>, now: number): Promise<StoreFacts> {
  const limits = new Map<string, Limit>();
  for (const { name, content } of await store.shared('limit/')) {
    const { what, until, at } = content;
    const end = typeof until === 'number' ? until : null;
    if (typeof what !== 'string' || isPast(end, at, now)) continue;
    limits.set(name.slice('limit/'.length), { what, until: end });
  }
  return { processes: await store.processes(), limits };
}

/** `at`: when it was written. Just after its end it is being found out whether it is over. */
export function isPast(until: number | null, at: unknown, now: number): boolean {
  return now - Math.max(until ?? 0, typeof at === 'number' ? at : 0) > STALE_MS;
}

export function outsideOf(run: RunWithWorkflow, { processes, limits }: StoreFacts): OutsideFacts {
  return {
    isHosted: (task) => {
      const queue = queueOf(stepOf(run, task.step), task);
      if (task.execution === 'conversation' && queue === '') return false;
      return isHostedBy(processes, queue);
    },
    limitOn: (task) => limits.get(queueOf(stepOf(run, task.step), task)) ?? null,
  };
}
