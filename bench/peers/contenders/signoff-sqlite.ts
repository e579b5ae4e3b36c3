// Signoff on its default store: one SQLite file, synchronous=FULL.

import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { signoffSession } from '../signoff.ts';

export const contender: Contender = {
  prepare: async ({ folder }) => (await signoffSession(join(folder, 'signoff.db'))).close(),
  open: ({ folder }) => signoffSession(join(folder, 'signoff.db')),
};
