// A plan as a person reads it: its steps, what it is expected to cost, and the drawing of the flow that will run.

import type { Plan } from './plan.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** The section that may be edited. */
export const FLOW = 'Flow';
const BY_RULES =
  'No model is set: sentences of the sources are filed as a digest, which costs nothing and takes seconds.';

interface PlanOptions {
  /** Workers of the project. */
  readonly own?: readonly WorkerDefinition[];
  /** Without a model the table of costs and minutes does not hold. */
  readonly isByRules?: boolean;
}

export function planDocument(plan: Plan, flow: string, { own = [], isByRules = false }: PlanOptions = {}): string {
  const about = `About ${plan.estimated_time} min and $${plan.estimated_cost.toFixed(2)} in all`;
  const sum = isByRules ? `${BY_RULES} With a model: ${lowerFirst(about)}.` : `${about}.`;
  const rows = rowsOf(plan, own).join('\n');
  const parts = [`# Plan ${plan.plan_id}`, '## Plan', rows, '## Estimate', sum, `## ${FLOW}`];
  return `${parts.join('\n\n')}\n\n\`\`\`mermaid\n${drawingIn(flow)}\n\`\`\`\n`;
}

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

function rowsOf({ steps }: Plan, own: readonly WorkerDefinition[]): readonly string[] {
  const workers = workersWith(own);
  return steps.map(({ name, mode, workers: planned, estimated_time, estimated_cost }) => {
    const names = planned.map(({ worker_id, is_cheaper }) => {
      const known = workers.get(worker_id)?.name ?? worker_id;
      return is_cheaper === true ? `${known} (cheaper model)` : known;
    });
    const together = mode === 'PARALLEL' ? 'in parallel' : 'one after another';
    const about = `About ${estimated_time} min and $${estimated_cost.toFixed(2)}.`;
    return `- ${name}, ${together}: ${names.join(', ')}. ${about}`;
  });
}

/** Settings are made by code from the drawing, so nobody has to read or edit them. */
function drawingIn(flow: string): string {
  const lines = flow.trim().split('\n');
  return lines.filter((line) => !line.startsWith('%%')).join('\n');
}
