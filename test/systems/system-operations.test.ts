// Operations that a system brings along: commands rendered from them, for systems that ship and for those of a project.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { COMMAND_NAMES } from '../../src/cli/command-names.ts';
import { operationClashes } from '../../src/cli/operation-commands.ts';
import type { OperationDeps, SystemEntry, SystemOperation } from '../../src/ports/system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { calledWith } from '../support/called-with.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { place } from './own-place.ts';
import { newFolder } from './prd-fixture.ts';

const COUNT: SystemOperation = {
  ...{ name: 'count', summary: 'count the words of a file', example: 'count README.md --at-least 3' },
  input: [
    { name: 'file', kind: 'text', help: 'the file', isRequired: true, isPlaced: true },
    { name: 'atLeast', kind: 'number', help: 'how many there should be' },
    { name: 'loud', kind: 'flag', help: 'in capitals' },
  ],
  output: { type: 'object' },
  async run({ files, project }, { file, atLeast = 0, loud = false }) {
    const text = await files.read(`${project}/${file}`);
    if (text === null) return { refused: { code: 'file-unreadable', message: `Nothing is at ${file}.` } };
    const words = text.split(/\s+/).filter((word) => word !== '').length;
    return { output: { words, loud }, hasFindings: words < Number(atLeast) };
  },
  show: async (output) => [`words  ${JSON.stringify(output)}\u001b[2J`],
};
const AGAIN: SystemOperation = { ...COUNT, name: 'words count', summary: 'the same as two words' };

function entryOf(operations: readonly SystemOperation[], onLoad = () => {}): SystemEntry {
  return {
    ...{ name: 'counter', summary: 'counts', hasCommand: false, operations },
    load: async () => {
      onLoad();
      return { name: 'counter', title: 'C', summary: 'counts', diagram: new URL('file:///none.mmd'), operations };
    },
  };
}

function projectWith(t: TestContext, text: string): string {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'words.txt'), text);
  return folder;
}

test('an operation is a command: its place, its flags, its result as lines and as JSON, its exit code', async (t) => {
  const entries = [entryOf([COUNT, AGAIN])];
  const project = projectWith(t, 'one two three');
  const shown = await calledWith(entries, ['count', 'words.txt', '--loud', '--project', project]);
  assert.deepEqual(shown, { code: 0, out: 'words  {"words":3,"loud":true}[2J\n', err: '' });
  const json = await calledWith(entries, ['count', 'words.txt', '--project', project, '--json', '--at-least', '4']);
  assert.deepEqual([json.code, JSON.parse(json.out)], [1, { words: 3, loud: false }]);
  const two = await calledWith(entries, ['words', 'count', 'words.txt', '--project', project]);
  assert.match(two.out, /"words":3/);
});

test('help lists operations and loads nothing; their own help has fields and an example', async () => {
  let loads = 0;
  const entries = [entryOf([COUNT, AGAIN], () => loads++)];
  const all = await calledWith(entries, ['--help']);
  assert.match(all.out, / count \[options\] +count the words of a file\n/);
  assert.match(all.out, / words +/);
  assert.equal(loads, 0);
  const own = await calledWith(entries, ['count', '--help']);
  assert.match(own.out, /Usage: signoff count \[options\] <file>[\s\S]*--at-least <n> +how many there should be/);
  assert.match(own.out, /Example: signoff count README\.md --at-least 3/);
});

test('what is wrong with a request is said, and what the operation refuses has its code', async (t) => {
  const entries = [entryOf([COUNT])];
  const project = projectWith(t, 'one');
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['count'], 2, /missing required argument 'file'/],
    [['count', 'words.txt', '--at-least', 'many'], 2, /Expected a number as "atLeast", found "many"/],
    [['count', 'gone.txt'], 1, /^file-unreadable: Nothing is at gone\.txt\./],
    [
      ['count', '../outside.txt'],
      1,
      /^system-unusable: The operation "count" failed: Expected an absolute path inside/,
    ],
    [['count', 'words.txt', '--quiet'], 2, /unknown option '--quiet'/],
  ];
  for (const [args, code, message] of cases) {
    const said = await calledWith(entries, [...args, '--project', project]);
    assert.equal(said.code, code, said.out + said.err);
    assert.match(said.err, message);
  }
  const nowhere = await calledWith(entries, ['count', 'x', '--project', join(project, 'none'), '--json']);
  assert.equal(JSON.parse(nowhere.out).error.code, 'unknown-folder');
});

test('an operation that never ends is a fault of its system', async (t) => {
  const endless = { ...COUNT, limitMs: 20, run: () => new Promise<never>(() => {}) };
  const said = await calledWith([entryOf([endless])], ['count', 'x', '--project', projectWith(t, '')]);
  assert.match(said.err, /^system-unusable: The operation "count" failed: it did not end within 20 ms/);
});

test('an operation is told when its time is over, and when it has ended', async (t) => {
  const project = projectWith(t, '');
  const signals: AbortSignal[] = [];
  const endless = {
    ...COUNT,
    limitMs: 20,
    run: ({ signal }: OperationDeps) => new Promise<never>(() => void signals.push(signal)),
  };
  await calledWith([entryOf([endless])], ['count', 'x', '--project', project]);
  assert.equal(signals[0]?.aborted, true);
});

test('no operation that ships has the name of a command, of a system or of another operation', () => {
  assert.deepEqual(operationClashes(SYSTEMS, COMMAND_NAMES), []);
  const clash = (name: string, others: readonly SystemEntry[] = []): readonly string[] =>
    operationClashes([{ ...entryOf([{ ...COUNT, name }]) }, ...others], COMMAND_NAMES);
  assert.match(clash('runs')[0] ?? '', /runs is a command/);
  assert.match(clash('counter')[0] ?? '', /counter is a system/);
  assert.match(clash('Count it now')[0] ?? '', /one or two words/);
  assert.match(clash('count', [{ ...entryOf([COUNT]), name: 'other' }])[0] ?? '', /found it of counter and of other/);
  assert.match(clash('other count', [{ ...entryOf([]), name: 'other' }])[0] ?? '', /other is a system/);
  assert.deepEqual(clash('counter count'), []);
});

test('each entry that ships says of its operations what the system says', async () => {
  for (const entry of SYSTEMS) {
    const heads = (of: readonly { name: string; summary: string; example?: string }[] = []) =>
      of.map(({ name, summary, example }) => ({ name, summary, example }));
    assert.deepEqual(heads(entry.operations), heads((await entry.load()).operations));
  }
});

const OWN = `  operations: [
    {
      ...{ name: 'titles', summary: 'the titles of all decisions', output: { type: 'object' } },
      input: [{ name: 'decision', kind: 'text', help: 'only this one' }],
      run: async ({ files, project }) => ({ output: { names: [...(await files.folders(project + '/decisions'))] } }),
      show: async (output) => (output as { names: string[] }).names,
    },
  ],
  // For those who have no model`;

test("an operation of a project's own system stands behind the system's name", async (t) => {
  const { folder, alter } = place(t);
  alter('adr/system.ts', '  // For those who have no model', OWN);
  mkdirSync(join(folder, 'decisions/we-ship'), { recursive: true });
  const run = (...args: string[]) =>
    signoffHere(args, { cwd: folder, home: join(folder, '.signoff'), env: { SIGNOFF_TRUST: '1' } });
  assert.deepEqual(await run('adr', 'titles'), { code: 0, out: 'we-ship\n', err: '' });
  assert.deepEqual(JSON.parse((await run('adr', 'titles', '--json')).out), { names: ['we-ship'] });
  assert.match((await run('adr', 'titles', '--decision')).err, /option '--decision <decision>' argument missing/);
  const untrusted = await signoffHere(['adr', 'titles'], { cwd: folder, home: join(folder, '.signoff') });
  assert.match(untrusted.err, /^folder-not-trusted/);
});

test('an operation of a project that is none is told before anything runs', async (t) => {
  for (const [from, to, message] of [
    ["name: 'titles'", "name: 'all titles'", /its "operations\[0\]" has no name of one word/],
    [
      "name: 'decision', kind",
      "name: 'json', kind",
      /its "operations\[0\]" has a field that cannot be given, input\[0\]/,
    ],
    ['show: async', 'shows: async', /lacks one of the functions run and show/],
  ] as const) {
    const { folder, alter } = place(t);
    alter('adr/system.ts', '  // For those who have no model', OWN);
    alter('adr/system.ts', from, to);
    const said = await signoffHere(['adr', 'titles'], {
      ...{ cwd: folder, home: join(folder, '.signoff'), env: { SIGNOFF_TRUST: '1' } },
    });
    assert.match(said.err, message);
  }
});
