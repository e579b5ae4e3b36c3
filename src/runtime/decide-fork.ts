// Decides the first events of a run made from another one's past (life-4).

import type { Context } from '../engine/context.ts';
import { decide } from '../engine/decide.ts';
import type { Outcome } from './handle-command.ts';
import type { RunView } from './read-run.ts';

/** `past` is the source as it was; the outcome's events are those of the run `id`. */
export function decideFork(past: RunView, id: string, context: Omit<Context, 'payloads'>): Outcome {
  const { payloads } = past;
  const decision = decide(past.workflow, past.state, { type: 'ForkRun', run: id }, { ...context, payloads });
  if ('needs' in decision) throw new Error(`Payloads of ${past.id} are missing: ${decision.needs.join(', ')}.`);
  return decision;
}
