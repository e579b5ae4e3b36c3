// Reads a text file that a person or a diagram named: what cannot be read is said, never thrown.

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';

/** Ten times what a diagram may hold: enough for any text of ours, and no machine is brought down by it. */
export const TEXT_BYTES_MAX = 10_000_000;

export type TextRead = { readonly text: string } | { readonly code: string; readonly found: string };

/** What the shell handed over open, as in `--input-file <(command)`: somebody writes to it. */
const HANDED_OVER = /^\/(?:dev\/(?:stdin|fd\/(?:0|[3-9]|[1-9]\d+))|proc\/self\/fd\/(?:0|[3-9]|[1-9]\d+))$/;
const STDIN = /\/(?:stdin|fd\/0)$/;
/** The process has pipes of its own that nobody ever writes to, and they cannot be distinguished from those handed
 *  over. */
const SILENT_MS_MAX = 5000;
const LOOK_MS = 10;
const CHUNK_BYTES = 65_536;

/** Of plain files only: a pipe or a device would keep us waiting, or never end. */
export function readText(path: string): TextRead {
  const isHandedOver = HANDED_OVER.test(path);
  const isWaitedFor = isHandedOver && STDIN.test(path);
  let file: number | null = null;
  try {
    // Opening a pipe waits for a writer, unless opened without blocking; what it is shows only once it is open.
    file = openSync(path, constants.O_RDONLY | (isWaitedFor ? 0 : (constants.O_NONBLOCK ?? 0)));
    const stat = fstatSync(file);
    if (stat.isFIFO() && isHandedOver) return readPipe(file);
    if (!stat.isFile()) return { code: 'file-unreadable', found: kindOf(stat) };
    if (stat.size > TEXT_BYTES_MAX) return tooLarge(stat.size);
    const bytes = readFileSync(file);
    // It may have grown meanwhile.
    if (bytes.length > TEXT_BYTES_MAX) return tooLarge(bytes.length);
    return { text: decoded(bytes) };
  } catch (thrown) {
    return unreadable(thrown as NodeJS.ErrnoException);
  } finally {
    if (file !== null) closeSync(file);
  }
}

function readPipe(file: number): TextRead {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let count = -1; count !== 0 && bytes <= TEXT_BYTES_MAX; bytes += count) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSoon(file, chunk);
    if (read === null) {
      const found = bytes === 0 ? 'nothing there' : 'a pipe that does not end';
      return { code: 'file-unreadable', found: `${found} (it gave nothing for ${SILENT_MS_MAX / 1000} s)` };
    }
    count = read;
    chunks.push(chunk.subarray(0, count));
  }
  return bytes > TEXT_BYTES_MAX ? tooLarge(bytes) : { text: decoded(Buffer.concat(chunks)) };
}

/** null: nothing came. */
function readSoon(file: number, chunk: Buffer): number | null {
  for (let waitedMs = 0; waitedMs < SILENT_MS_MAX; waitedMs += LOOK_MS) {
    try {
      return readSync(file, chunk);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
  }
  return null;
}

const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a folder';
  return stat.isFIFO() ? 'a pipe, which is not a plain file' : 'a device';
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
