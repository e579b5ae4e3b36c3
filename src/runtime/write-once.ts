// Writes a file so that it holds the whole new text or what it held before, whenever the process or the machine dies,
// and never over what someone else put there. Doing it again changes nothing.

import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AtPoint } from './crash-points.ts';

export interface FileWrite {
  /** The workspace: folders from the target's up to this one are made safe with it. */
  readonly root: string;
  readonly target: string;
  /** The hash it must have before; null: it must not exist. */
  readonly old: string | null;
  /** The hash of `text`. */
  readonly new: string;
  readonly text: string;
  /** Asked when it has another hash than `old`: may that be replaced all the same? */
  mayReplace(found: string | null): Promise<boolean>;
  readonly atPoint?: AtPoint | undefined;
}

export type FileWriteResult =
  | { readonly outcome: 'written' }
  | { readonly outcome: 'conflict'; readonly found: string | null };

const TRIES_MAX = 8;
/** The file system cannot link: then the new file is put there by renaming alone. */
const CANNOT_LINK: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Rejects with the system's error when the file cannot be read or written; then it is as it was. */
export async function writeOnce(writing: FileWrite): Promise<FileWriteResult> {
  const { target, old, new: wanted } = writing;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = await fileHash(target);
    if (found === wanted) {
      await settleDown(writing);
      await removeLeft(writing);
      return { outcome: 'written' };
    }
    if (found !== old && !(await writing.mayReplace(found))) return { outcome: 'conflict', found };
    if (await replace(writing, found)) {
      await removeLeft(writing);
      return { outcome: 'written' };
    }
  }
  return { outcome: 'conflict', found: await fileHash(target) };
}

/** `sha256:` and the digest of the file's bytes; null where there is none. Rejects for what is not a plain file. */
export async function fileHash(path: string): Promise<string | null> {
  try {
    const stat = await lstat(path);
    if (!stat.isFile())
      throw new Error(`Expected a plain file, found ${stat.isDirectory() ? 'a folder' : 'another kind'}.`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return `sha256:${hash.digest('hex')}`;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

/** false: someone else was at it meanwhile, look again. */
async function replace(writing: FileWrite, found: string | null): Promise<boolean> {
  const { target } = writing;
  await mkdir(dirname(target), { recursive: true });
  const temporary = await writeBeside(writing, found === null ? null : (await lstat(target)).mode);
  writing.atPoint?.('after-temporary-file');
  try {
    // Between looking and renaming someone may have come: what can be seen of that is seen here.
    if ((await fileHash(target)) !== found) return false;
    if (found === null) await place(temporary, target);
    else await rename(temporary, target);
    writing.atPoint?.('after-rename');
  } catch (thrown) {
    // Placed by another, or cleared away by another who was done first.
    if (codeOf(thrown) === 'EEXIST' || codeOf(thrown) === 'ENOENT') return false;
    throw thrown;
  } finally {
    await unlink(temporary).catch(() => {});
  }
  await syncFolders(writing);
  return true;
}

/** Unlike a rename, a link never takes the place of what is there. */
async function place(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (thrown) {
    if (!CANNOT_LINK.has(codeOf(thrown))) throw thrown;
    await rename(temporary, target);
  }
}

async function writeBeside(writing: FileWrite, mode: number | null): Promise<string> {
  const [path, file] = await openBeside(writing);
  try {
    await file.writeFile(writing.text);
    if (mode !== null) await file.chmod(mode & 0o7777);
    await file.sync();
    return path;
  } catch (thrown) {
    await unlink(path).catch(() => {});
    throw thrown;
  } finally {
    await file.close();
  }
}

/** Never a file that another process has open: it may be about to become the target. */
async function openBeside(writing: FileWrite): Promise<readonly [string, FileHandle]> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  for (let number = 0; ; number++) {
    const path = besideName(writing, number < TRIES_MAX ? number : `${process.pid}-${randomUUID()}`);
    try {
      return [path, await open(path, flags, 0o666)];
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST' || number >= TRIES_MAX) throw thrown;
    }
  }
}

/** The same for every try at the same change, so that what a killed process left is found. */
export function besideName({ target, new: wanted }: FileWrite, number: number | string): string {
  const name = createHash('sha256')
    .update(`${basename(target)} ${wanted}`)
    .digest('hex')
    .slice(0, 16);
  return join(dirname(target), `.signoff-${name}-${number}.tmp`);
}

/** The change is done: a process that still works on it finds that out. */
async function removeLeft(writing: FileWrite): Promise<void> {
  for (let number = 0; number < TRIES_MAX; number++) {
    const isGone = await unlink(besideName(writing, number)).then(
      () => false,
      () => true,
    );
    if (isGone && number > 0) return;
  }
}

/** Found as it should be, perhaps written by a process that died before it was safe from a loss of power. */
async function settleDown(writing: FileWrite): Promise<void> {
  await sync(writing.target);
  await syncFolders(writing);
}

/** All of them: a process that died may have made them and not come to this. */
async function syncFolders({ root, target }: FileWrite): Promise<void> {
  for (let at = dirname(target); ; at = dirname(at)) {
    await sync(at);
    if (at === root || at === dirname(at)) return;
  }
}

async function sync(path: string): Promise<void> {
  // Windows opens no folder this way and keeps its own journal of names.
  if (process.platform === 'win32') return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException | null)?.code ?? '';
}
