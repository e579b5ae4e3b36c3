// Proof that too many lines and long lists of words are found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetViolations, wordListViolations } from './budget.ts';
import { type CodeFile, parseCode, type Violation } from './sources.ts';

const codeFiles = (texts: Record<string, string>): CodeFile[] =>
  parseCode(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** The places found, without the sentences. */
const places = (violations: readonly Violation[]): string[] => violations.map((each) => each.split(' ')[0] ?? '');

test('too many lines are found, in all and of what works only without a model', () => {
  const lines = new Map([
    ['src/documents/a.ts', 20_000],
    ['src/language/b.ts', 5_000],
    ['src/systems/c.ts', 20_000],
    ['src/engine/d.ts', 90_000],
  ]);
  assert.deepEqual(budgetViolations(lines, []), []);
  assert.equal(budgetViolations(new Map([...lines, ['src/language/e.ts', 1]]), []).length, 1);
  assert.equal(budgetViolations(new Map([...lines, ['src/cli/f.ts', 1_500]]), ['src/cli/f.ts']).length, 0);
  assert.equal(budgetViolations(new Map([...lines, ['src/cli/f.ts', 1_501]]), ['src/cli/f.ts']).length, 1);
});

test('a long list of words is found, in a table, in a text and in patterns; as much code is not', () => {
  const lines = (count: number, line: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');
  const files = codeFiles({
    'src/language/table.ts': `export const a = [\n${lines(151, (at) => `  'word${at}', 'other',`)}\n];`,
    'src/language/kinds.ts': `export const a = {\n${lines(151, (at) => `  word${at}: 'kind',`)}\n};`,
    'src/documents/text.ts': `export const a = \`\n${lines(151, (at) => `word${at}`)}\n\`.split('a');`,
    'src/systems/prd/patterns.ts': `export const a = [\n${lines(151, () => '  [/a|b/, 1],')}\n];`,
    'src/systems/prd/short.ts': `export const a = [\n${lines(150, () => "  'word',")}\n];`,
    'src/language/code.ts': lines(151, (at) => `export const a${at} = read('word');`),
    'src/engine/words.ts': `export const a = [\n${lines(151, () => "  'word',")}\n];`,
    'src/language/table.test.ts': `export const a = [\n${lines(151, () => "  'word',")}\n];`,
  });
  assert.deepEqual(places(wordListViolations(files)), [
    ...['src/language/table.ts:1', 'src/language/kinds.ts:1'],
    ...['src/documents/text.ts:1', 'src/systems/prd/patterns.ts:1'],
  ]);
});
