// The record of a research run, as its document names it: AgentState.

import type { Passage } from '../../documents/evidence/passage.ts';
import type { Source } from '../../documents/evidence/source.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Brief } from './brief.ts';
import type { Plan } from './plan.ts';
import type { WorkflowPhase } from './state-manager.ts';
import type { Criticality } from './workers/worker.ts';

export interface AgentState {
  readonly execution_id: string;
  readonly request_id: string;
  readonly current_phase: WorkflowPhase;
  readonly brief: Brief;
  readonly current_plan: Plan | null;
  readonly current_step_index: number;
  readonly all_tasks: readonly WorkerTask[];
  readonly research_results: readonly ResearchResult[];
  readonly analysis_results: readonly WorkerResult[];
  readonly writing_results: readonly WorkerResult[];
  readonly quality_results: readonly WorkerResult[];
  readonly quality_score: number | null;
  readonly completeness_score: number | null;
  readonly should_continue: boolean;
  readonly feedback: string | null;
  readonly iteration_count: number;
  readonly max_iterations: number;
  readonly plan_history: readonly { readonly plan_id: string; readonly plan: Plan; readonly quality: number }[];
  readonly phase_history: readonly PhaseChange[];
  readonly agent_actions: readonly AgentAction[];
  readonly total_cost: number;
  readonly total_tokens: number;
  /** ISO 8601. */
  readonly started_at: string;
  readonly completed_at: string | null;
  /** Seconds. */
  readonly duration: number | null;
}

export interface WorkerTask {
  readonly worker_id: string;
  readonly priority: Criticality;
  readonly status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED';
}

/** What a worker gave, in the order of the plan. */
export type WorkerResult = JsonObject & { readonly worker: string };

export type ResearchResult = WorkerResult & { readonly sources: Json };

/** What is collected of all research results: sources once each, judged, and the passages that writers may cite. */
export interface CollectedEvidence {
  readonly sources: readonly Source[];
  readonly passages: readonly Passage[];
  readonly notes: readonly string[];
  /** How many sources were left out because another one has the same text, or nearly. */
  readonly copies?: number;
}

export interface PhaseChange {
  readonly from: WorkflowPhase | null;
  readonly to: WorkflowPhase;
  readonly timestamp: string;
}

export interface AgentAction {
  readonly agent: 'Controller' | 'StateManager' | 'Planner' | 'Strategy' | 'Orchestrator' | 'Supervisor' | 'Merger';
  readonly action: string;
  readonly details?: JsonObject;
}

/** What the supervisor measures; each from 0 to 1, at four decimals. */
export interface Measurements {
  /** `structure` null: it is a digest, which has neither introduction nor conclusion. */
  readonly article: { readonly sections: number; readonly length: number; readonly structure: number | null };
  readonly source: { readonly count: number; readonly types: number; readonly citations: number };
  /** Of what the writer claimed and code proved or refused, or a judge judged; null: there is none of these. */
  readonly factual: { readonly claims: number; readonly supported: number; readonly contradicted: number } | null;
  /** null: nothing measures it in another language than English, or in a digest. */
  readonly writing: { readonly grammar: number; readonly readability: number; readonly tone: number } | null;
}

export interface QualityScore {
  readonly overall: number;
  /** Also the completeness. */
  readonly article: number;
  readonly source: number;
  /** Of facts; null: nobody judged them, and the overall score is made of the others. */
  readonly accuracy: number | null;
  /** null: nothing measured it, as with facts. */
  readonly writing: number | null;
}
