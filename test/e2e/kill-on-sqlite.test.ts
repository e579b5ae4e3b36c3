// Workers on one SQLite file, killed 200 times.

import { test } from 'node:test';
import { surviveKills } from './survive-kills.ts';

test('200 workers killed at random moments lose nothing and do nothing twice, on SQLite', { timeout: 480_000 }, (t) =>
  surviveKills(t),
);
