// The store's contract, kept by SQLite in a file.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { describeStore } from './describe-store.ts';

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signoff-store-'));
  const path = join(folder, 'signoff.db');
  return {
    open: () => openSqliteStore({ path }),
    address: path,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
