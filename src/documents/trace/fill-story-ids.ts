// The column "User Story IDs" of a PRD's traceability table, from the stories of a spec that came from it.

import { byStoryId, STORY_ID, type Story, type StorySpec } from '../stories/story.ts';
import { type FillResult, fillTraceability, STORY_IDS } from './traceability-table.ts';

/** Each story stands as `feature/S-003` in the rows of the requirements that its own come from. What others wrote
 *  stays; doing it again changes nothing; what a signature covers is never touched. */
export function fillStoryIds(
  prd: string,
  feature: string,
  stories: readonly Story[],
  { requirements }: Pick<StorySpec, 'requirements'>,
): FillResult {
  const sources = new Map(requirements.map((each) => [each.id, each.sources]));
  const ids = new Map<string, string[]>();
  for (const { id, covers, status } of stories.toSorted((a, b) => byStoryId(a.id, b.id))) {
    if (status === 'retired') continue;
    for (const source of new Set(covers.flatMap((each) => sources.get(each) ?? []))) {
      const named = ids.get(source);
      if (named === undefined) ids.set(source, [`${feature}/${id}`]);
      else named.push(`${feature}/${id}`);
    }
  }
  const isOwn = (id: string): boolean =>
    STORY_ID.test(id) || (id.startsWith(`${feature}/`) && STORY_ID.test(id.slice(feature.length + 1)));
  return fillTraceability(prd, { column: STORY_IDS, ids, isOwn });
}
