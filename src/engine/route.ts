// Where a token goes when its step is done: along edges, into scopes, out of them, onto joins.

import type { Edge, Step } from '../diagram/workflow.ts';
import { decideCondition } from './condition.ts';
import type { RecordedRead } from './events.ts';
import { hold } from './holds.ts';
import { entering, itemOf, lookupFrom, ROOT_POSITION, recordFrom } from './roots.ts';
import { isDetached, type RunState, type Token } from './run-state.ts';
import { openForkScope, settleBranch } from './scopes.ts';
import { setData } from './set-data.ts';
import { emit, stepOf, type Turn, tokenOf } from './turn.ts';
import type { Value } from './value.ts';

/** Moves a token whose step is done along the step's edges. */
export function leave(turn: Turn, id: number, step: Step, depth: number): void {
  const token = tokenOf(turn, id);
  if (step.kind === 'foreach' && step.closedBy != null && !isInBody(turn, token, step)) {
    // Skipped as a whole: its body is only for items, so the token goes on behind the join.
    leave(turn, id, stepOf(turn, step.closedBy), depth);
    return;
  }
  if (step.routing === 'first') {
    const chosen = choose(turn, token, step);
    if (chosen !== null) take(turn, token, step, chosen, depth);
    return;
  }
  const [first] = step.edges;
  if (isReject(turn, token, step)) holdRejected(turn, token, step);
  else if (first === undefined) endToken(turn, token, step);
  else if (step.edges.length === 1) {
    setData(turn, token, first.set, step.id);
    moveToken(turn, id, first.target, depth);
  } else fork(turn, token, step, depth);
}

interface Choice {
  readonly edge: Edge;
  readonly expression: string | null;
  readonly reads: readonly RecordedRead[];
  readonly warnings: readonly string[];
}

/** Conditions in order, the default last; no match holds the token with what was read (flow-5). */
function choose(turn: Turn, token: Token, step: Step): Choice | null {
  const reads: RecordedRead[] = [];
  const warnings: string[] = [];
  let fallback: Edge | undefined;
  const lookup = lookupFrom(turn, token.step === step.id ? token : entering(token));
  for (const edge of step.edges) {
    if (edge.when === null) {
      fallback ??= edge;
      continue;
    }
    const decided = decideCondition(edge.when, lookup);
    for (const read of decided.reads) if (!reads.some(({ path }) => path === read.path)) reads.push(readOf(read));
    warnings.push(...decided.warnings);
    if (decided.result) return { edge, expression: edge.when.text, reads, warnings };
  }
  if (fallback?.label === '' && isReject(turn, token, step)) {
    holdRejected(turn, token, step);
    return null;
  }
  if (fallback !== undefined) return { edge: fallback, expression: null, reads, warnings };
  const tried = step.edges.flatMap((edge) => (edge.when === null ? [] : [edge.when.text])).join(' | ');
  const message = `Expected one of ${tried} to hold at "${step.id}", found none that does, and there is no default.`;
  const moves = ['retry', 'choose', 'skip', 'end'] as const;
  hold('no-branch', turn, token, step, { message, reads, moves, enters: token.step !== step.id });
  return null;
}

export function readOf(read: {
  readonly path: string;
  readonly value: RecordedRead['value'] | undefined;
}): RecordedRead {
  return read.value === undefined ? { path: read.path } : { path: read.path, value: read.value };
}

/** gate-1: `reject` leaves only by a labelled edge or `branches`. */
export function isReject(turn: Turn, token: Token, step: Step): boolean {
  if (step.execution !== 'manual' || token.done !== true) return false;
  return token.verdict === 'reject' || lookupFrom(turn, token)('output', ['verdict']) === 'reject';
}

export function holdRejected(turn: Turn, token: Token, step: Step): void {
  const message = `"${step.id}" was rejected, and no labelled edge or branch says where a rejection goes.`;
  hold('rejected', turn, token, step, { message, moves: ['retry', 'choose', 'end'] });
}

function take(turn: Turn, token: Token, step: Step, choice: Choice, depth: number): void {
  const { edge, expression, reads, warnings } = choice;
  emit(turn, 'BranchTaken', {
    token: token.id,
    step: step.id,
    to: edge.target,
    expression,
    reads,
    ...(warnings.length > 0 && { warnings }),
  });
  setData(turn, tokenOf(turn, token.id), edge.set, step.id);
  moveToken(turn, token.id, edge.target, depth);
}

function isInBody(turn: Turn, token: Token, opener: Step): boolean {
  return turn.state.scopes.get(token.scope)?.opener === opener.id;
}

/** False for an edge that only a branch of the scope the step opens may take. */
export function mayTake(turn: Turn, token: Token, step: Step, { target }: Edge): boolean {
  if (step.closedBy == null || isInBody(turn, token, step)) return true;
  return target !== step.closedBy && !stepOf(turn, target).within.includes(step.id);
}

/** Takes an edge outside the order of conditions: `error`, `timeout`, or one a person chose. */
export function takeEdge(turn: Turn, id: number, step: Step, edge: Edge, why: string, output?: Value): void {
  const taken = { token: id, step: step.id, to: edge.target, expression: why, reads: [] };
  emit(turn, 'BranchTaken', output === undefined ? taken : { ...taken, output });
  setData(turn, tokenOf(turn, id), edge.set, step.id);
  moveToken(turn, id, edge.target, 0);
}

function fork(turn: Turn, token: Token, step: Step, depth: number): void {
  const targets = step.edges.map((edge) => edge.target);
  if (step.kind !== 'foreach' && step.closedBy !== undefined && step.closedBy !== null) {
    openForkScope(turn, token, step.id, step.closedBy, targets, depth);
    return;
  }
  const { nextToken } = turn.state;
  const into = targets.map((target, i) => ({ token: i === 0 ? token.id : nextToken + i - 1, step: target }));
  emit(turn, 'TokenSplit', { token: token.id, step: step.id, into });
  for (const { token: id, step: target } of into) moveToken(turn, id, target, depth);
}

/** What brought a token into a machine's state. */
export interface Cause {
  readonly trigger: string;
  readonly expression?: string | null;
  readonly reads?: readonly RecordedRead[];
  readonly output?: Value | undefined;
}

/** Sends a token to a step: out of the bodies it leaves, onto the join that closes one, or into the step. */
export function moveToken(turn: Turn, id: number, target: string, depth: number, cause?: Cause): void {
  const { within } = stepOf(turn, target);
  const from = tokenOf(turn, id).step;
  for (;;) {
    const token = turn.state.tokens.get(id);
    // Leaving a scope may have settled it so that the cleanup failed: then nothing is left to move.
    if (token === undefined) return;
    const scope = turn.state.scopes.get(token.scope);
    if (scope === undefined) break;
    if (scope.join === target) {
      const { index } = token;
      emit(turn, 'TokenArrived', { token: id, scope: scope.id, index });
      settleBranch(turn, scope.id, index);
      return;
    }
    if (within.includes(scope.opener)) break;
    if (scope.fired) {
      emit(turn, 'TokenEnded', { token: id, step: from, dropped: true });
      settleBranch(turn, scope.id, token.index);
      return;
    }
    leaveScope(turn, token);
  }
  if (turn.workflow.kind === 'machine') enterState(turn, id, from, target, cause);
  turn.queue.push({ token: id, step: target, depth: depth + 1 });
}

function enterState(turn: Turn, id: number, from: string, target: string, cause: Cause | undefined): void {
  // A token that starts stands on its first state already, or nowhere.
  const starts = cause === undefined && (from === target || !turn.steps.has(from));
  const { output, ...rest } = cause ?? { trigger: starts ? 'start' : (turn.steps.get(from)?.kind ?? 'start') };
  const entered = { token: id, from: starts ? null : from, to: target, ...rest };
  emit(turn, 'StateEntered', output === undefined ? entered : { ...entered, output });
}

export function leaveScope(turn: Turn, token: Token): void {
  const scope = turn.state.scopes.get(token.scope);
  if (scope === undefined) return;
  const { id, opener, variable = 'item', total } = scope;
  const { index } = token;
  const item = scope.items === undefined ? undefined : itemOf(turn, scope, index);
  const binding = item === undefined ? {} : { binding: { opener, variable, item, index, total } };
  emit(turn, 'ScopeLeft', { token: token.id, scope: id, index, ...binding });
  settleBranch(turn, id, index);
}

export function endToken(turn: Turn, token: Token, step: Step): void {
  const late = isDetached(turn.state, token.scope);
  emit(turn, 'TokenEnded', { token: token.id, step: step.id, ...(late && { dropped: true }) });
  if (token.failure && !late && !isFailurePathOpen(turn.state)) {
    failedHere(turn);
    return;
  }
  settleBranch(turn, token.scope, token.index);
}

/** Something of the failure path can still move; what a fired join left behind does not count (join-4). */
export function isFailurePathOpen(state: RunState): boolean {
  for (const { failure, scope } of state.tokens.values()) if (failure && !isDetached(state, scope)) return true;
  for (const { failure, id } of state.scopes.values()) if (failure && !isDetached(state, id)) return true;
  return false;
}

/** A run that ends in its `onFailure` step is failed, however it got there (fail-1). */
function failedHere(turn: Turn): void {
  if (isAnythingOpen(turn.state)) emit(turn, 'WorkStopped', { reason: 'The run failed.' });
  turn.queue.length = 0;
  turn.scopesWithFreeSlots.length = 0;
  emit(turn, 'RunFailed', { error: failureOutput(turn) });
}

/** Work, timers or holds that a run which ends as failed would leave behind. */
export function isAnythingOpen(state: RunState): boolean {
  if (state.timers.size > 0 || state.holds.size > 0) return true;
  for (const { task, wait, queued } of state.tokens.values())
    if (task !== undefined || wait !== undefined || queued !== undefined) return true;
  for (const { kind } of state.tasks.values()) if (kind === 'review') return true;
  return false;
}

/** The `onFailure` step's output is the run's error. */
export function failureOutput(turn: Turn): Value {
  const { onFailure } = turn.workflow;
  const record = onFailure === null ? undefined : recordFrom(turn.state, ROOT_POSITION, onFailure);
  return record?.output ?? null;
}
