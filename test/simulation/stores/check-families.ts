// What must hold between runs once nothing is left to do: children exist, parents got reports, signals came once.

import { statusOf } from '../../../src/engine/run-state.ts';
import { must } from '../world.ts';
import type { StoredRun, StoreWorld } from './store-world.ts';

export function checkFamilies({ runs }: StoreWorld): void {
  for (const run of runs.values()) {
    checkReported(run, runs.get(run.world.state.parent?.run ?? ''));
    checkChildren(run, runs);
    checkSignals(run);
  }
}

/** The last report to a parent says how the child stands. */
function checkReported({ id, row, world }: StoredRun, parent: StoredRun | undefined): void {
  const { state } = world;
  if (state.parent === null) return;
  const status = statusOf(state);
  const outcome = state.cleaning || status === 'paused' ? 'running' : status === 'on_hold' ? 'held' : status;
  const reported = row.reported?.outcome ?? 'running';
  must(reported === outcome, `${id}: it is ${outcome}, its parent got ${reported}`);
  must(parent !== undefined, `${id}: its parent ${state.parent.run} is not in the store`);
  const { state: above } = parent.world;
  const task = above.tasks.get(state.parent.task);
  if (task?.child !== id || above.status !== 'running' || above.failing || above.paused) return;
  const isEnded = outcome === 'completed' || outcome === 'failed' || outcome === 'cancelled';
  must(!isEnded || task.status !== 'waiting', `${id}: it is ${outcome}, and its parent still waits for it`);
}

function checkChildren({ id, world }: StoredRun, runs: ReadonlyMap<string, StoredRun>): void {
  for (const task of world.state.tasks.values()) {
    if (task.child === undefined || task.status !== 'waiting' || world.state.paused) continue;
    const child = runs.get(task.child);
    must(child !== undefined, `${id}: it waits for ${task.child}, which was never started`);
    const { parent } = child.world.state;
    must(parent?.run === id && parent.task === task.id, `${task.child}: it does not know its parent ${id}`);
  }
}

function checkSignals({ id, world }: StoredRun): void {
  const seen = new Set<string>();
  for (const event of world.events) {
    if (event.type === 'SignalReceived') {
      must(!seen.has(event.data.id), `${id}: the signal ${event.data.id} was received twice`);
      seen.add(event.data.id);
    }
    if (event.type !== 'CostAdded' || !event.data.by.startsWith('agent:once-')) continue;
    must(!seen.has(event.data.by), `${id}: the request ${event.data.by} was done twice`);
    seen.add(event.data.by);
  }
}
