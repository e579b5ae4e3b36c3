// A run as code and views read it: its id, its workflow, its state. Independent of storage.

import type { Workflow } from '../diagram/workflow.ts';
import type { RunState } from '../engine/run-state.ts';

export interface RunWithWorkflow {
  readonly id: string;
  readonly workflow: Workflow;
  readonly state: RunState;
}
