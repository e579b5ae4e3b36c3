// Paths that a diagram names stay inside its folder.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { confinePath } from './confine-path.ts';

test('a path is found inside the folder, and refused outside of it by name or by link', () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-test-')));
  const folder = join(top, 'flow');
  try {
    mkdirSync(join(folder, 'prompts'), { recursive: true });
    writeFileSync(join(folder, 'prompts', 'a.md'), 'a');
    writeFileSync(join(top, 'secret'), 's');
    mkdirSync(join(top, 'flow-other'));
    symlinkSync(join(top, 'secret'), join(folder, 'link'));
    symlinkSync(join(folder, 'prompts'), join(folder, 'inner'));
    assert.deepEqual(confinePath(folder, 'prompts/a.md'), { found: join(folder, 'prompts', 'a.md') });
    assert.deepEqual(confinePath(folder, 'inner/a.md'), { found: join(folder, 'prompts', 'a.md') });
    assert.deepEqual(confinePath(folder, 'prompts/../prompts/b.md'), { missing: true });
    for (const name of ['../secret', 'link', join(top, 'secret'), 'a/../../secret', '../flow-other', 'a\0b', '..']) {
      assert.deepEqual(confinePath(folder, name), { outside: true }, name);
    }
  } finally {
    rmSync(top, { recursive: true });
  }
});
