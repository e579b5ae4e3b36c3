// How tokens, scopes, branches and routes change the state.

import type { Handlers } from './evolve.ts';
import { dropFiles } from './evolve-files.ts';
import {
  addToken,
  bareToken,
  bind,
  branchAt,
  changeRecord,
  changeToken,
  countBusy,
  countLive,
  countVisit,
  dropBranch,
  isCounted,
  placeToken,
  removeToken,
  setOutput,
} from './evolve-tokens.ts';
import { branchKey, type RunState, recordKey, type Scope, type Token } from './run-state.ts';

type ScopeEvents =
  | 'TokenSplit'
  | 'TokenEnded'
  | 'TokenQueued'
  | 'ScopeLeft'
  | 'ScopeOpened'
  | 'BranchStarted'
  | 'TokenArrived'
  | 'TokenFailed'
  | 'BranchSettled'
  | 'BranchRetried'
  | 'FailuresSkipped'
  | 'JoinFired'
  | 'ScopeClosed'
  | 'BranchTaken'
  | 'StateEntered'
  | 'StateStayed'
  | 'FailureReached';

export const scopeHandlers: Handlers<ScopeEvents> = {
  TokenSplit(state, { data }) {
    const token = state.tokens.get(data.token) as Token;
    for (const { token: id } of data.into.slice(1)) addToken(state, tokenLike(token, id, data.step));
  },

  TokenEnded(state, { data }) {
    const token = removeToken(state, data.token);
    // What the failure path gives is the run's error, never part of its output.
    if (token === undefined || data.dropped || token.failure) return;
    // The order of ends is the order in which tokens ended.
    state.ends.delete(data.step);
    state.ends.set(data.step, token.output);
  },

  TokenQueued(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    const queued = `${scope.id} ${scope.parkedTail}`;
    const before = state.tokens.get(data.token) as Token;
    const { container } = before;
    const counted = isCounted(before, data.step)
      ? { entered: true, ...(container !== undefined && { container }) }
      : {};
    placeToken(state, data.token, data.step, { queued, ...counted });
    state.parked.set(queued, data.token);
    state.scopes.set(scope.id, { ...scope, parkedTail: scope.parkedTail + 1 });
  },

  ScopeLeft(state, { data }) {
    const token = state.tokens.get(data.token) as Token;
    const scope = state.scopes.get(data.scope) as Scope;
    countLive(state, data.scope, data.index, -1);
    countLive(state, scope.parent, scope.parentIndex, 1);
    const bindings = data.binding ? bind(token.bindings, data.binding) : token.bindings;
    const moved = { ...token, scope: scope.parent, index: scope.parentIndex };
    state.tokens.set(token.id, bindings ? { ...moved, bindings } : moved);
    if (!token.busy) return;
    // Whose files could not be written takes its place with it.
    countBusy(state, token, -1);
    countBusy(state, moved, 1);
  },

  ScopeOpened(state, { data }) {
    const before = state.tokens.get(data.token) as Token;
    const token = placeToken(state, data.token, data.step);
    // A task that forks was visited when it opened.
    const isDone = before.step === data.step && before.done === true;
    if (!isDone && !isCounted(before, data.step)) countVisit(state, token, data.step);
    state.tokens.delete(token.id);
    const { token: _, step, scope: id, parent: above, ...rest } = data;
    state.scopes.set(id, {
      ...rest,
      id,
      opener: step,
      parent: token.scope,
      parentIndex: token.index,
      input: token.output,
      ...(token.bindings && { bindings: token.bindings }),
      ...(token.failure && { failure: true }),
      ...(token.cleanup && { cleanup: true }),
      expected: data.total,
      started: 0,
      arrived: 0,
      failed: 0,
      left: 0,
      fired: false,
      places: 0,
      parkedHead: 0,
      parkedTail: 0,
    });
    state.nextScope = id + 1;
    if (data.task === undefined) return;
    state.nextTask = data.task + 1;
    state.tasks.set(data.task, {
      id: data.task,
      step,
      token: 0,
      scope: id,
      kind: 'foreach',
      execution: null,
      status: 'waiting',
      attempts: 1,
      visit: state.records.get(recordKey(token.scope, token.index, step))?.visits ?? 1,
      attempt: 0,
      fence: 0,
      ...(above !== undefined && { parent: above }),
    });
  },

  BranchStarted(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    state.scopes.set(scope.id, { ...scope, started: Math.max(scope.started, data.index + 1) });
    addToken(state, branchToken(scope, data.index, data.token, scope.opener));
  },

  TokenArrived(state, { data }) {
    const token = removeToken(state, data.token) as Token;
    const branch = branchAt(state, data.scope, data.index);
    state.branches.set(branchKey(data.scope, data.index), { ...branch, arrived: token.output });
  },

  TokenFailed(state, { data }) {
    const token = removeToken(state, data.token) as Token;
    const branch = branchAt(state, data.scope, data.index);
    const { input, bindings } = token;
    const failure = { error: data.error, step: data.step, input, ...(bindings && { bindings }) };
    const failures = [...(branch.failures ?? []), failure];
    state.branches.set(branchKey(data.scope, data.index), { ...branch, failures });
  },

  BranchSettled(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    const branch = branchAt(state, data.scope, data.index);
    const key = branchKey(data.scope, data.index);
    if (data.as === 'arrived') state.results.set(key, { as: 'arrived', output: branch.arrived ?? null });
    else if (data.as === 'failed' && branch.failures?.[0]) {
      state.results.set(key, { as: 'failed', error: branch.failures[0].error });
    } else state.results.set(key, { as: 'left' });
    if (data.as !== 'failed') dropBranch(state, data.scope, data.index);
    const next = { ...scope, [data.as]: scope[data.as] + 1 };
    state.scopes.set(scope.id, next);
    if (next.fired && isSettled(next)) removeScope(state, next);
  },

  BranchRetried(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    const { failures = [], ...branch } = branchAt(state, data.scope, data.index);
    const [failure, ...others] = failures;
    const key = branchKey(data.scope, data.index);
    if (state.results.has(key)) state.scopes.set(scope.id, { ...scope, failed: scope.failed - 1 });
    state.results.delete(key);
    state.branches.set(key, others.length > 0 ? { ...branch, failures: others } : branch);
    const input = failure?.input ?? scope.input;
    const { bindings } = failure ?? {};
    const token = { ...branchToken(scope, data.index, data.token, data.step), input, output: input };
    addToken(state, bindings ? { ...token, bindings } : token);
  },

  FailuresSkipped(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    for (let index = 0; index < scope.started; index++) {
      const key = branchKey(scope.id, index);
      if (state.results.get(key)?.as !== 'failed') continue;
      state.results.set(key, { as: 'left' });
      dropBranch(state, scope.id, index);
    }
    state.scopes.set(scope.id, { ...scope, left: scope.left + scope.failed, failed: 0 });
  },

  JoinFired(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    const { id, parent, parentIndex } = scope;
    if (scope.hold !== undefined) state.holds.delete(scope.hold);
    if (scope.timer !== undefined) state.timers.delete(scope.timer);
    const { hold: _hold, timer: _timer, ...rest } = scope;
    const fired: Scope = { ...rest, fired: true, expected: data.started };
    state.scopes.set(id, fired);
    if (scope.places > 0) countBusy(state, { scope: parent, index: parentIndex }, -1);
    const place = { scope: parent, index: parentIndex };
    const value = { input: data.output, output: data.output };
    const container = scope.task === undefined ? {} : { container: scope.task };
    const kept = { ...inherited(scope), ...container };
    state.tokens.set(data.token, { id: data.token, step: data.step, ...place, ...value, ...kept, entered: true });
    state.nextToken = data.token + 1;
    countVisit(state, place, data.step);
    changeRecord(state, place, data.step, { output: data.output, status: 'completed' });
    if (isSettled(fired)) removeScope(state, fired);
  },

  ScopeClosed(state, { data }) {
    const scope = state.scopes.get(data.scope) as Scope;
    removeScope(state, scope);
    countLive(state, scope.parent, scope.parentIndex, -1);
  },

  BranchTaken(state, { data }) {
    const token = state.tokens.get(data.token) as Token;
    if (token.step !== data.step) countVisit(state, token, data.step);
    const placed = token.step === data.step ? token : placeToken(state, data.token, data.step);
    dropFiles(state, placed);
    if (data.output !== undefined) setOutput(state, placed, data.output);
  },

  StateEntered(state, { data }) {
    const token = placeToken(state, data.token, data.to, { entered: true });
    countVisit(state, token, data.to);
    if (data.output !== undefined) {
      changeToken(state, token.id, { input: data.output, output: data.output });
    }
  },

  StateStayed() {},

  FailureReached(state, { data }) {
    changeToken(state, data.token, { failure: true });
  },
};

export function isSettled(scope: Scope): boolean {
  return scope.arrived + scope.failed + scope.left === scope.expected;
}

function branchToken(scope: Scope, index: number, id: number, step: string): Token {
  return { id, step, scope: scope.id, index, input: scope.input, output: scope.input, ...inherited(scope) };
}

/** What a token that came through a scope has from the one that opened it. */
function inherited({ bindings, failure, cleanup }: Scope): Pick<Token, 'bindings' | 'failure' | 'cleanup'> {
  return { ...(bindings && { bindings }), ...(failure && { failure }), ...(cleanup && { cleanup }) };
}

/** Another token where one stood, on its way to another step. */
function tokenLike(token: Token, id: number, step: string): Token {
  const { entered: _, done: _done, files: _files, ...rest } = bareToken(token);
  return { ...rest, id, step };
}

export function removeScope(state: RunState, scope: Scope): void {
  for (let index = 0; index < scope.started; index++) {
    state.results.delete(branchKey(scope.id, index));
    dropBranch(state, scope.id, index);
  }
  if (scope.timer !== undefined) state.timers.delete(scope.timer);
  if (scope.hold !== undefined) state.holds.delete(scope.hold);
  state.scopes.delete(scope.id);
}
