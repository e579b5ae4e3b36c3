// Fills the ids of stories into the PRD's traceability table, for the requirements that the spec names as its sources.
// Doing it again changes nothing.

import type { Spec } from '../../documents/spec/spec.ts';
import type { Story } from '../../documents/stories/story.ts';
import { PRD_FILE } from '../../documents/trace/read-trace.ts';
import { type ColumnFill, fillTraceability, STORY_IDS } from '../../documents/trace/traceability-table.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { folderOf } from './pm-deps.ts';

export interface FilledStories {
  /** Requirements of the PRD whose cell is another now. */
  readonly changed: readonly string[];
  readonly notes: readonly string[];
}

interface Backlog {
  readonly stories: readonly Story[];
  readonly spec: Spec;
}

/** null: the feature has no PRD. */
export async function fillStories(
  files: ProjectFiles,
  project: string,
  featureId: string,
  backlog: Backlog,
): Promise<FilledStories | null> {
  const path = `${project}/${folderOf(featureId)}/${PRD_FILE}`;
  const prd = await files.read(path);
  if (prd === null) return null;
  const filling = fillingOf(featureId, backlog);
  const changed = new Set<string>();
  let notes: readonly string[] = [];
  await files.amend(path, (text) => {
    const filled = fillTraceability(text, filling);
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

function fillingOf(featureId: string, { stories, spec }: Backlog): ColumnFill {
  const live = stories.filter(({ status }) => status !== 'retired');
  const ids = new Map<string, string[]>();
  for (const { id, sources } of spec.requirements) {
    const covering = live.filter(({ covers }) => covers.includes(id)).map((story) => `${featureId}/${story.id}`);
    for (const source of sources) ids.set(source, [...new Set([...(ids.get(source) ?? []), ...covering])].sort());
  }
  const own = /^(?:[a-z0-9-]{1,60}\/)?S-\d{3,9}$/;
  return { column: STORY_IDS, ids, isOwn: (id) => own.test(id) && (!id.includes('/') || id.startsWith(`${featureId}/`)) };
}
