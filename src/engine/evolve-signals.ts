// How signals, waits, timers, holds, data and verdicts change the state.

import type { Handlers } from './evolve.ts';
import { goOnWithout } from './evolve-files.ts';
import {
  bareToken,
  changeRecord,
  changeToken,
  clearToken,
  countVisit,
  isCounted,
  placeToken,
  renewBranch,
  setBusy,
} from './evolve-tokens.ts';
import { isOfRun, type RunState, raisedKey, type Timer, type Token } from './run-state.ts';
import { WHOLE_RUN } from './spending.ts';

type SignalEvents =
  | 'WaitOpened'
  | 'SignalReceived'
  | 'SignalTaken'
  | 'SignalKept'
  | 'SignalRefused'
  | 'EventRaised'
  | 'SignalSent'
  | 'SignalUndelivered'
  | 'TimerSet'
  | 'TimerFired'
  | 'HoldOpened'
  | 'HoldResolved'
  | 'DataSet'
  | 'DataRefused'
  | 'CostAdded'
  | 'VerdictBound'
  | 'VerdictOutdated'
  | 'VerdictKept'
  | 'DocumentChanged';

export const signalHandlers: Handlers<SignalEvents> = {
  WaitOpened(state, { data }) {
    const wait = waitKey(data.signal, data.key);
    const before = state.tokens.get(data.token) as Token;
    const token = placeToken(state, data.token, data.step, { wait });
    if (!isCounted(before, data.step)) countVisit(state, token, data.step);
    state.waits.set(wait, [...(state.waits.get(wait) ?? []), token.id]);
  },

  SignalReceived(state, { data }) {
    const { signal: number, ...rest } = data;
    state.signals.set(number, { number, ...rest });
    state.signalIds.set(data.id, number);
    state.nextSignal = number + 1;
  },

  SignalTaken(state, { data, actor }) {
    state.signals.delete(data.signal);
    const token = state.tokens.get(data.token);
    if (token === undefined) return;
    renewBranch(state, token);
    if (data.output === undefined) return;
    state.tokens.set(token.id, { ...bareToken(clearToken(state, token)), output: data.output, done: true });
    changeRecord(state, token, data.step, { status: 'completed', output: data.output, by: actor });
  },

  SignalKept(state, { data }) {
    const signal = state.signals.get(data.signal);
    if (signal !== undefined && data.deferred) state.signals.set(data.signal, { ...signal, deferred: true });
  },

  SignalRefused(state, { data }) {
    state.signals.delete(data.signal);
  },

  EventRaised() {},
  SignalSent() {},
  SignalUndelivered() {},

  TimerSet(state, { data }) {
    const { timer: id, ...rest } = data;
    const timer: Timer = { id, ...rest };
    state.timers.set(id, timer);
    state.nextTimer = id + 1;
    ownTimer(state, timer);
  },

  TimerFired(state, { data }) {
    const timer = state.timers.get(data.timer);
    if (timer === undefined) return;
    state.timers.delete(timer.id);
    disownTimer(state, timer);
  },

  HoldOpened(state, { data }) {
    const { hold: id, reads: _, enters, ...rest } = data;
    state.nextHold = id + 1;
    if (data.token !== undefined) {
      if (enters) placeToken(state, data.token, data.step);
      const token = state.tokens.get(data.token) as Token;
      setBusy(state, token, false);
      changeToken(state, data.token, { hold: id });
    }
    state.holds.set(id, { id, ...rest });
    const scope = data.scope === undefined ? undefined : state.scopes.get(data.scope);
    if (scope !== undefined) state.scopes.set(scope.id, { ...scope, hold: id });
  },

  HoldResolved(state, { data }) {
    const hold = state.holds.get(data.hold);
    if (hold === undefined) return;
    state.holds.delete(hold.id);
    if (data.move === 'raise' && data.limit !== undefined) {
      state.raised.set(raisedKey(hold.code, isOfRun(hold.code) ? WHOLE_RUN : hold.step), data.limit);
    }
    const token = hold.token === undefined ? undefined : state.tokens.get(hold.token);
    if (token !== undefined) {
      const { hold: _, ...rest } = token;
      state.tokens.set(token.id, rest);
      renewBranch(state, token);
      const task = token.task === undefined ? undefined : state.tasks.get(token.task);
      if (task?.kind === 'subflow' && task.status === 'waiting') setBusy(state, rest, true);
      if (hold.code === 'file-not-written' && data.move === 'skip') goOnWithout(state, rest);
    }
    const scope = hold.scope === undefined ? undefined : state.scopes.get(hold.scope);
    if (scope === undefined) return;
    const { hold: _, ...rest } = scope;
    state.scopes.set(scope.id, rest);
    renewBranch(state, { scope: scope.parent, index: scope.parentIndex });
  },

  DataSet(state, { data, actor }) {
    for (const [name, value] of Object.entries(data.values)) state.values.set(name, { value, by: actor });
  },

  DataRefused() {},

  CostAdded(state, { data }) {
    state.cost += data.cost;
    state.spentTokens += data.tokens;
  },

  VerdictBound(state, { data }) {
    const { step, verdict, shown, assignee } = data;
    state.verdicts.set(step, { verdict, shown, outdated: false, ...(assignee !== undefined && { assignee }) });
  },

  VerdictOutdated(state, { data }) {
    const verdict = state.verdicts.get(data.step);
    if (verdict !== undefined) state.verdicts.set(data.step, { ...verdict, outdated: true });
  },

  VerdictKept(state, { data }) {
    const verdict = state.verdicts.get(data.step);
    if (verdict !== undefined) state.verdicts.set(data.step, { ...verdict, shown: data.shown, outdated: false });
  },

  DocumentChanged(state, { data, actor }) {
    state.documents.set(data.document, data.hash);
    state.writers.set(data.document, actor);
  },
};

export function waitKey(signal: string, key: string | undefined): string {
  return key === undefined ? signal : JSON.stringify([signal, key]);
}

/** A timer goes with what it was set for. */
function ownTimer(state: RunState, timer: Timer): void {
  if (timer.task !== undefined) {
    const task = state.tasks.get(timer.task);
    if (task === undefined) return;
    const waits = timer.kind === 'retry' ? { waitsUntil: timer.due } : {};
    state.tasks.set(task.id, { ...task, ...waits, timers: [...(task.timers ?? []), timer.id] });
  } else if (timer.token !== undefined) {
    const timers = state.tokens.get(timer.token)?.timers ?? [];
    changeToken(state, timer.token, { timers: [...timers, timer.id] });
  } else if (timer.scope !== undefined) {
    const scope = state.scopes.get(timer.scope);
    if (scope !== undefined) state.scopes.set(scope.id, { ...scope, timer: timer.id });
  }
}

/** A fired timer is no longer anyone's. */
function disownTimer(state: RunState, { id, kind, task: taskId, token: tokenId, scope: scopeId }: Timer): void {
  const without = (timers: readonly number[] = []) => timers.filter((other) => other !== id);
  const task = taskId === undefined ? undefined : state.tasks.get(taskId);
  const token = tokenId === undefined ? undefined : state.tokens.get(tokenId);
  const scope = scopeId === undefined ? undefined : state.scopes.get(scopeId);
  if (task !== undefined) {
    const { waitsUntil, ...ready } = task;
    const waits = kind === 'retry' || waitsUntil === undefined ? {} : { waitsUntil };
    state.tasks.set(task.id, { ...ready, ...waits, timers: without(task.timers) });
  }
  if (token !== undefined) changeToken(state, token.id, { timers: without(token.timers) });
  if (scope === undefined) return;
  const { timer: _, ...rest } = scope;
  state.scopes.set(scope.id, { ...rest, timedOut: true });
}
