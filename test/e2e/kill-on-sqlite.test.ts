// Workers on one SQLite file, killed at random moments.

import { describe, test } from 'node:test';
import { soaked } from '../support/soak.ts';
import { surviveKills } from './survive-kills.ts';

describe('workers killed at random moments lose nothing and do nothing twice', () => {
  test('on SQLite', { timeout: soaked(240_000) }, (t) => surviveKills(t));
});
