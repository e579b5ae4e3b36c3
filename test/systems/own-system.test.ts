// A system outside of the package: one small folder, named in the configuration, in the terminal and for programs.

import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { EXAMPLE, place } from './own-place.ts';
import { newFolder } from './prd-fixture.ts';

const LINES_MAX = 200;

test('it is one folder of under 200 lines', () => {
  const files = globSync('adr/**/*.*', { cwd: EXAMPLE });
  const lines = files.map((file) => readFileSync(join(EXAMPLE, file), 'utf8').split('\n').length);
  assert.ok(lines.reduce((sum, count) => sum + count, 0) < LINES_MAX, files.join(', '));
});

test('it is drafted, sent back, approved and signed with lines, and its document is written', async (t) => {
  const { folder, run, runProcess } = place(t);
  const lines = ['c', 'It needs no server.', 'a', 'a', 'architect', 'yes'];
  const done = await runProcess(['adr', 'We keep runs in SQLite.'], { lines });
  assert.equal(done.code, 0, done.out + done.err);
  assert.match(done.out, /Decision record signed off {2}we-keep-runs-in-sqlite/);
  const record = readFileSync(join(folder, 'decisions/we-keep-runs-in-sqlite/record.md'), 'utf8');
  assert.match(record, /## Why\n\nIt needs no server\.\n[\s\S]*Signed as architect\.\n$/);
  const listed = await run(['documents', 'list', '--system', 'adr', '--json']);
  assert.deepEqual(JSON.parse(listed.out).features[0].documents, ['record']);
  const [next = ''] = /documents show \S+ --system adr/.exec(done.out) ?? [];
  assert.equal((await run(next.split(' '))).code, 0, done.out);
});

test('left at a gate it is gone on with, and its reviews are data', async (t) => {
  const { run } = place(t);
  // On both sides of the size from which values are stored apart; each call reads them anew.
  const [short, long] = ['because '.repeat(110), 'because '.repeat(1300)];
  const sentBack = await run(['adr', 'We ship on Fridays.'], { lines: ['c', short] });
  assert.equal(sentBack.code, 3, sentBack.out + sentBack.err);
  assert.equal((await run(['adr', '--resume'], { lines: ['c', long] })).code, 3);
  const left = await run(['adr', '--resume'], { lines: ['a'] });
  assert.equal(left.code, 3, left.out + left.err);
  const [task] = JSON.parse((await run(['tasks', 'list', '--json'])).out).tasks;
  const review = JSON.parse((await run(['tasks', 'review', task.task, '--json'])).out);
  assert.deepEqual([review.kind, review.step], ['form', 'Sign']);
  const wrong = await run(['tasks', 'check', task.task, '{"kind":"form","output":{"role":"boss"}}', '--json']);
  assert.equal(JSON.parse(wrong.out).ok, false);
  const resumed = await run(['adr', '--resume'], { lines: ['a', 'owner', 'no'] });
  assert.equal(resumed.code, 0, resumed.out + resumed.err);
});

test('in a folder that is not trusted nothing of it is loaded, and the command that allows it is named', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(
    join(folder, 'adr/system.ts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');\n`,
  );
  const refused = await run(['adr', 'We ship.'], { isTrusted: false });
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^folder-not-trusted: .*the system "adr" would start the code in \.\/adr.*signoff trust /);
  assert.equal(existsSync(join(folder, 'loaded')), false);
});

test('lists and help load nothing of it, even where it is trusted', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(
    join(folder, 'adr/system.ts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');\n`,
  );
  const commands = [
    ['--help'],
    ['adr', '--help'],
    ['help', 'adr'],
    ['runs', 'list'],
    ['tasks', 'list'],
    ['documents', 'list'],
  ];
  for (const args of commands) assert.equal((await run(args)).code, 0, args.join(' '));
  assert.match((await run(['--help'])).out, / adr \[options\].* +a system of this project, in \.\/adr\n/);
  assert.equal(existsSync(join(folder, 'loaded')), false);
});

const WRONG: readonly (readonly [string, (folder: string) => Record<string, string>, RegExp])[] = [
  ['that leads out of the project', () => ({ adr: '../elsewhere' }), /it leads out of /],
  ['whose link leads out of it', (folder) => linked(folder), /it leads out of /],
  ['that is not there', () => ({ adr: './ard' }), /nothing is there/],
  ['of another name', () => ({ rda: './adr' }), /its name is "adr"/],
];
for (const [what, systems, found] of WRONG)
  test(`a system ${what} is refused, and says why`, async (t) => {
    const { folder, run } = place(t);
    const named = systems(folder);
    writeFileSync(join(folder, 'signoff.config.json'), JSON.stringify({ systems: named }));
    const refused = await run([Object.keys(named)[0] ?? '', 'We ship.']);
    assert.equal(refused.code, 1, refused.out);
    assert.match(refused.err, /^system-unusable: /);
    assert.match(refused.err, found);
  });

test('inside another project the nearest configuration counts', async (t) => {
  const { folder } = place(t);
  mkdirSync(join(folder, '.git'));
  const inner = join(folder, 'inner');
  cpSync(EXAMPLE, inner, { recursive: true });
  writeFileSync(join(folder, 'signoff.config.json'), '{}');
  const { out } = await signoffHere(['--help'], { cwd: inner });
  assert.match(out, / adr \[options\]/);
});

test('a name that ships stays what it is, and every command works', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'signoff.config.json'), JSON.stringify({ systems: { prd: './adr' } }));
  for (const args of [['--help'], ['runs', 'list'], ['prd', '--help']]) assert.equal((await run(args)).code, 0);
});

test('a system that cannot be loaded harms no other work, and is named', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'adr/system.ts'), "throw new Error('not today');\n");
  writeFileSync(join(folder, 'one.mmd'), 'flowchart TD\n  A[Draft] --> B[END]\n%% @A: {"assignee": "agent:x"}\n');
  writeFileSync(join(folder, 'answers.json'), '{"A": {"output": {"ok": true}}}');
  const done = await run(['run', 'one.mmd', '--answers', 'answers.json']);
  assert.equal(done.code, 0, done.out + done.err);
  assert.match(done.err, /^system-unusable: Expected the system "adr" .* cannot be loaded: not today/m);
});

test('a configuration that is wrong is told to whoever asks for a name that nobody knows', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'signoff.config.json'), '{ "systems": { "adr": 5 } }');
  assert.equal((await run(['--help'])).code, 0);
  const refused = await run(['adr', 'We ship.']);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /Expected signoff\.config\.json in its form, found systems\.adr/);
});

test('a name that a command has stays the command, and whoever works is told', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'signoff.config.json'), JSON.stringify({ systems: { runs: './adr' } }));
  assert.equal((await run(['runs', 'list'])).code, 0);
  const refused = await run(['adr', 'We ship.']);
  assert.equal(refused.code, 2, refused.err);
  const working = await run(['run', 'adr/workflow.mmd', '--input', 'decision=x']);
  assert.match(working.err, /system-unusable: .*that is the name of a command/);
});

function linked(folder: string): Record<string, string> {
  symlinkSync('/', join(folder, 'out'));
  return { adr: `./out${pathToFileURL(root).pathname}/examples/own-system/adr` };
}

test('a list of documents names the systems it leaves out, and says when the folder is not trusted', async (t) => {
  const { folder, run } = place(t);
  assert.equal((await run(['adr', 'We ship.'], { lines: ['a', 'a', 'owner', 'yes'] })).code, 0);
  const elsewhere = await run(['documents', 'list', '--project', folder], { cwd: newFolder(t) });
  assert.match(elsewhere.out, /signoff documents list --system adr --project \S+\n$/);
  const trusted = await run(['documents', 'list']);
  assert.match(trusted.out, /system "adr" loads its code: signoff documents list --system adr\n$/);
  const untrusted = await run(['documents', 'list'], { isTrusted: false });
  assert.equal(untrusted.code, 0);
  assert.match(untrusted.out, /--system adr\nYou have not trusted the folder .* To allow it: signoff trust /);
  const { notTrusted } = JSON.parse((await run(['documents', 'list', '--json'])).out) as { notTrusted: null };
  assert.equal(notTrusted, null);
});

test('one document is found without naming the system; where the folder is not trusted, that is said', async (t) => {
  const { folder, run } = place(t);
  assert.equal((await run(['adr', 'We ship.'], { lines: ['a', 'a', 'owner', 'yes'] })).code, 0);
  const shown = await run(['documents', 'show', 'we-ship']);
  assert.equal(shown.code, 0, shown.err);
  assert.match(shown.out, /# We ship/);
  const untrusted = await run(['documents', 'show', 'we-ship'], { isTrusted: false });
  assert.equal(untrusted.code, 1);
  assert.match(untrusted.err, /^unknown-feature: .*You have not trusted the folder .*signoff trust /);
  const elsewhere = newFolder(t);
  const listed = await run(['documents', 'list', '--system', 'adr', '--project', folder], { cwd: elsewhere });
  assert.match(listed.out, /we-ship/, listed.err);
});

test('a decision on its review is sent in one call, and refused when the review changed since', async (t) => {
  const { folder, run, alter } = place(t);
  const notes = "[(await import('node:fs')).existsSync('note') ? 'A note is there.' : 'No note.']";
  alter('adr/system.ts', "title: 'Decision record', notices: []", `title: 'Decision record', notices: ${notes}`);
  assert.equal((await run(['adr', 'We ship.'])).code, 3);
  const [{ task }] = JSON.parse((await run(['tasks', 'list', '--json'])).out).tasks;
  const hash = async () => JSON.parse((await run(['tasks', 'review', task, '--json'])).out).hash as string;
  const decide = async (review: string) =>
    run(['tasks', 'decide', task, '{"kind":"document","verdict":"approve"}', '--review', review]);
  const before = await hash();
  assert.equal(await hash(), before);
  writeFileSync(join(folder, 'note'), '');
  const refused = await decide(before);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^review-changed: Expected a decision on what run_\w+#\d shows now.*tasks review run_/);
  const decided = await decide(await hash());
  assert.equal(decided.code, 0, decided.err);
  assert.match(decided.out, /^Decided on run_/);
});
