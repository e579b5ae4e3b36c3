// What became of each worker of an execution, whether it came to its end or failed.

import type { JsonObject } from '../../json.ts';
import type { AgentAction, WorkerResult, WorkerTask } from './agent-state.ts';
import { keptAnswers } from './kept-answers.ts';
import type { FailedWorker } from './orchestrator.ts';
import type { Plan } from './plan.ts';
import { listOf } from './research-deps.ts';
import type { ExecutionCut } from './supervisor.ts';
import { retriesIn, triedIn } from './worker-attempts.ts';
import { STEP_NAMES, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export const GROUPS = ['research_results', 'analysis_results', 'writing_results', 'quality_results'] as const;
export type Results = { readonly [group in (typeof GROUPS)[number]]: readonly WorkerResult[] };

/** With what workers gave beside others whose results were never collected. */
export const resultsIn = (executed: JsonObject, plan: Plan | null): Results =>
  Object.fromEntries(GROUPS.map((group) => [group, resultsOf(executed, plan, group)])) as unknown as Results;

function resultsOf(executed: JsonObject, plan: Plan | null, group: (typeof GROUPS)[number]): readonly WorkerResult[] {
  const collected = listOf<WorkerResult>(executed[group]);
  const there = new Set(collected.map(({ worker }) => worker));
  const kept = keptAnswers(executed, plan, group.replace('_results', '')) as unknown as readonly WorkerResult[];
  return [...collected, ...kept.filter(({ worker }) => !there.has(worker))];
}

/** Those that failed for good in parallel steps. */
const failedIn = (executed: JsonObject): readonly FailedWorker[] =>
  STEP_NAMES.flatMap((name) => listOf<FailedWorker>(executed[`${name.toLowerCase()}_failed`]));

/** Workers that a limit kept from their work: those that never began, and those that a join, or the budget, stopped.
 *  One that failed for good did its work, badly. */
export function undoneIn(executed: JsonObject, plan: Plan | null, by: ExecutionCut['by']): readonly string[] {
  const tried = triedIn(executed);
  const results = resultsIn(executed, plan);
  const gave = new Set(GROUPS.flatMap((group) => results[group].map(({ worker }) => worker)));
  const failed = new Set(failedIn(executed).map(({ worker }) => worker));
  const steps = plan?.steps ?? [];
  return steps.flatMap(({ mode, workers }) =>
    workers.flatMap(({ worker_id: id }) => {
      const isStopped = (mode === 'PARALLEL' || by === 'budget') && !failed.has(id);
      return !gave.has(id) && (tried?.has(id) !== true || isStopped) ? [id] : [];
    }),
  );
}

/** A worker of the plan that gave nothing failed for good, was skipped, or is undone. */
export function tasksAfter(
  plan: Plan | null,
  results: Results,
  own: readonly WorkerDefinition[],
  undone: readonly string[],
): readonly WorkerTask[] {
  return tasksOf(plan, results, own, (worker, isOptional) =>
    undone.includes(worker) ? 'PENDING' : isOptional ? 'SKIPPED' : 'FAILED',
  );
}

/** Of an execution that failed in a worker, or where sources are collected: what comes after it never began. */
export function tasksAtFailure(
  plan: Plan | null,
  results: Results,
  own: readonly WorkerDefinition[],
  { step, code, last }: { readonly step: string; readonly code: string; readonly last?: string },
): readonly WorkerTask[] {
  const at = stepIndexOf(plan, step, own);
  const stepOf = new Map(plan?.steps.flatMap(({ workers }, index) => workers.map((each) => [each.worker_id, index])));
  return tasksOf(plan, results, own, (worker, isOptional) => {
    const index = stepOf.get(worker) ?? 0;
    if (worker === step || worker === last) return 'FAILED';
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
export function executeAction(tasks: readonly WorkerTask[], executed: JsonObject): AgentAction {
  const retries = retriesIn(triedIn(executed) ?? new Map());
  const skipped = tasks.filter(({ status }) => status === 'SKIPPED').map(({ worker_id }) => worker_id);
  return { agent: 'Orchestrator', action: 'execute_plan', details: { retries, skipped } };
}
