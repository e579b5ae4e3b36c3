// Looks up the run or task a caller names: by its whole id, or by how its id begins.

import type { RunRow, Store } from '../ports/store.ts';
import { newIdTimes } from '../runtime/new-id.ts';
import { reject } from './define-operation.ts';

const LEADING_MIN = 8;
/** An id is made a moment before its run starts. */
const CLOCK_TOLERANCE_MS = 60_000;
const PAGE = 500;
const PAGES_MAX = 40;

export async function findRun(store: Store, named: string): Promise<RunRow> {
  const whole = await store.run(named);
  if (whole !== null) return whole;
  const start = named.startsWith('run_') ? named : `run_${named}`;
  const found = await startingWith(store, start);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const ids = found.map(({ run }) => run);
    const shown = ids.slice(0, 5).join(', ');
    return reject('ambiguous-run', `${ids.length} runs begin with "${named}": ${shown}. Give more characters.`, ids);
  }
  const hint = start.length - 4 < LEADING_MIN ? ` Give at least ${LEADING_MIN} characters after run_.` : '';
  return reject('unknown-run', `There is no run in this store whose id is or begins with "${named}".${hint}`);
}

/** The first characters of an id are the time it was made: only runs of that time are looked at. */
async function startingWith(store: Store, start: string): Promise<RunRow[]> {
  const times = newIdTimes(start.slice('run_'.length));
  if (times === null || start.length - 'run_'.length < LEADING_MIN) return [];
  const filter = { startedFrom: times.from - CLOCK_TOLERANCE_MS, startedBefore: times.to + CLOCK_TOLERANCE_MS };
  const found: RunRow[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await store.listRuns(filter, { limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items.filter(({ run }) => run.startsWith(start)));
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

export interface FoundTask {
  readonly row: RunRow;
  readonly task: number;
  /** As people write it: `run#12`. */
  readonly name: string;
}

export async function findTask(store: Store, named: string): Promise<FoundTask> {
  const [, run, number] = /^(.+)#([1-9]\d{0,14})$/.exec(named) ?? [];
  if (run === undefined)
    return reject('unknown-task', `Expected a task as RUN#NUMBER, such as run_01...#12, found "${named}".`);
  const row = await findRun(store, run);
  return { row, task: Number(number), name: taskName(row.run, Number(number)) };
}

export function taskName(run: string, task: number): string {
  return `${run}#${task}`;
}
