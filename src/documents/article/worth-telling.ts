// Passages that are true and still no part of an article on the subject: how a study was done, and what was so on a day
// long ago.

import { isMatterOfItsDay } from './attribute.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { longPattern } from './long-pattern.ts';

const OF_METHODS = longPattern(
  String.raw`^(?:(?:materials?|data|subjects|patients|participants|design) and )?(?:methods?|methodology|procedures?
    |study design|statistical analysis|data collection|participants|funding|acknowledge?ments)\b`,
  'i',
);
/** Of figures even an older one tells how it was; other words on a present that is over tell nothing. */
const OVER_YEARS = 8;

export function isWorthTelling({ newest }: Pick<Pool, 'newest'>, item: PoolItem): boolean {
  if (OF_METHODS.test(item.passage.heading)) return false;
  const isOver = newest !== null && item.year !== null && item.year <= newest - OVER_YEARS;
  return !(isOver && item.role !== 'figure' && isMatterOfItsDay(item));
}
