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

test('of four hundred requirements each is read, and the one id that is malformed is the one problem', () => {
  const head = textOf('01-as-it-should-be.md').split('### R-001')[0] ?? '';
  const idOf = (at: number): string => (at === 250 ? 'R-0250' : `R-${String(at).padStart(3, '0')}`);
  const rules = Array.from({ length: 400 }, (_, at) => {
    const needs = at === 0 ? '' : `R-${String(at).padStart(3, '0')}`;
    const label = `**Priority:** could\n**Dependencies:** [${needs}]\n**Description:** Rule ${at + 1} of the house.`;
    return `### ${idOf(at + 1)}: Rule ${at + 1}\n\n${label}\n\n**Acceptance Criteria:**\n\n- [ ] It is shown.\n`;
  });
  const text = `${head}${rules.join('\n')}`;
  const { blocking } = checkSpec(text);
  const line = text.split('\n').findIndex((each) => each.startsWith('### R-0250')) + 1;
  assert.deepEqual(
    blocking.map(({ check, line: at, column }) => [check, at, column]),
    [[3, line, 5]],
  );
  const { requirements } = readSpec(text);
  assert.deepEqual(
    requirements.map(({ id, criteria }) => [id, criteria.length]),
    rules.map((_, at) => [idOf(at + 1), 1]),
  );
});
