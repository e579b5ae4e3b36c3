// The folders of features in a project, and the texts in one that traceability is read from.

import { type DesignTexts, PARTS } from '../../documents/design/part.ts';
import { INDEX_FILE } from '../../documents/stories/write-index.ts';
import { DESIGN_FILES, type FeatureTexts, PRD_FILE, REQUIREMENTS_FILE } from '../../documents/trace/read-trace.ts';
import { SPEC_FILE, STORIES_FOLDER, type StoryTexts } from '../../documents/trace/spec-trace.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { FEATURE_ID } from './feature-id.ts';

export const FEATURES_FOLDER = 'magi-sdd';
/** Holds rules for all features, and is none. */
export const STANDARDS_FOLDER = 'standards';
const FINAL_FILE = 'design/design.md';

export interface ReadFeature extends FeatureTexts {
  /** From the project. */
  readonly folder: string;
  /** design.md; '' while it is not assembled. */
  readonly final: string;
  readonly hasDesign: boolean;
  readonly hasSpec: boolean;
}

export async function featuresIn(files: ProjectFiles, project: string): Promise<readonly string[]> {
  const names = await files.folders(`${project}/${FEATURES_FOLDER}`);
  return names.filter((name) => FEATURE_ID.test(name) && name !== STANDARDS_FOLDER);
}

export async function readFeature(files: ProjectFiles, project: string, featureId: string): Promise<ReadFeature> {
  const folder = `${FEATURES_FOLDER}/${featureId}`;
  const textOf = async (file: string): Promise<string> => (await files.read(`${project}/${folder}/${file}`)) ?? '';
  const parts = await Promise.all(PARTS.map(async (part) => [part, await textOf(DESIGN_FILES[part])] as const));
  const design = Object.fromEntries(parts) as unknown as DesignTexts;
  const [spec, stories] = await Promise.all([textOf(SPEC_FILE), readStoryTexts(files, `${project}/${folder}`)]);
  return {
    ...{ spec, stories, hasSpec: spec !== '' },
    ...{ featureId, folder, design, hasDesign: parts.some(([, text]) => text !== '') },
    ...{ requirements: await textOf(REQUIREMENTS_FILE), prd: await textOf(PRD_FILE), final: await textOf(FINAL_FILE) },
  };
}

/** Files read at once. */
const GROUP_SIZE = 64;

/** `folder`: the feature's, absolute. */
export async function readStoryTexts(files: ProjectFiles, folder: string): Promise<StoryTexts> {
  const at = `${folder}/${STORIES_FOLDER}`;
  const names = (await files.list(at)).files.map(({ path }) => path).filter((path) => /^S-\d{3,}\.md$/.test(path));
  const found: { name: string; text: string }[] = [];
  for (let first = 0; first < names.length; first += GROUP_SIZE) {
    const group = names.slice(first, first + GROUP_SIZE);
    const texts = await Promise.all(group.map((name) => files.read(`${at}/${name}`)));
    // What was removed meanwhile is not there.
    for (const [index, text] of texts.entries()) if (text !== null) found.push({ name: group[index] ?? '', text });
  }
  return { index: (await files.read(`${at}/${INDEX_FILE}`)) ?? '', files: found };
}
