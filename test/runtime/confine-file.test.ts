// Where a file may lie: inside the workspace, by name and by link, whether it exists or not.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { confineFile } from '../../src/confine-file.ts';

test('a file is found inside the workspace by one path, and refused outside by name or by link', async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-confine-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'workspace');
  mkdirSync(join(root, 'docs'), { recursive: true });
  mkdirSync(join(folder, 'workspace-not'));
  writeFileSync(join(root, 'docs/a.md'), 'a');
  writeFileSync(join(folder, 'secret'), 's');
  symlinkSync(folder, join(root, 'out'));
  symlinkSync(join(folder, 'secret'), join(root, 'secret'));
  symlinkSync(join(folder, 'nothing'), join(root, 'dangling'));
  symlinkSync(join(root, 'docs'), join(root, 'in'));
  symlinkSync(root, join(folder, 'spelt'));
  const inside = ['docs/a.md', './docs/../docs/a.md', 'in/a.md', join(root, 'docs/a.md'), 'docs//a.md'];
  for (const name of inside) {
    const expected = { path: 'docs/a.md', target: join(root, 'docs/a.md'), root };
    assert.deepEqual(await confineFile(root, name), expected, name);
    assert.deepEqual(await confineFile(join(folder, 'spelt'), name), expected, name);
  }
  assert.equal((await confineFile(root, 'in/new/b.md'))?.path, 'docs/new/b.md');
  assert.equal((await confineFile(root, '..dots/b.md'))?.path, '..dots/b.md');
  const outside = [
    '',
    '.',
    'docs/..',
    '..',
    '../secret',
    '/etc/passwd',
    'out/new.md',
    'out/secret',
    'secret',
    'dangling',
  ];
  const more = [join(folder, 'workspace-not/a.md'), 'docs/../../secret', 'a\0b', 'out/workspace-not/deep/new.md'];
  for (const name of [...outside, ...more]) assert.equal(await confineFile(root, name), null, JSON.stringify(name));
});
