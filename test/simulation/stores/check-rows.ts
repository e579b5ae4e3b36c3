// A store proved as store verify does it, and the rows of open tasks by the words of the port: store verify compares
// them by the runtime's own functions.

import type { Step, Workflow } from '../../../src/diagram/workflow.ts';
import { type RunState, statusOf, type Task } from '../../../src/engine/run-state.ts';
import type { ListedTask } from '../../../src/ports/store.ts';
import { verifyStore } from '../../../src/runtime/verify-store.ts';
import { must } from '../world.ts';
import { checkFamilies } from './check-families.ts';
import type { StoredRun, StoreWorld } from './store-world.ts';

export async function checkRows(world: StoreWorld): Promise<void> {
  const { broken } = await verifyStore(world.store);
  const [first] = broken;
  must(first === undefined, `${first?.run}: ${first?.message}`);
  for (const run of world.runs.values()) await checkTasks(world, run);
  checkFamilies(world);
}

async function checkTasks({ store }: StoreWorld, { id, world: { state, workflow } }: StoredRun): Promise<void> {
  for (const task of state.tasks.values()) {
    const row = await store.task(id, task.id);
    must(row !== null, `${id}: task ${task.id} of "${task.step}" is open and has no row`);
    checkTask(id, row, task, state, workflow);
  }
}

function checkTask(id: string, row: ListedTask, task: Task, state: RunState, workflow: Workflow): void {
  const step = workflow.steps.find((each) => each.id === task.step) as Step;
  const place = placeOf(state, task);
  const due = (task.timers ?? []).map((timer) => state.timers.get(timer)).find((timer) => timer?.kind === 'due');
  const isHosted = task.lease?.kind === 'hosted' && task.lease.worker.includes('@');
  same(`${id}: the row of task ${task.id}`, {
    step: [row.step, task.step],
    kind: [row.kind, task.kind],
    execution: [row.execution, task.execution],
    status: [row.status, task.status],
    ready: [row.ready, task.status === 'pending' && task.waitsUntil === undefined],
    queue: [row.queue, queueOf(step, task)],
    assignee: [row.assignee ?? undefined, task.assignee],
    attempt: [row.attempt, task.attempt],
    fence: [row.fence, task.fence],
    worker: [row.worker ?? undefined, task.lease?.worker],
    leaseKind: [row.leaseKind ?? undefined, task.lease?.kind],
    holder: [row.holder, isHosted ? Number(task.lease?.worker.split('@')[1]) : 0],
    index: [row.index, place?.[0] ?? null],
    total: [row.total, place?.[1] ?? null],
    parent: [row.parent ?? undefined, task.parent],
    due: [row.due ?? undefined, due?.due],
    endedAt: [row.endedAt, null],
    runStatus: [row.runStatus, statusOf(state)],
  });
}

function queueOf(step: Step, task: Task): string {
  const isTalk = task.execution === 'conversation';
  if (task.execution !== 'automated' && !isTalk) return '';
  const action = isTalk ? null : (task.action ?? step.task?.action);
  if (action != null) return `action:${action}`;
  const isNamed = !isTalk && task.assignee?.startsWith('agent:') === true;
  const agent = isNamed ? task.assignee : (step.task?.agent ?? (isTalk ? null : task.assignee));
  if (agent == null) return '';
  return agent.startsWith('agent:') ? agent : `agent:${agent}`;
}

/** The innermost foreach the task's token is in, or the last one it left through no join. */
function placeOf(state: RunState, { token: tokenId }: Task): readonly [number, number] | null {
  const token = state.tokens.get(tokenId);
  if (token === undefined) return null;
  let { scope: id, index } = token;
  while (id !== 0) {
    const scope = state.scopes.get(id);
    if (scope === undefined) break;
    if (scope.items !== undefined) return [index, scope.total];
    ({ parent: id, parentIndex: index } = scope);
  }
  const left = token.bindings?.at(-1);
  return left === undefined ? null : [left.index, left.total];
}

function same(what: string, pairs: { readonly [name: string]: readonly [unknown, unknown] }): void {
  for (const [name, [found, wanted]] of Object.entries(pairs)) {
    must(found === wanted, `${what} says ${name} ${String(found)}, the fold of its events ${String(wanted)}`);
  }
}
