// Reads a text file that a person or a diagram named: what cannot be read is said, never thrown.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Ten times what a diagram may hold: enough for any text of ours, and no machine is brought down by it. */
export const TEXT_BYTES_MAX = 10_000_000;

export type TextRead = { readonly text: string } | { readonly code: string; readonly found: string };

export function readText(path: string): TextRead {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const stat = fstatSync(file);
    if (stat.isDirectory()) return { code: 'file-unreadable', found: 'a folder' };
    if (!stat.isFile() && !stat.isFIFO()) return { code: 'file-unreadable', found: 'a device' };
    if (stat.size > TEXT_BYTES_MAX) return tooLarge(stat.size);
    const bytes = readFileSync(file);
    // A pipe has no size before it is read.
    if (bytes.length > TEXT_BYTES_MAX) return tooLarge(bytes.length);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (thrown) {
    return unreadable(thrown as NodeJS.ErrnoException);
  } finally {
    if (file !== null) closeSync(file);
  }
}

function tooLarge(bytes: number): TextRead {
  const [size, most] = [bytes, TEXT_BYTES_MAX].map((count) => count.toLocaleString('en'));
  return { code: 'file-too-large', found: `${size} bytes where at most ${most} are read` };
}

function unreadable(thrown: NodeJS.ErrnoException): TextRead {
  if (thrown instanceof TypeError) return { code: 'file-not-text', found: 'bytes that are no UTF-8 text' };
  const found =
    thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR'
      ? 'nothing there'
      : thrown.code === 'EACCES' || thrown.code === 'EPERM'
        ? 'no permission to read it'
        : `the error ${thrown.code ?? thrown.message}`;
  return { code: 'file-unreadable', found };
}
