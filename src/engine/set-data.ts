// `set`: changes to the run's own record, as one event (data-6), and what they do to verdicts given on what they change.

import type { Assignment } from '../diagram/workflow.ts';
import { checkVerdicts } from './gates.ts';
import { assigned, type Seat } from './roots.ts';
import { emit, type Turn } from './turn.ts';
import type { Value } from './value.ts';

export function setData(turn: Turn, seat: Seat, list: readonly Assignment[], step: string): void {
  if (list.length > 0) setValues(turn, assigned(turn, seat, list), step);
}

export function setValues(turn: Turn, values: { readonly [name: string]: Value } | undefined, step: string): void {
  if (values === undefined || Object.keys(values).length === 0) return;
  emit(turn, 'DataSet', { values, step });
  checkVerdicts(turn, step);
}
