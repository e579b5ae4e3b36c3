// Opens a project's file for reading: a regular one, never waiting for a FIFO or device, and tells text from binary.

import { constants, type FileHandle, lstat, open } from 'node:fs/promises';
import { ToolRefusal } from './tool.ts';

export interface OpenedText {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly mtimeMs: number;
}

const SNIFFED_BYTES = 8_000;

/** `target` has its links resolved already; that it became one since then is refused. The caller closes the handle. */
export async function openText(target: string, shown: string): Promise<OpenedText> {
  // Opening alone may set a device to work, so it is looked at first; the second look is for what changed in between.
  const before = await lstat(target).catch(() => null);
  if (before !== null) mustBeFile(before, shown);
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(target, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch(() => {
    throw new ToolRefusal(`"${shown}" cannot be opened. list_files tells which files can.`);
  });
  try {
    const found = await handle.stat();
    mustBeFile(found, shown);
    const start = Buffer.alloc(Math.min(SNIFFED_BYTES, found.size));
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    if (start.subarray(0, bytesRead).includes(0)) {
      throw new ToolRefusal(`"${shown}" is a binary file of ${found.size} bytes; only text can be read.`);
    }
    return { handle, bytes: found.size, mtimeMs: found.mtimeMs };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** null: no text that could be read, or more than `bytesMax` of it. */
export async function readSmallText(target: string, bytesMax: number): Promise<string | null> {
  const opened = await openText(target, '').catch(() => null);
  if (opened === null) return null;
  try {
    return opened.bytes > bytesMax ? null : await readUpTo(opened.handle, opened.bytes);
  } catch {
    return null;
  } finally {
    await opened.handle.close();
  }
}

/** A file that grows while it is read stays within what was measured. */
export async function readUpTo(handle: FileHandle, bytesMax: number): Promise<string> {
  const into = Buffer.alloc(bytesMax);
  let filled = 0;
  while (filled < bytesMax) {
    const { bytesRead } = await handle.read(into, filled, bytesMax - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return into.toString('utf8', 0, filled);
}

function mustBeFile(found: { isFile(): boolean; isDirectory(): boolean }, shown: string): void {
  if (found.isFile()) return;
  const kind = found.isDirectory() ? 'a folder' : 'a link, pipe, socket or device';
  throw new ToolRefusal(`"${shown}" is ${kind}, not a file. list_files tells which files there are.`);
}
