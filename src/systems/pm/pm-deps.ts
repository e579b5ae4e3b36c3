// What the code of the PM workflow reads of the world, and where the files of a feature are.

import type { CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { objectOf, textOf, WORKSPACE } from '../sdd/sdd-deps.ts';

export type PmDeps = SystemDeps;

export { fileInstead, lastingFailure, listOf, objectOf, textHash, textOf, WORKSPACE } from '../sdd/sdd-deps.ts';

export const SPEC_FILE = 'spec.md';
export const VERSIONS_FOLDER = 'spec';
export const STORIES_FOLDER = 'stories';

/** Of the run's record or, in a child run, of its input. */
export function projectOf({ run, data }: Pick<CodeCall, 'run' | 'data'>): string {
  return textOf(data.project_path) || textOf(objectOf(run.input).project_path);
}

/** From the project, as people name it. */
export const folderOf = (featureId: string): string => `${WORKSPACE}/${featureId}`;
