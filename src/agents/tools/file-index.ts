// The passages of a project's text files, indexed in memory and brought up to date before each use.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PassageIndex, type PassagePlace } from '../../documents/search/passage-index.ts';
import { passagesOf } from '../../documents/search/passages-of.ts';
import { readSmallText } from './open-text.ts';

interface IndexedFile {
  /** Changes when the file does. */
  readonly mark: string;
  readonly ids: readonly number[];
  readonly bytes: number;
  /** There was no room for it. */
  readonly isLeftOut: boolean;
}

export const FILES_MAX = 5_000;
/** Measured: some 8 bytes of memory for each, and half a second of work for 2 MB. */
export const INDEX_BYTES_MAX = 25_000_000;
export const FILE_BYTES_MAX = 1_000_000;
/** Files looked into at the same time. */
const GROUP_SIZE = 32;
/** Passages indexed before other work gets its turn. */
const PASSAGES_PER_TURN = 50;

export class FileIndex {
  readonly #folder: string;
  readonly #passages = new PassageIndex();
  #files = new Map<string, IndexedFile>();
  #bytes = 0;
  #sinceTurn = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves to how many of the files are indexed. One at a time: a second caller waits for the first. */
  update(paths: readonly string[], signal: AbortSignal): Promise<number> {
    const done = this.#last.then(() => this.#update(paths.slice(0, FILES_MAX), signal));
    this.#last = done.catch(() => undefined);
    return done;
  }

  search(query: string, isWanted: (path: string) => boolean, limit: number): readonly PassagePlace[] {
    return this.#passages.search(query, isWanted, limit);
  }

  async #update(paths: readonly string[], signal: AbortSignal): Promise<number> {
    const wanted = new Set(paths);
    for (const path of this.#files.keys()) if (!wanted.has(path)) this.#drop(path);
    for (let at = 0; at < paths.length; at += GROUP_SIZE) {
      signal.throwIfAborted();
      const group = await Promise.all(paths.slice(at, at + GROUP_SIZE).map((path) => this.#look(path)));
      for (const { path, mark, text } of group.filter((each) => each !== null)) {
        this.#drop(path);
        if (this.#bytes + text.length <= INDEX_BYTES_MAX) await this.#add(path, mark, text);
        else this.#files.set(path, { mark, ids: [], bytes: 0, isLeftOut: true });
      }
    }
    return [...this.#files.values()].filter(({ isLeftOut }) => !isLeftOut).length;
  }

  /** null: nothing changed. A file that is not text is known too, so that it is not opened each time. */
  async #look(path: string): Promise<{ path: string; mark: string; text: string } | null> {
    const found = await stat(join(this.#folder, path)).catch(() => null);
    const mark = found === null ? '' : `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino}`;
    if (this.#files.get(path)?.mark === mark) return null;
    return { path, mark, text: (await readSmallText(join(this.#folder, path), FILE_BYTES_MAX)) ?? '' };
  }

  async #add(path: string, mark: string, text: string): Promise<void> {
    const ids: number[] = [];
    // Known before its words are in, so that an update that is broken off leaves nothing behind.
    this.#files.set(path, { mark, ids, bytes: text.length, isLeftOut: false });
    this.#bytes += text.length;
    for (const passage of passagesOf(text)) {
      ids.push(this.#passages.add({ source: path, ...passage }));
      if (++this.#sinceTurn % PASSAGES_PER_TURN === 0) await nextTurn();
    }
  }

  #drop(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    this.#bytes -= file.bytes;
    this.#passages.drop(file.ids);
  }
}
