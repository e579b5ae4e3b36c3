// Workers on one PostgreSQL database, killed 200 times.

import { test } from 'node:test';
import { postgresOrSkip } from '../support/postgres.ts';
import { surviveKills } from './survive-kills.ts';

const NAME = '200 workers killed at random moments lose nothing and do nothing twice, on PostgreSQL';

test(NAME, { timeout: 480_000 }, async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres !== undefined) await surviveKills(t, await postgres.createDatabase());
});
