// From a file on disk to a checked workflow: prompts, schemas and subflows are looked up in the diagram's own folder.

import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../diagram/problem.ts';
import { placeAt } from '../diagram/read/source.ts';
import { SystemFault } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { SystemEntry } from '../ports/system.ts';
import { CompiledBefore } from './compiled-before.ts';
import { confinePath } from './confine-path.ts';
import { type FoundFile, followSubflows, inOrder, type LoadedFile, type SubflowClosure } from './follow-subflows.ts';
import type { LoadedWorkflow, WantedWorkflow } from './memory-engine.ts';
import { readText } from './read-text.ts';
import { sha256 } from './sha256.ts';
import { validator } from './validate.ts';

/** What else is known while a diagram is loaded. */
export interface LoadOptions {
  /** What was compiled before. */
  readonly before?: CompiledBefore;
  /** Every diagram knows these by name; one is loaded when it is named. */
  readonly systems?: readonly SystemEntry[];
  /** Other diagrams of the same folder that code starts, by name. */
  readonly besides?: readonly string[];
}

export interface CheckedFile extends SubflowClosure {
  /** The folder its names resolve against. */
  readonly folder: string;
}

const DIAGRAM_FILE = /\.(?:mmd|md)$/i;
const FIX_FILE = 'Put a text file in its place.';
const FIX_PATH = 'Keep the file in the folder of the diagram, and name it from there.';

/** With the subflows it names. Never throws because of what path or files hold. */
export async function loadWorkflowFile(path: string, options: LoadOptions = {}): Promise<CheckedFile> {
  const { before = new CompiledBefore(null), systems = [], besides = [] } = options;
  const folder = dirname(resolve(path));
  const folders = new Map<string, readonly WorkflowFile[]>();
  const beside = (file: string): readonly WorkflowFile[] => {
    const within = dirname(resolve(file));
    const known = folders.get(within) ?? workflowFiles(within);
    folders.set(within, known);
    return known;
  };
  const followed = await followSubflows(
    path,
    {
      load: (file) => loadAlone(file, beside(file), before, systems),
      find: (name, from) => findFile(name, beside(from), systems),
    },
    besides.flatMap((name) => fileOf(name, beside(path))?.path ?? []),
  );
  return { ...followed, folder };
}

/** sub-1: a diagram of the same folder, else a system. */
async function findFile(
  name: string,
  beside: readonly WorkflowFile[],
  systems: readonly SystemEntry[],
): Promise<FoundFile | null> {
  const own = fileOf(name, beside)?.path;
  const entry = systems.find((each) => each.name === name);
  if (entry === undefined) return own === undefined ? null : { path: own };
  if (own !== undefined) return { path: own, problem: hidden(own, name) };
  try {
    const { diagram, flows = [], agents } = await entry.load();
    const path = fileURLToPath(diagram);
    const inside = workflowFiles(dirname(path));
    const besides = flows.flatMap((flow) => fileOf(flow, inside)?.path ?? []);
    return { path, besides, ...(agents && { agents }) };
  } catch (thrown) {
    if (!(thrown instanceof SystemFault)) throw thrown;
    const fix = `Correct the system "${name}", or trust the project that brings it along.`;
    const problem = { severity: 'problem', code: 'subflow-with-problems', message: thrown.message, fix } as const;
    return { path: '', problem };
  }
}

function hidden(own: string, name: string): NonNullable<FoundFile['problem']> {
  const message = `The subflow "${name}" is ${basename(own)} of this folder, not the system of that name.`;
  const fix = 'Rename the file and what starts it, if you mean the system.';
  return { severity: 'warning', code: 'system-hidden', message, fix };
}

type AloneFile = LoadedFile & { readonly folder: string };

async function loadAlone(
  path: string,
  beside: readonly WorkflowFile[],
  before = new CompiledBefore(null),
  systems: readonly SystemEntry[] = [],
): Promise<AloneFile> {
  const folder = dirname(resolve(path));
  const read = readText(path);
  if ('text' in read) return compileIn(folder, basename(path), read.text, beside, before, systems);
  const message = `Expected a diagram as text, found ${read.found}.`;
  const fix = 'Name a .mmd file, or a .md file with a mermaid block, that can be read.';
  const problem: Problem = { severity: 'problem', code: read.code, message, fix, line: 1, column: 1 };
  return { workflow: null, problems: [problem], uses: [], folder };
}

/** Compiles a text as if it stood in `folder`. */
async function compileIn(
  folder: string,
  fileName: string,
  text: string,
  beside: readonly WorkflowFile[],
  before = new CompiledBefore(null),
  systems: readonly SystemEntry[] = [],
): Promise<AloneFile> {
  const found: Problem[] = [];
  const files = filesOf(folder, (code, name, message, fix = FIX_PATH) => {
    const at = Math.max(0, text.indexOf(JSON.stringify(name)));
    found.push({ severity: 'problem', code, message, fix, ...placeAt(text, at) });
  });
  const known = [...beside.flatMap(({ names }) => names), ...systems.map(({ name }) => name)];
  const own = namedAfter(folder, fileName);
  // Names of an entry in the store are not names of the diagram: faults in them are not problems of the diagram.
  const request = { path: join(folder, fileName), input: [own, text, known], files, known: filesOf(folder, () => {}) };
  const { workflow, problems, uses } = await before.compiled(request, async (named) => {
    const { compile } = await import('../diagram/compile.ts');
    return compile({ fileName: own, text, hash: sha256, ...named, known: { workflows: new Set(known) }, validator });
  });
  return {
    workflow: found.length > 0 ? null : workflow,
    problems: inOrder([...found, ...problems]),
    uses,
    folder,
  };
}

/** A file called "workflow" is known by its folder, which is what tells one from another. */
function namedAfter(folder: string, fileName: string): string {
  return fileName.replace(/^workflow(?=\.(?:mmd|md)$)/i, basename(folder) || 'workflow');
}

/** `loadWorkflow` of the memory engine: NAME.mmd or NAME.md, else the diagram in the folder that calls itself so, else
 *  the system of that name. */
export async function loadSubflow(
  wanted: WantedWorkflow,
  folder: string | null,
  { systems = [], before = new CompiledBefore(null) }: Pick<LoadOptions, 'systems' | 'before'> = {},
): Promise<LoadedWorkflow | string> {
  if (folder === null) return 'Expected a folder to look the subflow up in, found none.';
  const files = workflowFiles(folder);
  if ('source' in wanted)
    return checked(await compileIn(folder, 'subflow.mmd', wanted.source, files, before, systems), 'the subflow');
  const [name = ''] = wanted.name.split('@');
  const file = await findFile(name, files, systems);
  if (file === null) return `Expected the workflow "${name}" as ${name}.mmd or by its name in the folder, found none.`;
  if (file.problem?.severity === 'problem') return file.problem.message;
  const beside = workflowFiles(dirname(file.path));
  return checked(await loadAlone(file.path, beside, before, systems), `the workflow "${name}"`);
}

function checked({ workflow, problems, folder }: AloneFile, what: string): LoadedWorkflow | string {
  if (workflow !== null) return { workflow, folder };
  const worst = problems.find(({ severity }) => severity === 'problem');
  return `Expected ${what} without problems, found ${worst?.code ?? 'one'}: ${worst?.message ?? ''}`;
}

type Refuse = (code: string, name: string, message: string, fix?: string) => void;

function filesOf(folder: string, refuse: Refuse) {
  const pick = (name: string, places: readonly string[]): string | null => {
    const unread: string[] = [];
    for (const place of places) {
      const path = confinePath(folder, place);
      if ('outside' in path) {
        const message = `Expected a file in the diagram's folder, found the name "${name}", which leads out of it.`;
        refuse('path-outside-folder', name, message);
        return null;
      }
      const read = 'found' in path ? readText(path.found) : { found: '' };
      if ('text' in read) return read.text;
      if (read.found !== '') unread.push(read.found);
    }
    if (unread[0] !== undefined)
      refuse('file-unreadable', name, `Expected a text file by the name "${name}", found ${unread[0]}.`, FIX_FILE);
    return null;
  };
  return {
    prompt: (name: string): string | null => pick(name, [join('prompts', name), name]),
    schema: (name: string): JsonObject | null => {
      const text = pick(name, [join('schemas', `${name}.json`), `${name}.json`, name]);
      return text === null ? null : schemaIn(text, name, refuse);
    },
  };
}

function schemaIn(text: string, name: string, refuse: Refuse): JsonObject | null {
  try {
    const json = JSON.parse(text) as Json;
    if (isJsonObject(json)) return json;
    refuse('schema-unreadable', name, `Expected a JSON Schema in the file of "${name}", found something else.`);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    refuse('schema-unreadable', name, `Expected JSON in the file of the schema "${name}", found: ${reason}.`);
  }
  return null;
}

interface WorkflowFile {
  readonly path: string;
  /** The file's own name first, then what its `@workflow` calls itself. */
  readonly names: readonly string[];
}

/** The diagrams of a folder by name, without parsing them. `.mmd` comes before `.md` of the same name. */
function workflowFiles(folder: string): WorkflowFile[] {
  const files = listed(folder).filter((file) => DIAGRAM_FILE.test(file));
  const inOrder = files.sort((a, b) => Number(/\.md$/i.test(a)) - Number(/\.md$/i.test(b)) || (a < b ? -1 : 1));
  return inOrder.flatMap((file) => {
    const path = confinePath(folder, file);
    if (!('found' in path)) return [];
    const read = readText(path.found);
    const own =
      'text' in read ? /%%[^\S\n]*@workflow:[^\n]{0,2000}?"name"\s*:\s*"([^"\\]+)"/.exec(read.text)?.[1] : undefined;
    return [{ path: join(folder, file), names: [file.replace(DIAGRAM_FILE, ''), ...(own === undefined ? [] : [own])] }];
  });
}

/** A file's own name counts more than what another calls itself. */
function fileOf(name: string, files: readonly WorkflowFile[]): WorkflowFile | undefined {
  return files.find(({ names }) => names[0] === name) ?? files.find(({ names }) => names.includes(name));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
