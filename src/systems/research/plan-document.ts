// A plan as a person reads it: its steps, what it is expected to cost, and the drawing of the flow that will run.

import type { JsonObject } from '../../json.ts';
import type { Plan } from './plan.ts';
import { textOf } from './research-deps.ts';
import { workersWith } from './workers/definitions.ts';

/** The section that may be edited. */
export const FLOW = 'Flow';

export function planDocument({ plan: given, flow }: JsonObject): string {
  const plan = given as unknown as Plan;
  const sum = `About ${plan.estimated_time} min and $${plan.estimated_cost.toFixed(2)} in all.`;
  const parts = [`# Plan ${plan.plan_id}`, '## Plan', rowsOf(plan).join('\n'), '## Estimate', sum, `## ${FLOW}`];
  return `${parts.join('\n\n')}\n\n\`\`\`mermaid\n${drawingIn(textOf(flow))}\n\`\`\`\n`;
}

function rowsOf({ steps }: Plan): readonly string[] {
  const workers = workersWith();
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
