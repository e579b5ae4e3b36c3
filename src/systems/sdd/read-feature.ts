// The folders of features in a project, and the texts in one that traceability is read from.

import { type DesignTexts, PARTS } from '../../documents/design/part.ts';
import { DESIGN_FILES, type FeatureTexts, PRD_FILE, REQUIREMENTS_FILE } from '../../documents/trace/read-trace.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { FEATURE_ID } from '../prd/feature-id.ts';

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
  return {
    ...{ featureId, folder, design, hasDesign: parts.some(([, text]) => text !== '') },
    ...{ requirements: await textOf(REQUIREMENTS_FILE), prd: await textOf(PRD_FILE), final: await textOf(FINAL_FILE) },
  };
}
