// What must hold between commands: everything that stands has a reason to, and something can move it.

import type { Workflow } from '../../src/diagram/workflow.ts';
import { isEnding } from '../../src/engine/is-ending.ts';
import {
  branchKey,
  isDetached,
  isWriting,
  type RunState,
  type Scope,
  statusOf,
  type Token,
} from '../../src/engine/run-state.ts';
import { waitsFor } from '../../src/engine/waits-for.ts';

export function checkAtRest(workflow: Workflow, state: RunState): void {
  if (state.status === 'new') return;
  if (state.status !== 'running' && !state.cleaning) {
    checkEnded(state);
    return;
  }
  const kinds = new Map(workflow.steps.map((step) => [step.id, step]));
  for (const token of state.tokens.values()) checkToken(kinds, state, token);
  for (const scope of state.scopes.values()) if (!isStill(state, scope)) checkScope(kinds, state, scope);
  for (const hold of state.holds.values()) {
    const step = kinds.get(hold.step);
    expect(step !== undefined, `hold ${hold.id} is on "${hold.step}", which the workflow lacks`);
  }
  expect(waitsFor(state, workflow.steps).length > 0, `the run is ${statusOf(state)} and waits for nobody`);
  expect((state.branches.get(0)?.live ?? 0) > 0, 'nothing is left in the run, and it has not ended');
}

function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(`at rest: ${message}`);
}

function isStill(state: RunState, of: { readonly failure?: boolean }): boolean {
  return state.failing && of.failure !== true && !state.cleaning;
}

type Steps = ReadonlyMap<string, Workflow['steps'][number]>;

function checkToken(steps: Steps, state: RunState, token: Token): void {
  const step = steps.get(token.step);
  expect(step !== undefined, `token ${token.id} stands on "${token.step}", which the workflow lacks`);
  if (isStill(state, token)) {
    // A child that failed stays with its step, to be retried where it failed (sub-2).
    const child = token.task === undefined || state.tasks.get(token.task)?.status === 'failed';
    expect(child && token.hold === undefined, `token ${token.id} does something while the run fails`);
    return;
  }
  const waitsForSignal = step.transitions.some(({ event }) => !['done', 'error', 'always', 'timeout'].includes(event));
  const reason =
    token.task !== undefined ||
    token.hold !== undefined ||
    token.wait !== undefined ||
    token.queued !== undefined ||
    isWriting(token) ||
    waitsForSignal;
  expect(reason, `token ${token.id} stands on "${token.step}" (${step.kind}) for no reason`);
  const task = token.task === undefined ? undefined : state.tasks.get(token.task);
  expect(
    task?.status !== 'failed' || token.hold !== undefined || waitsForSignal,
    `token ${token.id} stands on a failed task without a hold`,
  );
  expect(
    task?.status !== 'on_hold' || token.hold !== undefined || isEnding(state),
    `token ${token.id} stands on a held task without a hold`,
  );
  expect(
    task?.waitsUntil === undefined || task.timers?.some((id) => state.timers.get(id)?.kind === 'retry') === true,
    `task ${token.task} waits for a retry that no timer will bring`,
  );
  for (const opener of step.within) {
    // Without a join the body of an empty foreach is where its one token goes on (each-3).
    if (steps.get(opener)?.closedBy != null)
      expect(isIn(state, token, opener), `token ${token.id} is on "${step.id}" outside the scope of "${opener}"`);
  }
  if (token.hold !== undefined) {
    const hold = state.holds.get(token.hold);
    expect(hold?.step === token.step, `hold ${token.hold} is on "${hold?.step}", its token on "${token.step}"`);
  }
}

function isIn(state: RunState, token: Token, opener: string): boolean {
  for (let id = token.scope; id !== 0; ) {
    const scope = state.scopes.get(id);
    if (scope === undefined) return true;
    if (scope.opener === opener) return true;
    id = scope.parent;
  }
  return false;
}

/** No branch with nothing in it is unsettled, no free place has someone waiting for it, no join is overdue. */
function checkScope(steps: Steps, state: RunState, scope: Scope): void {
  const settled = scope.arrived + scope.failed + scope.left;
  for (let index = 0; index < scope.started; index++) {
    const key = branchKey(scope.id, index);
    const live = state.branches.get(key)?.live ?? 0;
    expect(live > 0 || state.results.has(key), `branch ${scope.id}/${index} has nothing in it and is not settled`);
    expect(live === 0 || !state.results.has(key), `branch ${scope.id}/${index} is settled and has something in it`);
  }
  if (scope.fired) {
    expect(settled < scope.expected, `scope ${scope.id} is fired and settled, and still there`);
    return;
  }
  const waits = scope.started < scope.total || settled < scope.started || scope.hold !== undefined;
  expect(waits, `scope ${scope.id} of "${scope.opener}" is settled, and its join neither fired nor holds`);
  if (scope.join !== null)
    expect(steps.has(scope.join), `scope ${scope.id} has the join "${scope.join}", which the workflow lacks`);
  // In a run that its budget ends nothing more begins.
  const hasFreePlace = !isEnding(state) && (scope.concurrency === undefined || scope.places < scope.concurrency);
  expect(
    !hasFreePlace || scope.started === scope.total,
    `scope ${scope.id} has a free place and an item that does not start`,
  );
  if (hasFreePlace)
    for (let at = scope.parkedHead; at < scope.parkedTail; at++) {
      expect(
        !state.parked.has(`${scope.id} ${at}`),
        `scope ${scope.id} has a free place and a token that waits for one`,
      );
    }
  expect(scope.hold === undefined || !isDetached(state, scope.id), `scope ${scope.id} holds inside a fired one`);
}

/** A run that has ended has nothing open; a failed one keeps its tokens (fail-2). */
function checkEnded(state: RunState): void {
  for (const task of state.tasks.values()) {
    const kept = task.kind === 'foreach' || (task.kind === 'subflow' && task.status === 'failed');
    expect(kept && state.status === 'failed', `task ${task.id} is open in a run that is ${state.status}`);
  }
  if (state.status !== 'failed') expect(state.awaited.size === 0, `a run that is ${state.status} waits for files`);
  for (const table of ['timers', 'holds', 'waits', 'parked'] as const) {
    expect(state[table].size === 0, `a run that is ${state.status} has ${table}`);
  }
  if (state.status === 'failed') return;
  for (const table of ['tokens', 'scopes', 'branches', 'results'] as const) {
    const found =
      table === 'branches' ? [...state.branches.values()].filter(({ scope }) => scope !== 0).length : state[table].size;
    expect(found === 0, `a run that is ${state.status} has ${table}`);
  }
}
