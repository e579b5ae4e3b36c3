import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Around, contextOf } from './check-context.ts';
import { checkReferences } from './check-references.ts';

const NO_SQL = { dialect: 'postgres', isChecked: true, problems: [], tables: [] };

function rulesOf(hld: string, around: Partial<Around> = {}): readonly string[] {
  const texts = { hld, lld: '## Endpoints\n', database: '' };
  const context = contextOf(texts, { sql: NO_SQL, diagrams: [], standards: [], ...around });
  return checkReferences(context).map(({ rule, line }) => `${rule}:${line}`);
}

test('an id that nothing defines is told once, at its first place', () => {
  assert.deepEqual(rulesOf('## Overview\n\nSee CMP-004 and again CMP-004.\n'), ['unknown-reference:3']);
});

test('ids in fences, of another feature and of a part that is not there yet are not judged', () => {
  assert.deepEqual(rulesOf('## Overview\n\n`x`: loans/API-003, TBL-004.\n\n```text\nUC-044\n```\n'), []);
});

test('an id that is given twice names both lines', () => {
  assert.deepEqual(rulesOf('## Overview\n\n### UC-001: One\n\n### UC-001: Other\n'), ['duplicate-id:5']);
});

test('links to headings and files', () => {
  const text = '## Data Flow: in & out\n\n[a](#data-flow-in--out) [b](#nowhere) [c](notes/a.md#x) `[d](#code)`\n';
  assert.deepEqual(rulesOf(text), ['broken-link:3']);
  assert.deepEqual(rulesOf(text, { isFile: (path) => path === 'notes/a.md' }), ['broken-link:3']);
  assert.deepEqual(rulesOf(text, { isFile: () => false }), ['broken-link:3', 'broken-link:3']);
  assert.deepEqual(rulesOf('## Overview\n\n[a](https://example.org/x) [b](mailto:a@example.org)\n'), []);
});
