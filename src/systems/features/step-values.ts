// What a step's code reads of values that may be anything, and what it gives back: used by every system that keeps its
// documents in the folder of a feature.

import { hash as digest } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { IntendedFile } from '../../ports/action.ts';

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

/** A failure that no further attempt would mend. */
export function lastingFailure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, retryable: false });
}

/** The file as it is to be from now on, in the place of what was read there. */
export function fileInstead(path: string, text: string, found: string | null): IntendedFile {
  return { path, text, old: found === null ? null : textHash(found) };
}
