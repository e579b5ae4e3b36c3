// Steps that waited for a verdict start again when it is given (gate-2).

import { missingVerdicts } from './gates.ts';
import { emit, stepOf, type Turn } from './turn.ts';

export function retryHeldFor(turn: Turn, gate: string): void {
  for (const hold of [...turn.state.holds.values()]) {
    if (hold.code !== 'verdict-missing' || hold.token === undefined) continue;
    const step = stepOf(turn, hold.step);
    if (!step.requires.includes(gate) || missingVerdicts(turn, step).length > 0) continue;
    emit(turn, 'HoldResolved', { hold: hold.id, move: 'retry', reason: `"${gate}" has a verdict in force.` });
    turn.queue.push({ token: hold.token, step: hold.step, depth: 0 });
  }
}
