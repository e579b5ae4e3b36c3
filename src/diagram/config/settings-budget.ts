// Reads a `budget`: what calls of agents may cost in a run or at a step. The value is kept as it is written.

import type { Json } from '../../json.ts';
import type { Settings } from './settings.ts';

const MOST = { min: 0, max: 1e12, fraction: true } as const;

/** A number alone is a cost. */
export function readBudget(read: Settings): Json {
  const value = read.valueAt('budget');
  if (value === undefined) return null;
  if (typeof value === 'number') {
    read.number('budget', MOST, null);
    return value;
  }
  const given = read.object('budget');
  if (given === null) return null;
  const own = read.inside('budget', given, ['cost', 'tokens', 'onBudget']);
  own.number('cost', MOST, null);
  own.number('tokens', { ...MOST, fraction: false }, null);
  own.oneOf('onBudget', ['hold', 'finish', 'fail'], 'hold');
  return given;
}
