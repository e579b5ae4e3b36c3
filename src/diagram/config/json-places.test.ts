// Mistakes and places in JSON text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJson, JSON_DEPTH_MAX, scanJson } from './json-places.ts';

test('a key, an item and a nested key are found at their offsets', () => {
  const text = '{"a": [1, {"b": true}]}';
  const root = scanJson(text, 0).node;
  assert.ok(root);
  assert.equal(findJson(root, ['a']).at, text.indexOf('"a"'));
  assert.equal(findJson(root, ['a', 1, 'b']).at, text.indexOf('"b"'));
  assert.deepEqual(findJson(root, ['a', 1, 'zz', 'deep']), {
    node: root.members?.[0]?.value.items?.[1],
    at: text.indexOf('{"b"'),
    found: false,
  });
});

test('a mistake is named where it stands', () => {
  const mistakes: readonly (readonly [string, number, string, string])[] = [
    ['{"a" 1}', 5, '":" after the key', '"1"'],
    ['{"a": 1 "b": 2}', 8, '"," or "}"', '"b"'],
    ['{"a": 1,}', 8, 'a key in double quotes', '"}"'],
    ['[1, 2', 5, '"," or "]"', 'the end of the text'],
    ['{"a": "x\ny"}', 8, 'a closing double quote', 'the end of the line'],
    ['{a: 1}', 1, 'a key in double quotes or "}"', '"a"'],
    ['[undefined]', 1, 'a JSON value', '"undefined"'],
  ];
  for (const [text, at, expected, found] of mistakes) {
    assert.deepEqual(scanJson(text, 0).mistake, { at, expected, found }, text);
  }
});

test('a hundred levels are read and one more is a mistake, however many follow', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.equal(scanJson(nested(JSON_DEPTH_MAX), 0).mistake, null);
  assert.equal(scanJson(nested(JSON_DEPTH_MAX + 1), 0).mistake?.at, JSON_DEPTH_MAX);
  assert.equal(scanJson('['.repeat(100_000), 0).mistake?.expected, 'at most 100 levels of nesting');
});

test('a repeated key and a prototype key are found although JSON.parse takes them', () => {
  const scan = scanJson('{"a": 1, "\\u0061": 2, "\\u005f_proto__": {}}', 0);
  assert.deepEqual(scan.repeated, [{ key: 'a', at: 9, firstAt: 1 }]);
  assert.deepEqual(scan.forbidden, [22]);
});
