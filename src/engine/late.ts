// What is left in a scope whose join has fired: it may go on, but it can no longer hold the run (join-4).

import { queueOf } from './elements/task.ts';
import { failBranch } from './holds.ts';
import type { Scope } from './run-state.ts';
import { fire, reportOf, settleBranch } from './scopes.ts';
import { emit, type Turn } from './turn.ts';

/** Ends every token in a scope and the scopes inside it. */
export function dropTokens(turn: Turn, scopeId: number, reason: string): void {
  const inside = [...turn.state.tokens.values()].filter((token) => isInside(turn, token.scope, scopeId));
  for (const token of inside) {
    // A join inside that fired because of the last one may have ended it already.
    if (!turn.state.tokens.has(token.id)) continue;
    if (token.task !== undefined) emit(turn, 'TaskCancelled', { task: token.task, reason });
    emit(turn, 'TokenEnded', { token: token.id, step: token.step, dropped: true });
    settleBranch(turn, token.scope, token.index);
  }
}

/** What a person was asked inside no longer matters: held tokens fail, held joins go on with what they have. */
export function endHolds(turn: Turn, scopeId: number): void {
  for (const { id: hold, token: id, scope, code, message, step } of [...turn.state.holds.values()]) {
    if (!turn.state.holds.has(hold)) continue;
    const token = id === undefined ? undefined : turn.state.tokens.get(id);
    if (!isInside(turn, token?.scope ?? scope ?? 0, scopeId)) continue;
    if (token !== undefined) failBranch(turn, token, reportOf(code, message, step));
    else if (scope !== undefined) fire(turn, turn.state.scopes.get(scope) as Scope, 'forced');
  }
}

/** Late work takes no place outside its scope: what queued for one there goes on. */
export function freeQueued(turn: Turn, scopeId: number): void {
  for (const token of [...turn.state.tokens.values()]) {
    const full = queueOf(token);
    if (full === null || !isInside(turn, token.scope, scopeId) || isInside(turn, full, scopeId)) continue;
    turn.queue.push({ token: token.id, step: token.step, depth: 0 });
  }
}

function isInside(turn: Turn, scope: number, outer: number): boolean {
  for (let id = scope; id !== 0; id = turn.state.scopes.get(id)?.parent ?? 0) if (id === outer) return true;
  return false;
}
