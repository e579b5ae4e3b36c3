// Specifications as people edit them by hand: which ways of writing are form, and which are errors.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSpec } from '../../src/documents/spec/check-spec.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';

const FOLDER = new URL('./specs/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
interface Expectation {
  /** `check at line:column`. */
  readonly problems: readonly string[];
  readonly reads: string;
}
const EXPECTED = JSON.parse(textOf('expected.json')) as { readonly [name: string]: Expectation };

test('every specification here has its expectation', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  assert.deepEqual(names.map((name) => name.slice(0, -3)).sort(), Object.keys(EXPECTED).sort());
});

for (const [name, { problems, reads }] of Object.entries(EXPECTED))
  test(`${name.replaceAll('-', ' ')}: ${problems.length === 0 ? 'tolerated' : problems.join(', ')}`, () => {
    const text = textOf(`${name}.md`);
    const found = checkSpec(text).blocking.map(({ check, line, column }) => `${check} at ${line}:${column}`);
    assert.deepEqual(found, problems);
    const read = readSpec(text).requirements.map(({ id, criteria, dependencies }) => {
      const needs = dependencies.length === 0 ? '' : `, needs ${dependencies.join(', ')}`;
      return `${id}: ${criteria.length} criteria${needs}`;
    });
    assert.equal(read.join('; '), reads);
  });
