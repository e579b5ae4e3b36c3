// Whether the names in a system are those of its drawing, its code, its writers and its documents. A name that fits
// nothing would be passed over in silence: the gate shown as a form, the step waiting for code that nobody has.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../diagram/config/nearest.ts';
import type { Problem } from '../diagram/problem.ts';
import type { Workflow } from '../diagram/workflow.ts';
import { StoreFault, SystemFault } from '../errors.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { OfflineWriter } from '../ports/provider.ts';
import type { System, SystemDeps, SystemEntry } from '../ports/system.ts';
import type { CompiledBefore } from './compiled-before.ts';
import type { SubflowHome } from './follow-subflows.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { type KnownSystems, unreadableSystem } from './known-systems.ts';
import { loadWorkflowFile } from './load-workflow.ts';
import { readText } from './read-text.ts';
import { codeProblem, writersIn } from './system-shape.ts';
import { validate } from './validate.ts';
import { workspaceFiles } from './workspace-files.ts';

const KINDS = ['actions', 'prepares', 'accepts', 'acceptTurns', 'acceptRuns'] as const;
type Kind = (typeof KINDS)[number];
const NOUN = {
  ...{ actions: 'action', prepares: 'prepare', accepts: 'accept', acceptTurns: 'acceptTurn' },
  acceptRuns: 'accept of the workflow',
};

/** Its code is loaded for the names alone; nothing of it is called. */
const NO_DEPS: SystemDeps = { files: workspaceFiles([]), now: Date.now, domain: async () => null };

export interface DrawnSystem {
  readonly workflow: Workflow;
  readonly subflows: readonly Workflow[];
}

export interface CheckedDrawing extends DrawnSystem {
  /** The folder its names resolve against. */
  readonly folder: string;
  /** Where its subflows are from: its own folder, or that of another system. */
  readonly homes: ReadonlyMap<string, SubflowHome>;
}

export interface DrawingOptions {
  readonly before?: CompiledBefore;
  /** The systems that its drawing may name as subflows. */
  readonly systems?: readonly SystemEntry[];
}

/** The drawing of a system. Throws a SystemFault where it has problems or, of a project's own, names do not fit it. */
export async function drawingOf(system: System, isOwn: boolean, options: DrawingOptions = {}): Promise<CheckedDrawing> {
  try {
    return await checkedDrawing(system, isOwn, options);
  } catch (thrown) {
    // A system of the project may be anybody's: whatever goes wrong while it is read is its fault, not the program's.
    if (!isOwn || thrown instanceof SystemFault || thrown instanceof StoreFault) throw thrown;
    throw unreadableSystem(system.name, thrown);
  }
}

async function checkedDrawing(
  system: System,
  isOwn: boolean,
  { before, systems = [] }: DrawingOptions,
): Promise<CheckedDrawing> {
  const path = fileURLToPath(system.diagram);
  const options = { systems, ...(before && { before }), besides: system.flows ?? [] };
  const { workflow, problems, subflows, folder, homes } = await loadWorkflowFile(path, options);
  if (workflow === null) throw undrawn(system, problems);
  // Those that ship are checked by the tests of the package.
  const inner = subflows.filter(({ name }) => homes.get(name)?.folder === folder);
  const found = isOwn ? await systemProblems(system, { workflow, subflows: inner }) : [];
  if (found.length > 0) throw mismatch(system.name, found);
  return { workflow, subflows, folder, homes };
}

export interface OwnLook {
  /** Names of those that are as they must be. */
  readonly fine: readonly string[];
  readonly faults: readonly SystemFault[];
}

/** Looks at the systems of the project. In a folder that is not trusted nothing is loaded or found. */
export async function lookAtOwn(known: KnownSystems, before?: CompiledBefore): Promise<OwnLook> {
  const fine: string[] = [];
  const faults: SystemFault[] = [];
  for (const { name } of known.entries.filter(({ isOwn }) => isOwn === true)) {
    try {
      const system = await known.find(name);
      if (system === null) continue;
      await drawingOf(system, true, { systems: known.entries, ...(before && { before }) });
      fine.push(name);
    } catch (thrown) {
      if (!(thrown instanceof SystemFault)) throw thrown;
      if (thrown.code !== 'folder-not-trusted') faults.push(thrown);
    }
  }
  return { fine, faults };
}

function undrawn({ name, diagram }: System, problems: readonly Problem[]): SystemFault {
  const file = fileURLToPath(diagram);
  const wrong = problems.flatMap(({ severity, line, code, message }) =>
    severity === 'problem' ? [`line ${line}, ${code}: ${message}`] : [],
  );
  const message = `Expected the drawing of the system "${name}" in ${file} without problems, found ${wrong.join(' ')}`;
  return new SystemFault('system-unusable', `${message} See signoff check ${file}. Nothing was started.`);
}

function mismatch(name: string, found: readonly string[]): SystemFault {
  const what = found.length === 1 ? 'a name that fits nothing' : `${found.length} names that fit nothing`;
  const message = `Expected the names in the system "${name}" to fit its drawing, found ${what}:`;
  const listedFaults = found.length === 1 ? ` ${found[0]} ` : `${found.map((one) => `\n- ${one}`).join('')}\n`;
  return new SystemFault('system-mismatch', `${message}${listedFaults}Nothing was started.`);
}

/** One sentence for each: what was expected, what was found, what to do. */
export async function systemProblems(system: System, { workflow, subflows }: DrawnSystem): Promise<readonly string[]> {
  if (workflow.name !== system.name)
    return [
      `Expected the drawing to be named "${system.name}" in its @workflow, found "${workflow.name}". Name both alike.`,
    ];
  return [
    ...stepProblems(system, workflow),
    ...innerGateProblems(system, subflows),
    ...(await codeProblems(system, [workflow, ...subflows])),
    ...(await writerProblems(system, [workflow, ...subflows])),
    ...documentProblems(system, workflow),
    ...exampleProblems(system),
  ];
}

function stepProblems({ gates = {}, internal = [], start }: System, { steps }: Workflow): readonly string[] {
  const ids = steps.map(({ id }) => id);
  const people = steps.flatMap(({ id, execution }) =>
    execution === 'manual' || execution === 'conversation' ? [id] : [],
  );
  const named = [
    ...internal.map((step) => ['internal', step] as const),
    ...Object.entries(start?.stops ?? {}).map(([name, { before }]) => [`start.stops.${name}`, before] as const),
    ...(start?.brought === undefined ? [] : [['start.brought', start.brought.step] as const]),
  ];
  return [
    ...named.flatMap(([where, step]) => unknownName(`a step of the drawing in ${where}`, step, ids)),
    ...Object.keys(gates).flatMap((step) =>
      step.includes('/') ? [] : unknownName('a step of the drawing that a person decides in gates', step, people),
    ),
  ];
}

/** Gates of its subflows: `WORKFLOW/STEP`. By the workflow's name alone the system is found again. */
function innerGateProblems({ name, gates = {} }: System, subflows: readonly Workflow[]): readonly string[] {
  const inner = Object.keys(gates).filter((key) => key.includes('/'));
  const known = subflows.flatMap((each) =>
    each.steps.flatMap(({ id, execution }) =>
      execution === 'manual' || execution === 'conversation' ? [`${each.name}/${id}`] : [],
    ),
  );
  return inner.flatMap((key) => [
    ...unknownName('a step of a subflow that a person decides in gates', key, known),
    ...(key.startsWith(`${name}-`)
      ? []
      : [`Expected the subflow of "${key}" in gates to be named "${name}-...", found another name. Rename it.`]),
  ]);
}

/** What the drawing names must be listed, so that a process knows what it can do, and be there when it is loaded. */
async function codeProblems(
  { code = {}, loadCode }: System,
  drawings: readonly Workflow[],
): Promise<readonly string[]> {
  let loaded: CodeRegistry;
  try {
    loaded = loadCode === undefined ? {} : await inTime(CODE_MS_MAX, async () => loadCode(NO_DEPS));
    const wrong = codeProblem(loaded);
    if (wrong !== null) throw new Error(wrong);
  } catch (thrown) {
    return [`Expected loadCode() to give code, but: ${thrown instanceof Error ? thrown.message : String(thrown)}.`];
  }
  return KINDS.flatMap((kind) => {
    const [drawn, listed] = [codeIn(drawings)[kind], code[kind] ?? []];
    const given = Object.keys(loaded[kind] ?? {});
    const missing = drawn.filter((name) => !given.includes(name));
    const unlisted = drawn.filter((name) => !listed.includes(name) && !missing.includes(name));
    const empty = listed.filter((name) => !given.includes(name) && !missing.includes(name));
    return [
      ...missing.flatMap((name) => unknownName(`code for the ${NOUN[kind]} of the drawing`, name, given, 'loadCode()')),
      ...unlisted.map((name) => `Expected "${name}" of the drawing in code.${kind}, found it not listed. Add it.`),
      ...empty.map(
        (name) => `Expected code for "${name}" of code.${kind} from loadCode(), found none. Add or unlist it.`,
      ),
    ];
  });
}

/** The names of code in the drawings of a system, its subflows included. */
export function codeIn(drawings: readonly Workflow[]): Readonly<Record<Kind, readonly string[]>> {
  const unique = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))];
  const steps = drawings.flatMap((drawing) => drawing.steps);
  return {
    actions: unique(
      steps.flatMap(({ task, fallback }) => [
        task?.action ?? null,
        fallback !== null && 'action' in fallback ? fallback.action : null,
      ]),
    ),
    prepares: unique(steps.map(({ task }) => task?.prepare ?? null)),
    accepts: unique(steps.map(({ task }) => task?.accept ?? null)),
    acceptTurns: unique(steps.map(({ task }) => task?.acceptTurn ?? null)),
    acceptRuns: unique(drawings.map(({ accept }) => accept)),
  };
}

async function writerProblems({ loadWriters }: System, drawn: readonly Workflow[]): Promise<readonly string[]> {
  if (loadWriters === undefined) return [];
  const names = drawn.map(({ name }) => name);
  let writers: readonly OfflineWriter[];
  try {
    const given = writersIn(await inTime(CODE_MS_MAX, async () => loadWriters()));
    if (typeof given === 'string') throw new Error(given);
    writers = given;
  } catch (thrown) {
    return [
      `Expected loadWriters() to give writers, but: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
    ];
  }
  return writers.flatMap(({ workflow, step }) => {
    // One that names no workflow writes for others, too.
    if (workflow === null) return [];
    const own = drawn.find(({ name }) => name === workflow);
    if (own === undefined) return unknownName('the name of the drawing in a writer', workflow, names);
    const steps = own.steps.map(({ id }) => id);
    return unknownName('a step of the drawing in a writer', step, steps);
  });
}

function documentProblems({ documents }: System, { data, steps }: Workflow): readonly string[] {
  if (documents === undefined) return [];
  const { kinds, items, layouts = [], exportAs } = documents;
  const names = kinds.map(({ name }) => name);
  const ids = steps.map(({ id }) => id);
  const twice = (['name', 'file', 'resource'] as const).flatMap((field) => {
    const all = kinds.map((kind) => kind[field]);
    const repeated = all.filter((each, at) => all.indexOf(each) !== at);
    return repeated.map((each) => `Expected each ${field} of documents.kinds once, found "${each}" twice. Rename one.`);
  });
  return [
    ...(kinds.length === 0 ? ['Expected a kind in documents.kinds, found none. Add one, or leave documents out.'] : []),
    ...twice,
    ...(items === undefined ? [] : unknownName('the name of a kind in documents.items', items, names)),
    ...kinds.flatMap(({ name, keptIn }) => keptProblems(name, keptIn, data)),
    ...kinds.flatMap(({ name, keptIn, signed }) =>
      signed !== undefined && keptIn === undefined
        ? [`Expected keptIn of the document "${name}", which is signed, found none. Name what its gate shows.`]
        : [],
    ),
    ...kinds.flatMap(({ signed }) =>
      signed === undefined ? [] : unknownName('a step of the drawing in signed of a document', signed.step, ids),
    ),
    ...(layouts.length > 0 && exportAs === undefined
      ? [`Expected exportAs for documents.layouts (${layouts.join(', ')}), found none. Add it, or leave layouts out.`]
      : []),
  ];
}

/** A state without a schema may have any field. */
function keptProblems(kind: string, keptIn: string | undefined, data: Json | undefined): readonly string[] {
  const fields = isJsonObject(data) ? data.properties : undefined;
  if (keptIn === undefined || !isJsonObject(fields)) return [];
  return unknownName(`a field of the state's schema in keptIn of the document "${kind}"`, keptIn, Object.keys(fields));
}

/** An example says what satisfies a schema: agents are shown it, and one that does not satisfy it misleads them. */
function exampleProblems({ diagram }: System): readonly string[] {
  const folder = dirname(fileURLToPath(diagram));
  const file = ['schemas', 'examples'].find((name) => isNoFolder(join(folder, name)));
  if (file !== undefined) return [`Expected a folder at ${join(folder, file)}, found something else. Rename that.`];
  const schemas = namesIn(join(folder, 'schemas'));
  const examples = namesIn(join(folder, 'examples'));
  const without = schemas.filter((name) => !examples.includes(name));
  const wrong = examples.flatMap((name) => {
    if (!schemas.includes(name)) return unknownName('the name of a schema for each file in examples', name, schemas);
    const [schema, example] = [jsonAt(folder, 'schemas', name), jsonAt(folder, 'examples', name)];
    if (!isJsonObject(schema) || example === undefined)
      return [`Expected JSON in schemas/${name}.json and examples/${name}.json, found something else. Correct it.`];
    const [why] = validate(schema, example);
    return why === undefined ? [] : [`Expected examples/${name}.json to satisfy its schema, found: ${why}`];
  });
  return [
    ...wrong,
    ...without.map((name) => `Expected an example for schemas/${name}.json, found none. Add examples/${name}.json.`),
  ];
}

const isNoFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((file) => (/\.json$/.test(file) ? [basename(file, '.json')] : []))
    : [];

function jsonAt(folder: string, kind: string, name: string): Json | undefined {
  const read = readText(join(folder, kind, `${name}.json`));
  try {
    return 'text' in read ? (JSON.parse(read.text) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** [] where it is known. */
function unknownName(expected: string, found: string, known: readonly string[], where = ''): readonly string[] {
  if (known.includes(found)) return [];
  const meant = nearest(found, known);
  const of = known.length === 0 ? 'none' : known.join(', ');
  const fix = meant === null ? `There are: ${of}.` : `Did you mean "${meant}"?`;
  const place = where === '' ? '' : `, which ${where} does not give`;
  return [`Expected ${expected}, found "${found}"${place}. ${fix}`];
}
