// Tokens enter steps: the cascade of one command, one element per step kind.

import type { Step } from '../diagram/workflow.ts';
import { enterForeach } from './elements/foreach.ts';
import { enterJoin } from './elements/join.ts';
import { enterSubflow } from './elements/subflow.ts';
import { enterTask } from './elements/task.ts';
import { enterWait } from './elements/wait.ts';
import type { PartialResult } from './events.ts';
import { isCounted } from './evolve-tokens.ts';
import { cancelReviews, missingVerdicts } from './gates.ts';
import { hold } from './holds.ts';
import { isEnding } from './is-ending.ts';
import { dropTokens } from './late.ts';
import { handleRaised, settleOnEntry, waitInState } from './machine.ts';
import { partialOutput } from './partial-output.ts';
import { holdUnapproved } from './requires.ts';
import { entering, mapped, ROOT_POSITION } from './roots.ts';
import { endToken, failureOutput, isAnythingOpen, isFailurePathOpen, leave } from './route.ts';
import { branchKey, isStanding, raisedKey, recordKey, type Token } from './run-state.ts';
import { settleBranch, startNext } from './scopes.ts';
import { type Entry, emit, keepParts, stepOf, type Turn } from './turn.ts';
import { readTurnsMax } from './turns-max.ts';

/** Moves everything that can move now; ends the run when nothing is left in it. */
export function settle(turn: Turn): void {
  for (;;) {
    const entry = turn.queue.shift();
    if (entry !== undefined) enter(turn, entry);
    else if (!startNext(turn) && !holdUnapproved(turn)) break;
  }
  endRun(turn);
}

function enter(turn: Turn, entry: Entry): void {
  const token = turn.state.tokens.get(entry.token);
  // A join that failed the run in the middle of a cascade stops what was on its way; retrying the run moves it again.
  if (token === undefined || isStanding(turn.state, token)) return;
  const step = stepOf(turn, entry.step);
  if (isCancelledRest(turn, token)) {
    emit(turn, 'TokenEnded', { token: token.id, step: token.step, dropped: true });
    settleBranch(turn, token.scope, token.index);
    return;
  }
  if (isTooDeep(turn, token, step, entry)) return;
  if (entry.raised !== undefined) {
    handleRaised(turn, entry, entry.raised);
    return;
  }
  if (isStopped(turn, token, step)) return;
  if (step.id === turn.workflow.onFailure && !token.failure) emit(turn, 'FailureReached', { token: token.id });
  if (turn.workflow.kind === 'machine' && step.transitions.length > 0) {
    if (settleOnEntry(turn, token.id, step, entry.depth)) return;
  }
  enterKind(turn, turn.state.tokens.get(entry.token) as Token, step, entry.depth);
}

function enterKind(turn: Turn, token: Token, step: Step, depth: number): void {
  switch (step.kind) {
    case 'task':
      enterTask(turn, token, step);
      return;
    case 'foreach':
      enterForeach(turn, token, step, depth);
      return;
    case 'join':
      enterJoin(turn, token, step, depth);
      return;
    case 'subflow':
      enterSubflow(turn, token, step, depth);
      return;
    case 'wait':
      enterWait(turn, token, step);
      return;
    case 'end':
      endToken(turn, token, step);
      return;
    case 'decision':
    case 'fork':
    case 'start':
      leave(turn, token.id, step, depth);
      return;
    case 'state':
      waitInState(turn, token, step);
  }
}

/** `limits.cascade`: what one command sets off must come to an end. */
function isTooDeep(turn: Turn, token: Token, step: Step, { depth, raised, enters }: Entry): boolean {
  const { cascade } = turn.workflow.limits;
  if (depth <= cascade) return false;
  const message = `Expected at most ${cascade} moves in one commit, found more on the way into "${step.id}".`;
  const isIn = isCounted(token, step.id) || (raised !== undefined && !enters);
  hold('cascade-limit', turn, token, step, { message, moves: ['retry', 'end'], enters: !isIn });
  return true;
}

/** What keeps a token from entering: the visits' bound, the bound of open tasks, or a gate that has not passed. */
function isStopped(turn: Turn, token: Token, step: Step): boolean {
  const { limits } = turn.workflow;
  const record = turn.state.records.get(recordKey(token.scope, token.index, step.id));
  const epoch = turn.state.branches.get(branchKey(token.scope, token.index))?.epoch ?? 0;
  const counted = record !== undefined && record.epoch === epoch ? record.counted : 0;
  const most = turn.state.raised.get(raisedKey('too-many-visits', step.id)) ?? step.visits ?? limits.visits;
  const here = isCounted(token, step.id);
  if (counted - (here ? 1 : 0) >= most && countsVisits(step) && token.queued === undefined) {
    const message = `Expected at most ${most} visits of "${step.id}" in a row, found one more.`;
    hold('too-many-visits', turn, token, step, { message, moves: ['raise', 'choose', 'skip', 'end'], enters: !here });
    return true;
  }
  if (step.task !== null && turn.state.tasks.size >= limits.openTasks) {
    const message = `Expected at most ${limits.openTasks} open tasks in a run, found one more at "${step.id}".`;
    hold('too-many-tasks', turn, token, step, { message, moves: ['retry', 'skip', 'end'], enters: !here });
    return true;
  }
  const noTurns = turnsProblem(turn, token, step);
  if (noTurns !== null) {
    hold('turns-unknown', turn, token, step, { message: noTurns, moves: ['retry', 'skip', 'end'], enters: !here });
    return true;
  }
  const missing = missingVerdicts(turn, step);
  if (missing.length === 0) return false;
  const message = `Expected a verdict in force from ${missing.join(', ')} before "${step.id}" starts.`;
  hold('verdict-missing', turn, token, step, { message, moves: ['retry', 'skip', 'end'], enters: !here });
  return true;
}

function turnsProblem(turn: Turn, token: Token, { id, execution, task }: Step): string | null {
  if (execution !== 'conversation' || task?.turnsPath === undefined) return null;
  const read = readTurnsMax(turn, entering(token), task.turnsPath, id);
  return 'problem' in read ? read.problem : null;
}

function countsVisits(step: Step): boolean {
  return step.kind !== 'end' && step.kind !== 'join' && step.kind !== 'decision';
}

/** join-4: with `rest: cancel` nothing goes on in a fired scope. */
function isCancelledRest(turn: Turn, token: Token): boolean {
  for (let id = token.scope; id !== 0; ) {
    const scope = turn.state.scopes.get(id);
    if (scope === undefined) return false;
    if (scope.fired && scope.join !== null && stepOf(turn, scope.join).join?.rest === 'cancel') return true;
    id = scope.parent;
  }
  return false;
}

/** flow-7: a run completes when no token is left outside fired scopes. */
function endRun(turn: Turn): void {
  const { state } = turn;
  if (state.failing && state.status === 'running') {
    endFailing(turn);
    return;
  }
  const { partial } = state;
  if (partial !== undefined && isEnding(state) && state.status === 'running') {
    endStopped(turn, partial);
    return;
  }
  if ((state.branches.get(0)?.live ?? 0) > 0) return;
  if (state.status === 'cancelled' && state.cleaning) emit(turn, 'CleanupEnded', {});
  if (state.status !== 'running') return;
  for (const scope of [...state.scopes.values()]) if (scope.fired) dropTokens(turn, scope.id, 'The run ended.');
  cancelReviews(turn, 'The run ended.');
  emit(turn, 'RunCompleted', { output: outputOf(turn), ...(partial !== undefined && { partial }) });
}

/** A budget that ends the run is spent: it completes with what it has, once nobody of ours is at work in it. What was
 *  sent is paid for, so what comes of it is waited for. */
function endStopped(turn: Turn, partial: PartialResult): void {
  for (const { lease } of turn.state.tasks.values()) if (lease?.kind === 'hosted') return;
  const output = partialOutput(turn);
  emit(turn, 'WorkStopped', { reason: partial.reason });
  turn.queue.length = 0;
  turn.scopesWithFreeSlots.length = 0;
  emit(turn, 'RunCompleted', { output, partial });
}

/** While the failure path runs the other tokens stand still: it is over when its own token is gone. */
function endFailing(turn: Turn): void {
  if (isFailurePathOpen(turn.state)) return;
  if (isAnythingOpen(turn.state)) emit(turn, 'WorkStopped', { reason: 'The run failed.' });
  emit(turn, 'RunFailed', { error: failureOutput(turn) });
}

function outputOf(turn: Turn) {
  const { workflow, state } = turn;
  const ends = [...state.ends.entries()];
  const last = ends.at(-1)?.[1] ?? null;
  if (workflow.output !== null) return mapped(turn, { ...ROOT_POSITION, output: last }, workflow.output);
  return ends.length <= 1 ? last : keepParts(turn, Object.fromEntries(ends));
}
