// A folder whose path is part of recorded histories: made for one test at a time, whatever else runs on this machine.

import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;
/** A test that has it may run on a busy machine. */
const PATIENCE_MS = 600_000;

/** An empty folder at `path`, two levels below the system's own folder for temporary files; call what it gives to
 *  remove it. Processes of one user wait for each other by a lock that the system takes from a process that dies, so
 *  that what a dead one left is removed; another user's folder is waited for, and never touched. */
export async function holdFolder(path: string): Promise<() => void> {
  const top = dirname(path);
  const end = Date.now() + PATIENCE_MS;
  const lock = new DatabaseSync(`${top}-of-${process.getuid?.() ?? 'this-user'}.lock`, { timeout: 0 });
  while (!isLocked(lock)) await waitBefore(end, `Another test holds ${top}`);
  rmOwn(top);
  while (!isMade(top)) await waitBefore(end, `${top} belongs to another user. When no test of theirs runs, remove it`);
  mkdirSync(path);
  return () => {
    rmSync(top, { recursive: true, force: true });
    lock.close();
  };
}

function isLocked(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (thrown) {
    if (/locked/.test(String(thrown))) return false;
    throw thrown;
  }
}

/** Nobody else of this user has it now. */
function rmOwn(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner === (process.getuid?.() ?? owner)) rmSync(folder, { recursive: true, force: true });
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

async function waitBefore(end: number, why: string): Promise<void> {
  if (Date.now() > end) throw new Error(`${why}: waited for ${PATIENCE_MS / 1000} s.`);
  await pause(LOOK_MS);
}
