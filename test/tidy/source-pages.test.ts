// Proof that the rule for docs/sources catches a missing row, a file, a test and a citation that are not there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcePageViolations } from './source-pages.ts';

const ROW = '| `add()` | [`src/a.ts`] | [`src/a.test.ts`]: adds | |';
const POINT =
  '| <a id="zero"></a>zero | [`src/a.ts`] | [`test/conformance/x-1/`]<br>[`src/a.test.ts`]: is "0" | Why. |';
const LINKS = [
  '[`src/a.ts`]: ../../src/a.ts',
  '[`src/a.test.ts`]: ../../src/a.test.ts',
  '[`test/conformance/x-1/`]: ../../test/conformance/x-1/',
];

const table = (...rows: string[]): string =>
  ['| name | here | test | settled |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
const page = (functions: string[], settled: string[] = [POINT], links: string[] = LINKS): string =>
  ['# A', '', '## Functions', table(...functions), '## Settled', table(...settled), ...links, ''].join('\n');

function violations(text: string, more: Record<string, string> = {}): string[] {
  const files = {
    'docs/sources/names.json': JSON.stringify({ 'a.md': { Functions: ['add()'], Settled: ['zero'] } }),
    'docs/sources/a.md': text,
    'src/a.ts': '// Adds: docs/sources/a.md#zero.',
    'src/a.test.ts': `test('adds', f);\ntest('is "0"', f);`,
    'test/conformance/x-1/a.json': '{}',
    ...more,
  };
  return sourcePageViolations(Object.entries(files).map(([path, content]) => ({ path, text: content })));
}

test('a page with a row for each name, files and tests that exist has no violation', () => {
  assert.deepEqual(violations(page([ROW])), []);
});

test('a name without a row, a row without a name and a row that is there twice are found', () => {
  assert.deepEqual(violations(page([], [POINT])), ['docs/sources/a.md:1 has no row "add()" under "Functions".']);
  assert.match(
    violations(page([ROW, ROW.replace('add', 'sub')])).join(),
    /a\.md:7 has a row "sub\(\)".* does not list/,
  );
  assert.match(violations(page([ROW, ROW])).join(), /a\.md:7 has a row "add\(\)" under "Functions" twice/);
});

test('a name counts only under its own heading', () => {
  const found = violations(page([], [POINT, ROW])).join('\n');
  assert.match(found, /no row "add\(\)" under "Functions"/);
  assert.match(found, /a row "add\(\)" under "Settled" that/);
});

test('a page or a list that is missing is found', () => {
  assert.match(sourcePageViolations([]).join(), /names\.json:1 does not exist/);
  const names = JSON.stringify({ 'b.md': {} });
  assert.match(violations('', { 'docs/sources/names.json': names }).join(), /b\.md:1 does not exist/);
});

test('a file that does not exist is found, and a row that names none', () => {
  const gone = page([ROW.replaceAll('src/a.ts', 'src/gone.ts')]);
  assert.match(violations(gone).join('\n'), /names src\/gone\.ts, which does not exist/);
  assert.match(violations(page([ROW.replace('[`src/a.ts`]', 'somewhere')])).join(), /:6 names no file/);
  assert.deepEqual(violations(page(['| add() | not built: later | not built | |'])), []);
});

test('a test that does not exist is found, by its file or by its title', () => {
  assert.match(violations(page([ROW.replace(': adds', ': subtracts')])).join(), /a\.test\.ts has no test "subtracts"/);
  assert.match(violations(page([ROW.replace(': adds', ': add')])).join(), /has no test "add"/);
  const none = page([ROW.replace('[`src/a.test.ts`]: adds', '[`src/a.ts`]')]);
  assert.match(violations(none).join(), /names src\/a\.ts as a test, which is none/);
  assert.match(violations(page([ROW.replace('[`src/a.test.ts`]: adds', '')])).join(), /has "" for a test/);
  assert.match(
    violations(page([ROW.replace('[`src/a.test.ts`]: adds', 'not built')])).join(),
    /"not built" for a test/,
  );
  assert.deepEqual(violations(page([ROW.replace('[`src/a.test.ts`]: adds', 'no test of its own')])), []);
  const cases = page(
    [ROW],
    [POINT.replace('x-1', 'x-2')],
    [...LINKS.slice(0, 2), LINKS[2]?.replaceAll('x-1', 'x-2') ?? ''],
  );
  assert.match(violations(cases).join(), /names test\/conformance\/x-2\/, which does not exist/);
});

test('a path without its link, a link that leads elsewhere and one that nobody uses are found', () => {
  assert.match(
    violations(page([ROW.replace('[`src/a.ts`]', '`src/b.ts`')], [POINT])).join(),
    /src\/b\.ts without a link/,
  );
  const elsewhere = page([ROW], [POINT], [LINKS[0]?.replace('../..', '..') ?? '', ...LINKS.slice(1)]);
  assert.match(violations(elsewhere).join(), /no line that says where the link \[`src\/a\.ts`\] leads/);
  const more = page([ROW], [POINT], [...LINKS, '[`src/b.ts`]: ../../src/b.ts']);
  assert.match(violations(more).join(), /defines src\/b\.ts, which no row names/);
});

test('a citation of a row that is not there is found, and of a document that readers do not have', () => {
  const cites = (text: string): string => violations(page([ROW]), { 'src/b.ts': text }).join();
  assert.equal(cites('// See docs/sources/a.md#zero.'), '');
  assert.match(cites('// See docs/sources/a.md#one.'), /src\/b\.ts:1 cites docs\/sources\/a\.md#one, which is no row/);
  assert.match(cites('// As it says (FIDELITY 1).'.replace('1', '5')), /src\/b\.ts:1 cites FIDELITY/);
});
