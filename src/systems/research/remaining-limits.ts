// What a run may still use of its brief's limits, and what is not begun any more when its time is over.

import type { CodeCall } from '../../ports/action.ts';
import { phaseSeconds } from './phase-seconds.ts';
import {
  aroundOf,
  briefOf,
  isoNow,
  lastingFailure,
  objectOf,
  type ResearchDeps,
  stateOf,
  textOf,
} from './research-deps.ts';
import { secondsBetween } from './state-manager.ts';
import type { RemainingLimits } from './strategy.ts';
import { workersWith } from './workers/definitions.ts';

type Place = Pick<CodeCall, 'run' | 'data'>;

/** The time of a person who reviews the plan does not count. */
export function leftOf(call: Place, deps: Pick<ResearchDeps, 'now'>): RemainingLimits {
  const { max_budget, max_time } = briefOf(call);
  const { started_at, total_cost, phase_history = [] } = stateOf(call);
  const now = isoNow(deps);
  const used = secondsBetween(started_at, now) - (phaseSeconds(phase_history, now).strategy ?? 0);
  const budget = Math.max(0, Math.round((max_budget - total_cost) * 10_000) / 10_000);
  return { budget, minutes: Math.max(0, max_time - used) / 60 };
}

/** A worker that the article can do without is not begun when the time is over. A search may: its join has its own
 *  time. */
export function checkTime(call: CodeCall, deps: Pick<ResearchDeps, 'now'>): void {
  if (aroundOf(call).started_at === undefined || leftOf(call, deps).minutes > 0) return;
  const worker = workersWith().get(textOf(objectOf(call.config).worker));
  if (worker === undefined || worker.criticality === 'critical' || worker.step === 'Research') return;
  throw lastingFailure('time-exhausted', 'The time of the brief is over: this worker is not begun.');
}
