// Scopes in progress: branches settle, places free up, joins fire once (scope-2, join-2, each-4).

import type { Step } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { fullScope } from './elements/task.ts';
import type { BranchFailure, EventData, FailureReport } from './events.ts';
import { isSettled } from './evolve-scopes.ts';
import { failRun, settleFailure } from './failures.ts';
import { hasJoinAround } from './holds.ts';
import { dropTokens, endHolds, freeQueued } from './late.ts';
import { itemOf } from './roots.ts';
import { leave, moveToken } from './route.ts';
import { branchKey, isDetached, isStanding, type Scope, type Token } from './run-state.ts';
import { emit, keepParts, noteFreedSlot, stepOf, type Turn, tokenOf } from './turn.ts';
import type { Value } from './value.ts';

export function openForkScope(
  turn: Turn,
  token: Token,
  opener: string,
  join: string,
  targets: readonly string[],
  depth: number,
): void {
  const scope = turn.state.nextScope;
  emit(turn, 'ScopeOpened', { scope, token: token.id, step: opener, join, total: targets.length });
  setJoinTimer(turn, scope, join);
  // All branches exist before the first one moves: an edge straight to the join may fire it.
  const started = targets.map((step, index) => {
    const id = turn.state.nextToken;
    emit(turn, 'BranchStarted', { scope, index, token: id, step });
    return { id, step };
  });
  for (const { id, step } of started) if (turn.state.tokens.has(id)) moveToken(turn, id, step, depth);
}

export function setJoinTimer(turn: Turn, scope: number, join: string): void {
  const { timeoutMs } = stepOf(turn, join);
  if (timeoutMs === null) return;
  emit(turn, 'TimerSet', { timer: turn.state.nextTimer, kind: 'timeout', due: turn.context.now + timeoutMs, scope });
}

/** Called whenever something left a branch: settles it once nothing alive is in it. */
export function settleBranch(turn: Turn, scopeId: number, index: number): void {
  if (scopeId === 0) return;
  noteFreedSlot(turn, scopeId);
  const branch = turn.state.branches.get(branchKey(scopeId, index));
  const scope = turn.state.scopes.get(scopeId);
  if (branch === undefined || scope === undefined || branch.live > 0) return;
  if (turn.state.results.has(branchKey(scopeId, index))) return;
  const as = branch.failures !== undefined ? 'failed' : branch.arrived !== undefined ? 'arrived' : 'left';
  emit(turn, 'BranchSettled', { scope: scopeId, index, as, ...(isDetached(turn.state, scopeId) && { late: true }) });
  checkJoin(turn, scopeId, turn.state.results.get(branchKey(scopeId, index))?.error);
}

/** Fires, closes or holds a scope as its counters say. `last`: how the branch failed that was settled just now. */
export function checkJoin(turn: Turn, id: number, last?: BranchFailure): void {
  const scope = turn.state.scopes.get(id);
  if (scope === undefined || scope.fired) return;
  if (scope.join === null) {
    if (isSettled(scope)) closeScope(turn, scope);
    return;
  }
  const join = stepOf(turn, scope.join);
  const open = scope.total - scope.arrived - scope.failed - scope.left;
  const needed = neededOf(scope, join);
  if (open === 0 && scope.left === scope.total && scope.items === undefined) {
    closeScope(turn, scope);
  } else if (scope.arrived >= needed && (open === 0 || join.join?.early || scope.timedOut)) {
    fire(turn, scope, open === 0 ? 'settled' : scope.timedOut ? 'timeout' : 'early');
  } else if (isMissed(turn, scope) && scope.hold === undefined) {
    missBoundary(turn, scope, join, needed, last);
  }
}

/** Its boundary can no longer be met. */
export function isMissed(turn: Turn, scope: Scope): boolean {
  if (scope.join === null || scope.fired) return false;
  return scope.total - scope.failed - scope.left < neededOf(scope, stepOf(turn, scope.join));
}

function neededOf(scope: Scope, join: Step): number {
  if (scope.left === scope.total) return 0;
  const { minCount = null, minPercent = 100 } = join.join ?? {};
  return minCount ?? Math.ceil(((scope.total - scope.left) * minPercent) / 100);
}

function missBoundary(turn: Turn, scope: Scope, join: Step, needed: number, last?: BranchFailure): void {
  const message =
    `Expected at least ${needed} of ${scope.total} branches to arrive at "${join.id}", ` +
    `but ${scope.failed} failed and ${scope.left} left.`;
  if (join.critical === true) failJoin('join-boundary', turn, scope, join, message, last);
  else holdJoin('join-boundary', turn, scope, join, message);
}

/** The join's own failure goes the way of fail-1. Where a person or a retried run decides, the scope stays open. */
export function failJoin(
  ...[code, turn, scope, join, message, cause]: readonly [string, Turn, Scope, Step, string, BranchFailure?]
): void {
  const error = { ...reportOf(code, message, join.id), ...(cause !== undefined && { cause }) };
  const { critical, onFailure } = join;
  const isOver = onFailure === 'skip' || (onFailure === null && critical === false);
  const isBranch = onFailure === null && critical !== true && hasJoinAround(turn, scope.parent);
  const hasWayOut = join.onError !== null || join.transitions.some(({ event }) => event === 'error');
  if (isDetached(turn.state, scope.id)) fire(turn, scope, 'forced');
  else if (hasWayOut || isOver || isBranch) {
    const token = close(turn, scope, 'forced');
    emit(turn, 'StepFailed', { token, step: join.id, code, message });
    settleFailure(turn, tokenOf(turn, token), join, error);
  } else if (onFailure === 'fail' || (onFailure === null && critical === true))
    failRun(turn, join, [error], undefined, scope.cleanup);
  else holdJoin(code, turn, scope, join, message);
}

export function holdJoin(code: string, turn: Turn, scope: Scope, join: Step, message: string): void {
  if (isDetached(turn.state, scope.id)) {
    fire(turn, scope, 'forced');
    return;
  }
  if (scope.hold !== undefined) return;
  emit(turn, 'HoldOpened', {
    hold: turn.state.nextHold,
    scope: scope.id,
    step: join.id,
    code,
    message,
    reads: [],
    moves: ['retry-failed', 'skip-failed', 'force', 'end'],
  });
}

export function reportOf(code: string, message: string, step: string, attempts = 1): FailureReport {
  return { code, message, step, attempts };
}

/** Once per instance: one token goes on with the results; what has not started never will. */
export function fire(turn: Turn, scope: Scope, why: FiredWhy): void {
  const token = close(turn, scope, why);
  turn.queue.push({ token, step: scope.join as string, depth: 0 });
}

type FiredWhy = EventData['JoinFired']['why'];

function close(turn: Turn, scope: Scope, why: FiredWhy): number {
  const join = stepOf(turn, scope.join as string);
  const output = resultsOf(turn, scope);
  const token = turn.state.nextToken;
  emit(turn, 'JoinFired', { scope: scope.id, step: join.id, token, output, why, started: scope.started });
  if (scope.task !== undefined) emit(turn, 'TaskCompleted', { task: scope.task, output: null });
  if (turn.state.scopes.has(scope.id)) {
    if (join.join?.rest === 'cancel') dropTokens(turn, scope.id, 'The join fired without it.');
    endHolds(turn, scope.id);
    freeQueued(turn, scope.id);
  }
  return token;
}

/** {aggregatedResults, failed, left, total} in item order, by reference (join-3). */
export function resultsOf(turn: Turn, scope: Scope): Value {
  const aggregatedResults: Json[] = [];
  const failed: Json[] = [];
  const left: Json[] = [];
  const targets = scope.items === undefined ? branchTargets(turn, scope) : [];
  for (let index = 0; index < scope.started; index++) {
    const result = turn.state.results.get(branchKey(scope.id, index));
    if (result === undefined) continue;
    const item = scope.items === undefined ? (targets[index] ?? '') : itemOf(turn, scope, index);
    if (result.as === 'arrived') aggregatedResults.push({ index, item, output: result.output ?? null });
    else if (result.as === 'failed') failed.push({ index, item, error: { ...result.error } });
    else left.push({ index, item });
  }
  return keepParts(turn, { aggregatedResults, failed, left, total: scope.total });
}

function branchTargets(turn: Turn, scope: Scope): readonly string[] {
  if (scope.opener === '') return turn.workflow.start;
  return stepOf(turn, scope.opener).edges.map((edge) => edge.target);
}

function closeScope(turn: Turn, scope: Scope): void {
  emit(turn, 'ScopeClosed', { scope: scope.id });
  if (scope.task !== undefined) emit(turn, 'TaskCompleted', { task: scope.task, output: null });
  settleBranch(turn, scope.parent, scope.parentIndex);
}

/** Gives one free place away: to a token that waits for one, else to the next item. True when something started. */
export function startNext(turn: Turn): boolean {
  for (let id = turn.scopesWithFreeSlots.at(-1); id !== undefined; id = turn.scopesWithFreeSlots.at(-1)) {
    const scope = turn.state.scopes.get(id);
    const isOpen = scope !== undefined && hasFreePlace(scope) && !isStanding(turn.state, scope);
    if (isOpen && (unpark(turn, scope) || (!scope.fired && startItem(turn, scope)))) return true;
    turn.scopesWithFreeSlots.pop();
  }
  return false;
}

function hasFreePlace(scope: Scope): boolean {
  return scope.concurrency === undefined || scope.places < scope.concurrency;
}

function unpark(turn: Turn, scope: Scope): boolean {
  for (let at = scope.parkedHead; at < scope.parkedTail; at++) {
    const id = turn.state.parked.get(`${scope.id} ${at}`);
    const token = id === undefined ? undefined : turn.state.tokens.get(id);
    if (token === undefined) continue;
    const full = fullScope(turn, token);
    if (full !== null) {
      emit(turn, 'TokenQueued', { token: token.id, step: token.step, scope: full });
      continue;
    }
    turn.queue.push({ token: token.id, step: token.step, depth: 0 });
    freeSameItem(turn, scope, at + 1, itemIn(turn, token, scope.id));
    return true;
  }
  return false;
}

/** Whatever else of the same item queued right behind shares its place. */
function freeSameItem(turn: Turn, scope: Scope, from: number, item: number | null): void {
  for (let at = from; at < scope.parkedTail; at++) {
    const token = turn.state.tokens.get(turn.state.parked.get(`${scope.id} ${at}`) ?? 0);
    if (token === undefined || itemIn(turn, token, scope.id) !== item) return;
    turn.queue.push({ token: token.id, step: token.step, depth: 0 });
  }
}

/** The branch of `scopeId` a token is in, however deep; null outside it. */
function itemIn(turn: Turn, token: Token, scopeId: number): number | null {
  for (let { scope, index } = token; scope !== 0; ) {
    if (scope === scopeId) return index;
    const at = turn.state.scopes.get(scope);
    if (at === undefined) return null;
    scope = at.parent;
    index = at.parentIndex;
  }
  return null;
}

function startItem(turn: Turn, scope: Scope): boolean {
  if (scope.started >= scope.total) return false;
  const opener = stepOf(turn, scope.opener);
  const index = scope.started;
  const token = turn.state.nextToken;
  emit(turn, 'BranchStarted', { scope: scope.id, index, token, step: opener.id });
  if (opener.task === null) leave(turn, token, opener, 0);
  else turn.queue.push({ token, step: opener.id, depth: 0 });
  return true;
}
