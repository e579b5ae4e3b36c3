// What the code of the design workflow reads of the world, and where the files of a design are.

import { hash as digest } from 'node:crypto';
import { type DesignTexts, PARTS, type PartName } from '../../documents/design/part.ts';
import type { JsonObject } from '../../json.ts';
import type { CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { FEATURES_FOLDER, STANDARDS_FOLDER } from '../features/read-feature.ts';
import { objectOf, textOf } from '../features/step-values.ts';

export type SddDeps = SystemDeps;

export { FEATURES_FOLDER as WORKSPACE } from '../features/read-feature.ts';
export { fileInstead, lastingFailure, listOf, objectOf, textHash, textOf } from '../features/step-values.ts';

export const STANDARDS = `${FEATURES_FOLDER}/${STANDARDS_FOLDER}`;

/** Short, to see whether two texts are the same. */
export const shortHash = (text: string): string => digest('sha256', text, 'hex').slice(0, 16);

/** Where a run's files are, from its record or, in a subflow, from its input. */
export function placeOf({ run, data }: Pick<CodeCall, 'run' | 'data'>): { project: string; feature: string } {
  const around = { ...objectOf(run.input), ...data };
  return { project: textOf(around.project_path), feature: textOf(around.feature_id) };
}

export type DesignFile = `${PartName}.md` | 'design.md' | 'schema.sql' | `${string}.${string}.${'md' | 'sql'}`;

export function designPath(call: Pick<CodeCall, 'run' | 'data'>, file: DesignFile): string {
  const { project, feature } = placeOf(call);
  return `${project}/${FEATURES_FOLDER}/${feature}/design/${file}`;
}

export const noTexts: DesignTexts = { hld: '', lld: '', database: '' };

export const textsOf = (source: JsonObject): DesignTexts =>
  Object.fromEntries(PARTS.map((part) => [part, textOf(source[part])])) as unknown as DesignTexts;

/** The drafts of the run's record. */
export const draftsOf = (data: JsonObject): DesignTexts => ({
  hld: textOf(data.hld_draft),
  lld: textOf(data.lld_draft),
  database: textOf(data.database_schema),
});
