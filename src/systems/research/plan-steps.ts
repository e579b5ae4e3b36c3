// Workers in steps: those that do not need each other work side by side, the others in the order of their needs.

import type { PlannedWorker, PlanStep } from './plan.ts';
import { STEP_NAMES, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** As few steps as possible, each as parallel as possible; without estimates. */
export function stepsOf(planned: readonly PlannedWorker[], own: readonly WorkerDefinition[]): PlanStep[] {
  const workers = workersWith(own);
  return STEP_NAMES.flatMap((name) => {
    const members = planned.filter(({ worker_id }) => workers.get(worker_id)?.step === name);
    return inRows(levelsOf(members, workers)).map((row) => stepOf(name, row));
  });
}

export function stepOf(name: PlanStep['name'], { members, isParallel }: Row): PlanStep {
  const mode = isParallel && members.length > 1 ? 'PARALLEL' : 'SEQUENTIAL';
  return { name, mode, workers: members, estimated_time: 0, estimated_cost: 0 };
}

export interface Row {
  readonly members: readonly PlannedWorker[];
  readonly isParallel: boolean;
}

/** Workers one after the other make one row; several at a time make a row of their own. */
export function inRows(levels: readonly (readonly PlannedWorker[])[]): Row[] {
  const rows: Row[] = [];
  for (const members of levels) {
    const last = rows.at(-1);
    if (members.length === 1 && last?.isParallel === false)
      rows[rows.length - 1] = { members: [...last.members, ...members], isParallel: false };
    else rows.push({ members, isParallel: members.length > 1 });
  }
  return rows;
}

/** What needs nothing first, then what needs that, and so on. One that works alone has a level for itself. */
function levelsOf(
  members: readonly PlannedWorker[],
  workers: ReadonlyMap<string, WorkerDefinition>,
): (readonly PlannedWorker[])[] {
  const levels: (readonly PlannedWorker[])[] = [];
  let left = members;
  while (left.length > 0) {
    const open = new Set(left.map(({ worker_id }) => worker_id));
    const ready = left.filter(({ worker_id }) => !workers.get(worker_id)?.needs.some((id) => open.has(id)));
    const side = ready.filter(({ worker_id }) => workers.get(worker_id)?.is_parallel === true);
    const alone = ready.filter((worker) => !side.includes(worker));
    levels.push(...alone.map((worker) => [worker]), ...(side.length > 0 ? [side] : []));
    // Needs in a circle cannot be in the table; should own workers have them, they work one after the other.
    if (ready.length === 0) return [...levels, ...left.map((worker) => [worker])];
    left = left.filter((worker) => !ready.includes(worker));
  }
  return levels;
}
