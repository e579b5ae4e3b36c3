// Says, before anything is asked, where a budget of cost cannot hold because nobody knows what a model costs.

import type { Step, Workflow } from '../diagram/workflow.ts';
import { budgetOf } from '../engine/budget.ts';
import type { AgentHost, UnpricedModel } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';

/** One line for each model without a price whose calls a budget of this workflow would keep back. `assign`: who does a
 *  step in this run, whatever the diagram says. */
export async function budgetWarnings(
  agents: () => Promise<Pick<AgentHost, 'unpriced'>>,
  workflow: Workflow,
  assign: { readonly [step: string]: string } = {},
): Promise<readonly string[]> {
  const isWhole = hasCost(workflow.budget);
  const steps = workflow.steps.filter((step) => isAgents(step) && (isWhole || hasCost(step.config.budget)));
  if (steps.length === 0) return [];
  const byAgent = Map.groupBy(steps, (step) => agentOf(step, assign[step.id]));
  const found = await (await agents()).unpriced([...byAgent.keys()]);
  return found.map((unpriced) => {
    const ids = (byAgent.get(unpriced.agent) ?? []).map(({ id }) => id).join(', ');
    return unpricedText(unpriced, `the budget lets no call of ${ids} through`);
  });
}

/** Why a budget lets no call of one of these agents through; null: it does. Agents of the store may have models of
 *  their own. */
export async function priceProblem(
  agents: readonly string[],
  openStore: () => Promise<Store>,
  openAgents: (store: Store) => Promise<Pick<AgentHost, 'unpriced' | 'close'>>,
): Promise<string | null> {
  const store = await openStore();
  try {
    const host = await openAgents(store);
    const [found] = await host.unpriced(agents).finally(() => host.close());
    return found === undefined ? null : unpricedText(found, `the budget lets no call of ${agents.join(', ')} through`);
  } finally {
    await store.close();
  }
}

export function unpricedText({ provider, model }: UnpricedModel, so: string): string {
  const what = model === null ? provider : `${model} of ${provider}`;
  const name = model ?? '*';
  const models = `{"${name}": {"in": 1, "cached": 0.1, "out": 5}}`;
  const price = `"prices": {"${provider}": {"asOf": "2026-01-01", "models": ${models}}}`;
  return `There is no price for ${what}: ${so}. Set one in signoff.config.json: ${price}.`;
}

const hasCost = (budget: Parameters<typeof budgetOf>[0]): boolean => budgetOf(budget)?.cost != null;

function isAgents({ execution, task }: Step): boolean {
  return task !== null && task.action === null && (execution === 'automated' || execution === 'conversation');
}

/** The id; '' stands for the agent of tasks that name none. */
function agentOf({ task }: Step, assigned: string | undefined): string {
  const named = assigned ?? task?.agent ?? task?.assignee?.text ?? '';
  return named.startsWith('agent:') ? named.slice('agent:'.length) : (task?.agent ?? '');
}
