// Writes the files that commits ordered, and says how it went as a command to their run. Which files a run owns stands
// in its history: a fork writes none of its source's (life-4).

import type { Command, FileOrder } from '../engine/commands.ts';
import { readValue } from '../engine/value.ts';
import { StoreFault } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { ListedOutbox, Store } from '../ports/store.ts';
import { confineFile } from './confine-file.ts';
import type { LiveRun } from './live-run.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import { eventsOfRun } from './read-run.ts';
import { writeOnce } from './write-once.ts';

type Report = Omit<Extract<Command, { readonly type: 'ReportFile' }>, 'type' | 'path' | 'hash' | 'old'>;

/** What was read of a source's history so far. */
interface Owned {
  readonly paths: Set<string>;
  number: number;
}

const SOURCES_KEPT = 16;
/** A fork of a fork of a fork ... */
const ANCESTORS_MAX = 100;

export class OrderedFiles {
  readonly #store: Store;
  readonly #payloads: PayloadCache;
  readonly #runOf: (id: string) => Promise<Pick<LiveRun, 'state'> | null>;
  readonly #owned = new Map<string, Owned>();

  constructor(store: Store, payloads: PayloadCache, runOf: (id: string) => Promise<Pick<LiveRun, 'state'> | null>) {
    this.#store = store;
    this.#payloads = payloads;
    this.#runOf = runOf;
  }

  /** Done again after a crash, or by two processes at once, it comes to the same. */
  async write(entry: ListedOutbox): Promise<Command> {
    const { file } = entry.content as unknown as { readonly file: FileOrder };
    const { path, new: hash, old } = file;
    const report = await this.#tried(entry, file);
    return { type: 'ReportFile', path, hash, old, ...report };
  }

  async #tried(entry: ListedOutbox, file: FileOrder): Promise<Report> {
    try {
      return await this.#write(entry, file);
    } catch (thrown) {
      // The store is away: the order waits until it is back.
      if (thrown instanceof StoreFault) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return { outcome: 'failed', message: `Expected to write the file, but: ${reason}. It is as it was.` };
    }
  }

  async #write(entry: ListedOutbox, file: FileOrder): Promise<Report> {
    const { workspace, path, old, new: wanted, since } = file;
    const owner = await this.#ownerOf(entry.run, path);
    if (owner !== null) {
      const message = `Expected a path of its own, found one of ${owner}, which this run was forked from.`;
      return { outcome: 'failed', message: `${message} Nothing was written.` };
    }
    const confined = await confineFile(workspace, path);
    if (confined === null || confined.path !== path) {
      const message = `Expected "${path}" inside the workspace, found that it leads elsewhere now. Nothing written.`;
      return { outcome: 'failed', message };
    }
    const { target, root } = confined;
    const text = await this.#textOf(file);
    const mayReplace = (found: string | null) => this.#isOwnSince(entry, file, found, since);
    const written = await writeOnce({ root, target, old, new: wanted, text, mayReplace });
    if (written.outcome === 'written') return written;
    return { ...written, message: conflict(path, old, written.found) };
  }

  async #textOf({ content }: FileOrder): Promise<string> {
    const payloads = new PayloadView(this.#payloads);
    if (isJsonObject(content) && typeof content.$ref === 'string') await payloads.fetch([content.$ref]);
    return String(readValue(content, [], payloads));
  }

  /** The code left out what it had read: then the newer text of the run itself is no one else's. An order that another
   *  process has carried out meanwhile is done, and what came after it stays. */
  async #isOwnSince(entry: ListedOutbox, file: FileOrder, found: string | null, since?: number): Promise<boolean> {
    if (since === undefined || found === null) return false;
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

function conflict(path: string, old: string | null, found: string | null): string {
  const [expected, present] = [old, found].map((hash) => (hash === null ? 'no file' : `a file with the hash ${hash}`));
  return `Expected ${expected} at "${path}", found ${present}. It was not overwritten.`;
}
