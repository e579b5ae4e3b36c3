// A hold stands on one token (or one join) and names the moves that end it (hold-1).

import type { Step } from '../diagram/workflow.ts';
import type { FailureReport, HoldMove, RecordedRead } from './events.ts';
import { leaveScope } from './route.ts';
import { isDetached, type Token } from './run-state.ts';
import { settleBranch } from './scopes.ts';
import { emit, noteFreedSlot, type Turn } from './turn.ts';

export interface HoldReason {
  readonly message: string;
  readonly reads?: readonly RecordedRead[];
  readonly moves: readonly HoldMove[];
  /** The token was on its way into the step. */
  readonly enters?: boolean;
  readonly cause?: string | undefined;
}

export function hold(code: string, turn: Turn, token: Token, step: Step, reason: HoldReason): void {
  if (isDetached(turn.state, token.scope)) {
    failBranch(turn, token, { code, message: reason.message, step: step.id, attempts: 1 });
    return;
  }
  emit(turn, 'HoldOpened', {
    hold: turn.state.nextHold,
    token: token.id,
    step: step.id,
    code,
    message: reason.message,
    reads: reason.reads ?? [],
    moves: reason.moves,
    ...(reason.enters && { enters: true }),
    ...(reason.cause !== undefined && { cause: reason.cause }),
  });
  noteFreedSlot(turn, token.scope);
}

/** The branch of the nearest joined scope settles as failed once nothing else is alive in it. */
export function failBranch(turn: Turn, from: Token, error: FailureReport): void {
  let token = from;
  while (turn.state.scopes.get(token.scope)?.join === null && hasJoinAround(turn, token.scope)) {
    leaveScope(turn, token);
    const left = turn.state.tokens.get(token.id);
    // What it left was the end of the cleanup.
    if (left === undefined) return;
    token = left;
  }
  const { id, scope, index } = token;
  emit(turn, 'TokenFailed', { token: id, scope, index, step: error.step, error });
  settleBranch(turn, scope, index);
}

export function hasJoinAround(turn: Turn, innermost: number): boolean {
  for (let id = innermost; id !== 0; ) {
    const scope = turn.state.scopes.get(id);
    if (scope === undefined) return false;
    if (scope.join !== null) return true;
    id = scope.parent;
  }
  return false;
}
