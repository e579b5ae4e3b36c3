// What must be true of a store after whatever was done to the processes that write it.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { AnyEvent } from '../../src/engine/events.ts';
import { statusOf } from '../../src/engine/run-state.ts';
import type { Store, TaskRow } from '../../src/ports/store.ts';
import { taskRow } from '../../src/runtime/task-row.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { type AnsweredCommand, type Execution, noted } from './action-log.ts';
import { type History, readHistories } from './read-histories.ts';

const REFERENCE = /"\$ref":"(sha256:[0-9a-f]{64})"/g;
const TIMES: readonly (keyof TaskRow)[] = ['openedAt', 'changedAt'];

/** Chains, rows, payloads, joins and completions, at any moment when nobody writes. */
export async function checkStore(store: Store): Promise<readonly History[]> {
  const histories = await readHistories(store);
  const verified = await verifyStore(store);
  assert.deepEqual(verified.broken, []);
  for (const history of histories) {
    await checkRows(store, history);
    await checkPayloads(store, history);
    checkOnce(history);
  }
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

/** What a person or an agent was told is done is in the history, under their name. */
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

/** Rows are what the events say, no more and no less. */
async function checkRows(store: Store, { row, state }: History): Promise<void> {
  const { workflow } = (await store.workflowByKey(row.workflow)) ?? {};
  assert.ok(workflow !== undefined);
  assert.equal(row.status, statusOf(state), row.run);
  assert.equal(row.live, (state.status === 'running' || state.cleaning) && !state.paused, row.run);
  const inHand = { id: row.run, workflow, state };
  for (const task of state.tasks.values()) {
    const found = (await store.task(row.run, task.id)) as unknown as Record<string, unknown> | null;
    assert.ok(found !== null, `${row.run}#${task.id} has no row`);
    const expected = Object.entries(taskRow(inHand, task, new Map(), 0));
    for (const [name, value] of expected) {
      if (TIMES.includes(name as keyof TaskRow)) continue;
      assert.deepEqual(found[name], value, `${row.run}#${task.id} (${task.step}): ${name}`);
    }
  }
  const listed = await store.listTasks({ run: row.run, ended: 'no' }, { limit: 10_000 });
  for (const { task } of listed.items) assert.ok(state.tasks.has(task), `${row.run}#${task} has a row, but has ended`);
  const timers = await store.listTimers({ run: row.run }, { limit: 10_000 });
  assert.deepEqual(timers.items.map(({ timer }) => timer).sort(), [...state.timers.keys()].sort(), row.run);
}

/** Every payload that a history refers to is there, and is what its name says. */
async function checkPayloads(store: Store, { row, texts }: History): Promise<void> {
  const refs = new Set<string>();
  const add = (text: string): void => {
    for (const [, ref] of text.matchAll(REFERENCE)) refs.add(ref as string);
  };
  texts.forEach(add);
  for (const ref of refs) {
    const text = (await store.payloads([ref])).get(ref);
    assert.ok(text !== undefined, `${row.run} refers to ${ref}, which is not there`);
    assert.equal(`sha256:${hash('sha256', text, 'hex')}`, ref);
    add(text);
  }
}
