// The controller: which briefs are taken, how a run begins, and what it answers when it fails.

import { hash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { SourceOffer } from '../../ports/sources.ts';
import { sourceReasons } from '../features/source-reasons.ts';
import type { AgentState } from './agent-state.ts';
import { BRIEF_DEFAULTS, type Brief } from './brief.ts';
import { briefProblems } from './brief-problems.ts';
import { initial_state } from './state-manager.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** Executions of one run: the first and two re-plans. */
export const MAX_ITERATIONS = 3;

/** What a run would find; what is left out is not looked at. */
export interface StartConditions {
  readonly offers?: readonly SourceOffer[];
  readonly has_corpus?: boolean;
  /** Workers of the project, which bring their own sources. */
  readonly own?: readonly WorkerDefinition[];
  /** Research runs at once: how many there are, and how many there may be. */
  readonly runs?: { readonly open: number; readonly max: number };
  readonly is_store_up?: boolean;
  /** Why the provider of models cannot be asked; null: nothing is known against it. */
  readonly provider_problem?: string | null;
  /** Why the writer's model cannot be paid under a budget; null: nothing is known against it. */
  readonly price_problem?: string | null;
}

/** Reasons against starting a run, all of them; [] when there are none. */
export function check_brief(input: Json, around: StartConditions = {}): string[] {
  return [...briefProblems(input), ...sourceReasons(around), ...capacityReasons(around)];
}

/** The brief with what was left out. Only for input that `check_brief` has nothing against. */
export function brief_of(input: Json): Brief {
  const given = isJsonObject(input) ? input : {};
  const known = ['topic', ...Object.keys(BRIEF_DEFAULTS)];
  const kept = Object.entries(given).filter(([name, value]) => known.includes(name) && value !== null);
  return { ...BRIEF_DEFAULTS, ...Object.fromEntries(kept) } as unknown as Brief;
}

/** `exec_20241125_143022`; where another run has that second, what is the run's own comes behind it. `now` is
 *  ISO 8601. */
export function execution_id_of(now: string, run: string | null = null): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T');
  const id = `exec_${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}`;
  return run === null ? id : `${id}_${hash('sha256', run, 'hex').slice(0, 8)}`;
}

/** The record of a new run, with the controller's decision to start it. */
export function initialize(
  brief: Brief,
  ids: { readonly execution_id: string; readonly request_id: string },
  now: string,
): AgentState {
  const state = initial_state({ ...ids, brief }, now, MAX_ITERATIONS);
  return { ...state, agent_actions: [{ agent: 'Controller', action: 'initialize' }] };
}

export type ErrorType = 'WorkerExecutionError' | 'ValidationError' | 'SystemError';

/** How a phase or a worker failed, as the engine tells it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The worker or the phase. */
  readonly step: string;
  readonly attempts: number;
  /** Of an exception in our code; null or left out: it was none, or another process has it. */
  readonly stack?: string | null;
}

export interface ErrorResponse {
  readonly status: 'failed';
  readonly error: {
    readonly type: ErrorType;
    /** `article_writer failed after 3 retries`: the source document's text. */
    readonly message: string;
    /** How often it was tried in all. */
    readonly attempts: number;
    /** What the last attempt said. */
    readonly cause: string;
    /** In capitals. */
    readonly phase: string;
    readonly execution_id: string;
    /** Only of an exception in our code. */
    readonly stack?: string;
  };
  readonly partial_results: JsonObject & { readonly cost_incurred: number };
}

/** A plan that fits the limits in no form fails with this code. */
export const PLAN_SHORT = 'plan-short';

/** What the user gets of a run that failed in the phase in which the state is. */
export function error_response(
  state: AgentState,
  failure: Failure,
  own: readonly WorkerDefinition[] = [],
): ErrorResponse {
  const { message, attempts, stack = null } = failure;
  const type = error_type_of(failure, own);
  const isWorker = workersWith(own).has(failure.step);
  const { research_results, analysis_results, writing_results, quality_results } = state;
  const results = { research_results, analysis_results, writing_results, quality_results } as unknown as JsonObject;
  return {
    status: 'failed',
    error: {
      type,
      message: isWorker ? failedText(failure) : message,
      attempts,
      cause: message,
      phase: state.current_phase.toUpperCase(),
      execution_id: state.execution_id,
      ...(stack !== null && { stack }),
    },
    partial_results: { ...results, cost_incurred: state.total_cost },
  };
}

/** The document's words; a failure that lasts is not tried again. */
function failedText({ step, attempts }: Failure): string {
  return attempts <= 1 ? `${step} failed at its first attempt` : `${step} failed after ${attempts} retries`;
}

/** `research` is where sources are collected: it fails when no research worker is left. */
function error_type_of({ step, code }: Failure, own: readonly WorkerDefinition[] = []): ErrorType {
  if (step === 'research' || workersWith(own).has(step)) return 'WorkerExecutionError';
  return code === PLAN_SHORT || code === 'not-accepted' ? 'ValidationError' : 'SystemError';
}

function capacityReasons(around: StartConditions): string[] {
  const { runs, is_store_up = true, provider_problem = null, price_problem = null } = around;
  const isFull = runs !== undefined && runs.open >= runs.max;
  return [
    ...(isFull ? [`no capacity: ${runs.open} of ${runs.max} research runs are running (limits.runs)`] : []),
    ...(is_store_up ? [] : ['the store does not answer']),
    ...(provider_problem === null ? [] : [`no provider of models can be asked: ${provider_problem}`]),
    ...(price_problem === null ? [] : [price_problem]),
  ];
}
