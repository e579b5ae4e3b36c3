// Finds whether a test that a page or a table names is there: its file, and its name as it stands in it.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface NamedTest {
  readonly path: string;
  readonly name: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** null when it is there; else what is missing. */
export function missing({ path, name }: NamedTest): string | null {
  if (!existsSync(join(ROOT, path))) return `${path}: no such file`;
  // A case of the conformance suite is named by its file.
  if (path.endsWith('.json')) {
    return basename(path, '.json').replaceAll('-', ' ') === name ? null : `${path}: is not named "${name}"`;
  }
  if (!path.endsWith('.test.ts')) return `${path}: is no test`;
  const quoted = [`'${name}`, `\`${name}`];
  return quoted.some((text) => textOf(path).includes(text)) ? null : `${path}: has no test "${name}"`;
}
