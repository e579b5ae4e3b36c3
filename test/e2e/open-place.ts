// Opens the store that an address names, as any process of these tests does.

import type { Store } from '../../src/ports/store.ts';

export async function openPlace(address: string): Promise<Store> {
  if (address.startsWith('postgres://')) {
    const { openPostgresStore } = await import('../../src/store/postgres/open-store.ts');
    return openPostgresStore({ url: address, connections: 3 });
  }
  const { openSqliteStore } = await import('../../src/store/sqlite/open-store.ts');
  return openSqliteStore({ path: address });
}
