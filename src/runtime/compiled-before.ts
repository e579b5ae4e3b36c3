// What a file compiled to before, kept in the store: Mermaid's parser is slow to load, and only a change needs it. An
// entry counts for the same text, the same files it names and the same compiler, and is checked whenever it is read.

import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Compiled } from '../diagram/compile/compile-drawing.ts';
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
  async compiled(request: CompileRequest, compile: (files: NamedFiles) => Promise<Compiled>): Promise<Compiled> {
    const name = PREFIX + sha256(request.path).slice('sha256:'.length);
    const key = sha256(JSON.stringify([compilerMark(), request.input]));
    const known = await this.#known(name, key, request.files);
    if (known !== null) return known;
    const named = new Map<string, string>();
    const compiled = await compile(recording(request.files, named));
    if (compiled.workflow !== null) {
      const text = JSON.stringify(compiled);
      this.#new.set(name, { key, named: Object.fromEntries(named), sum: sha256(text), text });
    }
    return compiled;
  }

  async keepIn(store: Store): Promise<void> {
    for (const [name, entry] of this.#new) await store.changeShared(name, () => ({ next: entry, answer: null }));
    this.#new.clear();
  }

  async #known(name: string, key: string, files: NamedFiles): Promise<Compiled | null> {
    const entry = (await this.#store?.shared(name))?.find((each) => each.name === name)?.content;
    if (entry === undefined || entry.key !== key || !isJsonObject(entry.named)) return null;
    if (typeof entry.text !== 'string' || sha256(entry.text) !== entry.sum) return null;
    const isSame = Object.entries(entry.named).every(([named, hash]) => hashOf(named, files) === hash);
    return isSame ? (JSON.parse(entry.text) as Compiled) : null;
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

/** Which compiler this is: its files by size and time. Another version, or a change to it, is another compiler. */
function compilerMark(): string {
  if (mark !== null) return mark;
  const folder = fileURLToPath(new URL('../diagram', import.meta.url));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => {
    const { size, mtimeMs } = statSync(`${parentPath}/${name}`);
    return `${parentPath.slice(folder.length)}/${name} ${size} ${mtimeMs}`;
  });
  mark = sha256(files.sort().join('\n'));
  return mark;
}
