// A fixed folder is had by one test at a time.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { holdFolder } from './fixed-folder.ts';

test('a fixed folder is had by one test at a time, and begins empty', async (t) => {
  const temp = mkdtempSync(join(tmpdir(), 'signoff-fixed-'));
  t.after(() => rmSync(temp, { recursive: true }));
  const folder = join(temp, 'top', 'projects');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'of-a-dead-process'), '');
  const release = await holdFolder(folder);
  assert.equal(existsSync(join(folder, 'of-a-dead-process')), false);
  let isHeld = false;
  const second = holdFolder(folder).then((releases) => {
    isHeld = true;
    return releases;
  });
  await pause(150);
  assert.equal(isHeld, false);
  release();
  (await second)();
  assert.equal(existsSync(join(temp, 'top')), false);
});
