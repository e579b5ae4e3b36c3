// A hold stands on one token (or one join) and names the moves that end it (hold-1).

import type { Step } from '../diagram/workflow.ts';
import type { FailureReport, HoldMove, Read } from './events.ts';
import { isDetached, type Token } from './run-state.ts';
import { settleBranch } from './scopes.ts';
import { emit, type Turn } from './turn.ts';

export interface HoldReason {
  readonly message: string;
  readonly reads?: readonly Read[];
  readonly moves: readonly HoldMove[];
  /** The token was on its way into the step. */
  readonly enters?: boolean;
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
  });
  turn.slack.add(token.scope);
}

/** The branch settles as failed once nothing else is alive in it. */
export function failBranch(turn: Turn, token: Token, error: FailureReport): void {
  const { id, scope, index } = token;
  emit(turn, 'TokenFailed', { token: id, scope, index, step: error.step, error });
  settleBranch(turn, scope, index);
}
