// The strategy phase: the plan is made to fit its limits, becomes the flow that will run, and may be edited by a
// person.

import type { JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, ActionResult, CodeCall, CodeRefusal } from '../../ports/action.ts';
import type { WorkerTask } from './agent-state.ts';
import { PLAN_SHORT } from './controller.ts';
import { empty_flow_of, flow_of, plan_of } from './orchestrator.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import type { Plan } from './plan.ts';
import { planDocument } from './plan-document.ts';
import { leftOf } from './remaining-limits.ts';
import {
  aroundOf,
  asJson,
  briefOf,
  isByRules,
  isoNow,
  lastingFailure,
  listOf,
  objectOf,
  planOf,
  projectOf,
  type ResearchDeps,
  stateOf,
  textOf,
} from './research-deps.ts';
import { changedIn, planText, withActions } from './run-phases.ts';
import { transition_phase } from './state-manager.ts';
import { optimize_plan, type RemainingLimits, type ShortPlan } from './strategy.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export async function optimizePlan(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const plan = planOf(call);
  if (plan === null) throw new Error('Expected a plan, found none.');
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const asked = listOf<string>(aroundOf(call).wanted_workers);
  const is_replan = Number(aroundOf(call).iteration_count ?? 1) > 1;
  const left = is_replan ? leftOf(call, deps) : atTheStart(leftOf(call, deps));
  const best = optimize_plan(plan, briefOf(call), left, { own, asked, is_replan });
  if (!best.ok) {
    if (aroundOf(call).has_draft !== true) throw lastingFailure(PLAN_SHORT, best.reasons.join(' '));
    return nothingToExecute(plan, best, deps);
  }
  const { time_saved, cost_saved, dropped, reasons } = best;
  const flow = flowFor(best.plan, call, deps, own);
  return {
    output: {
      ...{ time_saved, cost_saved, dropped },
      progress:
        reasons.length === 0 ? [] : [`Strategy: ${planText(best.plan, await isByRules(deps))}. ${reasons.join(' ')}`],
    },
    set: { ...(await shownAs(best.plan, flow, deps, own)), notes: reasons },
  };
}

/** Seconds that the phases before the first execution may take: a time that was accepted at the start is enough. */
const STARTING_SECONDS = 7;

const atTheStart = ({ budget, minutes }: RemainingLimits): RemainingLimits => ({
  ...{ budget, minutes: minutes + STARTING_SECONDS / 60 },
});

/** The limits were used up since the decision to plan again: the draft that there is goes on to be delivered. */
async function nothingToExecute(plan: Plan, { short, reasons }: ShortPlan, deps: ResearchDeps): Promise<ActionResult> {
  const flow = empty_flow_of(plan, short.budget === undefined ? 'time' : 'budget');
  return {
    output: { time_saved: 0, cost_saved: 0, dropped: [], progress: [`Strategy: ${reasons.join(' ')}`] },
    set: { ...(await shownAs(plan, flow, deps)), notes: reasons, is_short: true },
  };
}

/** A verdict is bound to the document, which is what the person reads. */
async function shownAs(plan: Plan, flow: string, deps: ResearchDeps, own: readonly WorkerDefinition[] = []) {
  const document = planDocument(plan, flow, { own, isByRules: await isByRules(deps) });
  return { plan: asJson(plan), flow, document };
}

const flowFor = (plan: Plan, call: CodeCall, deps: ResearchDeps, own: readonly WorkerDefinition[]): string =>
  flow_of(plan, { left: leftOf(call, deps), own, by_client: aroundOf(call).by_client === true });

/** An edited flow is read back to the plan that it draws; what runs is drawn again from that plan. */
export async function acceptPlan(call: AcceptCall, deps: ResearchDeps): Promise<AcceptResult | CodeRefusal> {
  const { verdict, flow } = objectOf(call.answer);
  const before = call.data.plan as unknown as Plan;
  if (textOf(flow).trim() === '') {
    if (verdict === 'change') return { refused: ['a change needs `flow`: the whole flow as Mermaid, as it should be'] };
    return { output: asJson({ verdict, plan: before }), verdict: 'approve' };
  }
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const read = await plan_of(textOf(flow), { brief: briefOf(call), plan: before, own });
  if (!read.ok) return { refused: read.reasons };
  const { plan } = read;
  const over = overLimits(plan, leftOf(call, deps));
  if (over.length > 0) return { refused: over };
  const edits = Number(call.data.edits ?? 0) + 1;
  return {
    output: asJson({ verdict, plan }),
    set: { ...(await shownAs(plan, flowFor(plan, call, deps, own), deps, own)), edits },
    verdict: textOf(verdict),
  };
}

function overLimits({ estimated_cost, estimated_time }: Plan, { budget, minutes }: RemainingLimits): readonly string[] {
  return [
    ...(estimated_cost > budget
      ? [`the plan would cost $${estimated_cost.toFixed(2)}, and $${budget.toFixed(2)} is left of the budget`]
      : []),
    ...(estimated_time > minutes
      ? [`the plan would take ${estimated_time} min, and ${Math.floor(minutes)} min is left`]
      : []),
  ];
}

export async function handOutFlow(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const plan = call.data.plan as unknown as Plan;
  const { time_saved = 0, cost_saved = 0 } = objectOf(call.read('steps', 'optimise', 'output'));
  const edits = Number(call.data.edits ?? 0);
  const details: JsonObject = { time_saved, cost_saved, ...(edits > 0 && { edited: edits }) };
  const state = withActions(stateOf({ run: call.run, data: {} }), [
    { agent: 'Strategy', action: 'optimize_plan', details },
  ]);
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const next = transition_phase(state, 'executing', isoNow(deps));
  return { output: { ...changedIn(next), all_tasks: asJson(tasksOf(plan, own)) } };
}

function tasksOf({ steps }: Plan, own: ReturnType<typeof definitionsOf>): readonly WorkerTask[] {
  const workers = workersWith(own);
  return steps.flatMap((step) =>
    step.workers.map(({ worker_id }) => ({
      ...{ worker_id, status: 'PENDING' as const, priority: workers.get(worker_id)?.criticality ?? 'optional' },
    })),
  );
}
