// How the project of a folder is found, and which folders above are passed over.

import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from './project-of.ts';

const hasOwners = process.getuid !== undefined;
const isRoot = process.getuid?.() === 0;

/** A folder with a store, and one two levels below it. */
function place(t: TestContext) {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-project-')));
  t.after(() => rmSync(above, { recursive: true, force: true }));
  const below = join(above, 'a', 'b');
  mkdirSync(below, { recursive: true });
  mkdirSync(join(above, '.signoff'));
  return { above, below };
}

test('the nearest folder upwards that has a store or looks like a project is the project', (t) => {
  const { above, below } = place(t);
  assert.equal(projectOf(below), above);
  writeFileSync(join(above, 'a', 'package.json'), '{}');
  assert.equal(projectOf(below), join(above, 'a'));
  writeFileSync(join(below, 'signoff.config.json'), '{}');
  assert.equal(projectOf(below), below);
});

test('a store in a folder above that everyone can write is not taken', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  for (const mode of [0o1777, 0o777, 0o1757]) {
    chmodSync(above, mode);
    assert.equal(projectOf(below), below, mode.toString(8));
    assert.equal(projectOf(above), above, 'the folder itself was chosen');
  }
  chmodSync(above, 0o775);
  assert.equal(projectOf(below), above);
});

test('a store above into which everyone can write is not taken', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  chmodSync(join(above, '.signoff'), 0o777);
  assert.equal(projectOf(below), below);
});

test('a folder that everyone can write does not hide the project above it', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  mkdirSync(join(above, 'a', '.signoff'));
  chmodSync(join(above, 'a'), 0o1777);
  assert.equal(projectOf(below), above);
});

test('a folder above that belongs to another user is passed over, but for one of root', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  const own = process.getuid?.() ?? 0;
  assert.equal(projectOf(below, own + 4_321), isRoot ? above : below);
});

test('a folder or a store of another user is not taken, even by root', { skip: !isRoot }, (t) => {
  const { above, below } = place(t);
  chownSync(join(above, '.signoff'), 4_321, 4_321);
  assert.equal(projectOf(below), below);
  chownSync(join(above, '.signoff'), 0, 0);
  chownSync(above, 4_321, 4_321);
  assert.equal(projectOf(below), below);
});
