// Rules checked by their own words, not by the engine's functions: leases, joins, and what stands in a fired scope.

import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { EventData } from '../../src/engine/events.ts';
import type { RunState } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';

function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(`rule: ${message}`);
}

/** task-2: only the current lease may report. Asked before an accepted command is applied. */
export function checkLease(state: RunState, command: Command): void {
  // What a paused run keeps is judged when it resumes (life-1).
  if (!('lease' in command) || command.lease === undefined || state.paused) return;
  const fence = state.tasks.get(command.task)?.fence;
  expect(
    command.lease === fence,
    `${command.type} under lease ${command.lease} was accepted, the current one is ${fence}`,
  );
}

/** join-2 and join-3: the boundary is met, and every settled branch is in the results, in order. */
export function checkJoin(
  workflow: Workflow,
  state: RunState,
  data: EventData['JoinFired'],
  payload: (ref: string) => Json | undefined,
): void {
  const scope = state.scopes.get(data.scope);
  expect(scope !== undefined && !scope.fired, `a join fired for scope ${data.scope}, which is not open`);
  const { arrived, failed, left, total } = scope;
  const { minCount = null, minPercent = 100 } = workflow.steps.find(({ id }) => id === data.step)?.join ?? {};
  const needed = left === total ? 0 : (minCount ?? Math.ceil(((total - left) * minPercent) / 100));
  const free = data.why === 'forced' || data.why === 'timeout';
  expect(free || arrived >= needed, `"${data.step}" fired with ${arrived} of ${needed} needed`);
  expect(data.why !== 'settled' || arrived + failed + left === total, `"${data.step}" fired before all had settled`);
  const { $parts, $ref } = data.output as { $parts?: Json; $ref?: string };
  const results = ($parts ?? payload($ref ?? '')) as unknown as Results;
  expect(
    results.aggregatedResults.length === arrived,
    `${results.aggregatedResults.length} results of ${arrived} branches`,
  );
  expect(results.failed.length === failed && results.left.length === left, 'failed and left branches are all reported');
  const order = results.aggregatedResults.map(({ index }) => index);
  expect(
    order.every((index, at) => at === 0 || index > (order[at - 1] ?? 0)),
    'results keep item order',
  );
}

interface Results {
  readonly aggregatedResults: readonly { readonly index: number }[];
  readonly failed: readonly unknown[];
  readonly left: readonly unknown[];
}

/** join-4: nothing in a fired scope holds. */
export function checkLate(state: RunState): void {
  for (const { id, token, scope } of state.holds.values()) {
    const at = token === undefined ? scope : state.tokens.get(token)?.scope;
    expect(!isInFired(state, at ?? 0), `hold ${id} stands in a fired scope`);
  }
}

function isInFired(state: RunState, innermost: number): boolean {
  for (let id = innermost; id !== 0; ) {
    const scope = state.scopes.get(id);
    if (scope === undefined || scope.fired) return true;
    id = scope.parent;
  }
  return false;
}
