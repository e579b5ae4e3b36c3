// The folder of the feature that a specification is about: that of its PRD or of its earlier versions, else a new one.

import { readSpec } from '../../documents/spec/read-spec.ts';
import type { CodeCall } from '../../ports/action.ts';
import { featureIdFor } from '../features/name-feature.ts';
import { folderOf, lastingFailure, objectOf, type PmDeps, projectOf, SPEC_FILE, textOf, WORKSPACE } from './pm-deps.ts';

const sameTitle = (one: string, other: string): boolean => keyOf(one) === keyOf(other);
const keyOf = (title: string): string =>
  title
    .trim()
    .replace(/\s{1,99}/g, ' ')
    .toLowerCase();

export async function takeFeature(call: CodeCall, { files }: PmDeps, title: string): Promise<string> {
  const { data } = call;
  const project = projectOf(call);
  const known = textOf(data.feature_id) || textOf(objectOf(data.prd).feature_id);
  // What was approved is finished: another title begins another feature.
  if (known !== '' && (data.is_approved !== true || sameTitle(readSpec(textOf(data.spec)).title, title))) return known;
  const workspace = `${project}/${WORKSPACE}`;
  if (!(await files.hasParent(workspace)))
    throw lastingFailure('no-project', `Expected a folder at ${project}, found none. Give project_path as it is.`);
  await files.makeFolder(workspace);
  const { id: stem } = featureIdFor(title, []);
  const before = await files.read(`${project}/${folderOf(stem)}/${SPEC_FILE}`);
  if (before !== null && sameTitle(readSpec(before).title, title)) return stem;
  const { last } = featureIdFor(title, await files.folders(workspace));
  // An attempt before this one may have died after it took its id: nothing is in its folder, and it is free again.
  if (call.attempt > 1 && last !== undefined) {
    await files.removeFolder(`${workspace}/${last}/spec`);
    await files.removeFolder(`${workspace}/${last}`);
  }
  for (;;) {
    const { id } = featureIdFor(title, await files.folders(workspace));
    if (await files.makeFolder(`${workspace}/${id}`)) return id;
  }
}
