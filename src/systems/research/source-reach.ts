// Whether a worker has a source of its own to ask: without one it reads the corpus, which others have read.

import type { Sources } from '../../ports/sources.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export function sourceReach(
  { offers }: Pick<Sources, 'offers'>,
  own: readonly WorkerDefinition[],
): (worker: string) => boolean {
  const workers = workersWith(own);
  const kinds = new Set(offers.filter(({ isConfigured }) => isConfigured).map(({ kind }) => kind));
  return (id) => {
    const source = workers.get(id)?.source;
    if (own.some((each) => each.id === id)) return true;
    // Pages are found by a web search.
    return source !== undefined && source !== 'social' && kinds.has(source === 'pages' ? 'web' : source);
  };
}
