// What a run waits for, read off its tokens (run-1).

import { isDetached, isStanding, type RunState, type Task, type Token } from './run-state.ts';

export type Awaited = 'worker' | 'person' | 'signal' | 'timer' | 'child';

/** Everything that could move the run now, in a fixed order; nothing when it has ended. */
export function waitsFor(state: RunState): readonly Awaited[] {
  const found = new Set<Awaited>();
  if (state.status !== 'running' && !state.cleaning) return [];
  for (const token of state.tokens.values()) {
    if (!isDetached(state, token.scope) && !isStanding(state, token)) addAwaited(state, token, found);
  }
  for (const { scope } of state.holds.values()) if (scope !== undefined) found.add('person');
  for (const task of state.tasks.values()) if (task.kind === 'review') found.add('person');
  return ORDER.filter((awaited) => found.has(awaited));
}

const ORDER: readonly Awaited[] = ['worker', 'person', 'signal', 'timer', 'child'];

function addAwaited(state: RunState, token: Token, found: Set<Awaited>): void {
  const task = token.task === undefined ? undefined : state.tasks.get(token.task);
  if (token.hold !== undefined) found.add('person');
  else if (task !== undefined) found.add(awaitedBy(task));
  else if (token.queued === undefined) found.add('signal');
  if (token.timers?.some((id) => state.timers.has(id)) || hasTimeout(state, task)) found.add('timer');
}

function awaitedBy(task: Task): Awaited {
  if (task.kind === 'subflow') return 'child';
  if (task.waitsUntil !== undefined) return 'timer';
  if (task.execution === 'manual') return 'person';
  return task.execution === 'conversation' && task.status === 'waiting' ? 'person' : 'worker';
}

function hasTimeout(state: RunState, task: Task | undefined): boolean {
  return task?.timers?.some((id) => state.timers.get(id)?.kind === 'timeout') ?? false;
}
