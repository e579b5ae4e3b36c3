// The phases of a research run and the moves between them (docs/sources/research-workflow.md).

import type { AgentState } from './agent-state.ts';

export type WorkflowPhase = (typeof PHASES)[number];

export const PHASES = [
  ...(['initialized', 'planning', 'strategy', 'executing', 'evaluating'] as const),
  ...(['re_planning', 'merging', 'completed', 'failed'] as const),
] as const;

/** The names of the phases as the source document writes them. */
export const WorkflowPhase = {
  INITIALIZED: 'initialized',
  PLANNING: 'planning',
  STRATEGY: 'strategy',
  EXECUTING: 'executing',
  EVALUATING: 'evaluating',
  RE_PLANNING: 're_planning',
  MERGING: 'merging',
  COMPLETED: 'completed',
  FAILED: 'failed',
} as const satisfies { readonly [name: string]: WorkflowPhase };

/** Where each phase may lead. `failed` is reached from all that are no end. */
const MOVES: { readonly [phase in WorkflowPhase]: readonly WorkflowPhase[] } = {
  initialized: ['planning', 'failed'],
  planning: ['strategy', 'failed'],
  strategy: ['executing', 'failed'],
  executing: ['evaluating', 'failed'],
  evaluating: ['re_planning', 'merging', 'completed', 'failed'],
  re_planning: ['planning', 'failed'],
  merging: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** The way of a run that is never planned again. */
const MAIN_WAY: readonly WorkflowPhase[] = PHASES.filter((phase) => phase !== 're_planning' && phase !== 'failed');

/** A phase that there is not leads nowhere. */
export function is_valid_transition(from: WorkflowPhase, to: WorkflowPhase): boolean {
  return Object.hasOwn(MOVES, from) && MOVES[from].includes(to);
}

export class InvalidTransitionError extends Error {
  readonly from: WorkflowPhase;
  readonly to: WorkflowPhase;
  /** Trying again leads to the same. */
  readonly retryable = false;
  constructor(from: WorkflowPhase, to: WorkflowPhase) {
    const reason = reasonAgainst(from, to);
    super(`Cannot transition from ${from} to ${to}${reason === null ? '' : `: ${reason}`}`);
    this.name = 'InvalidTransitionError';
    this.from = from;
    this.to = to;
  }
}

/** The state after a move, with the move in its history and among its actions; throws InvalidTransitionError.
 *  `now` is ISO 8601. */
export function transition_phase<S extends AgentState>(state: S, to: WorkflowPhase, now: string): S {
  const from = state.current_phase;
  if (!is_valid_transition(from, to)) throw new InvalidTransitionError(from, to);
  const isEnd = MOVES[to].length === 0;
  return {
    ...state,
    current_phase: to,
    phase_history: [...state.phase_history, { from, to, timestamp: now }],
    agent_actions: [
      ...state.agent_actions,
      { agent: 'StateManager', action: 'transition_phase', details: { from, to } },
    ],
    ...(to === 'completed' && { completed_at: now }),
    ...(isEnd && { duration: secondsBetween(state.started_at, now) }),
  };
}

/** The record of a run that has just begun. */
export function initial_state(
  given: Pick<AgentState, 'execution_id' | 'request_id' | 'brief'>,
  now: string,
  maxIterations: number,
): AgentState {
  return {
    ...given,
    current_phase: 'initialized',
    current_plan: null,
    current_step_index: 0,
    all_tasks: [],
    research_results: [],
    analysis_results: [],
    writing_results: [],
    quality_results: [],
    quality_score: null,
    completeness_score: null,
    should_continue: false,
    feedback: null,
    iteration_count: 1,
    max_iterations: maxIterations,
    plan_history: [],
    phase_history: [{ from: null, to: 'initialized', timestamp: now }],
    agent_actions: [],
    total_cost: 0,
    total_tokens: 0,
    started_at: now,
    completed_at: null,
    duration: null,
  };
}

export function secondsBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}

/** The document's reasons: phases cannot be skipped, nor gone back to, nor can a run complete without evaluation. */
function reasonAgainst(from: WorkflowPhase, to: WorkflowPhase): string | null {
  if (Object.hasOwn(MOVES, from) && MOVES[from].length === 0) return 'The run has ended';
  const [at, next] = [MAIN_WAY.indexOf(from), MAIN_WAY.indexOf(to)];
  if (at < 0 || next < 0 || at === next) return null;
  if (next < at) return 'Can only go back via evaluating → re_planning';
  if (to === 'completed') return 'Must evaluate quality first';
  return `Must go through ${MAIN_WAY.slice(at + 1, next).join(' and ')}`;
}
