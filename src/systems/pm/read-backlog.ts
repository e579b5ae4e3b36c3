// The stories of a feature from the files in its folder, with its spec.

import { readSpec } from '../../documents/spec/read-spec.ts';
import type { Spec } from '../../documents/spec/spec.ts';
import { readStory } from '../../documents/stories/read-story.ts';
import { byStoryId, type Story } from '../../documents/stories/story.ts';
import { readUncovered } from '../../documents/stories/write-index.ts';
import { SPEC_FILE, STORIES_FOLDER } from '../../documents/trace/spec-trace.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { FEATURES_FOLDER, featuresIn, readStoryTexts } from '../features/read-feature.ts';

export interface Backlog {
  readonly feature: string;
  /** From the project: `magi-sdd/court-booking/stories`. */
  readonly folder: string;
  /** null: there is no spec. */
  readonly spec: Spec | null;
  /** By id. */
  readonly stories: readonly Story[];
  /** The files as they are, by id. */
  readonly texts: ReadonlyMap<string, string>;
  /** All files that are named as those of stories, by name, whatever is in them. */
  readonly found: ReadonlyMap<string, string>;
  /** What is wrong with files, in sentences that name them. */
  readonly warnings: readonly string[];
}

/** Of the features that have a spec or stories, in order. */
export async function readBacklogs(files: ProjectFiles, project: string): Promise<readonly Backlog[]> {
  const found: Backlog[] = [];
  for (const feature of await featuresIn(files, project)) {
    const backlog = await readBacklog(files, project, feature);
    if (backlog.spec !== null || backlog.texts.size > 0) found.push(backlog);
  }
  return found;
}

export async function readBacklog(files: ProjectFiles, project: string, feature: string): Promise<Backlog> {
  const folder = `${FEATURES_FOLDER}/${feature}/${STORIES_FOLDER}`;
  const [spec, read] = await Promise.all([
    files.read(`${project}/${FEATURES_FOLDER}/${feature}/${SPEC_FILE}`),
    readStoryTexts(files, `${project}/${FEATURES_FOLDER}/${feature}`),
  ]);
  const warnings: string[] = [];
  const stories = new Map<string, Story>();
  const texts = new Map<string, string>();
  for (const { name, text } of read.files) {
    const one = readStory(text);
    if (!one.ok) warnings.push(`${folder}/${name}: ${one.message} It is left out.`);
    else if (stories.has(one.story.id))
      warnings.push(`${folder}/${name}: its id ${one.story.id} is that of another file. It is left out.`);
    else {
      warnings.push(...one.warnings.map((warning) => `${folder}/${name}: ${warning}`));
      stories.set(one.story.id, one.story);
      texts.set(one.story.id, text);
    }
  }
  const known = spec === null ? null : readSpec(spec);
  if (known !== null && stories.size > 0)
    warnings.push(...uncoveredIn(known, [...stories.values()], read.index, feature));
  return {
    ...{ feature, folder, spec: known, texts, warnings },
    found: new Map(read.files.map(({ name, text }) => [name, text])),
    stories: [...stories.values()].sort((a, b) => byStoryId(a.id, b.id)),
  };
}

/** The spec may be newer than the stories: a version that the architect has not approved, or an edit by hand. */
function uncoveredIn(spec: Spec, stories: readonly Story[], index: string, feature: string): readonly string[] {
  const covered = new Set([
    ...stories.filter(({ status }) => status !== 'retired').flatMap(({ covers }) => covers),
    ...readUncovered(index).map(({ requirement }) => requirement),
  ]);
  const left = spec.requirements.map(({ id }) => id).filter((id) => id !== '' && !covered.has(id));
  if (left.length === 0) return [];
  const which = left.length > 3 ? `${left.slice(0, 3).join(', ')} and ${left.length - 3} more` : left.join(', ');
  const file = `${FEATURES_FOLDER}/${feature}/${SPEC_FILE}`;
  return [`${file}: no story covers ${which}. How far the spec is: signoff pm status`];
}
