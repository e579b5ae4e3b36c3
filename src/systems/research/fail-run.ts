// How a run ends in FAILED: in which phase, what was done before, and the message to its user.

import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { roundDollars } from '../../round-dollars.ts';
import type { AgentAction, AgentState } from './agent-state.ts';
import { error_response, execution_id_of, type Failure, PLAN_SHORT } from './controller.ts';
import { executeAction, GROUPS, type Results, resultsIn, stepIndexOf, tasksAtFailure } from './execution-tasks.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import type { RememberedFailures } from './remembered-failures.ts';
import {
  asJson,
  asList,
  isoNow,
  objectOf,
  planOf,
  projectOf,
  type ResearchDeps,
  stateOf,
  textOf,
} from './research-deps.ts';
import { changedIn, withActions } from './run-phases.ts';
import { is_valid_transition, transition_phase, type WorkflowPhase } from './state-manager.ts';
import { type AttemptCounts, triedIn } from './worker-attempts.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** Steps of the evaluation, whose record is lost with them. */
const EVALUATION = ['measure', 'decide', 'EVALUATING'];

export async function failRun(
  call: CodeCall,
  deps: ResearchDeps,
  failures: Pick<RememberedFailures, 'stackOf'>,
): Promise<ActionResult> {
  const now = isoNow(deps);
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const { partial, cause } = objectOf(call.input);
  const failure = failureIn(objectOf(call.input));
  const reported = reportedFailure(failure, objectOf(cause), triedIn(objectOf(partial)), own);
  const before = withSpending(call, begunState(call, now));
  const phase = phaseOf(failure.step, before.current_phase);
  const isExecution = before.current_phase === 'executing';
  const executed = phase === 'evaluating' ? objectOf(call.read('steps', 'EXECUTING', 'output')) : objectOf(partial);
  const ran = isExecution
    ? withExecution(before, { executed, failure, reported, phase, own, plan: planOf(call) })
    : before;
  const refused = failure.code === PLAN_SHORT ? withActions(ran, [refusedPlan(failure)]) : ran;
  const there = phase === refused.current_phase ? refused : transition_phase(refused, phase, now);
  const state = transition_phase(there, 'failed', now);
  const { duration, total_cost, total_tokens, all_tasks, current_step_index } = state;
  return {
    output: asJson(error_response(there, { ...reported, stack: failures.stackOf(reported.message) }, own)),
    set: {
      ...{ ...changedIn(state), duration, total_cost, total_tokens, current_step_index },
      ...{ all_tasks: asList(all_tasks), execution_id: state.execution_id, started_at: state.started_at },
      ...Object.fromEntries(GROUPS.map((group) => [group, asList(state[group])])),
    },
  };
}

const failureIn = ({ code, message, step, attempts }: JsonObject): Failure => ({
  ...{ code: textOf(code), message: textOf(message), step: textOf(step), attempts: Number(attempts ?? 1) },
});

/** Where no search is left, that of the last one is reported; where its fallback failed, too, its own attempts
 *  count. */
function reportedFailure(
  failure: Failure,
  cause: JsonObject,
  tried: AttemptCounts | null,
  own: readonly WorkerDefinition[],
): Failure {
  const last = failureIn(cause);
  const reported = workersWith(own).has(last.step) ? last : failure;
  return { ...reported, attempts: Math.max(reported.attempts, ...(tried?.get(reported.step) ?? [])) };
}

/** The strategy decided, too, where it refused the plan. */
const refusedPlan = ({ message }: Failure): AgentAction => ({
  ...{ agent: 'Strategy', action: 'optimize_plan', details: { time_saved: 0, cost_saved: 0, short: message } },
});

/** A phase that throws has recorded nothing, not even that it began. */
function phaseOf(step: string, current: WorkflowPhase): WorkflowPhase {
  const named = EVALUATION.includes(step) ? 'evaluating' : (step.toLowerCase() as WorkflowPhase);
  const isEnd = named === 'completed' || named === 'failed';
  return !isEnd && is_valid_transition(current, named) ? named : current;
}

/** Where the first step failed there is no record yet. */
function begunState(call: CodeCall, now: string): AgentState {
  const state = stateOf(call);
  if (state.execution_id !== '') return state;
  const execution_id = execution_id_of(new Date(call.run.startedAt).toISOString(), call.run.id);
  const phase_history = [{ from: null, to: 'initialized' as const, timestamp: now }];
  return { ...state, execution_id, phase_history, started_at: now };
}

function withSpending(call: CodeCall, state: AgentState): AgentState {
  const [cost, tokens] = [call.read('run', 'cost'), call.read('run', 'tokens')];
  return {
    ...state,
    total_cost: typeof cost === 'number' ? roundDollars(cost) : state.total_cost,
    total_tokens: typeof tokens === 'number' ? tokens : state.total_tokens,
  };
}

interface FailedExecution {
  readonly executed: JsonObject;
  readonly failure: Failure;
  /** What is reported to its user: of a worker, where the step that failed only waits for workers. */
  readonly reported: Failure;
  readonly phase: WorkflowPhase;
  readonly own: readonly WorkerDefinition[];
  readonly plan: AgentState['current_plan'];
}

/** What its workers gave before, and the orchestrator's account of it. */
function withExecution(
  state: AgentState,
  { executed, failure, reported, phase, own, plan }: FailedExecution,
): AgentState {
  const results: Results = resultsIn(executed, plan);
  const isOver = phase === 'evaluating';
  const at = isOver ? { step: '', code: '' } : { ...failure, last: reported.step };
  const steps = plan?.steps.length ?? 0;
  const index = isOver ? steps : stepIndexOf(plan, failure.step, own);
  const all_tasks = tasksAtFailure(isOver ? null : plan, results, own, at);
  const tasks = isOver ? state.all_tasks : all_tasks;
  const next = { ...state, ...results, all_tasks: tasks, current_step_index: index } as AgentState;
  return withActions(next, [executeAction(tasks, executed)]);
}
