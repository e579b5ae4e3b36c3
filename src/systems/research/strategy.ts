// The strategy: a plan made as parallel as it can be, without what nobody asked for, and within budget and time.

import type { Brief } from './brief.ts';
import { CHEAPEST, dollarsOf, estimate_plan } from './estimate-plan.ts';
import type { Plan, PlannedWorker, StepName } from './plan.ts';
import { stepsOf } from './plan-steps.ts';
import { band_of, core_workers, is_asked_for } from './planner.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** What is left of the brief's limits. */
export interface RemainingLimits {
  /** Dollars. */
  readonly budget: number;
  readonly minutes: number;
}

export interface StrategyOptions {
  /** Workers of the project: it asked for them. */
  readonly own?: readonly WorkerDefinition[];
  /** Workers that a re-plan added, or a person named: they count as asked for. */
  readonly asked?: readonly string[];
  /** A re-plan keeps its important workers, whatever the limits: with fewer it would not become better. */
  readonly is_replan?: boolean;
}

export type Optimization = OptimizedPlan | ShortPlan;

export interface OptimizedPlan {
  readonly ok: true;
  readonly plan: Plan;
  /** Minutes and dollars, against the plan that was given. */
  readonly time_saved: number;
  readonly cost_saved: number;
  /** Workers that were left out, in the order in which they were. */
  readonly dropped: readonly string[];
  /** What was done and why, in sentences. */
  readonly reasons: readonly string[];
}

/** The plan fits the limits in no form. */
export interface ShortPlan {
  readonly ok: false;
  /** What is needed at the least, of what is short. */
  readonly short: { readonly budget?: number; readonly minutes?: number };
  readonly reasons: readonly string[];
}

interface Draft {
  readonly plan: Plan;
  readonly dropped: readonly string[];
  readonly reasons: readonly string[];
}

interface Given extends Required<StrategyOptions> {
  readonly brief: Brief;
  readonly left: RemainingLimits;
  readonly workers: ReadonlyMap<string, WorkerDefinition>;
}

/** In this order workers are left out, and cheaper models taken. */
const DROP_ORDER: readonly StepName[] = ['Quality', 'Research', 'Analysis', 'Writing'];
const CHEAPER_ORDER: readonly StepName[] = ['Analysis', 'Quality', 'Research', 'Writing'];
const LAST_CHEAPER = 'article_writer';

export function optimize_plan(
  plan: Plan,
  brief: Brief,
  left: RemainingLimits,
  options: StrategyOptions = {},
): Optimization {
  const { own = [], asked = [], is_replan = false } = options;
  const given: Given = { brief, left, own, asked, is_replan, workers: workersWith(own) };
  const before = estimate_plan(plan, brief, own);
  let draft = dropUnasked(parallelise(before, given), given);
  for (const step of DROP_ORDER) draft = dropOptional(draft, step, given);
  for (const step of CHEAPER_ORDER) draft = useCheaper(draft, step, given);
  if (!is_replan) for (const step of DROP_ORDER) draft = dropImportant(draft, step, given);
  const over = overrunOf(draft.plan, left);
  if (over.budget || over.minutes) return refuse(draft.plan, over, left);
  return {
    ok: true,
    ...draft,
    time_saved: before.estimated_time - draft.plan.estimated_time,
    cost_saved: Math.round((before.estimated_cost - draft.plan.estimated_cost) * 100) / 100,
  };
}

/** What does not need each other's results works side by side; neighbouring steps of one kind become one. */
function parallelise(plan: Plan, given: Given): Draft {
  const next = withWorkers(plan, plannedIn(plan), given);
  const minutes = plan.estimated_time - next.estimated_time;
  const steps = plan.steps.length - next.steps.length;
  const reasons = [
    ...(steps > 0 ? [`Merged ${plan.steps.length} steps into ${next.steps.length}.`] : []),
    ...(minutes > 0 ? [`Workers that do not need each other work in parallel: ${minutes} min less.`] : []),
  ];
  return { plan: next, dropped: [], reasons };
}

/** Optional workers that neither complexity nor brief, feedback or project asks for; never below the band. */
function dropUnasked(draft: Draft, given: Given): Draft {
  const core = core_workers(draft.plan.complexity);
  const { min } = band_of(draft.plan.complexity);
  let next = draft;
  for (const { id, name } of optionalIn(draft.plan, DROP_ORDER, given)) {
    const isAsked = core.includes(id) || isWanted(id, given);
    if (isAsked || plannedIn(next.plan).length <= min || isLastOfStep(next.plan, id, given)) continue;
    next = drop(next, id, `${name} is left out: nothing in the brief asks for it.`, given);
  }
  return next;
}

/** Never the last of a step. */
function dropOptional(draft: Draft, step: StepName, given: Given): Draft {
  return dropUntilWithin(draft, given, ({ plan }) => {
    const optional = optionalIn(plan, [step], given);
    return optional.length === workersOf(plan, step, given).length ? optional.slice(0, -1) : optional;
  });
}

/** Where a limit forces it, down to the cheapest plan: a writer, an editor, and one worker that finds sources. */
function dropImportant(draft: Draft, step: StepName, given: Given): Draft {
  return dropUntilWithin(draft, given, ({ plan }) => {
    const there = workersOf(plan, step, given);
    const hasEssential = there.some(({ id }) => CHEAPEST.includes(id));
    const [last] = step === 'Research' && !hasEssential ? dearestFirst(there, given).slice(-1) : [];
    return dearestFirst(there, given).filter((worker) => !CHEAPEST.includes(worker.id) && worker !== last);
  });
}

/** Leaves candidates out, the first of them first, until the limits hold. Where only time is short, those that make
 *  nothing shorter stay. */
function dropUntilWithin(draft: Draft, given: Given, candidatesIn: (draft: Draft) => WorkerDefinition[]): Draft {
  let next = draft;
  for (;;) {
    const over = overrunOf(next.plan, given.left);
    if (!over.budget && !over.minutes) return next;
    const candidates = candidatesIn(next);
    const together = over.budget ? candidates.slice(0, 1) : shorterWithout(next, candidates, given);
    if (together.length === 0) return next;
    for (const { id, name } of together) next = drop(next, id, `${name} is left out: ${whyOver(over)}.`, given);
  }
}

/** One candidate without which the plan takes less time, else the fewest of the longest that do so together. */
function shorterWithout(draft: Draft, candidates: readonly WorkerDefinition[], given: Given): WorkerDefinition[] {
  const longest = candidates.toSorted((one, other) => other.minutes - one.minutes);
  const groups = [...candidates.map((each) => [each]), ...longest.map((_, at) => longest.slice(0, at + 1))];
  const without = (group: readonly WorkerDefinition[]): Draft =>
    group.reduce((each, { id }) => drop(each, id, '', given), draft);
  return groups.find((group) => without(group).plan.estimated_time < draft.plan.estimated_time) ?? [];
}

function useCheaper(draft: Draft, step: StepName, given: Given): Draft {
  const ids = plannedIn(draft.plan)
    .filter(({ worker_id, is_cheaper }) => is_cheaper !== true && given.workers.get(worker_id)?.step === step)
    .map(({ worker_id }) => worker_id)
    .toSorted((one, other) => Number(one === LAST_CHEAPER) - Number(other === LAST_CHEAPER));
  const all = ids.reduce((each, id) => cheapen(each, id, '', given), draft);
  if (gainsNothing(draft, all, given)) return draft;
  let next = draft;
  for (const id of ids) {
    const over = overrunOf(next.plan, given.left);
    if (!over.budget && !over.minutes) return next;
    const name = given.workers.get(id)?.name ?? id;
    next = cheapen(next, id, `${name} uses a cheaper model: ${whyOver(over)}.`, given);
  }
  return next;
}

function drop({ plan, dropped, reasons }: Draft, id: string, why: string, given: Given): Draft {
  const kept = plannedIn(plan).filter(({ worker_id }) => worker_id !== id);
  return { plan: withWorkers(plan, kept, given), dropped: [...dropped, id], reasons: [...reasons, why] };
}

function cheapen({ plan, dropped, reasons }: Draft, id: string, why: string, given: Given): Draft {
  const workers = plannedIn(plan).map((each) =>
    each.worker_id === id ? { ...each, is_cheaper: true as const } : each,
  );
  return { plan: withWorkers(plan, workers, given), dropped, reasons: [...reasons, why] };
}

function withWorkers(plan: Plan, planned: readonly PlannedWorker[], { brief, own }: Given): Plan {
  return estimate_plan({ ...plan, steps: stepsOf(planned, own) }, brief, own);
}

/** Optional workers of these steps: first those that nobody asked for, then the dearest. */
function optionalIn(plan: Plan, steps: readonly StepName[], given: Given): WorkerDefinition[] {
  return steps.flatMap((step) => {
    const optional = workersOf(plan, step, given).filter(({ criticality }) => criticality === 'optional');
    return dearestFirst(optional, given).toSorted((one, other) => rank(one, given) - rank(other, given));
  });
}

const workersOf = (plan: Plan, step: StepName, { workers }: Given): readonly WorkerDefinition[] =>
  plannedIn(plan)
    .flatMap(({ worker_id }) => workers.get(worker_id) ?? [])
    .filter((worker) => worker.step === step);

/** By what they cost in a plan for this brief. */
const dearestFirst = (workers: readonly WorkerDefinition[], { brief }: Given): WorkerDefinition[] =>
  workers.toSorted((one, other) => dollarsOf(other, brief) - dollarsOf(one, brief));

function rank({ id }: WorkerDefinition, given: Given): number {
  return isWanted(id, given) ? 1 : 0;
}

function isWanted(id: string, { brief, asked, own }: Given): boolean {
  return asked.includes(id) || own.some((worker) => worker.id === id) || is_asked_for(id, brief);
}

function isLastOfStep(plan: Plan, id: string, { workers }: Given): boolean {
  const step = workers.get(id)?.step;
  return plannedIn(plan).filter(({ worker_id }) => workers.get(worker_id)?.step === step).length <= 1;
}

function gainsNothing(from: Draft, to: Draft, { left }: Given): boolean {
  const { budget } = overrunOf(from.plan, left);
  return !budget && to.plan.estimated_time >= from.plan.estimated_time;
}

function overrunOf({ estimated_cost, estimated_time }: Plan, { budget, minutes }: RemainingLimits) {
  return { budget: estimated_cost > budget, minutes: estimated_time > minutes };
}

function whyOver({ budget, minutes }: ReturnType<typeof overrunOf>): string {
  return `${[budget ? 'budget' : '', minutes ? 'time' : ''].filter(Boolean).join(' and ')} would be exceeded`;
}

function refuse(plan: Plan, over: ReturnType<typeof overrunOf>, left: RemainingLimits): ShortPlan {
  const { estimated_cost: budget, estimated_time: minutes } = plan;
  return {
    ok: false,
    short: { ...(over.budget && { budget }), ...(over.minutes && { minutes }) },
    reasons: [
      ...(over.budget
        ? [`Budget is short: the plan needs $${budget.toFixed(2)}, $${left.budget.toFixed(2)} is left.`]
        : []),
      ...(over.minutes
        ? [`Time is short: the plan needs ${minutes} min, ${inMinutes(left.minutes)} min is left.`]
        : []),
    ],
  };
}

function inMinutes(minutes: number): number {
  return Math.floor(Math.max(0, minutes) * 10) / 10;
}

function plannedIn(plan: Plan): readonly PlannedWorker[] {
  return plan.steps.flatMap(({ workers }) => workers);
}
