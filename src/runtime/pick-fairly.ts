// Chooses tasks to begin so that no run keeps the others waiting.

/** Round by round, one of each run: those with the least at work first, the oldest first inside a run. */
export function pickFairly<T>(
  tasks: readonly T[],
  runOf: (task: T) => string,
  busy: ReadonlyMap<string, number>,
  places: number,
): readonly T[] {
  const waiting = new Map<string, T[]>();
  for (const task of tasks) {
    const own = waiting.get(runOf(task));
    if (own === undefined) waiting.set(runOf(task), [task]);
    else own.push(task);
  }
  const load = new Map([...waiting.keys()].map((run) => [run, busy.get(run) ?? 0]));
  const picked: T[] = [];
  while (picked.length < places && waiting.size > 0) {
    const run = leastLoaded(waiting.keys(), load);
    const own = waiting.get(run) as T[];
    picked.push(own.shift() as T);
    load.set(run, (load.get(run) ?? 0) + 1);
    if (own.length === 0) waiting.delete(run);
  }
  return picked;
}

/** The first among equals: runs are in the order of their oldest tasks. */
function leastLoaded(runs: Iterable<string>, load: ReadonlyMap<string, number>): string {
  let least = '';
  let found = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    const count = load.get(run) ?? 0;
    if (count >= found) continue;
    least = run;
    found = count;
  }
  return least;
}

/** How much of each run is under way. */
export function busyRuns(doings: Iterable<{ readonly run: string }>): ReadonlyMap<string, number> {
  const busy = new Map<string, number>();
  for (const { run } of doings) busy.set(run, (busy.get(run) ?? 0) + 1);
  return busy;
}
