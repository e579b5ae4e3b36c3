// What was found in the last day, by what was asked: asked again, nobody is called. The texts are in the project; which
// they are is kept in this user's own settings, since a project can be a stranger's.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sourceShape } from '../ports/source-shape.ts';
import type { SourceList } from '../ports/sources.ts';
import type { SourceStore } from './store/open-source-store.ts';

const KEPT_MS = 24 * 3_600_000;
const FILE_BYTES_MAX = 2_000_000;
const FILES_MAX = 2_000;
/** How many writes may pass before the oldest are looked for. */
const TIDY_EVERY = 100;

const OTHERS = 0o077;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

const keptShape = z.object({ at: z.number(), sources: z.array(sourceShape), notes: z.array(z.string()) });
type KeptAnswer = z.output<typeof keptShape>;

export interface AnswerCacheOptions {
  /** Outside every project; null: nothing is kept. */
  readonly folder: string | null;
  /** Whose texts they are: the folder of `store`. */
  readonly project: string;
  readonly store: SourceStore;
  readonly now: () => number;
}

export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  #writes = 0;

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  /** null: nobody asked within a day, or a text that was found then is gone or changed. */
  async get(asked: readonly string[]): Promise<SourceList | null> {
    const { store, now } = this.#options;
    const path = this.#fileOf(asked);
    const kept = path === null ? null : await readKept(path);
    if (kept === null || kept.at > now() || now() - kept.at > KEPT_MS) return null;
    const texts = await Promise.allSettled(kept.sources.map((source) => store.text(source)));
    return texts.every(({ status }) => status === 'fulfilled') ? { sources: kept.sources, notes: kept.notes } : null;
  }

  /** What cannot be written is asked for again next time. */
  async put(asked: readonly string[], found: SourceList): Promise<void> {
    const { folder, now } = this.#options;
    const path = this.#fileOf(asked);
    const text = `${JSON.stringify({ at: now(), sources: found.sources, notes: found.notes })}\n`;
    if (folder === null || path === null || text.length > FILE_BYTES_MAX) return;
    const temporary = join(folder, `.${randomUUID()}.tmp`);
    try {
      await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
      await writeFile(temporary, text, { mode: OWN_FILE, flag: 'wx' });
      await rename(temporary, path);
      if (this.#writes % TIDY_EVERY === 0) await removeOldest(folder);
      this.#writes += 1;
    } catch {
      // A folder that is full, read-only or not ours: see above.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  #fileOf(asked: readonly string[]): string | null {
    const { folder, project } = this.#options;
    if (folder === null) return null;
    const digest = createHash('sha256')
      .update(JSON.stringify([project, ...asked]))
      .digest('hex');
    return join(folder, `${digest}.json`);
  }
}

async function readKept(path: string): Promise<KeptAnswer | null> {
  try {
    const { size, uid, mode } = await stat(path);
    const user = process.getuid?.();
    // One that others could write says nothing.
    const isOwn = user === undefined || (uid === user && (mode & OTHERS) === 0);
    if (!isOwn || size > FILE_BYTES_MAX) return null;
    return keptShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= FILES_MAX) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - Math.floor(FILES_MAX * 0.9));
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
}
