// A project with something outside of it that nobody may read, and the paths by which one would try.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';

/** It stands outside of the project, in its hidden folders and in its files for secrets. */
export const SECRET = 'CANARYWORD';
/** It stands in the project. */
export const OPEN = 'HARBOURWORD';
const text = (word: string): string =>
  `# Oysters\n\nOysters in the harbour filter the water and grow on old ropes, as ${word} says of oysters.\n`;

export interface HostileSite {
  readonly project: string;
  readonly outside: string;
  /** Folders and files, by what is tried. */
  readonly paths: Readonly<Record<string, string>>;
  /** All files outside, by name. */
  outsideNow(): string;
}

export function hostileSite(t: TestContext): HostileSite {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-paths-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [project, outside] = [join(root, 'project'), join(root, 'outside')];
  for (const folder of ['docs', '.private', 'keys']) mkdirSync(join(project, folder), { recursive: true });
  mkdirSync(join(outside, '.ssh'), { recursive: true });
  writeFileSync(join(project, 'docs/notes.md'), text(OPEN));
  for (const path of ['.private/notes.md', 'keys/id_rsa', 'keys/server.pem', 'keys/SERVER.PEM', '.npmrc'])
    writeFileSync(join(project, path), text(SECRET));
  for (const path of ['notes.md', 'PRD.md', '.ssh/notes.md', 'signoff.config.json', 'plan.mmd'])
    writeFileSync(join(outside, path), text(SECRET));
  symlinkSync(outside, join(project, 'linked'));
  symlinkSync(join(outside, 'notes.md'), join(project, 'linked.md'));
  const paths = {
    'a folder outside': outside,
    'a file outside': join(outside, 'notes.md'),
    'up from the project': '../outside',
    'up from a folder of it': `${project}/docs/../../outside`,
    'a link out': join(project, 'linked'),
    'a file behind a link out': 'linked/notes.md',
    'a link to a file outside': 'linked.md',
    encoded: '%2e%2e%2foutside%2fnotes.md',
    'encoded from the project': `${project}%2f..%2foutside`,
    'an address': `file://${outside}/notes.md`,
    backslashes: '..\\outside\\notes.md',
    'a NUL': `${project}/docs\0/../../outside`,
    'a hidden folder': join(project, '.private'),
    'a file in a hidden folder': '.private/notes.md',
    'a private key': 'keys/id_rsa',
    'a login': '.npmrc',
    'encoded twice': '%252e%252e%252foutside%252fnotes.md',
    'a key in capitals': 'keys/SERVER.PEM',
    'a long way out': `${'a/../'.repeat(2000)}../outside/notes.md`,
    'by the root of a process': `/proc/self/root${outside}`,
  };
  const outsideNow = (): string =>
    (readdirSync(outside, { recursive: true }) as string[])
      .sort()
      .map((path) => `${path}: ${path.endsWith('.ssh') ? '' : readFileSync(join(outside, path), 'utf8')}`)
      .join('\n');
  return { project, outside, paths, outsideNow };
}

/** Paths of keys to each text in what satisfies the schema; lists by their first item. */
export function textFields(schema: Json | undefined, at: readonly string[] = []): readonly (readonly string[])[] {
  if (!isJsonObject(schema)) return [];
  const { type, properties, items, anyOf, oneOf, additionalProperties } = schema;
  const parts = [anyOf, oneOf].flatMap((part) => (Array.isArray(part) ? (part as Json[]) : []));
  const types = [type].flat();
  // Of an object whose fields are not said: the systems say them.
  if (types.includes('object') && properties === undefined && isJsonObject(additionalProperties)) return [];
  return [
    ...(types.includes('string') ? [at] : []),
    ...Object.entries((properties ?? {}) as JsonObject).flatMap(([name, inner]) => textFields(inner, [...at, name])),
    ...(items === undefined ? [] : textFields(items, [...at, '0'])),
    ...parts.flatMap((part) => textFields(part, at)),
  ];
}

/** The smallest value that the schema lets pass, as far as one can tell from types. */
export function smallest(schema: Json | undefined): Json {
  if (!isJsonObject(schema)) return {};
  const { type, properties, required, items, minItems, enum: values, anyOf, const: only } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0] as Json;
  if (Array.isArray(anyOf)) return smallest(anyOf[0] as Json);
  const [first] = [type].flat();
  if (first === 'string') return 'x';
  if (first === 'number' || first === 'integer') return 1;
  if (first === 'boolean') return true;
  if (first === 'array') return Number(minItems ?? 0) > 0 ? [smallest(items)] : [];
  const wanted = Array.isArray(required) ? (required as string[]) : [];
  return Object.fromEntries(wanted.map((name) => [name, smallest((properties as JsonObject | undefined)?.[name])]));
}

/** The value with a text at this place; what is not there on the way is made. */
export function withText(value: Json | undefined, [name, ...rest]: readonly string[], given: string): Json {
  if (name === undefined) return given;
  if (name === '0') return [withText(Array.isArray(value) ? value[0] : undefined, rest, given)];
  const own = isJsonObject(value) ? value : {};
  return { ...own, [name]: withText(own[name], rest, given) };
}
