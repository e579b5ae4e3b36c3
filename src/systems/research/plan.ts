// A plan: which workers do what, in which order. Minutes and dollars.

export interface Plan {
  /** `plan_001`. */
  readonly plan_id: string;
  /** From 0 to 1. */
  readonly complexity: number;
  readonly steps: readonly PlanStep[];
  /** Minutes. */
  readonly estimated_time: number;
  /** Dollars. */
  readonly estimated_cost: number;
}

export interface PlanStep {
  readonly name: StepName;
  readonly mode: 'PARALLEL' | 'SEQUENTIAL';
  readonly workers: readonly PlannedWorker[];
  readonly estimated_time: number;
  readonly estimated_cost: number;
}

export type StepName = 'Research' | 'Analysis' | 'Writing' | 'Quality';

export interface PlannedWorker {
  readonly worker_id: string;
  /** On a cheaper model: half of its dollars and minutes. */
  readonly is_cheaper?: true;
}
