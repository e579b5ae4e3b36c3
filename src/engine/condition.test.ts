// What conditions mean on JSON values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formula } from '../diagram/config/parse-expression.ts';
import type { Json, JsonObject } from '../json.ts';
import { decideCondition, evaluate, type Lookup } from './condition.ts';
import { walk } from './walk.ts';

function lookupIn(roots: JsonObject): Lookup {
  return (root, parts) => walk(roots, [root, ...parts]);
}

function decided(text: string, roots: JsonObject = {}) {
  const parsed = formula(text);
  assert.ok('formula' in parsed, text);
  return decideCondition(parsed.formula, lookupIn(roots));
}

function value(text: string, roots: JsonObject = {}): Json | undefined {
  const parsed = formula(text);
  assert.ok('formula' in parsed, text);
  return evaluate(parsed.formula.tree, lookupIn(roots));
}

/** The value when exactly one warning was given. */
function warned(text: string, roots: JsonObject = {}): Json | undefined {
  const result = decided(text, roots);
  assert.equal(result.warnings.length, 1, `${text}: ${JSON.stringify(result.warnings)}`);
  return result.value;
}

test('a decision records each path it read once, and not those it had no need to read', () => {
  const result = decided('output.score >= 80 || output.score < data.low && data.other', {
    output: { score: 85 },
    data: { low: 50 },
  });
  assert.deepEqual(result, { result: true, value: true, reads: [{ path: 'output.score', value: 85 }], warnings: [] });
});

test('a recorded path is written as an author would write it', () => {
  const result = decided(`output[data.k][0]['x y'].length`, { output: { a: [{ 'x y': 'four' }] }, data: { k: 'a' } });
  assert.deepEqual(
    result.reads.map((read) => read.path),
    ['data.k', 'output.a[0]["x y"].length'],
  );
  assert.equal(result.value, 4);
});

test('&& and || give the operand', () => {
  assert.equal(value(`data.a || 'b'`, { data: {} }), 'b');
  assert.equal(value(`'a' && 0`), 0);
  assert.equal(value(`'' && 1`), '');
});

test('== differs from === only for null and undefined', () => {
  assert.equal(value('data.x == null', { data: {} }), true);
  assert.equal(value('data.x === null', { data: {} }), false);
  assert.equal(value('data.x === undefined', { data: {} }), true);
  assert.equal(value('null != undefined'), false);
  assert.equal(value('0 == false'), false);
  assert.equal(value('data.x == 0', { data: {} }), false);
});

test('lists and objects are equal when their JSON is', () => {
  assert.equal(value('data.a === data.b', { data: { a: { x: [1, null], y: 2 }, b: { y: 2, x: [1, null] } } }), true);
  assert.equal(value('data.a === data.b', { data: { a: [1], b: { 0: 1 } } }), false);
  assert.equal(value('data.a !== [1, 2]', { data: { a: [1, 2] } }), false);
  assert.equal(value('[[1]].includes([1])'), true);
});

test('text that is a JSON number is ordered as that number, with a warning', () => {
  assert.equal(warned(`'10' > 9`), true);
  assert.equal(warned(`'10' > '9'`), true);
  assert.equal(value(`'b' > 'a'`), true);
});

test('a number never equals the text of one, and that is worth a warning', () => {
  assert.equal(warned(`7 === '7'`), false);
  assert.equal(warned(`'7' == 7`), false);
  assert.equal(value(`7 === +'7'`), true);
});

test('other orderings across types are false, with a warning', () => {
  for (const text of ['data.x < 1', 'data.x >= 1', 'null < 1', `'abc' < 1`, 'true > false', '[1] < [2]']) {
    assert.equal(warned(text, { data: {} }), false, text);
  }
});

test('+ adds numbers and joins text; other arithmetic needs numbers', () => {
  assert.equal(value('1 + 2'), 3);
  assert.equal(value(`'a' + 1 + true`), 'a1true');
  for (const text of ['1 + null', '[1] + 2', `'a' + null`, `'4' * 2`, '-data', 'data.x - 1', `+'x'`]) {
    assert.equal(warned(text, { data: {} }), undefined, text);
  }
});

test('no result is NaN, Infinity or -0', () => {
  for (const text of ['1 / 0', '0 / 0', '5 % 0', '1e308 * 10']) assert.equal(warned(text), undefined, text);
  assert.ok(Object.is(value('-0'), 0));
  assert.ok(Object.is(value('0 * -1'), 0));
});

test('methods work on text and lists and give undefined on anything else, with a warning', () => {
  assert.equal(value(`'Straße'.toLowerCase().startsWith('str')`), true);
  assert.equal(value(`'abc'.endsWith('bc')`), true);
  assert.equal(value(`'abc'.includes('b')`), true);
  assert.equal(value(`['a'].includes('b')`), false);
  assert.equal(warned(`data.tags.includes('x')`, { data: {} }), undefined);
  assert.equal(warned(`'1'.includes(1)`), false);
});

test('.length is that of text and lists, or an own property', () => {
  assert.equal(value(`'four'.length`), 4);
  assert.equal(value('[1, 2].length'), 2);
  assert.equal(value('data.length', { data: { length: 9 } }), 9);
  assert.equal(value('data.length', { data: {} }), undefined);
});

test('no prototype is reachable', () => {
  const texts = [
    'output.constructor',
    'output.__proto__',
    'output.toString',
    `output['constructor']`,
    'output.list.map',
    'output.list.constructor',
    'output.text.constructor',
    `''.constructor`,
    '[].constructor',
    '[].concat',
    `('a' + 'b').at`,
    `output['__pro' + 'to__']`,
    'output.list.__proto__.length',
  ];
  for (const text of texts) assert.equal(value(text, { output: { list: [], text: '' } }), undefined, text);
  assert.equal(value('output.__proto__', { output: JSON.parse('{"__proto__": 5}') }), 5);
});

test('a computed part that is neither name nor position makes the path undefined, with a warning', () => {
  assert.equal(warned('output[null]', { output: { null: 1 } }), undefined);
  assert.equal(value('output[1]', { output: ['a', 'b'] }), 'b');
  assert.equal(value(`output['1']`, { output: ['a', 'b'] }), 'b');
  assert.equal(value('output[-1]', { output: ['a'] }), undefined);
});

test('text that grows beyond a million characters is undefined, with a warning', () => {
  assert.equal(warned('data.t + data.t', { data: { t: 'x'.repeat(600_000) } }), undefined);
  assert.equal(warned('data.t.toLowerCase()', { data: { t: 'X'.repeat(1_000_001) } }), undefined);
});

test('long values are recorded by what they are', () => {
  const data = {
    text: 'x'.repeat(5000),
    list: Array(1312).fill(1),
    object: { a: 'y'.repeat(300) },
    short: [1, { a: 'b' }],
    edge: 'z'.repeat(198),
  };
  const { reads } = decided('data.text && data.list && data.object && data.short && data.edge', { data });
  assert.deepEqual(
    reads.map((read) => read.value),
    ['[text of 5,000 characters]', '[array of 1,312]', '[object]', [1, { a: 'b' }], data.edge],
  );
});

test('values nested deeper than the stack is high are compared and recorded', () => {
  const deep = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  assert.equal(value('data.a === data.b', { data: { a: deep(200_000), b: deep(200_000) } }), true);
  assert.equal(decided('data.a', { data: { a: deep(200_000) } }).reads[0]?.value, '[array of 1]');
});
