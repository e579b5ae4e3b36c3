// What is said of plans that count on a cheaper model where none is set.

import type { Plan } from './plan.ts';
import type { ResearchDeps } from './research-deps.ts';

const NOTE =
  'No cheaper model is set (SIGNOFF_CHEAPER_MODEL, or "research.cheaperModel" in signoff.config.json): ' +
  'the same model did the work.';

/** [] where no worker counts on one, one is set, or no model works at all. */
export async function cheaperNotes(
  plans: readonly Plan[],
  project: string,
  { hasModel, cheaperModel }: Pick<ResearchDeps, 'hasModel' | 'cheaperModel'>,
): Promise<readonly string[]> {
  const isCounted = plans.some(({ steps }) => steps.some(({ workers }) => workers.some((each) => each.is_cheaper)));
  if (!isCounted || (await hasModel?.()) !== true) return [];
  return (await cheaperModel?.(project)) === null ? [NOTE] : [];
}
