// The small changes events are made of: tokens come, move and go; branches count what is alive in them.

import type { Binding } from './events.ts';
import { forgetCalls } from './evolve-calls.ts';
import {
  awaitedKey,
  type Branch,
  branchKey,
  type RunState,
  recordKey,
  type StepRecord,
  type Token,
} from './run-state.ts';
import type { Value } from './value.ts';

const NEW_RECORD: StepRecord = { visits: 0, counted: 0, epoch: 0, status: 'open' };
const EMPTY_BRANCH = { live: 0, busy: 0, epoch: 0, touched: [] };

export function addToken(state: RunState, token: Token): void {
  state.tokens.set(token.id, token);
  if (token.id >= state.nextToken) state.nextToken = token.id + 1;
  countLive(state, token.scope, token.index, 1);
}

export function removeToken(state: RunState, id: number): Token | undefined {
  const token = state.tokens.get(id);
  if (token === undefined) return undefined;
  clearToken(state, token);
  stopAwaiting(state, token);
  state.tokens.delete(id);
  countLive(state, token.scope, token.index, -1);
  return token;
}

/** Puts a token on a step, entered with what the last one gave. */
export function placeToken(state: RunState, id: number, step: string, extra?: Partial<Token>): Token {
  const token = clearToken(state, state.tokens.get(id) as Token);
  stopAwaiting(state, token);
  const { scope, index, output } = token;
  const placed: Open<Token> = { id, step, scope, index, input: output, output };
  if (token.bindings !== undefined) placed.bindings = token.bindings;
  if (token.failure) placed.failure = true;
  if (token.cleanup) placed.cleanup = true;
  if (token.by !== undefined) placed.by = token.by;
  if (extra !== undefined) Object.assign(placed, extra);
  state.tokens.set(id, placed);
  return placed;
}

/** While it is made; records are never changed afterwards. */
export type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A token without the work of its step. */
export function bareToken(token: Token): Token {
  const { id, step, scope, index, input, output } = token;
  const bare: Open<Token> = { id, step, scope, index, input, output };
  if (token.bindings !== undefined) bare.bindings = token.bindings;
  if (token.failure) bare.failure = true;
  if (token.cleanup) bare.cleanup = true;
  if (token.entered) bare.entered = true;
  if (token.container !== undefined) bare.container = token.container;
  if (token.done) bare.done = true;
  if (token.verdict !== undefined) bare.verdict = token.verdict;
  if (token.by !== undefined) bare.by = token.by;
  if (token.files !== undefined) bare.files = token.files;
  return bare;
}

/** The token goes on, or is gone: what is still written of its files is reported to nobody. */
export function stopAwaiting(state: RunState, { id, files = [] }: Token): void {
  for (const { path, new: hash, refused } of files) {
    if (refused !== undefined) continue;
    const key = awaitedKey(path, hash);
    const others = (state.awaited.get(key) ?? []).filter((waiting) => waiting !== id);
    if (others.length > 0) state.awaited.set(key, others);
    else state.awaited.delete(key);
  }
}

export function changeToken(state: RunState, id: number, change: Partial<Token>): void {
  const token = state.tokens.get(id);
  if (token !== undefined) state.tokens.set(id, { ...token, ...change });
}

/** Ends whatever stands for the work of a token's step: task, timers, wait, queue, hold, place.
 *  The caller puts another token in its place, or none. */
export function clearToken(state: RunState, token: Token): Token {
  if (token.task !== undefined) removeTask(state, token.task);
  for (const timer of token.timers ?? []) state.timers.delete(timer);
  if (token.wait !== undefined) stopWaiting(state, token.wait, token.id);
  if (token.queued !== undefined) unpark(state, token.queued);
  if (token.hold !== undefined) state.holds.delete(token.hold);
  if (token.busy) countBusy(state, token, -1);
  return token;
}

export function removeTask(state: RunState, id: number): void {
  const task = state.tasks.get(id);
  if (task === undefined) return;
  for (const timer of task.timers ?? []) state.timers.delete(timer);
  forgetCalls(state, task);
  state.tasks.delete(id);
}

function stopWaiting(state: RunState, key: string, id: number): void {
  const rest = (state.waits.get(key) ?? []).filter((waiting) => waiting !== id);
  if (rest.length > 0) state.waits.set(key, rest);
  else state.waits.delete(key);
}

/** Takes a token out of its foreach's queue; the head moves past places that are empty. */
function unpark(state: RunState, key: string): void {
  state.parked.delete(key);
  const scope = state.scopes.get(Number(key.slice(0, key.indexOf(' '))));
  if (scope === undefined) return;
  let head = scope.parkedHead;
  while (head < scope.parkedTail && !state.parked.has(`${scope.id} ${head}`)) head++;
  if (head !== scope.parkedHead) state.scopes.set(scope.id, { ...scope, parkedHead: head });
}

/** Work in flight takes a place in every foreach around it (each-4). */
export function setBusy(state: RunState, token: Token, busy: boolean): void {
  if ((token.busy ?? false) === busy) return;
  state.tokens.set(token.id, { ...token, busy });
  countBusy(state, token, busy ? 1 : -1);
}

/** A branch is busy by its tokens and by the scopes in it with work in flight;
 *  those whose join has fired take no place outside. */
export function countBusy(state: RunState, place: Pick<Token, 'scope' | 'index'>, by: 1 | -1): void {
  const edge = by === 1 ? 1 : 0;
  for (let { scope, index } = place; scope !== 0; ) {
    const at = state.scopes.get(scope);
    if (at === undefined) return;
    const branch = branchAt(state, scope, index);
    const busy = branch.busy + by;
    state.branches.set(branchKey(scope, index), { ...branch, busy });
    if (busy !== edge) return;
    const places = at.places + by;
    state.scopes.set(scope, { ...at, places });
    if (at.fired || places !== edge) return;
    scope = at.parent;
    index = at.parentIndex;
  }
}

export function branchAt(state: RunState, scope: number, index: number): Branch {
  return state.branches.get(branchKey(scope, index)) ?? { ...EMPTY_BRANCH, scope, index };
}

export function countLive(state: RunState, scope: number, index: number, by: number): void {
  const branch = branchAt(state, scope, index);
  state.branches.set(branchKey(scope, index), { ...branch, live: branch.live + by });
}

/** A person or a signal moved the branch, and with it every branch around it: their visits are counted from zero. */
export function renewBranch(state: RunState, place: Pick<Token, 'scope' | 'index'>): void {
  for (let { scope, index } = place; ; ) {
    const branch = branchAt(state, scope, index);
    state.branches.set(branchKey(scope, index), { ...branch, epoch: branch.epoch + 1 });
    const at = state.scopes.get(scope);
    if (at === undefined || at.fired) return;
    scope = at.parent;
    index = at.parentIndex;
  }
}

export function countVisit(state: RunState, token: Pick<Token, 'scope' | 'index'>, step: string): void {
  const branch = branchAt(state, token.scope, token.index);
  const key = recordKey(token.scope, token.index, step);
  const record = state.records.get(key);
  const counted = record !== undefined && record.epoch === branch.epoch ? record.counted + 1 : 1;
  if (record === undefined) touch(state, token, step);
  const visits = (record?.visits ?? 0) + 1;
  state.records.set(key, { ...record, visits, counted, epoch: branch.epoch, status: 'open' });
}

export function changeRecord(
  state: RunState,
  token: Pick<Token, 'scope' | 'index'>,
  step: string,
  change: Partial<StepRecord>,
): void {
  const key = recordKey(token.scope, token.index, step);
  const record = state.records.get(key);
  if (record === undefined) touch(state, token, step);
  state.records.set(key, { ...(record ?? NEW_RECORD), ...change });
}

/** A branch knows which records go with it. */
function touch(state: RunState, { scope, index }: Pick<Token, 'scope' | 'index'>, step: string): void {
  if (scope === 0) return;
  const branch = branchAt(state, scope, index);
  state.branches.set(branchKey(scope, index), { ...branch, touched: [...branch.touched, step] });
}

export function dropBranch(state: RunState, scope: number, index: number): void {
  const key = branchKey(scope, index);
  const branch = state.branches.get(key);
  if (branch === undefined) return;
  for (const step of branch.touched) state.records.delete(recordKey(scope, index, step));
  state.branches.delete(key);
}

/** A name bound again hides the older one. */
export function bind(bindings: readonly Binding[] | undefined, binding: Binding): readonly Binding[] {
  return [...(bindings ?? []).filter((other) => other.opener !== binding.opener), binding];
}

export function setOutput(state: RunState, token: Token, output: Value): void {
  state.tokens.set(token.id, { ...(state.tokens.get(token.id) as Token), output });
}

/** The event that brought the token here counted the visit already. */
export function isCounted(token: Token, step: string): boolean {
  return token.entered === true && token.step === step;
}
