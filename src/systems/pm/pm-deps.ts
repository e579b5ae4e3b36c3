// What the code of the PM workflow reads of the world, and where the files of a feature are.

import type { CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { FEATURES_FOLDER } from '../features/read-feature.ts';
import { objectOf, textOf } from '../features/step-values.ts';

export type PmDeps = SystemDeps;

export { FEATURES_FOLDER as WORKSPACE } from '../features/read-feature.ts';
export { fileInstead, lastingFailure, listOf, objectOf, textHash, textOf } from '../features/step-values.ts';

export const SPEC_FILE = 'spec.md';
export const VERSIONS_FOLDER = 'spec';
export const STORIES_FOLDER = 'stories';

/** Of the run's record or, in a child run, of its input. */
export function projectOf({ run, data }: Pick<CodeCall, 'run' | 'data'>): string {
  return textOf(data.project_path) || textOf(objectOf(run.input).project_path);
}

/** From the project, as people name it. */
export const folderOf = (featureId: string): string => `${FEATURES_FOLDER}/${featureId}`;
