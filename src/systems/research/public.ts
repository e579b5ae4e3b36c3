// What `signoff/research` exports: the pure decisions of the research system, under the names of its source document.

export type { AgentState, Measurements, QualityScore } from './agent-state.ts';
export { BRIEF_DEFAULTS, type Brief } from './brief.ts';
export { brief_of, check_brief, type ErrorResponse, initialize, MAX_ITERATIONS } from './controller.ts';
export { type Estimate, type EstimateRange, estimate_range } from './estimate-range.ts';
export type { FinalOutput } from './merger.ts';
export type { Plan, PlannedWorker, PlanStep } from './plan.ts';
export { cheapest_plan, complexity_of, create_plan, estimate_plan, type PlanOptions } from './planner.ts';
export { InvalidTransitionError, is_valid_transition, transition_phase, WorkflowPhase } from './state-manager.ts';
export { type Optimization, optimize_plan, type RemainingLimits } from './strategy.ts';
export { calculate_quality, decide, type SupervisorDecision } from './supervisor.ts';
export { WORKERS } from './workers/definitions.ts';
export type { OwnWorker, WorkerDefinition } from './workers/worker.ts';
