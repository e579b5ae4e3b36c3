// What the code of the design workflow reads of the world, and where the files of a design are.

import { hash as digest } from 'node:crypto';
import { type DesignTexts, PARTS, type PartName } from '../../documents/design/part.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { CodeCall, IntendedFile } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';

export type SddDeps = SystemDeps;

export const WORKSPACE = 'magi-sdd';
export const STANDARDS = `${WORKSPACE}/standards`;

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function listOf<T = Json>(value: Json | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textHash(text: string): string {
  return `sha256:${digest('sha256', text, 'hex')}`;
}

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
  return `${project}/${WORKSPACE}/${feature}/design/${file}`;
}

/** A failure that no further attempt would mend. */
export function lastingFailure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, retryable: false });
}

/** The file as it is to be from now on, in the place of what was read there. */
export function fileInstead(path: string, text: string, found: string | null): IntendedFile {
  return { path, text, old: found === null ? null : textHash(found) };
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
