// How templates are filled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTemplate } from '../diagram/config/parse-template.ts';
import type { Json, JsonObject } from '../json.ts';
import { render } from './template.ts';
import { walk } from './walk.ts';

function rendered(text: string, roots: JsonObject, declared?: (path: string) => boolean) {
  const { template } = parseTemplate(text);
  return render(
    template,
    (root, parts) => walk(roots, [root, ...parts]),
    (path) => declared?.(path.text) ?? false,
  );
}

test('text, numbers and words are put in as they are, null as nothing', () => {
  const roots = { output: { name: 'Ada', score: 7, ok: false, none: null } };
  assert.deepEqual(rendered('{{output.name}} {{ output.score }}/{{output.ok}}/{{output.none}}.', roots), {
    text: 'Ada 7/false/.',
    unknown: [],
  });
});

test('objects and lists become indented JSON', () => {
  assert.equal(rendered('{{output}}', { output: { a: [1] } }).text, '{\n  "a": [\n    1\n  ]\n}');
});

test('a missing value stays as written, spaces included, and is reported once', () => {
  const roots = { output: { ok: 1 } };
  assert.deepEqual(rendered('a {{  output.x }} b {{output.x}} {{output.ok}}', roots), {
    text: 'a {{  output.x }} b {{output.x}} 1',
    unknown: ['output.x'],
  });
});

test('a missing value under a declared field is empty text', () => {
  assert.deepEqual(
    rendered('[{{output.x}}]', { output: {} }, (path) => path === 'output.x'),
    { text: '[]', unknown: [] },
  );
});

test('text that came in is never expanded', () => {
  const roots = { output: { a: '{{output.secret}}', secret: 'no', half: '{{' } };
  assert.equal(
    rendered('{{output.a}} {{output.half}}output.secret}}', roots).text,
    '{{output.secret}} {{output.secret}}',
  );
});

test('a value nested beyond all reason stays as written; a merely deep one is not indented', () => {
  const deep = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  assert.deepEqual(rendered('{{output}}', { output: deep(100_000) }), { text: '{{output}}', unknown: ['output'] });
  assert.equal(rendered('{{output}}', { output: deep(300) }).text.length, 600);
});

test('many holes of a large value stop growing the text', () => {
  const result = rendered('{{output}}'.repeat(50), { output: 'x'.repeat(1_000_000) });
  assert.equal(result.text.length, 10_000_000 + 40 * '{{output}}'.length);
  assert.deepEqual(result.unknown, ['output']);
});
