// Workers on one PostgreSQL database, killed at random moments.

import { describe, test } from 'node:test';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { surviveKills } from './survive-kills.ts';

describe('workers killed at random moments lose nothing and do nothing twice', () => {
  test('on PostgreSQL', { timeout: soaked(240_000) }, async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres !== undefined) await surviveKills(t, await postgres.createDatabase());
  });
});
