// The version of a workflow: the hash of its source and of the prompts and schemas it refers to (src-6).

import type { Json, JsonObject } from '../../json.ts';

/** Looks up files for the compiler and remembers what was found. */
export interface UsedFiles {
  readonly prompts: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, JsonObject>;
  prompt(file: string): string | null;
  schema(name: string): JsonObject | null;
}

export interface FileSource {
  prompt?(file: string): string | null;
  schema?(name: string): JsonObject | null;
}

/** Without a way to look files up none is missed: an empty prompt, a schema that allows everything. */
export function recordFiles(files: FileSource): UsedFiles {
  const prompts = new Map<string, string>();
  const schemas = new Map<string, JsonObject>();
  return {
    prompts,
    schemas,
    prompt: (file) => {
      const text = files.prompt === undefined ? '' : files.prompt(file);
      if (text !== null) prompts.set(file, text);
      return text;
    },
    // One schema of many steps is one object: it is compiled once.
    schema: (name) => {
      const known = schemas.get(name);
      if (known !== undefined) return known;
      const schema = files.schema === undefined ? {} : files.schema(name);
      if (schema !== null) schemas.set(name, schema);
      return schema;
    },
  };
}

/** Keys are sorted, so that the same schema written in another order is the same version. */
export function versionOf(source: string, used: UsedFiles, hash: (text: string) => string): string {
  const listed = (map: ReadonlyMap<string, Json>): Json =>
    [...map].sort(byKey).map(([name, value]) => [name, inKeyOrder(value)]);
  const digest = hash(JSON.stringify({ source, prompts: listed(used.prompts), schemas: listed(used.schemas) }));
  return digest.startsWith('sha256:') ? digest : `sha256:${digest}`;
}

function inKeyOrder(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(inKeyOrder);
  const entries = Object.entries(value as JsonObject).sort(byKey);
  return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
