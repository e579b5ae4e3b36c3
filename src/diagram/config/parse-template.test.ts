// How text is split into holes and text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOTS } from './parse-expression.ts';
import { parseTemplate, pathOf } from './parse-template.ts';

/** Parts with paths in angle brackets. */
function parts(text: string, roots = ROOTS): string[] {
  return parseTemplate(text, roots).template.parts.map((part) => (typeof part === 'string' ? part : `<${part.text}>`));
}

test('holes become paths and the rest stays text', () => {
  assert.deepEqual(parts('PR #{{input.prNumber}} of {{ run.id }}.'), [
    'PR #',
    '<input.prNumber>',
    ' of ',
    '<run.id>',
    '.',
  ]);
  assert.deepEqual(parts("{{steps['my-step'].output[0]}}"), ["<steps['my-step'].output[0]>"]);
  assert.deepEqual(parts(''), []);
  assert.deepEqual(parts('no holes { } here'), ['no holes { } here']);
});

test('a hole with an unknown root or something other than a path stays as written and is named once', () => {
  const text = '{{name}} {{output.a + 1}} {{name}} {{}} {{parentId}} {{output.ok}}';
  const parsed = parseTemplate(text);
  assert.deepEqual(parsed.unknown, ['name', 'output.a + 1', '', 'parentId']);
  assert.deepEqual(parts(text), ['{{name}} {{output.a + 1}} {{name}} {{}} {{parentId}} ', '<output.ok>']);
  assert.equal(parsed.template.text, text);
});

test('item variables count when the caller names them', () => {
  assert.deepEqual(parts('Review {{file.path}}', new Set([...ROOTS, 'file'])), ['Review ', '<file.path>']);
});

test('the innermost braces make the hole', () => {
  assert.deepEqual(parts('{{{output}}}'), ['{', '<output>', '}']);
  assert.deepEqual(parts('{"a": {{output}}}'), ['{"a": ', '<output>', '}']);
  assert.deepEqual(parts('{{ open {{output}}'), ['{{ open ', '<output>']);
});

test('a path is recognised with its known root, an expression or a document name is not', () => {
  assert.equal(pathOf('data.prdContent', ROOTS)?.text, 'data.prdContent');
  assert.equal(pathOf('PRD.md', ROOTS), null);
  assert.equal(pathOf('data.a + 1', ROOTS), null);
});
