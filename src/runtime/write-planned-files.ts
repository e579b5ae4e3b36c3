// Writes the files that commits ordered, and says how it went as a command to their run. Which files a run owns stands
// in its history: a fork writes none of its source's (life-4).

import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { confineFile, isInside, symlinkOut } from '../confine-file.ts';
import { diskReason } from '../disk-reason.ts';
import type { Command } from '../engine/commands.ts';
import type { FileOrder } from '../engine/file-order.ts';
import { readValue } from '../engine/value.ts';
import { StoreFault } from '../errors.ts';
import type { ListedOutbox, Store } from '../ports/store.ts';
import type { AtPoint } from './crash-points.ts';
import type { LiveRun } from './live-run.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import { eventsOfRun } from './read-run.ts';
import { withPayloads } from './with-payloads.ts';
import { writeOnce } from './write-once.ts';

type Report = Omit<Extract<Command, { readonly type: 'ReportFile' }>, 'type' | 'path' | 'hash' | 'old'>;

/** What was read of a source's history so far. */
interface OwnedPaths {
  readonly paths: Set<string>;
  number: number;
}

const SOURCES_KEPT = 16;
/** A fork of a fork of a fork ... */
const ANCESTORS_MAX = 100;

export interface FileTools {
  readonly store: Store;
  readonly payloads: PayloadCache;
  /** The folders this process works in. */
  readonly workspaces: readonly string[];
  runOf(id: string): Promise<Pick<LiveRun, 'state'> | null>;
  readonly atPoint?: AtPoint | undefined;
}

export class PlannedFileWriter {
  readonly #store: Store;
  readonly #payloads: PayloadCache;
  readonly #workspaces: readonly string[];
  readonly #runOf: (id: string) => Promise<Pick<LiveRun, 'state'> | null>;
  readonly #atPoint: AtPoint | undefined;
  readonly #owned = new Map<string, OwnedPaths>();

  constructor({ store, payloads, workspaces, runOf, atPoint }: FileTools) {
    this.#store = store;
    this.#payloads = payloads;
    this.#workspaces = workspaces;
    this.#runOf = runOf;
    this.#atPoint = atPoint;
  }

  /** Done again after a crash, or by two processes at once, it comes to the same. null: the file lies where this
   *  process does not work, and one that does must write it. */
  async write(entry: ListedOutbox): Promise<Command | null> {
    const { file } = entry.content as unknown as { readonly file: FileOrder };
    const { path, new: hash, old } = file;
    if (!(await isAmong(this.#workspaces, join(file.workspace, path)))) return null;
    const report = await this.#tried(entry, file);
    return { type: 'ReportFile', path, hash, old, ...report };
  }

  async #tried(entry: ListedOutbox, file: FileOrder): Promise<Report> {
    try {
      return await this.#write(entry, file);
    } catch (thrown) {
      // The store is away: the order waits until it is back.
      if (thrown instanceof StoreFault) throw thrown;
      const message = `Expected to write "${file.path}", but ${diskReason(thrown)}. Nothing was overwritten.`;
      const folder = await nearestThere(join(file.workspace, file.path));
      return { outcome: 'failed', message: `${message} The folder ${folder} must be repaired.` };
    }
  }

  async #write(entry: ListedOutbox, file: FileOrder): Promise<Report> {
    const { workspace, path, old, new: wanted, since } = file;
    const owner = await this.#ownerOf(entry.run, path);
    if (owner !== null) {
      const message = `Expected a path of its own, found "${path}" of ${owner}, which this run was forked from.`;
      return { outcome: 'failed', message: `${message} Nothing was written.` };
    }
    const confined = await confineFile(workspace, path);
    if (confined === null || confined.path !== path) {
      const link = await symlinkOut([workspace], path);
      const by = link === null ? 'it leads elsewhere now' : `the symlink "${link}" leads elsewhere now`;
      const message = `Expected "${path}" inside ${workspace}, found that ${by}. Nothing was written.`;
      return { outcome: 'failed', message: `${message} The folder must be repaired.` };
    }
    const { target, root } = confined;
    const text = await this.#textOf(file);
    const mayReplace = (found: string | null) => this.#isOwnSince(entry, file, found, since);
    const written = await writeOnce({ root, target, old, new: wanted, text, mayReplace, atPoint: this.#atPoint });
    if (written.outcome === 'written') return written;
    return { ...written, message: conflict(path, old, written.found) };
  }

  async #textOf({ content }: FileOrder): Promise<string> {
    const view = new PayloadView(this.#payloads);
    return String(await withPayloads(view, (payloads) => readValue(content, [], payloads)));
  }

  /** The code left out what it had read: then the newer text of the run itself was written by nobody else. An order
   *  that another process has carried out meanwhile is done, and what came after it stays. */
  async #isOwnSince(entry: ListedOutbox, file: FileOrder, found: string | null, since?: number): Promise<boolean> {
    // Where there is nothing, nothing is overwritten: a person who moved what stood there away wants the file.
    if (found === null) return file.again === true;
    if (since === undefined) return false;
    const run = await this.#runOf(entry.run);
    if (!(run?.state.files.get(file.path) ?? []).includes(file.new)) return false;
    let last: string | null = null;
    for await (const { type, data } of eventsOfRun(this.#store, entry.run, entry.runKey, since)) {
      if (type === 'FileWritten' && data.path === file.path) last = data.hash;
    }
    return last === found;
  }

  /** The run this one was forked from, near or far, that wrote the path or means to. */
  async #ownerOf(run: string, path: string): Promise<string | null> {
    let source = (await this.#store.run(run))?.forkedFrom ?? null;
    for (let near = 0; source !== null && near < ANCESTORS_MAX; near++) {
      const row = await this.#store.run(source);
      if (row === null) return null;
      if ((await this.#pathsOf(row.run, row.key)).has(path)) return source;
      source = row.forkedFrom;
    }
    return null;
  }

  /** Histories only grow: what was read once is not read again. */
  async #pathsOf(run: string, key: number): Promise<ReadonlySet<string>> {
    const owned = this.#owned.get(run) ?? { paths: new Set(), number: 0 };
    this.#owned.delete(run);
    this.#owned.set(run, owned);
    for (const [oldest] of this.#owned) {
      if (this.#owned.size <= SOURCES_KEPT) break;
      this.#owned.delete(oldest);
    }
    for await (const { type, data, number } of eventsOfRun(this.#store, run, key, owned.number)) {
      owned.number = Math.max(owned.number, number);
      if (type === 'TaskCompleted') for (const { path } of data.files ?? []) owned.paths.add(path);
    }
    return owned.paths;
  }
}

/** The folder that a file is in or would be made in: what is there of its path. */
async function nearestThere(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (at === dirname(at) || (await lstat(at).catch(() => null)) !== null) return at;
  }
}

function conflict(path: string, old: string | null, found: string | null): string {
  const [expected, present] = [old, found].map((hash) => (hash === null ? 'no file' : `a file with the hash ${hash}`));
  const message = `Expected ${expected} at "${path}", found ${present}.`;
  return `${message} It was not overwritten. To have the new text, move what is there away.`;
}

/** `target` is a real path; the workspaces may be spelt with links, or be gone. */
async function isAmong(workspaces: readonly string[], target: string): Promise<boolean> {
  for (const workspace of workspaces) {
    const root = await realpath(workspace).catch(() => resolve(workspace));
    if (isInside(relative(root, target))) return true;
  }
  return false;
}
