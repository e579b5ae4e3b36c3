// What a run may cost, before it is started: from what the steps of its workflow cost in its last runs.

import * as z from 'zod';
import type { Spending } from '../engine/spending.ts';
import type { PastSpending } from '../ports/agent-host.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { defineOperation } from './define-operation.ts';
import * as fields from './fields.ts';
import { findWorkflow } from './find-workflow.ts';

const range = z.object({ min: z.number().nullable(), likely: z.number().nullable(), max: z.number().nullable() });

export const estimateRun = defineOperation({
  name: 'runs.estimate',
  summary: 'estimate what a run of a workflow costs: minimum, likely and maximum, based on its last runs',
  who: 'viewer',
  changes: false,
  places: ['workflow'],
  input: z.object({
    workflow: fields.workflowName,
    version: fields.version,
    runs: z.coerce.number().int().min(1).max(200).default(20).describe('how many of the last runs to use'),
  }),
  output: z.object({
    workflow: z.string(),
    runs: z.number().describe('how many runs the estimate is based on'),
    currency: z.string(),
    cost: range,
    tokens: range,
    unknown: z.array(z.string()).describe('steps without known costs; not included in the estimate'),
    neverTaken: z.array(z.string()).describe('steps that none of the runs reached; included in the maximum only'),
  }),
  async handler(context, input) {
    const store = await context.store();
    const { workflow } = await findWorkflow(store, input.workflow, input.version);
    const engine = await context.engine();
    const page = await store.listRuns({ workflow: workflow.name, status: ['completed'] }, { limit: input.runs });
    const past = await pastOf(
      engine,
      page.items.map(({ run }) => run),
    );
    const runs = page.items.length;
    const estimate = await (await context.agents()).estimate(workflow, past, runs);
    const { currency, tokens, unknown, neverTaken, min, likely, max } = estimate;
    const all = {
      cost: { min, likely, max },
      tokens: { ...tokens },
      unknown: [...unknown],
      neverTaken: [...neverTaken],
    };
    return { workflow: workflow.name, runs, currency, ...all };
  },
});

/** What each step came to in these runs. */
export async function pastOf(engine: Engine, runs: readonly string[]): Promise<readonly PastSpending[]> {
  const byStep = new Map<string, Spending[]>();
  for (const run of runs) {
    const view = await engine.view(run);
    for (const [step, spending] of view?.state.spending.entries() ?? []) {
      if (step === '' || spending.calls === 0) continue;
      byStep.set(step, [...(byStep.get(step) ?? []), spending]);
    }
  }
  return [...byStep].map(([step, spendings]) => spendingOf(step, spendings, runs.length));
}

/** Means of a run stand for single calls: what each call cost is in the runs' histories only. */
function spendingOf(step: string, spendings: readonly Spending[], runs: number): PastSpending {
  // A run of which nobody knows what it cost says nothing of those that were paid for.
  const known = spendings.filter(({ unknown }) => unknown === 0);
  const isKnown = known.length > 0;
  const costs = known.map(({ cost, calls: own }) => cost / own);
  const tokens = spendings.map(({ tokens: own, calls: of }) => own / of);
  const counts = spendings.map((each) => each.calls);
  const total = (of: readonly Spending[], key: 'cost' | 'tokens' | 'calls'): number =>
    of.reduce((sum, each) => sum + each[key], 0);
  const calls = total(spendings, 'calls');
  return {
    step,
    calls,
    costMin: isKnown ? Math.min(...costs) : null,
    costMean: isKnown ? total(known, 'cost') / total(known, 'calls') : null,
    costMax: isKnown ? Math.max(...costs) : null,
    tokensMin: Math.min(...tokens),
    tokensMean: total(spendings, 'tokens') / calls,
    tokensMax: Math.max(...tokens),
    callsPerRun: {
      min: spendings.length < runs ? 0 : Math.min(...counts),
      mean: calls / runs,
      max: Math.max(...counts),
    },
  };
}
