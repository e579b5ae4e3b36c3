// What expressions are accepted and what tree they become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression } from '../expression.ts';
import { conditionOf, formula, isCondition, parseExpression, pathsOf, ROOTS, rootsOf } from './parse-expression.ts';

function tree(text: string): Expression {
  const parsed = parseExpression(text);
  assert.ok('tree' in parsed, `${text}: ${'error' in parsed ? parsed.error : ''}`);
  return parsed.tree;
}

function errorOf(text: string): string {
  const parsed = parseExpression(text);
  assert.ok('error' in parsed, `${text} should be refused`);
  return parsed.error;
}

const path = (root: string, ...parts: (string | number)[]): Expression => ({ op: 'path', root, parts });

test('a comparison of a path with a number becomes a binary tree', () => {
  assert.deepEqual(tree('output.score >= 80'), {
    op: 'binary',
    operator: '>=',
    left: path('output', 'score'),
    right: { op: 'literal', value: 80 },
  });
});

test('literals are read in either quotes, with escapes, and as words', () => {
  assert.deepEqual(tree(`'it\\'s'`), { op: 'literal', value: "it's" });
  assert.deepEqual(tree(`"a\\n\\\\"`), { op: 'literal', value: 'a\n\\' });
  assert.deepEqual(tree('null'), { op: 'literal', value: null });
  assert.deepEqual(tree('true'), { op: 'literal', value: true });
  assert.deepEqual(tree('.5'), { op: 'literal', value: 0.5 });
  assert.deepEqual(tree('undefined'), { op: 'undefined' });
});

test('a chain of names and brackets is one flat path', () => {
  assert.deepEqual(tree(`steps['my-step'].output[0].length`), path('steps', 'my-step', 'output', 0, 'length'));
  assert.deepEqual(tree('output[data.key]'), { op: 'path', root: 'output', parts: [path('data', 'key')] });
});

test('a member of something that is no path keeps what it is a member of', () => {
  assert.deepEqual(tree(`('a' + output.b).length`), {
    op: 'member',
    of: { op: 'binary', operator: '+', left: { op: 'literal', value: 'a' }, right: path('output', 'b') },
    part: 'length',
  });
});

test('precedence and grouping are those of JavaScript', () => {
  assert.deepEqual(tree('1 + 2 * 3'), tree('1 + (2 * 3)'));
  assert.deepEqual(tree('data.a || data.b && data.c'), tree('data.a || (data.b && data.c)'));
  assert.deepEqual(tree('1 - 2 - 3'), tree('(1 - 2) - 3'));
  assert.deepEqual(tree('!data.a === data.b'), tree('(!data.a) === data.b'));
});

test('the four methods are read, also on lists and on the result of another', () => {
  assert.deepEqual(tree(`['a', 'b'].includes(output.x.toLowerCase())`), {
    op: 'call',
    method: 'includes',
    on: {
      op: 'list',
      items: [
        { op: 'literal', value: 'a' },
        { op: 'literal', value: 'b' },
      ],
    },
    args: [{ op: 'call', method: 'toLowerCase', on: path('output', 'x'), args: [] }],
  });
});

test('what the language lacks is refused with the thing that was found', () => {
  const refused: Record<string, RegExp> = {
    'a ? b : c': /"\?"/,
    'a ?? b': /"\?\?"/,
    'a?.b': /"\?\."/,
    'a ** 2': /"\*\*"/,
    'a & b': /"&"/,
    'a | b': /"\|"/,
    'a ^ b': /"\^"/,
    '~a': /"~"/,
    'a << 2': /"<<"/,
    'a = 1': /"=".*===/,
    'a += 1': /"="/,
    'a++': /"\+\+"/,
    'x => x': /"=>"/,
    '{}': /"\{"/,
    '`a`': /"`"/,
    'a; b': /";"/,
    'this.x': /"this"/,
    '/a+/': /before "\/"/,
    'typeof a': /operator before a/,
    'new Date()': /operator before Date/,
    'alert(1)': /function call/,
    'output.replace(1)': /"replace"/,
    "output['includes'](1)": /function call/,
    'output.includes()': /one value/,
    'output.includes(1, 2)': /one value/,
    "'\\u0041'": /"\\u"/,
    '1e999': /too large/,
  };
  for (const [text, expected] of Object.entries(refused)) assert.match(errorOf(text), expected, text);
});

test('text that is no whole expression is refused, also where jsep would not mind', () => {
  const texts = [
    '',
    '  ',
    'a b',
    '[1 2]',
    'a.includes(b c)',
    'a,',
    ',a',
    '(a, b)',
    '[1,]',
    '[,1]',
    'a.',
    '.a',
    'a..b',
    'a.[0]',
    'a[]',
    '()',
    '(a',
    'a)',
    '(a]',
    'a +',
    '* a',
    'a ! b',
    "'open",
    '1.x',
    '01',
    '1abc',
    'a\u00a0>= 1',
    'a\u0000',
    '@a',
    'output.🎉',
  ];
  for (const text of texts) assert.match(errorOf(text), /^(Expected|Unexpected) .*\.$/s, JSON.stringify(text));
});

test('an expression over 2,000 characters or nested over 100 deep is refused before jsep sees it', () => {
  assert.match(errorOf(`'${'a'.repeat(2000)}'`), /2,000 characters/);
  assert.match(errorOf(`${'('.repeat(101)}1${')'.repeat(101)}`), /100 levels/);
  assert.match(errorOf(`${'!'.repeat(500)}1`), /100 levels of nesting, found more at character 101/);
  assert.match(errorOf(`${'!('.repeat(60)}1${')'.repeat(60)}`.replaceAll('!(', '!!(')), /100 levels/);
  tree(`${'('.repeat(99)}1${')'.repeat(99)}`);
});

test('a long chain of operators or names is length, not nesting', () => {
  tree(Array(500).fill('1').join('+'));
  tree(`output${'.a'.repeat(900)}`);
});

test('roots are found wherever a path stands, each once', () => {
  const found = tree(`output.a[data.k] === 'x' || ['y'].includes(output.b) && !(file.path + run.id).length`);
  assert.deepEqual(rootsOf(found), ['output', 'data', 'file', 'run']);
  assert.equal(pathsOf(found).length, 5);
});

test('a label is a condition only if it parses whole and each path starts with a known root', () => {
  assert.ok(isCondition('output.score >= 80', ROOTS));
  assert.ok(isCondition(' output.ok ', ROOTS));
  for (const prose of [
    'Approved',
    'Not Approved',
    'score >= 80',
    'yes',
    'output.score >= limit',
    'retry?',
    'output is ok',
    'default',
  ]) {
    assert.equal(isCondition(prose, ROOTS), false, prose);
  }
  assert.ok(isCondition("file.status === 'new'", new Set([...ROOTS, 'file'])));
  assert.equal(conditionOf('  output.ok ', ROOTS)?.text, 'output.ok');
});

test('a formula keeps its trimmed text', () => {
  const parsed = formula(' 1 + 1 ');
  assert.ok('formula' in parsed);
  assert.equal(parsed.formula.text, '1 + 1');
});
