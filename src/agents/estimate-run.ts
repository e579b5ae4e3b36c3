// What a run will probably cost, before it begins: from what its steps cost in past runs, times how often they run.

import type { Step, Workflow } from '../diagram/workflow.ts';
import type { CostEstimate, CostRange, PastSpending } from '../ports/agent-host.ts';

export interface EstimateAssumptions {
  /** How many items a foreach of this run has, by its id, where it is known. */
  readonly items: { readonly [foreach: string]: number };
  /** Of a foreach of which nothing is known. */
  readonly itemsLikely: number;
  /** One call and its repairs. */
  readonly callsPerAttemptMax: number;
}

/** Without a currency: the price table's. */
export type RunEstimate = Omit<CostEstimate, 'currency'>;

interface Times {
  readonly min: number;
  readonly likely: number;
  readonly max: number;
}

/** Assumed: steps behind a choice are not taken (min), all taken once (likely), taken as often as limits allow (max);
 *  a foreach has no items, `itemsLikely`, `maxItems`; a step in a loop runs once, once, `visits` times; every attempt
 *  succeeds at first, at first, at last with all its repairs. Where past runs say how often a step was called, that is
 *  used instead, unless the items of a foreach around it are given. A step that none of `runs` past runs took costs
 *  nothing but in the most. What a step costs that no run took is `assumed`. Fallbacks, `CONTINUE` turns and subflows
 *  without past runs are not foreseen. */
export function estimateRun(
  workflow: Workflow,
  past: readonly PastSpending[],
  assume: EstimateAssumptions,
  { runs, assumed }: { readonly runs: number; readonly assumed: readonly PastSpending[] } = NONE,
): RunEstimate {
  const spendings = new Map(past.filter((each) => each.calls > 0).map((each) => [each.step, each]));
  const thought = new Map(assumed.map((each) => [each.step, each]));
  const byId = new Map(workflow.steps.map((step) => [step.id, step]));
  const sure = sureSteps(workflow, byId);
  const cost = new Sum();
  const tokens = new Sum();
  const unknown: string[] = [];
  const neverTaken: string[] = [];
  for (const step of workflow.steps) {
    const before = spendings.get(step.id);
    if (before === undefined && !isPaid(step)) continue;
    const spending = before ?? thought.get(step.id);
    const isNever = before === undefined && runs > 0;
    if (isNever) neverTaken.push(step.id);
    const found = timesOf({ workflow, byId, sure, assume }, step, before);
    const times = isNever ? { ...found, min: 0, likely: 0 } : found;
    cost.add(times, spending?.costMin, spending?.costMean, spending?.costMax);
    tokens.add(times, spending?.tokensMin, spending?.tokensMean, spending?.tokensMax);
    if (times.max > 0 && (spending === undefined || spending.costMean === null)) unknown.push(step.id);
  }
  return { ...cost.range(), tokens: tokens.range(), unknown, neverTaken };
}

const NONE = { runs: 0, assumed: [] };

/** Done by an agent: neither by a person nor by an action. Of a subflow, the child's spending is the step's. */
export function isPaid(step: Step): boolean {
  if (step.kind === 'subflow') return true;
  return step.execution !== null && step.execution !== 'manual' && step.task !== null && step.task.action === null;
}

type Steps = ReadonlyMap<string, Step>;

interface EstimateInput {
  readonly workflow: Workflow;
  readonly byId: Steps;
  readonly sure: ReadonlySet<string>;
  readonly assume: EstimateAssumptions;
}

function timesOf(known: EstimateInput, step: Step, spending: PastSpending | undefined): Times {
  const { workflow, byId, sure, assume } = known;
  const foreachs = workflow.steps.filter(
    (each) => each.foreach !== null && (step.within.includes(each.id) || each.id === step.id),
  );
  const seen = spending?.callsPerRun ?? null;
  if (seen !== null && !foreachs.some((each) => Object.hasOwn(assume.items, each.id))) {
    return { min: sure.has(step.id) ? seen.min : 0, likely: seen.mean, max: seen.max };
  }
  const visits = walk(byId, targetsOf(step), null).has(step.id) ? (step.visits ?? workflow.limits.visits) : 1;
  let times = {
    min: sure.has(step.id) ? 1 : 0,
    likely: 1,
    max: visits * step.retry.attempts * assume.callsPerAttemptMax,
  };
  for (const each of foreachs) {
    const given = Object.hasOwn(assume.items, each.id) ? assume.items[each.id] : undefined;
    times = {
      min: times.min * (given ?? 0),
      likely: times.likely * (given ?? Math.min(assume.itemsLikely, each.foreach?.maxItems ?? assume.itemsLikely)),
      max: times.max * (given ?? each.foreach?.maxItems ?? 1),
    };
  }
  return times;
}

/** Steps no run can end without: those without which no end can be reached, and what follows them without a choice. */
function sureSteps(workflow: Workflow, byId: Steps): ReadonlySet<string> {
  const ends = workflow.steps.filter((step) => targetsOf(step).length === 0).map((step) => step.id);
  const isNeeded = (id: string) => {
    const reached = walk(byId, workflow.start, id);
    return !ends.some((end) => reached.has(end));
  };
  const needed = ends.length === 0 ? [] : workflow.steps.map((step) => step.id).filter(isNeeded);
  const pending = [...workflow.start, ...needed];
  const sure = new Set<string>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (sure.has(id)) continue;
    sure.add(id);
    const step = byId.get(id);
    // A failure may lead elsewhere; then what follows is a choice as well.
    if (step === undefined || step.onError !== null || step.onTimeout !== null || step.transitions.length > 0) continue;
    if (step.routing === 'all' || step.edges.length === 1) {
      pending.push(...step.edges.filter((edge) => edge.when === null).map((edge) => edge.target));
    }
  }
  return sure;
}

function walk(byId: Steps, from: readonly string[], without: string | null): ReadonlySet<string> {
  const pending = [...from];
  const reached = new Set<string>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const step = byId.get(id);
    if (id === without || step === undefined || reached.has(id)) continue;
    reached.add(id);
    pending.push(...targetsOf(step));
  }
  return reached;
}

function targetsOf(step: Step): readonly string[] {
  const edges = [...step.edges, step.onError, step.onTimeout].filter((edge) => edge !== null);
  return [...edges, ...step.transitions].map((edge) => edge.target).filter((target) => target !== null);
}

class Sum {
  #min = 0;
  #likely = 0;
  #max = 0;
  #unknown = 0;
  #known = 0;

  add(times: Times, min: number | null | undefined, mean: number | null | undefined, max: number | null | undefined) {
    if (times.max === 0) return;
    if (typeof mean !== 'number') {
      this.#unknown += 1;
      return;
    }
    this.#known += 1;
    this.#min += times.min * (min ?? mean);
    this.#likely += times.likely * mean;
    this.#max += times.max * (max ?? mean);
  }

  /** Nothing to pay is 0; nothing known of what is to pay is null. Else it is the part that is known. */
  range(): CostRange {
    if (this.#known === 0 && this.#unknown > 0) return { min: null, likely: null, max: null };
    return { min: this.#min, likely: this.#likely, max: this.#max };
  }
}
