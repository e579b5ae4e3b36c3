// State machines: transitions, raised events, deferred signals (state-1 to state-7).

import type { Step, Transition } from '../diagram/workflow.ts';
import { isJsonObject } from '../json.ts';
import { decideCondition } from './condition.ts';
import type { RecordedRead } from './events.ts';
import { hold } from './holds.ts';
import { assigned, lookupFrom, mapped } from './roots.ts';
import { endToken, holdRejected, isReject, moveToken, readOf } from './route.ts';
import type { Signal, Token } from './run-state.ts';
import { setValues } from './set-data.ts';
import { type Entry, emit, type RaisedEvent, stepOf, type Turn, tokenOf } from './turn.ts';
import type { Value } from './value.ts';

/** The events a state handles by itself; everything else comes from outside. */
export const OWN_EVENTS: ReadonlySet<string> = new Set(['done', 'error', 'always', 'timeout']);

interface FoundTransition {
  readonly transition: Transition;
  readonly reads: readonly RecordedRead[];
}

/** The first transition of `event` that holds from here; else null, with what was read. */
export function findTransition(
  turn: Turn,
  token: Token,
  step: Step,
  event: string,
): FoundTransition | { readonly reads: readonly RecordedRead[] } {
  const reads: RecordedRead[] = [];
  const lookup = lookupFrom(turn, token);
  for (const transition of step.transitions) {
    if (transition.event !== event) continue;
    if (transition.when === null) return { transition, reads };
    const decided = decideCondition(transition.when, lookup);
    for (const read of decided.reads) if (!reads.some(({ path }) => path === read.path)) reads.push(readOf(read));
    if (decided.result) return { transition, reads };
  }
  return { reads };
}

/** Handles an event on a state. False when no transition holds. */
export function raiseInMachine(turn: Turn, id: number, step: Step, event: string, output?: Value, depth = 0): boolean {
  const token = tokenOf(turn, id);
  const position = output === undefined ? token : { ...token, output };
  const found = findTransition(turn, position, step, event);
  if (!('transition' in found)) return false;
  transit(turn, position, step, found, event, output, depth);
  return true;
}

function transit(
  turn: Turn,
  token: Token,
  step: Step,
  found: FoundTransition,
  trigger: string,
  output: Value | undefined,
  depth: number,
): void {
  const { transition, reads } = found;
  const { id } = token;
  const values = assigned(turn, token, transition.set);
  const raised = transition.raise && {
    name: transition.raise.event,
    value: mapped(turn, token, transition.raise.data),
  };
  if (transition.target === null) {
    emit(turn, 'StateStayed', { token: id, state: step.id, trigger, reads });
    setValues(turn, values, step.id);
    if (raised !== null) queueRaised(turn, id, raised, depth);
    return;
  }
  cancelWork(turn, id, step);
  setValues(turn, values, step.id);
  const expression = transition.when?.text ?? null;
  moveToken(turn, id, transition.target, depth, { trigger, expression, reads, output });
  if (raised !== null && turn.state.tokens.has(id)) queueRaised(turn, id, raised, depth);
}

/** A raised event comes first in the queue: before the state's work and before anything from outside (state-6). */
function queueRaised(turn: Turn, id: number, raised: RaisedEvent, depth: number): void {
  const entry = turn.queue.findIndex(({ token }) => token === id);
  if (entry >= 0) turn.queue.splice(entry, 1);
  const { step } = tokenOf(turn, id);
  turn.queue.unshift({ token: id, step, depth: depth + 1, raised, ...(entry >= 0 && { enters: true }) });
}

/** Handles a raised event where its token is; then the state it came into begins, unless the event moved it on. */
export function handleRaised(turn: Turn, { token: id, depth, enters }: Entry, raised: RaisedEvent): void {
  emit(turn, 'EventRaised', raised);
  const step = stepOf(turn, tokenOf(turn, id).step);
  const outer = turn.signal;
  turn.signal = raised.value;
  const handled = raiseInMachine(turn, id, step, raised.name, undefined, depth);
  if (!handled) turn.signal = outer;
  if (enters && !(handled && hasMoved(turn, id, step))) turn.queue.push({ token: id, step: step.id, depth });
}

/** state-7: leaving a state ends its open work in the same commit. */
function cancelWork(turn: Turn, id: number, step: Step): void {
  const { task } = tokenOf(turn, id);
  if (task === undefined || turn.state.tasks.get(task)?.status === 'failed') return;
  emit(turn, 'TaskCancelled', { task, reason: `The run left the state "${step.id}".` });
}

/** On entry: `always`, then for a state without work what `done` offers, then signals deferred earlier.
 *  True when it moved. */
export function settleOnEntry(turn: Turn, id: number, step: Step, depth: number): boolean {
  if (raiseInMachine(turn, id, step, 'always', undefined, depth) && hasMoved(turn, id, step)) return true;
  if (step.kind === 'state' && raiseInMachine(turn, id, step, 'done', undefined, depth) && hasMoved(turn, id, step))
    return true;
  for (const signal of [...turn.state.signals.values()]) {
    if (!signal.deferred || isDeferred(turn, id, step, signal)) continue;
    if (!step.transitions.some(({ event }) => event === signal.name)) continue;
    const taken = takeSignal(turn, id, step, signal);
    if (taken && hasMoved(turn, id, step)) return true;
    if (!taken) emit(turn, 'SignalRefused', { signal: signal.number, state: step.id });
  }
  return false;
}

/** It is gone, elsewhere, or on its way: a transition that stays moves nothing. */
function hasMoved(turn: Turn, id: number, step: Step): boolean {
  return turn.state.tokens.get(id)?.step !== step.id || turn.queue.some(({ token }) => token === id);
}

/** Gives a signal to a state. False when no transition holds; then nothing has changed. */
export function takeSignal(turn: Turn, id: number, step: Step, signal: Signal): boolean {
  const outer = turn.signal;
  turn.signal = signal.value;
  const found = findTransition(turn, tokenOf(turn, id), step, signal.name);
  if ('transition' in found) {
    emit(turn, 'SignalTaken', { signal: signal.number, token: id, step: step.id });
    transit(turn, tokenOf(turn, id), step, found, signal.name, undefined, 0);
  } else turn.signal = outer;
  return 'transition' in found;
}

export function isDeferred(turn: Turn, id: number, step: Step, signal: Pick<Signal, 'name' | 'value'>): boolean {
  const outer = turn.signal;
  turn.signal = signal.value;
  const lookup = lookupFrom(turn, tokenOf(turn, id));
  const deferred = step.defer.some(
    ({ event, when }) => event === signal.name && (when === null || decideCondition(when, lookup).result),
  );
  turn.signal = outer;
  return deferred;
}

/** A state without work waits: for signals, until its `timeout`. Where no signal could ever move it, a person must. */
export function waitInState(turn: Turn, token: Token, step: Step): void {
  if (step.timeoutMs !== null) {
    const due = turn.context.now + step.timeoutMs;
    emit(turn, 'TimerSet', { timer: turn.state.nextTimer, kind: 'timeout', due, token: token.id });
  } else if (step.transitions.every(({ event }) => OWN_EVENTS.has(event))) holdState(turn, token, step);
}

/** A state's own work is done. */
export function finishInMachine(turn: Turn, id: number, step: Step, depth: number): void {
  if (isUnspokenReject(turn, tokenOf(turn, id), step)) {
    holdRejected(turn, tokenOf(turn, id), step);
    return;
  }
  for (const event of ['done', 'always']) {
    if (raiseInMachine(turn, id, step, event, undefined, depth) && hasMoved(turn, id, step)) return;
  }
  const token = tokenOf(turn, id);
  if (step.transitions.some(({ event }) => !OWN_EVENTS.has(event))) return;
  if (step.transitions.length === 0) endToken(turn, token, step);
  else holdState(turn, token, step);
}

function holdState(turn: Turn, token: Token, step: Step): void {
  const { reads } = findTransition(turn, token, step, 'done');
  const message = `Expected a transition out of "${step.id}" to hold, but none did, and no signal is expected there.`;
  hold('no-branch', turn, token, step, { message, reads, moves: ['retry', 'choose', 'skip', 'end'] });
}

/** gate-1: a rejection leaves by a transition with a condition, or one that `on` names; never by the way on. */
function isUnspokenReject(turn: Turn, token: Token, step: Step): boolean {
  if (!isReject(turn, token, step)) return false;
  const on = step.config.on;
  if (isJsonObject(on) && Object.hasOwn(on, 'done')) return false;
  const found = findTransition(turn, token, step, 'done');
  return 'transition' in found && found.transition.when === null;
}
