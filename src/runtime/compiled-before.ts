// Which version a file compiled to before, kept in the store: Mermaid's parser is slow to load, and only a change needs
// it. An entry counts for the same text, the same files it names and the same compiler. What runs is the version that
// the store has, which its history proves; an entry only names it, and one that is not sound counts for nothing.

import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompileResult } from '../diagram/compile/compile-drawing.ts';
import { COMPILER } from '../diagram/workflow.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { sha256 } from './sha256.ts';

/** Files that a diagram names, as the compiler reads them. */
export interface NamedFiles {
  prompt(name: string): string | null;
  schema(name: string): JsonObject | null;
}

export interface CompileRequest {
  /** The file's place on disk: it has one entry. */
  readonly path: string;
  /** Everything else that the outcome depends on. */
  readonly input: Json;
  readonly files: NamedFiles;
  /** The same, for names that an entry gives. */
  readonly known: NamedFiles;
}

const PREFIX = 'compiled/';

/** What a store knows, read while it is open. What is new waits until someone keeps it. */
export class CompiledBefore {
  readonly #store: Store | null;
  readonly #new = new Map<string, JsonObject>();

  constructor(store: Store | null) {
    this.#store = store;
  }

  /** Compiles what is not known. Only what has no problem is kept. */
  async compiled(
    request: CompileRequest,
    compile: (files: NamedFiles) => Promise<CompileResult>,
  ): Promise<CompileResult> {
    const name = PREFIX + sha256(request.path).slice('sha256:'.length);
    const key = sha256(JSON.stringify([compilerMark(), request.input]));
    const known = await this.#known(name, key, request.known);
    if (known !== null) return known;
    const named = new Map<string, string>();
    const compiled = await compile(recording(request.files, named));
    const { workflow, problems, uses } = compiled;
    if (workflow !== null) {
      const rest = JSON.stringify({ problems, uses });
      const { name: of, version } = workflow;
      this.#new.set(name, { key, named: Object.fromEntries(named), of, version, sum: sha256(rest), rest });
    }
    return compiled;
  }

  async keepIn(store: Store): Promise<void> {
    for (const [name, entry] of this.#new) await store.changeShared(name, () => ({ next: entry, answer: null }));
    this.#new.clear();
  }

  async #known(name: string, key: string, files: NamedFiles): Promise<CompileResult | null> {
    const entry = (await this.#store?.shared(name))?.find((each) => each.name === name)?.content;
    if (entry === undefined || entry.key !== key || !isJsonObject(entry.named)) return null;
    const { of, version, rest, sum } = entry;
    if (typeof of !== 'string' || typeof version !== 'string' || typeof rest !== 'string' || sha256(rest) !== sum)
      return null;
    if (!Object.entries(entry.named).every(([named, hash]) => hashOf(named, files) === hash)) return null;
    const stored = (await this.#store?.workflow(of, version)) ?? null;
    const read = stored?.version === version && stored.compiler === COMPILER ? restOf(rest) : null;
    return stored === null || read === null ? null : { ...read, workflow: stored.workflow };
  }
}

function restOf(text: string): Omit<CompileResult, 'workflow'> | null {
  try {
    const { problems, uses } = JSON.parse(text) as Partial<CompileResult>;
    return Array.isArray(problems) && Array.isArray(uses) ? { problems, uses } : null;
  } catch {
    return null;
  }
}

/** Notes what is read, by `prompt NAME` and `schema NAME`. */
function recording(files: NamedFiles, named: Map<string, string>): NamedFiles {
  const read = <T extends Json>(kind: 'prompt' | 'schema', name: string, value: T): T => {
    named.set(`${kind} ${name}`, sha256(JSON.stringify(value)));
    return value;
  };
  return {
    prompt: (name) => read('prompt', name, files.prompt(name)),
    schema: (name) => read('schema', name, files.schema(name)),
  };
}

function hashOf(named: string, files: NamedFiles): string {
  const at = named.indexOf(' ');
  const name = named.slice(at + 1);
  return sha256(JSON.stringify(named.slice(0, at) === 'prompt' ? files.prompt(name) : files.schema(name)));
}

let mark: string | null = null;

/** Which compiler this is: its files by size and time, and the packages it is installed with. */
function compilerMark(): string {
  if (mark !== null) return mark;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folder = `${root}src/diagram`;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = [
    ...entries.map(({ parentPath, name }) => `${parentPath}/${name}`),
    ...BESIDE.map((path) => root + path),
  ];
  mark = sha256(
    files
      .map((path) => stamp(path, root))
      .sort()
      .join('\n'),
  );
  return mark;
}

const BESIDE = [
  ...['src/json.ts', 'src/runtime/validate.ts', 'src/runtime/linear-pattern.ts', 'src/runtime/endless-schema.ts'],
  ...['package.json', 'package-lock.json', 'node_modules/.package-lock.json'],
];

function stamp(path: string, root: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${path.slice(root.length)} ${found?.size} ${found?.mtimeMs}`;
}
