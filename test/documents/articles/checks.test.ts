// The checkers of articles: each rule with an example that it finds and one that it does not, as
// docs/reference/article-checks.md publishes it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { grammarOf } from '../../../src/language/article/grammar-of.ts';
import { bandOf, readabilityOf } from '../../../src/language/article/readability-of.ts';
import { toneOf } from '../../../src/language/article/tone-of.ts';

type Tone = 'casual' | 'professional' | 'academic';

const rulesOf = ({ findings }: { readonly findings: readonly { readonly rule: string }[] }): readonly string[] =>
  findings.map(({ rule }) => rule);

const GRAMMAR: Readonly<Record<string, readonly [string, string]>> = {
  'double-word': ['The the pump is old.', 'He said that that pump is old.'],
  article: ['It is a old pump.', 'It is a used pump and an old one.'],
  agreement: ['The pumps is old.', 'The team is old.'],
  balance: ['The pump (an old one is here.', 'The pump (an old one) is here.'],
  verb: ['The very old kitchen of Versailles.', 'The very old kitchen of Versailles is closed.'],
  capital: ['the pump is old.', 'The pump is old.'],
  stop: ['The pump is very old', 'The pump is very old.'],
  spacing: ['The pump is old , and loud.', 'The pump is old, and loud.'],
};

for (const [rule, [found, not]] of Object.entries(GRAMMAR)) {
  test(`grammar: ${rule} is found in "${found}" and not in "${not}"`, () => {
    assert.ok(rulesOf(grammarOf(`${found}\n`)).includes(rule), rulesOf(grammarOf(`${found}\n`)).join(', '));
    assert.equal(rulesOf(grammarOf(`${not}\n`)).includes(rule), false);
  });
}

test('grammar: a finding in each tenth sentence costs half of the score', () => {
  const good = Array.from({ length: 9 }, (_, at) => `Pump number ${at + 1} is old.`).join(' ');
  assert.equal(grammarOf(`${good} The pumps is old.\n`).score, 0.5);
  assert.equal(grammarOf(`${good}\n`).score, 1);
  assert.equal(grammarOf('').score, 0);
});

const TONES: readonly (readonly [string, Tone, string, string])[] = [
  ['slang', 'professional', 'The pump is awesome.', 'The pump is efficient.'],
  ['hype', 'casual', 'It is a groundbreaking pump.', 'It is a new pump.'],
  ['contraction', 'academic', "The pump doesn't work.", 'The pump does not work.'],
  ['first-person', 'professional', 'We think it works.', 'The authors think it works.'],
  ['second-person', 'academic', 'Your pump works.', 'The pump works.'],
  ['exclamation', 'professional', 'The pump works!', 'The pump works.'],
  ['stiff', 'casual', 'The pump is utilised.', 'The pump is used.'],
];

for (const [rule, tone, found, not] of TONES) {
  test(`tone: ${rule} breaks a ${tone} text in "${found}"`, () => {
    assert.ok(rulesOf(toneOf(`${found}\n`, tone)).includes(rule));
    assert.equal(rulesOf(toneOf(`${not}\n`, tone)).includes(rule), false);
  });
}

test('tone: what is quoted has the tone of whoever said it', () => {
  assert.deepEqual(rulesOf(toneOf('The owner calls it “awesome”.\n', 'professional')), []);
});

test('tone: a break in each fifth sentence leaves nothing', () => {
  const good = Array.from({ length: 4 }, () => 'The pump works.').join(' ');
  assert.equal(toneOf(`${good} The pump is awesome.\n`, 'professional').score, 0);
});

test('tone: casual sentences of more than 28 words on average are long', () => {
  const long = `The pump ${'and the tank '.repeat(10)}work.`;
  assert.deepEqual(rulesOf(toneOf(`${long}\n`, 'casual')), ['long-sentences']);
  assert.deepEqual(rulesOf(toneOf(`${long}\n`, 'academic')), []);
});

test("readability: ease and grade are Flesch's and Kincaid's", () => {
  const { ease, grade, words, sentences } = readabilityOf('The cat sat on the mat.\n', {
    tone: 'casual',
    target_audience: '',
  });
  // 6 words, 6 syllables: 206.835 - 1.015 * 6 - 84.6; .39 * 6 + 11.8 - 15.59.
  assert.deepEqual([words, sentences, ease, grade], [6, 1, 116.1, -1.4]);
});

test('readability: the band is harder for experts and easier for learners', () => {
  assert.deepEqual(bandOf({ tone: 'professional', target_audience: '' }), [35, 75]);
  assert.deepEqual(bandOf({ tone: 'professional', target_audience: 'engineers' }), [25, 75]);
  assert.deepEqual(bandOf({ tone: 'professional', target_audience: 'students' }), [45, 85]);
});

test('readability: a sentence of more than 35 words is long, one of 35 is not', () => {
  const of = (count: number): string => `Pumps ${'run '.repeat(count - 2)}well.`;
  const brief = { tone: 'casual', target_audience: '' } as const;
  assert.ok(rulesOf(readabilityOf(`${of(36)}\n`, brief)).includes('long-sentence'));
  assert.equal(rulesOf(readabilityOf(`${of(35)}\n`, brief)).includes('long-sentence'), false);
});

test('readability: ease outside of the band is a finding, and each point costs two percent', () => {
  const { score, findings, ease } = readabilityOf('The cat sat on the mat.\n', {
    tone: 'academic',
    target_audience: '',
  });
  assert.deepEqual(rulesOf({ findings }), ['reading-ease']);
  assert.equal(score, Math.max(0, Math.round((1 - (ease - 65) * 0.02) * 1e4) / 1e4));
});

test('the reference page names every rule of grammar and tone', () => {
  const page = readFileSync(new URL('../../../docs/reference/article-checks.md', import.meta.url), 'utf8');
  for (const rule of [
    ...Object.keys(GRAMMAR),
    ...TONES.map(([rule]) => rule),
    'long-sentence',
    'reading-ease',
    'long-sentences',
  ])
    assert.ok(page.includes(`\`${rule}\``), rule);
});
