// Names that stand in the systems: of code that drawings call, gates, signals, documents, and fields that runs keep.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { System } from '../../src/ports/system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import type { Names } from './names-in-code.ts';

export async function systemNames(): Promise<Names> {
  const systems = await Promise.all(SYSTEMS.map((entry) => entry.load()));
  return Object.fromEntries(systems.flatMap(namesOf).filter(([, names]) => names.length > 0));
}

function namesOf(system: System): readonly (readonly [string, readonly string[]])[] {
  const { name, gates = {}, signals = {}, documents, agents = {}, code = {}, diagram } = system;
  const folder = dirname(fileURLToPath(diagram));
  const kinds = documents?.kinds ?? [];
  return [
    [`${name} gates`, Object.keys(gates)],
    [`${name} signals`, Object.values(signals).map(({ signal }) => signal)],
    [`${name} agents`, Object.keys(agents)],
    [`${name} documents`, kinds.flatMap((kind) => [kind.name, kind.file])],
    [`${name} code`, Object.values(code).flat()],
    ...filesIn(join(folder, 'schemas'), '.json').map((path) => {
      const schema = JSON.parse(readFileSync(path, 'utf8')) as Json;
      return [`${name} ${basename(path, '.json')}`, fieldsIn(schema)] as const;
    }),
    ...filesIn(folder, '.mmd').flatMap((path) => drawnNames(name, readFileSync(path, 'utf8'))),
  ];
}

const filesIn = (folder: string, end: string): readonly string[] => {
  const names = readdirSync(dirname(folder)).includes(basename(folder)) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(end)).map((name) => join(folder, name));
};

/** The steps that the drawing configures, and the fields of its runs: those of a schema's file stand with the file. */
function drawnNames(system: string, text: string): readonly (readonly [string, readonly string[]])[] {
  const { entries } = readConfig(text);
  const own = entries.find(({ id }) => id === 'workflow')?.json ?? {};
  const name = String(own.name ?? system);
  return [
    [`${name} steps`, entries.map(({ id }) => id).filter((id) => id !== 'workflow')],
    [`${name} input`, fieldsIn(own.input)],
    [`${name} data`, fieldsIn(own.data)],
    [`${name} output`, isJsonObject(own.output) ? Object.keys(own.output) : []],
  ];
}

/** By path; those of a list's items stand below the list. */
export function fieldsIn(schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, anyOf, oneOf, allOf, $defs } = schema;
  const own = Object.entries((properties ?? {}) as JsonObject).flatMap(([name, inner]) => [
    name,
    ...fieldsIn(inner).map((field) => `${name}.${field}`),
  ]);
  const parts = [anyOf, oneOf, allOf].flatMap((part) => (Array.isArray(part) ? (part as Json[]) : []));
  const named = isJsonObject($defs) ? Object.values($defs) : [];
  return [...own, ...[items, ...parts, ...named].flatMap((part) => fieldsIn(part as Json))];
}
