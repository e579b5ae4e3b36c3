// What must be true of a store after whatever was done to the processes that write it.

import assert from 'node:assert/strict';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Store } from '../../src/ports/store.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { type AnsweredCommand, type Execution, noted } from './action-log.ts';
import { type History, readHistories } from './read-histories.ts';

/** Chains, rows, payloads, joins and completions, at any moment when nobody writes. */
export async function checkStore(store: Store): Promise<readonly History[]> {
  const histories = await readHistories(store);
  const verified = await verifyStore(store);
  assert.deepEqual(verified.broken, []);
  for (const history of histories) checkOnce(history);
  return histories;
}

/** `checkStore`, and everything that was begun has come to its end. */
export async function checkAllDone(store: Store): Promise<readonly History[]> {
  const histories = await checkStore(store);
  for (const { row, state, events } of histories) {
    assert.equal(row.status, 'completed', `${row.run} (${row.workflowName}) is ${row.status}`);
    assert.deepEqual([...state.tasks.keys(), ...state.timers.keys(), ...state.scopes.keys()], [], row.run);
    const fired = joinsFired(events);
    for (const { type, data } of events) {
      if (type === 'ScopeOpened' && data.join !== null) assert.equal(fired.get(data.scope), 1, `${row.run}: a join`);
    }
  }
  assert.deepEqual(await store.outbox(null, 10), []);
  return histories;
}

/** Actions ran only under a claim committed before, once for each attempt, and never after their task ended. */
export function checkExecutions(histories: readonly History[], log: string): number {
  const claims = new Map<string, number>();
  for (const { row, events } of histories) {
    for (const { type, data } of events) {
      if (type !== 'TaskClaimed' || data.kind !== 'hosted') continue;
      const key = `${row.run}#${data.task}`;
      claims.set(key, (claims.get(key) ?? 0) + 1);
    }
  }
  const executions = noted<Execution>(log).filter((line) => 'attempt' in line);
  const ran = new Map<string, number>();
  const attempts = new Set<string>();
  for (const { run, task, attempt, pid } of executions) {
    const key = `${run}#${task}`;
    ran.set(key, (ran.get(key) ?? 0) + 1);
    assert.ok(!attempts.has(`${key} ${attempt}`), `attempt ${attempt} of ${key} ran twice, the second in ${pid}`);
    attempts.add(`${key} ${attempt}`);
  }
  for (const [key, count] of ran) assert.ok(count <= (claims.get(key) ?? 0), `${key} ran without a claim`);
  return executions.length;
}

/** What was confirmed to a person or an agent as done is in the history, under their name. */
export function checkAnswered(histories: readonly History[], log: string): number {
  const completed = new Map<string, string>();
  for (const { row, events } of histories) {
    for (const { type, data, actor } of events) {
      if (type === 'TaskCompleted') completed.set(`${row.run}#${data.task}`, actor);
    }
  }
  const answered = noted<AnsweredCommand>(log).filter((line) => 'by' in line);
  for (const { run, task, by } of answered) assert.equal(completed.get(`${run}#${task}`), by, `${run}#${task}`);
  return answered.length;
}

export function countEvents(histories: readonly History[], type: AnyEvent['type']): number {
  let count = 0;
  for (const { events } of histories) for (const event of events) if (event.type === type) count++;
  return count;
}

/** A task completes once and is not claimed after that; a join fires once in each visit. */
function checkOnce({ row, events }: History): void {
  const completed = new Set<number>();
  for (const { type, data } of events) {
    if (type === 'TaskClaimed') assert.ok(!completed.has(data.task), `${row.run}#${data.task} claimed after its end`);
    if (type !== 'TaskCompleted') continue;
    assert.ok(!completed.has(data.task), `${row.run}#${data.task} completed twice`);
    completed.add(data.task);
  }
  for (const [scope, count] of joinsFired(events)) {
    assert.equal(count, 1, `${row.run}: the join of scope ${scope}`);
  }
}

function joinsFired(events: readonly AnyEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { type, data } of events) {
    if (type === 'JoinFired') counts.set(data.scope, (counts.get(data.scope) ?? 0) + 1);
  }
  return counts;
}
