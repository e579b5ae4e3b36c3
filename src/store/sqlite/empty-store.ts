// A store without runs, in memory and in the name of a place where none is yet.

import type { Store } from '../../ports/store.ts';
import { openSqliteStore } from './open-store.ts';

export async function emptyStore(place: string): Promise<Store> {
  return { ...(await openSqliteStore({ path: ':memory:' })), place };
}
