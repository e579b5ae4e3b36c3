// Finds the files of specifications in a project, by path or by the name of their feature.

import { isAbsolute, relative, resolve } from 'node:path';
import type { OperationDeps, OperationResult } from '../../ports/system.ts';
import { FEATURE_ID } from '../features/feature-id.ts';

export const FEATURES_FOLDER = 'magi-sdd';
const NOTHING_CHANGED = 'Nothing was changed.';

/** A file with its path from the project, or why there is none. */
export type SpecFile = { readonly path: string; readonly text: string } | { readonly refused: Refusal };
type Refusal = { readonly code: string; readonly message: string };

export async function readSpecFile({ files, project }: OperationDeps, given: string): Promise<SpecFile> {
  const path = resolve(project, given);
  const shown = relative(project, path);
  if (shown.startsWith('..') || isAbsolute(shown) || !(await files.holds(path))) {
    const message = `Expected a file inside the project ${project}, found ${path}.`;
    return refused('path-outside-workspace', `${message} Give the folder that holds it with --project.`);
  }
  const text = await files.read(path);
  if (text !== null) return { path: shown, text };
  return refused('file-unreadable', `There is no file ${shown} in ${project}. Give another, or the name of a feature.`);
}

/** A name without folder and ending is that of a feature, unless it is not there. */
export async function isFeature({ files, project }: OperationDeps, name: string): Promise<boolean> {
  if (!FEATURE_ID.test(name)) return false;
  return (await files.folders(`${project}/${FEATURES_FOLDER}`)).includes(name);
}

export function refused(code: string, message: string): { readonly refused: Refusal } & OperationResult {
  return { refused: { code, message: `${message} ${NOTHING_CHANGED}` } };
}
