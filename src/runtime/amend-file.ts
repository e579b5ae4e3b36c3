// Changes a file that others change too: a change made in between is read, and ours applied on top of it.

import type { ConfinedFile } from '../confine-file.ts';
import { WorkspaceFault } from '../errors.ts';
import type { AmendResult } from '../ports/project-files.ts';
import { sha256 } from './sha256.ts';
import { writeOnce } from './write-once.ts';

const TRIES_MAX = 10;

/** Callers of this process wait for each other, by file. */
const busy = new Map<string, Promise<unknown>>();

export async function amendFile(
  { root, target }: ConfinedFile,
  read: () => Promise<string | null>,
  change: (text: string) => string,
): Promise<AmendResult> {
  const before = busy.get(target) ?? Promise.resolve();
  const done = before.then(() => amended(root, target, read, change));
  const settled = done.catch(() => {});
  busy.set(target, settled);
  try {
    return await done;
  } finally {
    if (busy.get(target) === settled) busy.delete(target);
  }
}

async function amended(
  root: string,
  target: string,
  read: () => Promise<string | null>,
  change: (text: string) => string,
): Promise<AmendResult> {
  let outcome: AmendResult = 'unchanged';
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const text = await read();
    if (text === null) return 'missing';
    const next = change(text);
    // Also after writing: another process may have put its own text there in the moment between its look and ours.
    if (next === text) return outcome;
    const [old, wanted] = [text, next].map(sha256) as [string, string];
    const mayReplace = async (): Promise<boolean> => false;
    const written = await writeOnce({ root, target, old, new: wanted, text: next, mayReplace });
    if (written.outcome === 'written') outcome = 'changed';
  }
  const message = `Expected to change "${target}", found that others change it all the time.`;
  throw new WorkspaceFault(`${message} Try again when they are done.`);
}
