// Patterns of paths, and that no pattern takes long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globPattern } from './glob.ts';

function matching(glob: string, ...paths: string[]): string[] {
  const pattern = globPattern(glob);
  assert.ok(pattern);
  return paths.filter(pattern);
}

test('stars stay within a folder, double stars do not', () => {
  assert.deepEqual(matching('*.ts', 'a.ts', 'b/a.ts', 'a.tsx'), ['a.ts']);
  assert.deepEqual(matching('src/**/*.ts', 'src/a.ts', 'src/b/c/a.ts', 'a.ts'), ['src/a.ts', 'src/b/c/a.ts']);
  assert.deepEqual(matching('**', 'a', 'a/b'), ['a', 'a/b']);
  assert.deepEqual(matching('a*b*c', 'abc', 'axbxc', 'axb', 'abcbc'), ['abc', 'axbxc', 'abcbc']);
  assert.deepEqual(matching('a?[0-9].[!x]', 'ab1.c', 'ab1.x', 'a1.c', 'abz.c'), ['ab1.c']);
  assert.deepEqual(matching('{a,b/{c,d}}.ts', 'a.ts', 'b/c.ts', 'b/d.ts', 'b.ts'), ['a.ts', 'b/c.ts', 'b/d.ts']);
  assert.deepEqual(matching('[', '[', 'a'), ['[']);
});

test('hostile patterns are refused or end at once', () => {
  assert.equal(globPattern('{a,b}'.repeat(20)), null);
  assert.equal(globPattern('x'.repeat(2_000)), null);
  assert.deepEqual(matching(`${'*a'.repeat(300)}b`, 'a'.repeat(4_000)), []);
  assert.deepEqual(matching(`${'**/a/'.repeat(150)}b`, 'a/'.repeat(1_500)), []);
});
