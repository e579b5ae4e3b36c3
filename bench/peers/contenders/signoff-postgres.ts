// Signoff on PostgreSQL.

import type { Contender } from '../contender.ts';
import { signoffSession } from '../signoff.ts';

export const contender: Contender = {
  prepare: async ({ postgresUrl }) => (await signoffSession(postgresUrl)).close(),
  open: ({ postgresUrl }) => signoffSession(postgresUrl),
};
