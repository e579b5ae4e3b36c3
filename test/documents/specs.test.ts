// Specifications as people edit them by hand: which ways of writing are form, and which are errors.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSpec } from '../../src/documents/spec/check-spec.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';

const FOLDER = new URL('./specs/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
/** `check at line:column` of each problem, by file. */
const EXPECTED = JSON.parse(textOf('expected.json')) as { readonly [name: string]: readonly string[] };

test('every specification here has its expected problems', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  assert.deepEqual(names.map((name) => name.slice(0, -3)).sort(), Object.keys(EXPECTED).sort());
});

for (const [name, expected] of Object.entries(EXPECTED))
  test(`${name.replaceAll('-', ' ')}: ${expected.length === 0 ? 'is tolerated' : expected.join(', ')}`, () => {
    const text = textOf(`${name}.md`);
    const found = checkSpec(text).blocking.map(({ check, line, column }) => `${check} at ${line}:${column}`);
    assert.deepEqual(found, expected);
    assert.ok(readSpec(text).requirements.length >= (expected.some((each) => each.startsWith('2')) ? 0 : 2));
  });
