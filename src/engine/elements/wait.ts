// A wait: the token stays until a signal of its name and key comes, or one is there already (wait-1, wait-2).

import type { Step, WaitSettings } from '../../diagram/workflow.ts';
import { afterStep } from '../finish-step.ts';
import { entering, lookupFrom } from '../roots.ts';
import type { Signal, Token } from '../run-state.ts';
import { render } from '../template.ts';
import { emit, type Turn } from '../turn.ts';
import { nextVisit } from './task.ts';

export function enterWait(turn: Turn, token: Token, step: Step): void {
  const settings = step.wait as WaitSettings;
  const key = settings.key === null ? undefined : render(settings.key, lookupFrom(turn, entering(token))).text;
  emit(turn, 'WaitOpened', {
    token: token.id,
    step: step.id,
    visit: nextVisit(turn, token, step),
    signal: settings.signal,
    ...(key !== undefined && { key }),
  });
  if (step.timeoutMs !== null) {
    const due = turn.context.now + step.timeoutMs;
    emit(turn, 'TimerSet', { timer: turn.state.nextTimer, kind: 'timeout', due, token: token.id });
  }
  for (const signal of turn.state.signals.values()) {
    if (signal.name !== settings.signal || signal.key !== key) continue;
    endWait(turn, token.id, step, signal);
    return;
  }
}

export function endWait(turn: Turn, id: number, step: Step, signal: Signal): void {
  emit(turn, 'SignalTaken', { signal: signal.number, token: id, step: step.id, output: signal.value });
  turn.signal = signal.value;
  afterStep(turn, id, step, {});
}
