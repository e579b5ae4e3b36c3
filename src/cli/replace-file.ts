// Writes a file whole or not at all: beside it first, then in its place.

import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // Where people keep such files elsewhere and link to them, the link stays.
  const present = statSync(path, { throwIfNoEntry: false });
  const target = present === undefined ? path : realpathSync(path);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
  try {
    writeFileSync(beside, text, { mode: present === undefined ? 0o644 : present.mode & 0o777, flush: true });
    renameSync(beside, target);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}
