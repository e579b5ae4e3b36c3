// Whether a passage speaks of the topic itself: it has at least half of its terms.

import type { Pool, PoolItem } from './evidence-pool.ts';

export const isOfSubject = ({ known }: Pick<Pool, 'known'>, { terms }: Pick<PoolItem, 'terms'>): boolean =>
  known.size > 0 && [...known].filter((term) => terms.has(term)).length >= known.size / 2;
