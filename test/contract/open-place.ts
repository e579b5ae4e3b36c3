// Opens the store at an address, for the other process of a test.

import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';

export async function openPlace(address: string): Promise<Store> {
  return openSqliteStore({ path: address });
}
