// Writes a file whole or not at all: beside it first, then in its place.

import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** `mode`: of a file that is not there yet. */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  // Where people keep such files elsewhere and link to them, the link stays.
  const present = statSync(path, { throwIfNoEntry: false });
  const target = present === undefined ? path : realpathSync(path);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
  try {
    writeFileSync(beside, text, { mode: present === undefined ? mode : present.mode & 0o777, flush: true });
    renameSync(beside, target);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}
