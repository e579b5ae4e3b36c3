// Fills the ids of a feature's stories into the traceability table of its PRD, which other systems may fill at the same
// time. Doing it again changes nothing, so that a step which crashed is simply done again.

import type { Story, StorySpec } from '../../documents/stories/story.ts';
import { fillStoryIds } from '../../documents/trace/fill-story-ids.ts';
import { PRD_FILE } from '../../documents/trace/read-trace.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { FEATURES_FOLDER } from '../features/read-feature.ts';

export interface FilledStoryIds {
  /** Requirements whose cell changed. */
  readonly changed: readonly string[];
  /** Requirements that have stories and no row, or why nothing was filled, in sentences. */
  readonly notes: readonly string[];
}

/** `stories` are those that were just written: their files may not be there yet. Without a PRD nothing is done. */
export async function fillPrdStories(
  files: ProjectFiles,
  project: string,
  feature: string,
  { stories, spec }: { readonly stories: readonly Story[]; readonly spec: Pick<StorySpec, 'requirements'> },
): Promise<FilledStoryIds> {
  const changed = new Set<string>();
  let notes: readonly string[] = [];
  await files.amend(`${project}/${FEATURES_FOLDER}/${feature}/${PRD_FILE}`, (text) => {
    const filled = fillStoryIds(text, feature, stories, spec);
    if ('refused' in filled) {
      notes = [filled.refused];
      return text;
    }
    for (const id of filled.changed) changed.add(id);
    notes = filled.missing.map((id) => `${id} has stories and no row in the traceability table of ${PRD_FILE}.`);
    return filled.text;
  });
  return { changed: [...changed], notes };
}
