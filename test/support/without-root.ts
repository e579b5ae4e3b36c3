// Root reads what nobody may read: a test of what is refused gives that right up for a while.

import { lchownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { postgresOwner } from './postgres-program.ts';

/** `folder` and what lies in it belongs to another user while that user does `work`; the present one, unless root. */
export async function withoutRoot<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const owner = postgresOwner();
  if (!('uid' in owner)) return work();
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, name), owner.uid, owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
