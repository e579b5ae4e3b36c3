// The phases of a run that are code of their own: how it begins, its plan, a new plan, its end. What they decide is
// in the files named for the document's actors; here it becomes changes of the run's record.

import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { AgentAction, AgentState, QualityScore } from './agent-state.ts';
import { brief_of, check_brief, execution_id_of, initialize, type StartConditions } from './controller.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import type { Plan } from './plan.ts';
import { create_plan, workers_asked_by_replans } from './planner.ts';
import { asJson, isByRules, isoNow, objectOf, projectOf, type ResearchDeps, stateOf, textOf } from './research-deps.ts';
import { transition_phase } from './state-manager.ts';

/** Reasons against starting a run, all of them. */
export async function checkBrief(input: Json, deps: ResearchDeps): Promise<readonly string[]> {
  const { brief = null, project_path, corpus } = objectOf(input);
  const project = textOf(project_path);
  const own = definitionsOf(await ownWorkersOf(project, deps));
  const sources = await deps.sources?.(project);
  // The model of an MCP client can search by its own means.
  const offers = deps.hasClient === true ? {} : { offers: sources?.offers ?? [] };
  const around = {
    ...(await capacityOf(project, deps)),
    provider_problem: (await deps.providerProblem?.(project)) ?? null,
    price_problem: (await deps.priceProblem?.(project, [WRITER])) ?? null,
  };
  return check_brief(brief, { ...offers, ...around, has_corpus: textOf(corpus) !== '', own });
}

const WORKFLOW = 'research';
/** No plan does without it. */
const WRITER = 'article_writer';

async function capacityOf(project: string, { runs, runsMax }: ResearchDeps): Promise<StartConditions> {
  if (runs === undefined || runsMax === undefined) return {};
  try {
    return { runs: { open: await runs.running(WORKFLOW), max: await runsMax(project) } };
  } catch {
    return { is_store_up: false };
  }
}

/** Of the second in which the run was started. All processes of a store see who else was. */
async function executionIdOf({ run }: CodeCall, { runs }: ResearchDeps): Promise<string> {
  const second = Math.floor(run.startedAt / 1000) * 1000;
  const begun = (await runs?.begun(WORKFLOW, second, second + 1000)) ?? [];
  const others = begun.filter((id) => id !== run.id);
  return execution_id_of(new Date(second).toISOString(), others.length === 0 ? null : run.id);
}

export async function initializeRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const { brief = null, request_id, corpus } = objectOf(call.run.input);
  const now = isoNow(deps);
  const execution_id = await executionIdOf(call, deps);
  const ids = {
    execution_id,
    request_id: textOf(request_id) || `req_${hash('sha256', call.run.id, 'hex').slice(0, 12)}`,
  };
  const state = initialize(brief_of(brief), ids, now);
  const own = await ownWorkersOf(projectOf(call), deps);
  const offers = (await deps.sources?.(projectOf(call)))?.offers ?? [];
  const hasSource = own.length > 0 || textOf(corpus) !== '' || offers.some(isSearch);
  return {
    output: { execution_id, tally: { dollars: state.brief.max_budget }, progress: [execution_id] },
    set: { ...asJson(state), by_client: !hasSource },
  };
}

const isSearch = ({ kind, isConfigured }: { readonly kind: string; readonly isConfigured: boolean }): boolean =>
  isConfigured && kind !== 'pages' && kind !== 'local';

export async function planRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const state = transition_phase(stateOf(call), 'planning', isoNow(deps));
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const last = state.plan_history.at(-1)?.plan ?? null;
  const plan = create_plan(state.brief, {
    ...{ iteration: state.iteration_count, last_plan: last, feedback: state.feedback, own },
    quality: bestQuality(call),
  });
  const asked = workers_asked_by_replans(plan, state.plan_history[0]?.plan ?? null);
  const planned = withActions(state, [
    { agent: 'Planner', action: 'create_plan', details: { steps: plan.steps.length, cost: plan.estimated_cost } },
    { agent: 'Planner', action: 'set_execution_modes', details: modesOf(plan) },
  ]);
  const next = transition_phase({ ...planned, current_plan: plan }, 'strategy', isoNow(deps));
  return {
    output: { plan: asJson(plan), progress: [`Plan ${plan.plan_id}: ${planText(plan, await isByRules(deps))}`] },
    set: { ...changedIn(next), current_plan: asJson(plan), wanted_workers: asked },
  };
}

/** As in the decision to plan again: the best draft is what a new plan has to improve. */
function bestQuality({ data }: CodeCall): QualityScore | null {
  return (objectOf(data.best).quality ?? data.quality ?? null) as unknown as QualityScore | null;
}

export const workersIn = ({ steps }: Plan): readonly string[] =>
  steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));

const modesOf = ({ steps }: Plan): JsonObject => ({ modes: steps.map(({ name, mode }) => ({ step: name, mode })) });

/** `4 steps, 8 workers, about 17 min and $2.40`; without a model nothing is paid and nobody waits. */
export function planText(plan: Plan, byRules = false): string {
  const { steps, estimated_time, estimated_cost } = plan;
  const workers = workersIn(plan).length;
  const about = byRules
    ? 'without a model, at no cost'
    : `about ${estimated_time} min and $${estimated_cost.toFixed(2)}`;
  return `${counted(steps.length, 'step')}, ${counted(workers, 'worker')}, ${about}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const withActions = <S extends AgentState>(state: S, actions: readonly AgentAction[]): S => ({
  ...state,
  agent_actions: [...state.agent_actions, ...actions],
});

/** What every move of a phase changes. */
export const changedIn = ({ current_phase, phase_history, agent_actions }: AgentState): JsonObject =>
  asJson({ current_phase, phase_history, agent_actions });
