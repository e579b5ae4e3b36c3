// What a run costs: the least, what is likely, and the most. Shown before it starts.

import type { Brief } from './brief.ts';
import { MAX_ITERATIONS } from './controller.ts';
import { cheapest_plan } from './estimate-plan.ts';
import type { Plan } from './plan.ts';
import { create_plan } from './planner.ts';
import { optimize_plan } from './strategy.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export interface Estimate {
  readonly dollars: number;
  readonly minutes: number;
}

export interface EstimateRange {
  readonly min: Estimate;
  readonly likely: Estimate;
  readonly max: Estimate;
}

const NOTHING_IS_GOOD = { overall: 0, article: 0, source: 0, accuracy: 0, writing: 0 };

/** min: the cheapest plan there is. likely: the plan of this brief, carried out once. max: as many executions as there
 *  may be, with all that re-plans could add, within the brief's limits. */
export function estimate_range(brief: Brief, own: readonly WorkerDefinition[] = []): EstimateRange {
  const limits = { budget: brief.max_budget, minutes: brief.max_time / 60 };
  const first = optimize_plan(create_plan(brief, { own }), brief, limits, { own });
  const likely = first.ok ? first.plan : cheapest_plan();
  const again = create_plan(brief, { own, iteration: 2, last_plan: likely, quality: NOTHING_IS_GOOD });
  const most = {
    dollars: Math.round((likely.estimated_cost + (MAX_ITERATIONS - 1) * again.estimated_cost) * 100) / 100,
    minutes: likely.estimated_time + (MAX_ITERATIONS - 1) * again.estimated_time,
  };
  return {
    min: estimateOf(cheapest_plan()),
    likely: estimateOf(likely),
    max: { dollars: Math.min(most.dollars, limits.budget), minutes: Math.min(most.minutes, limits.minutes) },
  };
}

function estimateOf({ estimated_cost, estimated_time }: Plan): Estimate {
  return { dollars: estimated_cost, minutes: estimated_time };
}
