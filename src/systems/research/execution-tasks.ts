// What became of each worker of an execution, whether it came to its end or failed.

import type { JsonObject } from '../../json.ts';
import type { AgentAction, WorkerResult, WorkerTask } from './agent-state.ts';
import type { FailedWorker } from './orchestrator.ts';
import type { Plan } from './plan.ts';
import { listOf } from './research-deps.ts';
import type { ExecutionCut } from './supervisor.ts';
import { STEP_NAMES, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export const GROUPS = ['research_results', 'analysis_results', 'writing_results', 'quality_results'] as const;
export type Results = { readonly [group in (typeof GROUPS)[number]]: readonly WorkerResult[] };

export const resultsIn = (executed: JsonObject): Results =>
  Object.fromEntries(GROUPS.map((group) => [group, listOf<WorkerResult>(executed[group])])) as unknown as Results;

/** Of parallel steps; how often a worker in a row was tried before it was left out nobody tells. */
export const failedIn = (executed: JsonObject): readonly FailedWorker[] =>
  STEP_NAMES.flatMap((name) => listOf<FailedWorker>(executed[`${name.toLowerCase()}_failed`]));

/** A worker of the plan that gave nothing failed for good, was skipped, or never began: searches cost no calls, so
 *  that a limit ends what comes after them. */
export function tasksAfter(
  plan: Plan | null,
  results: Results,
  own: readonly WorkerDefinition[],
  cut: ExecutionCut | null,
): readonly WorkerTask[] {
  const workers = workersWith(own);
  const isCut = (worker: string): boolean =>
    cut !== null && (cut.isBegun === false || workers.get(worker)?.step !== 'Research');
  return tasksOf(plan, results, own, (worker, isOptional) =>
    isCut(worker) ? 'PENDING' : isOptional ? 'SKIPPED' : 'FAILED',
  );
}

/** Of an execution that failed in a worker, or where sources are collected: what comes after it never began. */
export function tasksAtFailure(
  plan: Plan | null,
  results: Results,
  own: readonly WorkerDefinition[],
  { step, code }: { readonly step: string; readonly code: string },
): readonly WorkerTask[] {
  const at = stepIndexOf(plan, step, own);
  const stepOf = new Map(plan?.steps.flatMap(({ workers }, index) => workers.map((each) => [each.worker_id, index])));
  return tasksOf(plan, results, own, (worker, isOptional) => {
    const index = stepOf.get(worker) ?? 0;
    if (worker === step) return 'FAILED';
    if (index > at || (index === at && step !== 'research')) return 'PENDING';
    // The searches came to their end, with nothing on the topic.
    if (step === 'research' && code === 'no-sources') return 'COMPLETED';
    return isOptional ? 'SKIPPED' : 'FAILED';
  });
}

/** The step of the plan that a worker is in, or the last of those whose results are collected there. */
export function stepIndexOf(plan: Plan | null, step: string, own: readonly WorkerDefinition[]): number {
  const steps = plan?.steps ?? [];
  const of = workersWith(own).get(step);
  const isThere = (index: number): boolean =>
    of === undefined
      ? steps[index]?.name.toLowerCase() === step
      : (steps[index]?.workers.some(({ worker_id }) => worker_id === step) ?? false);
  return Math.max(0, [...steps.keys()].findLastIndex(isThere));
}

function tasksOf(
  plan: Plan | null,
  results: Results,
  own: readonly WorkerDefinition[],
  missing: (worker: string, isOptional: boolean) => WorkerTask['status'],
): readonly WorkerTask[] {
  const workers = workersWith(own);
  const gave = new Set(GROUPS.flatMap((group) => results[group].map(({ worker }) => worker)));
  const planned = plan?.steps.flatMap((step) => step.workers) ?? [];
  return planned.map(({ worker_id }) => {
    const priority = workers.get(worker_id)?.criticality ?? 'optional';
    const status = gave.has(worker_id) ? 'COMPLETED' : missing(worker_id, priority === 'optional');
    return { worker_id, priority, status };
  });
}

/** Retries are attempts after the first, also of workers that failed for good. */
export function executeAction(
  tasks: readonly WorkerTask[],
  results: Results,
  failed: readonly { readonly attempts: number }[],
): AgentAction {
  const tried = [...GROUPS.flatMap((group) => results[group]), ...failed];
  const retries = tried.reduce((sum, { attempts }) => sum + Math.max(0, Number(attempts ?? 1) - 1), 0);
  const skipped = tasks.filter(({ status }) => status === 'SKIPPED').map(({ worker_id }) => worker_id);
  return { agent: 'Orchestrator', action: 'execute_plan', details: { retries, skipped } };
}
