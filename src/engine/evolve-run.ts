// How the life of a run changes its state: start, pause, failure, cancel, migration, fork.

import type { Binding } from './events.ts';
import type { Handlers } from './evolve.ts';
import { dropFiles } from './evolve-files.ts';
import { removeScope } from './evolve-scopes.ts';
import { dropLease } from './evolve-tasks.ts';
import { addToken, bareToken, clearToken, countLive, dropBranch, removeToken } from './evolve-tokens.ts';
import { isEnding } from './is-ending.ts';
import { isWriting, type RunState, type Scope, type Task } from './run-state.ts';
import { PLAIN, restore, TABLES } from './snapshot.ts';

type RunEvents =
  | 'RunStarted'
  | 'RunPaused'
  | 'CommandKept'
  | 'RunResumed'
  | 'WorkStopped'
  | 'FailureRaised'
  | 'RunFailed'
  | 'RunRetried'
  | 'RunCancelled'
  | 'CleanupStarted'
  | 'CleanupEnded'
  | 'RunCompleted'
  | 'RunMigrated'
  | 'RunForked';

export const runHandlers: Handlers<RunEvents> = {
  RunStarted(state, { data, at }) {
    state.run = data.run;
    state.workflow = data.workflow;
    state.version = data.version;
    state.status = 'running';
    state.startedAt = at;
    state.starter = data.starter;
    state.input = data.input;
    state.assign = data.assign ?? {};
    state.parent = data.parent ?? null;
    for (const [name, value] of Object.entries(data.values)) state.values.set(name, { value, by: data.starter });
    const value = { input: data.input, output: data.input };
    addToken(state, { id: data.token, step: data.step, scope: 0, index: 0, ...value });
  },

  RunPaused(state) {
    state.paused = true;
  },

  CommandKept(state, { data }) {
    state.kept.set(state.nextKept, data);
    state.nextKept += 1;
  },

  RunResumed(state) {
    state.paused = false;
    for (const key of [...state.kept.keys()]) state.kept.delete(key);
  },

  WorkStopped(state) {
    // A run that its budget was about to end fails instead; one that completes so says it again.
    if (isEnding(state)) state.partial = undefined;
    for (const token of [...state.tokens.values()]) {
      // A child that failed can be retried where it failed, so its task stays.
      const child = token.task === undefined ? undefined : failedChild(state.tasks.get(token.task));
      const bare = bareToken(clearToken(state, token));
      if (child !== undefined) state.tasks.set(child.id, child);
      state.tokens.set(token.id, child === undefined ? bare : { ...bare, task: child.id });
    }
    for (const task of [...state.tasks.values()]) {
      if (task.kind !== 'foreach' && failedChild(task) === undefined) state.tasks.delete(task.id);
    }
    for (const id of [...state.timers.keys()]) state.timers.delete(id);
    for (const id of [...state.holds.keys()]) state.holds.delete(id);
    for (const scope of [...state.scopes.values()]) {
      const { hold: _, timer: _timer, ...rest } = scope;
      state.scopes.set(scope.id, rest);
    }
  },

  FailureRaised(state, { data }) {
    state.failing = true;
    forgetFailures(state);
    const { token: id, step, output } = data;
    addToken(state, { id, step, scope: 0, index: 0, input: output, output, failure: true });
  },

  RunFailed(state, { data }) {
    state.status = 'failed';
    state.output = data.error;
  },

  RunRetried(state) {
    state.status = 'running';
    state.output = null;
    if (state.failing) {
      for (const token of [...state.tokens.values()]) if (token.failure) removeToken(state, token.id);
      for (const scope of [...state.scopes.values()]) if (scope.failure) abandonScope(state, scope);
    } else forgetFailures(state);
    state.failing = false;
  },

  RunCancelled(state) {
    clearRun(state);
    state.status = 'cancelled';
    state.partial = undefined;
    state.paused = false;
    state.failing = false;
  },

  CleanupStarted(state, { data }) {
    state.cleaning = true;
    const { token: id, step, output } = data;
    addToken(state, { id, step, scope: 0, index: 0, input: output, output, cleanup: true });
  },

  CleanupEnded(state) {
    clearRun(state);
    state.cleaning = false;
  },

  RunCompleted(state, { data }) {
    clearRun(state);
    state.status = 'completed';
    state.output = data.output;
    if (data.partial !== undefined) state.partial = data.partial;
  },

  RunMigrated(state, { data }) {
    state.version = data.to;
    renameSteps(state, new Map(Object.entries(data.mapping)));
  },

  RunForked(state, { data }) {
    const { source, number, run } = data;
    const past = restore(data.state);
    for (const key of PLAIN) Object.assign(state, { [key]: past[key] });
    for (const table of TABLES) {
      for (const [key, value] of past[table].entries()) state[table].set(key as never, value as never);
    }
    for (const task of [...state.tasks.values()]) {
      const { child: _, calls: _calls, ...open } = dropLease(state, task);
      state.tasks.set(task.id, { ...open, status: task.status === 'in_progress' ? 'pending' : task.status });
    }
    state.run = run;
    state.forkedFrom = { run: source, number };
    state.parent = null;
    // The source's children tell the source, and end with it.
    for (const child of [...state.detached.keys()]) state.detached.delete(child);
    // The source's money is the source's.
    for (const key of [...state.spending.keys()]) state.spending.delete(key);
    for (const key of [...state.calls.keys()]) state.calls.delete(key);
    state.cost = 0;
    state.spentTokens = 0;
    if (isEnding(state)) state.partial = undefined;
    // What the source ordered is the source's to write.
    for (const path of [...state.files.keys()]) state.files.delete(path);
    for (const token of [...state.tokens.values()]) if (isWriting(token)) dropFiles(state, token);
  },
};

function failedChild(task: Task | undefined): Task | undefined {
  return task?.kind === 'subflow' && task.status === 'failed' ? task : undefined;
}

function renameSteps(state: RunState, mapping: ReadonlyMap<string, string>): void {
  const to = (step: string) => mapping.get(step) ?? step;
  const rebind = (bindings: readonly Binding[]) => bindings.map((at) => ({ ...at, opener: to(at.opener) }));
  for (const token of [...state.tokens.values()]) {
    const bindings = token.bindings && { bindings: rebind(token.bindings) };
    state.tokens.set(token.id, { ...token, step: to(token.step), ...bindings });
  }
  for (const task of [...state.tasks.values()]) state.tasks.set(task.id, { ...task, step: to(task.step) });
  for (const hold of [...state.holds.values()]) state.holds.set(hold.id, { ...hold, step: to(hold.step) });
  for (const scope of [...state.scopes.values()]) {
    const bindings = scope.bindings && { bindings: rebind(scope.bindings) };
    const join = scope.join === null ? null : to(scope.join);
    state.scopes.set(scope.id, { ...scope, opener: to(scope.opener), join, ...bindings });
  }
  const records = [...state.records.entries()];
  for (const [key] of records) state.records.delete(key);
  for (const [key, record] of records) {
    const [step = '', branch] = key.split(' ');
    state.records.set(branch === undefined ? to(step) : `${to(step)} ${branch}`, record);
  }
  for (const [key, branch] of [...state.branches.entries()]) {
    const failures = branch.failures && { failures: branch.failures.map((at) => ({ ...at, step: to(at.step) })) };
    state.branches.set(key, { ...branch, touched: branch.touched.map(to), ...failures });
  }
  for (const call of [...state.calls.values()]) state.calls.set(call.id, { ...call, step: to(call.step) });
  for (const table of [state.verdicts, state.ends, state.raised, state.spending] as const) {
    const entries = [...table.entries()];
    for (const [step] of entries) table.delete(step);
    for (const [step, value] of entries) table.set(to(step), value as never);
  }
}

/** What a drawn edge led to the `onFailure` step stands still with the others, until it enters the step again. */
function forgetFailures(state: RunState): void {
  for (const { failure, ...token } of [...state.tokens.values()]) if (failure) state.tokens.set(token.id, token);
  for (const { failure, ...scope } of [...state.scopes.values()]) if (failure) state.scopes.set(scope.id, scope);
}

/** The failure path is over: what it had opened counts nowhere any more. */
function abandonScope(state: RunState, scope: Scope): void {
  const { parent, parentIndex, task } = scope;
  removeScope(state, scope);
  if (task !== undefined) state.tasks.delete(task);
  if (!scope.fired && (parent === 0 || state.scopes.has(parent))) countLive(state, parent, parentIndex, -1);
}

/** Nothing that could still move outlives the run; what its steps gave is kept. */
function clearRun(state: RunState): void {
  for (const token of [...state.tokens.values()]) removeToken(state, token.id);
  for (const { scope, index } of [...state.branches.values()]) dropBranch(state, scope, index);
  for (const table of ['tasks', 'scopes', 'results', 'holds', 'timers', 'signals', 'parked', 'kept'] as const) {
    for (const key of [...state[table].keys()]) state[table].delete(key as never);
  }
  // Those under way still have to be paid for.
  for (const { id, ended } of [...state.calls.values()]) if (ended) state.calls.delete(id);
}
