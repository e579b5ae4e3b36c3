// What is taken for JSON, what for text, and what is said of JSON that is broken or too deep.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_DEPTH_MAX } from '../runtime/json-depth.ts';
import { readInput, typedJson } from './read-json.ts';

test('what is typed is text where the schema says so, JSON where it parses, and text again where it is none', () => {
  assert.deepEqual(typedJson('7', { type: 'string' }), { value: '7' });
  assert.deepEqual(typedJson('{"a"', { type: 'string' }), { value: '{"a"' });
  assert.deepEqual(typedJson('7', null), { value: 7 });
  assert.deepEqual(typedJson('seven {7}', { type: 'object' }), { value: 'seven {7}' });
});

test('broken JSON is reported as such, with its place', () => {
  const problemOf = (line: string) => {
    const typed = typedJson(line, null);
    return 'problem' in typed ? typed.problem : assert.fail(JSON.stringify(typed));
  };
  assert.match(
    problemOf('{"total": 5000, "parts": ["bolt","nut"'),
    /^Expected JSON, but it is broken at character 39: /,
  );
  assert.match(problemOf('{"total": 5000,, "a": 1}'), /broken at character 16: /);
  assert.match(problemOf('{'), /broken at character 2: expected a key in double quotes or "}", found the end/);
  assert.match(problemOf('"open'), /broken at character \d: expected /);
  assert.match(problemOf('[1, x]'), /broken at character 5: expected a JSON value, found "x"/);
  assert.match(problemOf('{"a": 1} and more'), /broken at character 10: expected nothing more, found and more/);
});

test('JSON that is nested too deep is refused', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok('value' in typedJson(deep(JSON_DEPTH_MAX), null));
  assert.deepEqual(typedJson(deep(5000), null), {
    problem: `Expected it nested at most ${JSON_DEPTH_MAX} levels deep, found more.`,
  });
  assert.throws(() => readInput([`a=${deep(5000)}`], undefined, null), /--input a nested at most 200 levels deep/);
});

test('an input keeps its quotes where the schema says text, and loses them elsewhere', () => {
  const schema = { type: 'object', properties: { word: { type: 'string' } } };
  assert.deepEqual(readInput(['word="7"', 'other="7"', 'bare=x'], undefined, schema), {
    word: '"7"',
    other: '7',
    bare: 'x',
  });
});
