// Which files below a folder are documents to read, within bounds, and what is not read of it.

import { constants, type Dirent } from 'node:fs';
import { lstat, open, opendir, readFile, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { diskReason } from '../../disk-reason.ts';
import { DEPTH_MAX, type WalkedEntry, walkFiles } from '../../documents/search/walk-files.ts';
import { kindOfName } from './document-text.ts';
import type { CorpusBounds } from './read-corpus.ts';

export interface CorpusFile {
  /** Absolute. */
  readonly path: string;
}

export interface CorpusList {
  readonly files: readonly CorpusFile[];
  /** In sentences: links, pipes, other kinds of files, more than the bounds. */
  readonly notes: readonly string[];
}

const ENTRIES_MAX = 50_000;
const GITIGNORE_BYTES_MAX = 100_000;
const PATH_SHOWN_MAX = 80;

/** Rejects, with the reason, where there is no folder that can be read. */
export async function listCorpus(
  folder: string,
  { filesMax }: CorpusBounds,
  signal?: AbortSignal,
): Promise<CorpusList> {
  const root = await realpath(folder).catch((thrown: unknown) => {
    throw new Error(`${diskReason(thrown).replace('no such file', 'no such folder')}.`);
  });
  if (!(await lstat(root)).isDirectory()) throw new Error('it is a file, not a folder.');
  const [closed, links]: [string[], string[]] = [[], []];
  const kinds = new Map<string, string>();
  const disk = {
    entries: async (at: string) => {
      try {
        return withoutLinks(await opendir(join(root, at), { bufferSize: 1_024 }), at, { links, kinds });
      } catch (thrown) {
        if (at === '') throw new Error(`${diskReason(thrown)}.`);
        closed.push(at);
        return null;
      }
    },
    ignoreFile: (at: string) => readIgnoreFile(join(root, at, '.gitignore')),
  };
  const { paths, isCut, tooDeep, special } = await walkFiles(disk, signal, ENTRIES_MAX);
  const ours = ownArticles(paths);
  const foreign = ours.length === 0 ? paths : paths.filter((path) => !ours.some((own) => path.startsWith(own)));
  const wanted = foreign.filter((path) => kindOfName(path) !== null);
  const others = foreign.filter((path) => kindOfName(path) === null && !path.endsWith('.gitignore'));
  const notes = [
    ...some(links.length, 'symlink was not followed', 'symlinks were not followed', links),
    ...specialNotes(special, kinds),
    ...some(
      tooDeep.length,
      `folder is more than ${DEPTH_MAX - 1} levels deep and was not read`,
      `folders are more than ${DEPTH_MAX - 1} levels deep and were not read`,
      tooDeep.map((path) => (path.length > PATH_SHOWN_MAX ? `${path.slice(0, PATH_SHOWN_MAX)}...` : path)),
    ),
    ...some(closed.length, 'folder cannot be read', 'folders cannot be read', closed),
    ...some(
      ours.length,
      'folder of a finished article was left out',
      'folders of finished articles were left out',
      ours,
    ),
    ...some(others.length, 'file of another kind was left out', 'files of other kinds were left out', endings(others)),
    ...(isCut ? [`Only the first ${ENTRIES_MAX} entries of the folder were looked at.`] : []),
    ...(wanted.length > filesMax
      ? [`Only ${filesMax} of ${wanted.length} documents were read, in the order of their paths.`]
      : []),
  ];
  return { files: wanted.slice(0, filesMax).map((path) => ({ path: join(root, path) })), notes };
}

interface SeenEntries {
  readonly links: string[];
  /** Of what is neither file nor folder, by path. */
  readonly kinds: Map<string, string>;
}

async function* withoutLinks(
  entries: AsyncIterable<Dirent>,
  at: string,
  { links, kinds }: SeenEntries,
): AsyncGenerator<WalkedEntry> {
  for await (const entry of entries) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    const kind = entry.isFIFO() ? 'pipe' : entry.isSocket() ? 'socket' : 'device';
    if (!entry.isFile() && !entry.isDirectory()) kinds.set(path, kind);
    if (entry.isSymbolicLink()) links.push(path);
    else yield entry;
  }
}

/** One note for each kind. */
function specialNotes(special: readonly string[], kinds: ReadonlyMap<string, string>): readonly string[] {
  return ['pipe', 'socket', 'device'].flatMap((kind) => {
    const paths = special.filter((path) => kinds.get(path) === kind);
    return some(paths.length, `${kind} was left out`, `${kind}s were left out`, paths);
  });
}

/** Articles that were written from sources do not count as sources: they would prove themselves. */
function ownArticles(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return paths.flatMap((path) => {
    const folder = path.endsWith('ledger.json') ? path.slice(0, -'ledger.json'.length) : null;
    return folder !== null && folder !== '' && all.has(`${folder}article.md`) ? [folder] : [];
  });
}

function some(count: number, one: string, many: string, names: readonly string[]): readonly string[] {
  if (count === 0) return [];
  // In the order of the disk they would differ from machine to machine.
  const shown = names
    .toSorted()
    .slice(0, 5)
    .map((name) => JSON.stringify(name).slice(1, -1));
  return [`${count} ${count === 1 ? one : many}: ${shown.join(', ')}${names.length > 5 ? ', ...' : ''}.`];
}

const endings = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths.map((path) => extname(path).toLowerCase() || (path.split('/').at(-1) ?? path)))].sort();

async function readIgnoreFile(path: string): Promise<string | null> {
  // A pipe by that name would never end, and a link may lead anywhere.
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true || found.size > GITIGNORE_BYTES_MAX) return null;
  return readFile(path, 'utf8').catch(() => null);
}

/** The bytes, or why there are none, as the end of a sentence. What is not a plain file any more is not read. */
export async function readBounded(path: string, bytesMax: number): Promise<Uint8Array | string> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return 'it is not a plain file';
      if (found.size > bytesMax)
        return `it has ${megabytes(found.size)} MB, and ${megabytes(bytesMax)} MB are read at most`;
      return new Uint8Array(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (thrown) {
    // Bytes that are not UTF-8 became this character, under which the disk knows no file.
    const isMissing = (thrown as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && path.includes('\ufffd')) return 'its name is not UTF-8, and it cannot be read under that name';
    return diskReason(thrown);
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1).replace(/\.0$/, '');
