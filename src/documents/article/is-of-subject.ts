// Whether a passage speaks of the topic itself: it has at least half of its terms.

import type { Pool, PoolItem } from './evidence-pool.ts';
import { shareOfTopic } from './topic-terms.ts';

export const isOfSubject = ({ topic }: Pick<Pool, 'topic'>, { terms }: Pick<PoolItem, 'terms'>): boolean =>
  topic.size > 0 && shareOfTopic(topic, terms) >= 0.5;
