// Where tests make their folders. Where many files were just deleted, ext4 makes new ones slowly: that was a fifth of
// the suite's processor time.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A whole run leaves up to a few hundred MB at a time; containers often have 64 MB. */
const BYTES_MIN = 4 * 2 ** 30;

/** A file system in memory, where there is one with room on which programs may be started; else undefined. */
export function foldersInMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(IN_MEMORY);
    return type === TMPFS && bavail * bsize >= BYTES_MIN && startsPrograms(IN_MEMORY) ? IN_MEMORY : undefined;
  } catch {
    return undefined;
  }
}

function startsPrograms(folder) {
  const probe = mkdtempSync(join(folder, 'signoff-probe-'));
  const program = join(probe, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(probe, { recursive: true, force: true });
  return status === 0;
}
