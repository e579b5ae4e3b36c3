// Snapshots in parts: what is restored is what was, and only what changed is written again.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Branch, branchKey, type RunState, type Scope, type Task, type Token } from '../engine/run-state.ts';
import { newState, serialise } from '../engine/snapshot.ts';
import { restoreParts, SnapshotParts } from './snapshot-parts.ts';

const ITEMS = 1000;

function scope(id: number, total: number, parent = 0, parentIndex = 0): Scope {
  const counts = {
    expected: total,
    started: 0,
    arrived: 0,
    failed: 0,
    left: 0,
    places: 0,
    parkedHead: 0,
    parkedTail: 0,
  };
  return { id, opener: 'E', join: 'J', parent, parentIndex, total, ...counts, fired: false, input: null };
}

function enter(state: RunState, scopeId: number, index: number): void {
  const id = state.nextToken++;
  const token: Token = { id, step: 'W', scope: scopeId, index, input: index, output: index, task: id };
  const branch: Branch = { scope: scopeId, index, live: 1, busy: 1, epoch: 0, touched: ['W'] };
  const counts = { visit: 1, attempts: 1, attempt: 0, fence: 0 };
  const task: Task = { id, step: 'W', token: id, kind: 'work', execution: 'automated', status: 'pending', ...counts };
  state.tokens.set(id, token);
  state.tasks.set(id, task);
  state.branches.set(branchKey(scopeId, index), branch);
  state.records.set(`W ${branchKey(scopeId, index)}`, { visits: 1, counted: 1, epoch: 0, status: 'open' });
}

/** A foreach of a thousand items, the first of which has a fork inside. */
function foreachState(): RunState {
  const state = newState();
  state.run = 'run_1';
  state.scopes.set(1, scope(1, ITEMS));
  for (let index = 0; index < ITEMS; index++) enter(state, 1, index);
  state.scopes.set(2, scope(2, 2, 1, 0));
  enter(state, 2, 0);
  enter(state, 2, 1);
  state.timers.set(1, { id: 1, kind: 'timeout', due: 5, task: 300 });
  state.holds.set(1, { id: 1, token: 700, step: 'W', code: 'c', message: 'm', moves: ['retry'] });
  state.parked.set('1 0', 999);
  return state;
}

/** As a store keeps them. */
function write(stored: Map<string, string>, parts: SnapshotParts, state: RunState): string[] {
  const { parts: texts, gone } = parts.changesTo(state);
  for (const [part, text] of texts) stored.set(part, text);
  for (const part of gone) stored.delete(part);
  return [...texts.keys()].sort();
}

function assertSame(restored: RunState, state: RunState): void {
  for (const table of ['tokens', 'tasks', 'scopes', 'holds', 'timers'] as const) {
    assert.deepEqual([...restored[table].keys()], [...state[table].keys()], `${table} stand in the same order`);
  }
  const sorted = (of: RunState) => JSON.parse(JSON.stringify(serialise(of))) as { [name: string]: unknown };
  const [found, wanted] = [sorted(restored), sorted(state)];
  for (const name of Object.keys(wanted)) {
    const text = (value: unknown) => (Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);
    assert.deepEqual(text(found[name]), text(wanted[name]), name);
  }
}

describe('a snapshot in parts', () => {
  test('restores the state it was made of', () => {
    const state = foreachState();
    const stored = new Map<string, string>();
    assert.deepEqual(write(stored, new SnapshotParts(), state), ['', '1.0', '1.1', '1.2', '1.3']);
    assertSame(restoreParts(stored), state);
  });

  test('writes again what changed, and nothing else', () => {
    const state = foreachState();
    const stored = new Map<string, string>();
    const parts = new SnapshotParts();
    write(stored, parts, state);
    const token = state.tokens.get(600) as Token;
    state.tokens.set(600, { ...token, done: true });
    assert.deepEqual(write(stored, parts, state), ['', '1.2']);
    state.results.set(branchKey(2, 1), { as: 'arrived', output: 1 });
    assert.deepEqual(write(stored, parts, state), ['', '1.0'], 'a small scope is part of the branch it is in');
    assertSame(restoreParts(stored), state);
  });

  test('goes on from a snapshot that another process wrote', () => {
    const state = foreachState();
    const stored = new Map<string, string>();
    write(stored, new SnapshotParts(), state);
    const restored = restoreParts(stored);
    const parts = new SnapshotParts(restored);
    assert.deepEqual(write(stored, parts, restored), ['']);
    restored.tokens.delete(1000);
    assert.deepEqual(write(stored, parts, restored), ['', '1.3']);
    assertSame(restoreParts(stored), restored);
  });

  test('lets go of the parts of a scope that has closed', () => {
    const state = foreachState();
    const stored = new Map<string, string>();
    const parts = new SnapshotParts();
    write(stored, parts, state);
    for (const table of ['tokens', 'tasks', 'scopes', 'branches', 'records', 'holds', 'timers', 'parked'] as const) {
      for (const key of [...state[table].keys()]) state[table].delete(key as never);
    }
    write(stored, parts, state);
    assert.deepEqual([...stored.keys()], ['']);
    assertSame(restoreParts(stored), state);
  });

  test('keeps an order that is not that of the ids, as a retried child leaves it', () => {
    const state = foreachState();
    const task = state.tasks.get(5) as Task;
    state.tasks.delete(5);
    state.tasks.set(5, task);
    const stored = new Map<string, string>();
    write(stored, new SnapshotParts(), state);
    assertSame(restoreParts(stored), state);
  });
});
