// What a plan is expected to cost, in dollars and minutes: by the table of workers, for every provider.

import type { Brief } from './brief.ts';
import type { Plan, PlannedWorker, PlanStep } from './plan.ts';
import { stepsOf } from './plan-steps.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** What any brief needs at the least, on cheaper models. */
export const CHEAPEST: readonly string[] = ['web_search', 'article_writer', 'editor'];
const PER_PAGE = 'web_scraper';

type Pages = Pick<Brief, 'min_sources'>;

/** The plan with new estimates. A step's dollars are whole cents, and the plan's are the sum of its steps. */
export function estimate_plan(plan: Plan, brief: Pages, own: readonly WorkerDefinition[] = []): Plan {
  const workers = workersWith(own);
  const steps = plan.steps.map((step) => estimateStep(step, brief, workers));
  const cents = sum(steps.map(({ estimated_cost }) => Math.round(estimated_cost * 100)));
  return { ...plan, steps, estimated_time: sum(steps.map((step) => step.estimated_time)), estimated_cost: cents / 100 };
}

/** The least that an article can be had for: 6 minutes and $0.63. */
export function cheapest_plan(): Plan {
  const planned = CHEAPEST.map((worker_id): PlannedWorker => ({ worker_id, is_cheaper: true }));
  const plan = { plan_id: 'plan_001', complexity: 0, steps: stepsOf(planned, []) };
  return estimate_plan({ ...plan, estimated_time: 0, estimated_cost: 0 }, { min_sources: 0 });
}

function estimateStep(step: PlanStep, brief: Pages, workers: ReadonlyMap<string, WorkerDefinition>): PlanStep {
  const known = step.workers.flatMap((planned) => {
    const worker = workers.get(planned.worker_id);
    return worker === undefined ? [] : [{ worker, share: planned.is_cheaper === true ? 0.5 : 1 }];
  });
  const minutes = known.map(({ worker, share }) => worker.minutes * share);
  // In hundredths of a cent, so that halves are exact.
  const cost = known.map(({ worker, share }) => Math.round(dollarsOf(worker, brief) * share * 10_000));
  return {
    ...step,
    estimated_time: step.mode === 'PARALLEL' ? Math.max(0, ...minutes) : sum(minutes),
    estimated_cost: Math.round(sum(cost) / 100) / 100,
  };
}

/** The scraper reads as many pages as sources are asked for. */
export function dollarsOf({ id, cost }: WorkerDefinition, { min_sources }: Pages): number {
  return id === PER_PAGE ? cost * min_sources : cost;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
