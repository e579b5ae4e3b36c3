// Opens the store at an address, for the other process of a test: a path, or a URL whose fragment names the schema.

import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';

export async function openPlace(address: string): Promise<Store> {
  if (!address.startsWith('postgres')) return openSqliteStore({ path: address });
  const url = new URL(address);
  const schema = url.hash.slice(1);
  url.hash = '';
  return openPostgresStore({ url: url.href, schema });
}
