// The program takes no store from a folder above that a stranger could have put there.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../src/compose.ts';
import { inPlace, signoffHere } from '../support/signoff-here.ts';
import { atTerminalHere } from '../support/terminal-here.ts';

test('a .signoff in a folder like /tmp is not the store of what lies below it', async (t) => {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-above-')));
  t.after(() => rmSync(above, { recursive: true, force: true }));
  const below = join(above, 'work');
  mkdirSync(below);
  mkdirSync(join(above, '.signoff'));
  const env = { SIGNOFF_HOME: undefined, DATABASE_URL: undefined };
  const place = () => inPlace({ cwd: below, env }, async () => (await compose(['runs'])).storePlace(undefined));
  assert.equal(await place(), join(above, '.signoff', 'signoff.db'));
  chmodSync(above, 0o1777);
  assert.equal(await place(), join(below, '.signoff', 'signoff.db'));
});

test('at a terminal one line says that the store is that of a folder above', async (t) => {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-above-')));
  t.after(() => rmSync(above, { recursive: true, force: true }));
  const below = join(above, 'work');
  mkdirSync(below);
  mkdirSync(join(above, '.signoff'));
  const place = join(above, '.signoff', 'signoff.db');
  const inFolder = await atTerminalHere(['runs', 'list'], [], { cwd: above, home: '', columns: 200 });
  assert.equal(inFolder.out.includes('of a folder above'), false);
  const shown = await atTerminalHere(['runs', 'list'], [], { cwd: below, home: '', columns: 200 });
  assert.equal(shown.out.split(`The store is ${place}, of a folder above.`).length - 1, 1, shown.out);
  const read = await signoffHere(['runs', 'list'], { cwd: below, home: '' });
  assert.equal(read.err, '', 'no person reads it');
});
