// How the project of a folder is found, and which folders above are passed over.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

test('the search ends at a folder that everyone can write', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  chmodSync(join(above, 'a'), 0o1777);
  assert.equal(projectOf(below), below);
  assert.equal(projectOf(join(above, 'a')), above, 'the folder itself was chosen');
});

test('a folder above that belongs to another user is not taken, nor one that is of root', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  const own = process.getuid?.() ?? 0;
  assert.equal(projectOf(below, { user: own }), above);
  assert.equal(projectOf(below, { user: own + 4_321 }), below);
});

test('a folder or a store of another user is not taken, even by root', { skip: !isRoot }, (t) => {
  const { above, below } = place(t);
  chownSync(join(above, '.signoff'), 4_321, 4_321);
  assert.equal(projectOf(below), below);
  chownSync(join(above, '.signoff'), 0, 0);
  chownSync(above, 4_321, 4_321);
  assert.equal(projectOf(below), below);
  chownSync(above, 0, 0);
  chownSync(join(above, 'a'), 4_321, 4_321);
  assert.equal(projectOf(below), below, 'the search ends at a folder of another user');
});

test('a project with the store of another user is not taken', { skip: !isRoot }, (t) => {
  const { above, below } = place(t);
  writeFileSync(join(above, 'package.json'), '{}');
  assert.equal(projectOf(below), above);
  chownSync(join(above, '.signoff'), 4_321, 4_321);
  assert.equal(projectOf(below), below);
});

test('a folder that holds the home folder is not taken, the home folder is', (t) => {
  const { above, below } = place(t);
  assert.equal(projectOf(below, { home: join(above, 'anna') }), below);
  assert.equal(projectOf(below, { home: join(above, 'x', 'anna') }), below);
  assert.equal(projectOf(below, { home: above }), above);
  assert.equal(projectOf(below, { home: join(above, 'a') }), below);
  assert.equal(projectOf(below, { home: `${above}-other` }), above);
});

test('a store that this user cannot write is not taken', { skip: !hasOwners }, (t) => {
  const { above, below } = place(t);
  chmodSync(join(above, '.signoff'), 0o555);
  if (!isRoot) return assert.equal(projectOf(below), below);
  // Root may write everywhere: somebody else has to ask.
  const user = 4_321;
  for (const path of [above, join(above, '.signoff'), join(above, 'a'), below]) chownSync(path, user, user);
  const asked = (): string => {
    const code = `import(${JSON.stringify(import.meta.resolve('./project-of.ts'))})
      .then(({ projectOf }) => process.stdout.write(projectOf(${JSON.stringify(below)}, { home: '/nowhere' })))`;
    return spawnSync(process.execPath, ['-e', code], { uid: user, gid: user, cwd: '/', encoding: 'utf8' }).stdout;
  };
  assert.equal(asked(), below);
  chmodSync(join(above, '.signoff'), 0o755);
  assert.equal(asked(), above);
});

test('the root of the disk is no project of what lies below it', (t) => {
  const { above, below } = place(t);
  assert.equal(projectOf(below, { root: above }), below);
  assert.equal(projectOf(above, { root: above }), above, 'the folder itself was chosen');
});
