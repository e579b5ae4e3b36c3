// Properties of the condition interpreter: it never throws, reaches no prototype, and agrees with JavaScript.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formula } from '../../src/diagram/config/parse-expression.ts';
import { decideCondition, type Lookup } from '../../src/engine/condition.ts';
import { walk } from '../../src/engine/walk.ts';
import type { Json, JsonObject } from '../../src/json.ts';

const lookupIn =
  (roots: JsonObject): Lookup =>
  (root, parts) =>
    walk(roots, [root, ...parts]);

const hostileName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'length',
  'a',
  '0',
  'hasOwnProperty',
);
const hostileKeys = fc.oneof(hostileName, fc.string({ maxLength: 5 }));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -0, 1e308, '', '7', '__proto__'),
    fc.string({ maxLength: 5 }),
    fc.integer(),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileKeys, tie('json')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as JsonObject),
  ),
}));
const token = fc.oneof(
  fc.constantFrom(
    'output',
    'data',
    '.',
    '[',
    ']',
    '(',
    ')',
    ',',
    '!',
    '-',
    '+',
    '*',
    '/',
    '%',
    '<',
    '===',
    '==',
    '&&',
    '||',
    ' ',
    "'",
    '"',
    '\\',
    '?',
    '{{',
    '}}',
  ),
  fc.constantFrom(
    '.includes(',
    '.startsWith(',
    '.endsWith(',
    '.toLowerCase()',
    '.length',
    'undefined',
    'null',
    'true',
    '1',
    "'a'",
    'this',
    '`',
    '\0',
    '\u00a0',
  ),
  hostileName,
  hostileName.map((name) => `.${name}`),
  hostileName.map((name) => `['${name}']`),
);
const texts = fc.oneof(
  fc.array(token, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

test('whatever the text and the values, nothing throws and every result is JSON or undefined', () => {
  let parsedWhole = 0;
  fc.assert(
    fc.property(texts, json, json, (text, output, data) => {
      const parsed = formula(text);
      if ('error' in parsed) return assert.match(parsed.error, /\.$/);
      parsedWhole++;
      const { value, reads } = decideCondition(parsed.formula, lookupIn({ output, data }));
      for (const found of [value, ...reads.map((read) => read.value)]) assertJson(found);
    }),
    { numRuns: 5000 },
  );
  assert.ok(parsedWhole > 200, `only ${parsedWhole} of the texts were expressions`);
});

test('no path of hostile names finds anything that is not an own property', () => {
  fc.assert(
    fc.property(json, fc.array(hostileName, { minLength: 1, maxLength: 5 }), fc.boolean(), (output, names, dotted) => {
      const text = `output${names.map((name) => (dotted && name !== '0' ? `.${name}` : `['${name}']`)).join('')}`;
      const parsed = formula(text);
      assert.ok('formula' in parsed, text);
      const { value } = decideCondition(parsed.formula, lookupIn({ output }));
      assert.deepEqual(value, ownWalk(output, names));
    }),
    { numRuns: 3000 },
  );
});

/** An expression as text with the type of its value, so that only what both languages define alike is made. */
const { number, text, boolean } = fc.letrec<{ number: string; text: string; boolean: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 5 },
    fc.integer({ min: 0, max: 20 }).map(String),
    fc.constantFrom('data.n', 'data.list[1]', 'data.list.length', 'data.word.length', '2.5', '1e3'),
    infix(tie('number'), ['+', '-', '*', '/', '%'], tie('number')),
    tie('number').map((inner) => `(-${inner})`),
    infix(tie('number'), ['&&', '||'], tie('number')),
  ),
  text: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(`'a'`, `"Bc"`, `''`, 'data.word', `'it\\'s'`),
    infix(tie('text'), ['+'], fc.oneof(tie('text'), tie('number'))),
    infix(tie('text'), ['&&', '||'], tie('text')),
    tie('text').map((inner) => `(${inner}).toLowerCase()`),
  ),
  boolean: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('true', 'false', 'data.yes'),
    infix(tie('number'), ['<', '<=', '>', '>=', '===', '!==', '==', '!='], tie('number')),
    infix(tie('text'), ['<', '<=', '>', '>=', '===', '!==', '==', '!='], tie('text')),
    infix(tie('boolean'), ['&&', '||', '===', '!=='], tie('boolean')),
    fc.oneof(tie('boolean'), tie('number'), tie('text')).map((inner) => `!(${inner})`),
    fc
      .tuple(tie('text'), fc.constantFrom('includes', 'startsWith', 'endsWith'), tie('text'))
      .map(([on, method, part]) => `(${on}).${method}(${part})`),
    tie('number').map((inner) => `[1, 2, ${inner}].includes(2)`),
    fc.oneof(tie('number'), tie('text')).map((inner) => `(${inner}) == null`),
  ),
}));

function infix(left: fc.Arbitrary<string>, operators: string[], right: fc.Arbitrary<string>): fc.Arbitrary<string> {
  // Half of them without brackets, so that precedence is compared too; never those with ==, which differs across types.
  return fc
    .tuple(left, fc.constantFrom(...operators), right, fc.boolean())
    .map(([a, operator, b, bare]) =>
      bare && operator !== '==' && operator !== '!=' ? `${a} ${operator} ${b}` : `(${a} ${operator} ${b})`,
    );
}

test('a well-typed expression means what it means in JavaScript', () => {
  const data = { n: 6, list: [3, 4], word: 'Word', yes: true };
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(number, text, boolean), (source) => {
      const parsed = formula(source);
      fc.pre('formula' in parsed);
      const { value, warnings } = decideCondition(parsed.formula, lookupIn({ data }));
      // A warning marks where the two languages part: no finite number, mixed types met through missing brackets.
      if (warnings.length > 0) return;
      compared++;
      const expected: unknown = new Function('data', `return (${source});`)(data);
      assert.deepEqual(value, Object.is(expected, -0) ? 0 : expected, source);
    }),
    { numRuns: 5000 },
  );
  assert.ok(compared > 2000, `only ${compared} expressions were compared`);
});

function assertJson(value: Json | undefined): void {
  if (value === undefined) return;
  assert.doesNotThrow(() => JSON.stringify(value));
  assert.notEqual(typeof value, 'function');
  if (typeof value === 'number') assert.ok(Number.isFinite(value));
  if (typeof value === 'object' && value !== null) {
    assert.ok([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)));
    assert.ok(value !== Object.prototype && value !== Array.prototype);
  }
}

function ownWalk(value: Json, names: readonly string[]): unknown {
  let at: unknown = value;
  for (const name of names) {
    if (at === null || at === undefined) return undefined;
    if (typeof at === 'string' && name !== 'length') return undefined;
    at = Object.getOwnPropertyDescriptor(Object(at), name)?.value;
  }
  return at;
}
