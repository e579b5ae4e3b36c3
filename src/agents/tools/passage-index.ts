// Passages of the project's text files, ranked by words (BM25). Kept in memory, and brought up to date before each use.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { readSmallText } from './open-text.ts';

export interface Passage {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

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
const PASSAGE_LINES = 30;
const PASSAGE_CHARACTERS_MAX = 4_000;
const TERM_LENGTH_MAX = 64;
/** Files looked into at the same time. */
const GROUP_SIZE = 32;
/** Passages indexed before other work gets its turn. */
const PASSAGES_PER_TURN = 50;

export class PassageIndex {
  readonly #folder: string;
  readonly #passages = new Map<number, Passage>();
  #files = new Map<string, IndexedFile>();
  #words = newIndex();
  #nextId = 0;
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

  search(query: string, isWanted: (path: string) => boolean, limit: number): readonly Passage[] {
    const found = this.#words.search(query, {
      boost: { path: 2 },
      prefix: (term) => term.length > 3,
      filter: ({ id }) => isWanted(this.#passages.get(id)?.path ?? ''),
    });
    return found.slice(0, limit).flatMap(({ id }) => this.#passages.get(id) ?? []);
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

  /** null: nothing changed. A file that is no text is known too, so that it is not opened each time. */
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
    for (const { from, to, words } of passagesOf(text)) {
      const id = this.#nextId++;
      ids.push(id);
      this.#passages.set(id, { path, from, to });
      this.#words.add({ id, path, words });
      if (++this.#sinceTurn % PASSAGES_PER_TURN === 0) await nextTurn();
    }
  }

  #drop(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    this.#bytes -= file.bytes;
    for (const id of file.ids) this.#passages.delete(id);
    if (this.#files.size === 0) this.#words = newIndex();
    else this.#words.discardAll(file.ids);
  }
}

function newIndex() {
  return new MiniSearch<{ id: number; path: string; words: string }>({
    fields: ['path', 'words'],
    tokenize: termsOf,
    processTerm: (term) => term.toLowerCase(),
  });
}

/** Words, and the words inside of names: `maxRetries` is found by "retries" and by itself. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (word.length > TERM_LENGTH_MAX) continue;
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+/gu) ?? [];
    terms.push(word);
    if (parts.length > 1) terms.push(...parts);
  }
  return terms;
}

function* passagesOf(text: string): Generator<{ from: number; to: number; words: string }> {
  let start = 0;
  let from = 1;
  let line = 1;
  while (start < text.length) {
    let end = start;
    while (end < text.length && line - from < PASSAGE_LINES) {
      const feed = text.indexOf('\n', end);
      const next = feed < 0 ? text.length : feed + 1;
      if (next - start > PASSAGE_CHARACTERS_MAX) {
        // A line too long for one passage goes on in the next, under the same number.
        if (end === start) end = start + PASSAGE_CHARACTERS_MAX;
        break;
      }
      end = next;
      if (feed >= 0) line++;
    }
    const words = text.slice(start, end);
    yield { from, to: words.endsWith('\n') ? Math.max(from, line - 1) : line, words };
    start = end;
    from = line;
  }
}
