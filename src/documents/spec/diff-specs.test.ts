import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { diffSpecs } from './diff-specs.ts';

const VALID = readFileSync(new URL('../../../test/documents/specs/01-as-it-should-be.md', import.meta.url), 'utf8');
const NONE = { added: [], removed: [] };

test('a text differs from itself, and from itself with other line ends, in nothing', () => {
  for (const other of [VALID, VALID.replaceAll('\n', '\r\n')]) {
    const { lines, ...diff } = diffSpecs(VALID, other);
    assert.deepEqual(diff, { ...NONE, changed: [], parts: [], inScope: NONE, outOfScope: NONE });
    assert.ok(lines.every(({ kind }) => kind === 'same'));
  }
});

test('requirements are the same by their ids, and every field that changed is named', () => {
  const after = VALID.replace('R-002: Cancel a booking', 'R-002: Cancel')
    .replace('**Priority:** should', '**Priority:** could')
    .replace('[R-001]', '[]')
    .replace('up to 24 hours', 'up to 12 hours')
    .replace('Given a booking in 25 hours', 'Given a booking in 13 hours')
    .replace('### R-001', '### R-007');
  const { added, removed, changed } = diffSpecs(VALID, after);
  assert.deepEqual([added.map(({ id }) => id), removed.map(({ id }) => id)], [['R-007'], ['R-001']]);
  const [only] = changed;
  assert.deepEqual([changed.length, only?.id], [1, 'R-002']);
  assert.deepEqual(only?.fields, ['title', 'priority', 'dependencies', 'description', 'criteria']);
});

test('scope, vision and front matter are told apart, and a moved requirement is no change but of lines', () => {
  const after = VALID.replace('by themselves', 'alone')
    .replace('- Payments', '- Fees')
    .replace('created: 2026-03-02\n', '');
  const { parts, inScope, outOfScope, changed } = diffSpecs(VALID, after);
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['created', 'vision'],
  );
  assert.deepEqual([inScope, outOfScope, changed], [NONE, { added: ['Fees'], removed: ['Payments'] }, []]);
  const [head = '', first = '', second = ''] = VALID.split(/(?=### R-)/);
  const moved = diffSpecs(VALID, head + second + first);
  assert.deepEqual([moved.added, moved.removed, moved.changed], [[], [], []]);
  assert.ok(moved.lines.some(({ kind }) => kind === 'added'));
});
