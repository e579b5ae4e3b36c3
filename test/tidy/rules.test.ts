// Proof that each tidy rule catches what it is there for: small sources in memory, right and wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { importViolations, unusedPackages } from './imports.ts';
import { outputViolations } from './outputs.ts';
import { promiseViolations } from './promises.ts';
import { purityViolations } from './purity.ts';
import { codeViolations, ruleViolations } from './records.ts';
import { exportViolations, headingViolations, nameViolations, sizeViolations } from './shape.ts';
import { type CodeFile, parseCode, type TextFile, type Violation } from './sources.ts';
import { ownWords, systemNameViolations } from './system-names.ts';
import { machineViolations, pageViolations, undoneViolations } from './texts.ts';

const textFiles = (texts: Record<string, string>): TextFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));
const codeFiles = (texts: Record<string, string>): CodeFile[] => parseCode(textFiles(texts));

/** The places found, without the sentences. */
const places = (violations: readonly Violation[]): string[] => violations.map((each) => each.split(' ')[0] ?? '');

test('an import upwards or sideways is found, one downwards is not', () => {
  const files = codeFiles({
    'src/engine/good.ts':
      "import type { Json } from '../json.ts';\nimport { a } from '../diagram/a.ts';\nimport './b.ts';",
    'src/diagram/up.ts': "import { decide } from '../engine/decide.ts';",
    'src/diagram/lazy.ts': "// Loads late.\nexport const load = () => import('../engine/decide.ts');",
    'src/cli/sideways.ts': "export { serve } from '../http/serve.ts';",
    'src/store/sqlite/open.ts': "import { prices } from '../../agents/prices.ts';",
    'src/main.ts': "import './agents/prices.ts';\nimport 'pg';",
    'src/json.ts': "import './diagram/a.ts';",
  });
  assert.deepEqual(places(importViolations(files)), [
    'src/diagram/up.ts:1',
    'src/diagram/lazy.ts:2',
    'src/cli/sideways.ts:1',
    'src/store/sqlite/open.ts:1',
    'src/json.ts:1',
  ]);
});

test('a system that imports another is found, what systems share is not, nor the list of them', () => {
  const files = codeFiles({
    'src/systems/systems.ts': "export const load = () => import('./prd/system.ts');",
    'src/systems/pm/good.ts':
      "import { a } from '../features/a.ts';\nimport { b } from './writers/b.ts';\nimport { c } from '../../json.ts';",
    'src/systems/pm/writers/b.ts': "import { d } from '../../prd/d.ts';",
    'src/systems/backlog/start.ts': "export const start = () => import('../pm/start.ts');",
    'src/systems/features/a.ts': "export { e } from '../sdd/e.ts';",
  });
  assert.deepEqual(places(importViolations(files)), [
    ...['src/systems/pm/writers/b.ts:1', 'src/systems/backlog/start.ts:1', 'src/systems/features/a.ts:1'],
  ]);
});

test('documents that read a language are found, and a language that reads documents is not', () => {
  const files = codeFiles({
    'src/documents/spec/c.ts': "import { tag } from '../../language/words/tag.ts';",
    'src/documents/words.ts': "import 'wink-nlp';",
    'src/language/words/tag.ts': "import 'wink-nlp';\nimport type { Spec } from '../../documents/spec/spec.ts';",
  });
  assert.deepEqual(places(importViolations(files)), ['src/documents/spec/c.ts:1', 'src/documents/words.ts:1']);
});

test('a package outside its folder, an unknown folder and a stray file are found', () => {
  const files = codeFiles({
    'src/diagram/read.ts': "import jsep from 'jsep';\nimport 'mermaid/dist/x.js';",
    'src/engine/decide.ts': "import { z } from 'zod';",
    'src/engine/decide.test.ts': "import fc from 'fast-check';\nimport test from 'node:test';",
    'src/plugins/load.ts': '',
    'src/stray.ts': '',
  });
  assert.deepEqual(places(importViolations(files)), [
    'src/engine/decide.ts:1',
    'src/plugins/load.ts:1',
    'src/stray.ts:1',
  ]);
});

test('code-8: a package that nobody imports is found, and one that a folder may import and that is not there', () => {
  const files = codeFiles({ 'src/store/open.ts': "import 'pg';" });
  const found = unusedPackages(files, ['pg', 'left-pad']);
  assert.ok(found.includes('package.json:1 has left-pad, which nothing in src imports.'));
  assert.ok(
    found.some((each) => each.includes('import jsep, which is not installed')),
    found.join('\n'),
  );
  assert.ok(!found.some((each) => / pg[, ]/.test(each)), found.join('\n'));
});

test('a file that writes past the last step is found', () => {
  const files = codeFiles({
    'src/cli/terminal.ts': 'export const stdout = process.stdout;',
    'src/cli/good.ts': "import { stdout } from './terminal.ts';\nstdout.write(process.stdin.isTTY ? 'a' : 'b');",
    'src/cli/direct.ts': "process.stdout.write('a');\nprocess['stderr'].write('b');",
    'src/cli/system/apart.ts': 'const { stdout } = process;',
    'src/cli/named.ts': "import { stdout } from 'node:process';\nconsole.log(stdout);",
    'src/cli/low.ts': "writeSync(1, 'a');\nwriteSync(file, 'b');",
    'src/cli/moves.ts': String.raw`stdout.write('\u001b[2K');`,
    'src/main.ts': "globalThis.console.error('a');",
    'src/cli/direct.test.ts': "process.stdout.write('a');",
    'src/mcp/serve-stdio.ts': 'serve(process.stdout);',
    'src/agents/says.ts': "process.stderr.write('a');",
  });
  assert.deepEqual(places(outputViolations(files)), [
    ...['src/cli/direct.ts:1', 'src/cli/direct.ts:2', 'src/cli/system/apart.ts:1'],
    ...[
      'src/cli/named.ts:1',
      'src/cli/named.ts:2',
      'src/cli/low.ts:1',
      'src/cli/moves.ts:1',
      'src/main.ts:1',
      'src/agents/says.ts:1',
    ],
  ]);
});

test('a second file that imports a package wrapped once is found', () => {
  const second = "import 'ajv/dist/2020.js';";
  const files = codeFiles({ 'src/runtime/validate.ts': "import 'ajv';", 'src/runtime/other.ts': second });
  assert.deepEqual(places(importViolations(files)), ['src/runtime/other.ts:1']);
});

/** The lines of a file in a pure folder in which something impure is found. */
function impureLines(lines: readonly string[]): string[] {
  const found = places(purityViolations(codeFiles({ 'src/engine/a.ts': lines.join('\n') })));
  return [...new Set(found)].map((place) => lines[Number(place.split(':')[1]) - 1] ?? place);
}

test('clock, chance, environment and I/O are found in pure folders', () => {
  const impure = [
    "import { readFileSync } from 'node:fs';",
    'export const a = Date.now();',
    'export const b = new Date();',
    'export const c = Math.random();',
    'export const d = performance.now();',
    'export const e = process.env;',
    'setTimeout(() => {}, 1);',
    "export const f = fetch('x');",
    'export const g = globalThis.crypto;',
    'export const h = { process };',
    'export const i = Date();',
    'export const j = import.meta.url;',
    'export const k = self.crypto, l = global.process;',
    "export const m = eval('1') as number;",
    "export const n = new Function('return 1');",
    'export const o = Intl.DateTimeFormat().format();',
    'export const p = navigator.language;',
    'export const q = new XMLHttpRequest();',
    'export const r = typeof window;',
  ];
  assert.deepEqual(impureLines(impure), impure);
});

test('other ways to the clock, to chance and to the machine are found too', () => {
  const evasive = [
    "export const a = Date['now']();",
    "export const b = Math['random']();",
    'const { random } = Math;',
    'const { now: later } = Date;',
    'const D = Date;',
    'const { [key]: c } = Math;',
    'export const d = (Math).random();',
    'export const e = Math?.random();',
    'export const f = new Date;',
    'export const g = new Date(...[]);',
    'export const h = new Date(2026, 6);',
    'export const i = list.map(Date);',
    'export const j = { Date, Math };',
    'class Clock extends Date {}',
    'export const k = Date.prototype;',
    'export const l = new Date(0).getHours();',
    'export const m = (1).toLocaleString();',
    "export const n = ['b', 'a'].sort((x, y) => x.localeCompare(y));",
    "export const o = (() => 1).constructor('return 1');",
    "export const p = ({})['constructor'];",
    'const { constructor: q } = {};',
    'declare const Deno: { pid: number };',
    'export const r = Deno.pid;',
    'const s = (process: number) => process, t = s(process.pid);',
    'export { list, key, random, later, D, c, Clock, q, t };',
    "const list = [1], key = 'random';",
  ];
  const harmless = ['declare const Deno', 'export { list', 'const list'];
  assert.deepEqual(
    impureLines(evasive),
    evasive.filter((line) => !harmless.some((start) => line.startsWith(start))),
  );
});

test('names of our own that look like globals are no impurity', () => {
  const pure = [
    'export const at = (ms: number) => new Date(ms).toISOString();',
    'export const day = Date.UTC(2026, 6) + Date.parse("2026-07-01T00:00:00Z") + Math.max(1, 2);',
    'export interface Door { fetch(): void; readonly process: string; readonly since: Date; on: Function }',
    'export type Clock = typeof Date; export type Chance = typeof Math.random;',
    'export class Own extends Error { constructor(readonly document: Date) { super(); } }',
    "export const door = { process: 'x', ['fetch']: 1, constructor: 2 };",
    'export const read = (x: { crypto: string }) => x.crypto;',
    'export const open = ({ document, self: own }: { document: string; self: string }) => document + own;',
    'export const shown = (1).toLocaleString("en-US") + "a".localeCompare("b", "en");',
    'outer: for (const item of [1]) { if (item > 0) continue outer; }',
    "// Date.now() in a comment, and 'Math.random()' in a string",
    "export const text = 'Math.random() process setTimeout';",
  ];
  assert.deepEqual(impureLines(pure), []);
  const impure = 'export const now = Date.now();';
  const files = { 'src/diagram/read/parse.ts': impure, 'src/runtime/clock.ts': impure };
  assert.deepEqual(purityViolations(codeFiles(files)), []);
});

test('long files, functions and lines are found; braces in text and regexes do not mislead', () => {
  const body = (lines: number) => `${'  step();\n'.repeat(lines)}}`;
  const files = codeFiles({
    'src/engine/tall.ts': 'step();\n'.repeat(401),
    'src/engine/fits.ts': `export function fits() {\n  match(/[{]{/, \`{\${'}'}\`); // {\n${body(67)}\n`,
    'src/engine/long.ts': `export function long() {\n${body(69)}\n`,
    'src/engine/arrow.ts': `const rest = 1;\nexport const long = () => {\n${body(69)};\n`,
    'src/engine/wide.ts': `// ${'x'.repeat(117)}\n// ${'x'.repeat(118)}\n`,
    'test/group.test.ts': `describe('group', () => {\n${body(100)});\n`,
  });
  assert.deepEqual(places(sizeViolations(files)), [
    'src/engine/tall.ts:1',
    'src/engine/long.ts:1',
    'src/engine/arrow.ts:2',
    'src/engine/wide.ts:2',
  ]);
});

test('names that say nothing, camel case, deep folders and barrels are found', () => {
  const paths = [
    'src/engine/utils.ts',
    'src/engine/runState.ts',
    'src/a/b/c/d.ts',
    'src/engine/index.ts',
    'src/lib/a.ts',
  ];
  const good = ['src/engine/run-state.test.ts', 'src/store/sqlite/open.ts', 'src/index.ts', 'src/engine/base-64.ts'];
  const found = nameViolations(textFiles(Object.fromEntries([...good, ...paths].map((path) => [path, '']))));
  assert.deepEqual(
    places(found),
    paths.map((path) => `${path}:1`),
  );
});

test('exports that say nothing are found', () => {
  const files = codeFiles({
    'src/engine/a.ts': 'export const data = 1;\nconst info = 2;\nexport class Manager {}\nexport const dataOf = info;',
  });
  assert.deepEqual(places(exportViolations(files)), ['src/engine/a.ts:1', 'src/engine/a.ts:3']);
});

test('a file without a first comment line is found', () => {
  const files = {
    'a.ts': '// Does a.\n',
    'b.mjs': '#!/usr/bin/env node\n// Does b.\n',
    'c.ts': 'export {};\n// Does c.',
    'd.ts': '//\n',
  };
  assert.deepEqual(places(headingViolations(textFiles(files))), ['c.ts:1', 'd.ts:1']);
});

test('a rule without cases and cases without a rule are found', () => {
  const semantics = { 'docs/reference/semantics.md': '# Rules\n- **src-1** A file.\n### flow-2\n- see src-9\n' };
  const cases = {
    'test/conformance/src-1/case.json': '',
    'test/conformance/old-3/x.json': '',
    'test/conformance/sketches/x.json': '',
  };
  const found = ruleViolations(textFiles({ ...semantics, ...cases, 'test/conformance/run.test.ts': '' }));
  assert.equal(found.length, 2);
  assert.match(found[0] ?? '', /flow-2 has no case/);
  assert.match(found[1] ?? '', /old-3\/ tests a rule/);
  assert.equal(ruleViolations([]).length, 1);
});

test('an error code without a heading and a heading without a code are found', () => {
  const source = [
    "problem('no-start', 'x');",
    "this.sink.warning(late ? 'too-late' : 'too-early');",
    "export const r = { code: 'task-gone', message: 'not-a-code' };",
    "export type C = { readonly code: 'two-joins' | 'no-join' };",
    "describe('not-a-code');",
  ].join('\n');
  const errors = '# Errors\n## Problems\n### `no-start`\n### too-late\n### two-joins\n### never-used\n';
  const found = codeViolations(
    textFiles({ 'docs/reference/errors.md': errors }),
    codeFiles({ 'src/diagram/a.ts': source }),
  );
  assert.deepEqual(places(found), [
    'src/diagram/a.ts:2',
    'src/diagram/a.ts:3',
    'src/diagram/a.ts:4',
    'docs/reference/errors.md:',
  ]);
  assert.match(found[0] ?? '', /too-early/);
  assert.match(found[3] ?? '', /never-used/);
});

test('work left undone is found unless it names an issue', () => {
  const word = ['TO', 'DO'].join('');
  const files = { 'a.ts': `// ${word} later\n// ${word} #12 later\nconst state = '${word}';\n`, 'b.md': `# ${word}` };
  assert.deepEqual(places(undoneViolations(textFiles(files))), ['a.ts:1']);
});

test('machine paths and registries are found', () => {
  const at = (...parts: string[]) => `/${parts.join('/')}`;
  const files = {
    'a.md': `see ${at('home', 'ada', 'x.txt')}`,
    'b.json': `"${at('root', '.cache')}"`,
    'package-lock.json': `"resolved"${': '}"https:${at('', 'mirror.example', 'a.tgz')}"`,
    'c.ts': 'https://example.org/work/it\nhttp://127.0.0.1:4100/api/home/x\n"$root/work/x"\n',
  };
  assert.deepEqual(places(machineViolations(textFiles(files))), ['a.md:1', 'b.json:1', 'package-lock.json:1']);
});

test('a promise nobody waits for is found', () => {
  const source = [
    'declare function save(): Promise<void>;',
    'declare let kept: Promise<void>;',
    'save();',
    'await save();',
    'void save();',
    'kept = save();',
    'save().catch(() => {});',
    'Math.max(1) && save();',
    'export {};',
  ].join('\n');
  const settings = '{ "compilerOptions": { "target": "es2024", "module": "nodenext", "types": [] } }';
  const fs = createVirtualFileSystem({ '/floating/tsconfig.json': settings, '/floating/a.ts': source });
  assert.deepEqual(places(promiseViolations('/floating', { fs })), ['a.ts:3', 'a.ts:8']);
});

test("a system's own words in a face, an operation or the runtime are found, in comments they are not", () => {
  const words = ['prd', 'magi-prd', 'magi-sdd', 'PRD.md'];
  const files = codeFiles({
    'src/cli/good.ts': "// signoff prd\nexport const name = 'a PRD';\nexport const field = 'prdApproved';",
    'src/cli/text.ts': `const a = 'signoff prd --resume';\nconst b = \`\${c} prd \${d}\`;`,
    'src/mcp/tool.ts': "const tool = 'magi-prd-review';",
    'src/http/path.ts':
      "import { a } from './prd-forms.ts';\nexport const load = () => import('../documents/assemble-prd.ts');",
    'src/operations/file.ts': "const files = { last: 'PRD.md', folder: 'magi-sdd' };",
    'src/runtime/left.ts': "const left = 'prd';",
    'src/main.ts': "const name = 'prd';",
    'src/cli/good.test.ts': "const tried = 'prd';",
    'src/systems/prd/system.ts': "const name = 'prd';",
    'src/documents/prd/brief.ts': "const name = 'prd';",
  });
  const found = systemNameViolations(files, words);
  assert.deepEqual(places(found), [
    ...['src/cli/text.ts:1', 'src/cli/text.ts:2', 'src/mcp/tool.ts:1', 'src/http/path.ts:1', 'src/http/path.ts:2'],
    ...['src/operations/file.ts:1', 'src/operations/file.ts:1', 'src/runtime/left.ts:1', 'src/main.ts:1'],
  ]);
});

test('the words of the systems that ship are their names, tools, files and folders', async () => {
  const words = await ownWords(SYSTEMS);
  const designs = ['hld.md', 'lld.md', 'database.md', 'schema.sql', 'design.md'].map((file) => `design/${file}`);
  const files = ['feature-brief.md', 'requirements.md', 'PRD.md', ...designs, 'spec.md', 'stories/README.md'];
  const tools = ['spec_submit', 'spec_feedback', 'submit_stories'];
  const articles = ['article.md', 'article.html', 'ledger.md', 'ledger.json', 'sources.json'];
  const systems = ['prd', 'sdd', 'pm', 'backlog', 'pr-review', 'research', 'magi-prd', 'magi-sdd'];
  const expected = [...systems, ...tools, ...files, ...articles];
  assert.deepEqual([...words].sort(), [...expected].sort());
});

test('a page that a comment names and that is not there is found, in comments of src only', () => {
  const files = textFiles({
    'docs/reference/there.md': '# There',
    'src/a.ts': '// See docs/reference/there.md.\n/** As docs/reference/gone.md says. */\nconst a = "docs/none.md";',
    'src/b.ts': '/** One.\n *  Also in docs/lost.md#part, not in x/docs/other.md. */',
    'src/a.test.ts': '// docs/reference/gone.md',
    'test/c.ts': '// docs/reference/gone.md',
  });
  assert.deepEqual(places(pageViolations(files)), ['src/a.ts:2', 'src/b.ts:2']);
});
