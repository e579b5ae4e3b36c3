// Patterns in bounded time: they mean what JavaScript means by them, and those that cannot be are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlain, linearPattern } from './linear-pattern.ts';

const SPACES = [0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
const TEXTS = [
  ...['', 'a', 'A', 'ab', 'aab', 'b', '1', '2026-11-16', 'a@b.c', 'a b', '-', '_', 'é', 'Ω', '\u{1f600}', '\ud83d'],
  ...['\b', '\0', '\u200b', '\ufeff', 'a\n', '\na', 'foo bar', 'https://a.b/c', 'x'.repeat(40), 'aaa!'],
  ...SPACES.map((code) => String.fromCodePoint(code)),
];
const PATTERNS = [
  ...['^(a+)+$', '^[A-Z]{2}$', 'a|b', '^.$', '^(.)$', '^(\\s)$', '^(\\S)+$', '^([\\s])$', '^([\\S])$', '^([^\\s])$'],
  ...[
    '(\\d{4})-(\\d{2})',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    '^\\p{L}+?$',
    '^(\\p{Script=Greek})',
    '(\\P{L})',
    '\\bfoo\\b',
  ],
  ...['^(\\u{1F600})$', '(\\u0041)', '[\\u00e0-\\u00ff]', '(?<word>\\w+) (?:\\w+)', '^https?:\\/\\/', '[\\b]', '\\cJ'],
  ...['a.b', '^[a.b]$', '(^|x)a', 'a$', '[^]', '^[\\]a]$', '^\\{$', '(a{2,})b', '^a{0}$', '(\\[a\\])', 'x{3}(?:)'],
];

test('a pattern means what it means to JavaScript', () => {
  for (const pattern of PATTERNS) {
    const [own, linear] = [new RegExp(pattern, 'u'), linearPattern(pattern)];
    for (const text of TEXTS) {
      assert.equal(linear.test(text), own.test(text), `${pattern} on ${JSON.stringify(text)}`);
    }
  }
});

test('what cannot be matched in bounded time, or at all, is refused with the reason', () => {
  for (const pattern of ['(?=a)b', '(?!a)b', '(?<=a)b', '(a)\\1', '(?<n>a)\\k<n>', '(a{1001})'])
    assert.throws(() => linearPattern(pattern), /cannot be matched in bounded time: .*lookaheads/, pattern);
  for (const pattern of ['(', '[', '\\Q', '(?i)a', 'a**'])
    assert.throws(() => linearPattern(pattern), /Invalid/, pattern);
});

test('only a pattern with one choice of how often, anchored and without groups, is left to JavaScript', () => {
  for (const pattern of ['^a+$', '^[^#]*#?$', '^.{1,5000}$', '^\\p{L}+$', '^[(+*|]{2}x?$', '^\\d{4}-\\d{2}$'])
    assert.ok(isPlain(pattern), pattern);
  for (const pattern of ['a+$', '^a+b+$', '^(a+)$', '^a|b$', '^(a)\\1', '^a{1,9}b{1,9}$', '^a+a{5000}$', '^a?a?a?a?$'])
    assert.ok(!isPlain(pattern), pattern);
});
