// From a sentence to stories through one diagram of systems, without a model: gates of each child answered at a shell,
// by a file and by another command; children that are cancelled; what is missing at the end.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from './prd-fixture.ts';

const EXAMPLE = join(root, 'examples/sentence-to-backlog/answers.json');
const ALL = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { readonly [gate: string]: unknown };
const TENNIS =
  'Members book a tennis court online. Members cancel a booking until two hours before it begins. ' +
  'The club manager sees all bookings of a day.';

interface Listed {
  readonly run: string;
  readonly workflow: string;
}

function place(t: TestContext) {
  const folder = newFolder(t);
  const env = { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' };
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff'), env },
      input: lines.map((line) => `${line}\n`).join(''),
    });
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);
  const newest = async (workflow: string): Promise<string> => {
    const { runs } = (await json('runs', 'list')) as { readonly runs: readonly Listed[] };
    return runs.find((each) => each.workflow === workflow)?.run ?? assert.fail(workflow);
  };
  const written = (given: object): string => {
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(given));
    return 'answers.json';
  };
  const features = () => readdirSync(join(folder, 'magi-sdd'));
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  return { folder, run, json, newest, written, features, read };
}

const words = (text: string): string => text.replace(/\s+/g, ' ');
const rowsOf = (prd: string): readonly string[] => prd.match(/^\| REQ-\d{3} .*$/gm) ?? [];

test('the example comes to stories; nothing is missing, and nothing says that it was signed', async (t) => {
  const { run, json, newest, read } = place(t);
  const done = await run(['backlog', TENNIS, '--answers', EXAMPLE]);
  assert.equal(done.code, 0, done.out + done.err);
  assert.match(done.out, /▸ PRD {2}1 of 3, then Design, Specification and stories\n/);
  assert.match(done.out, /✓ PRD {2}files in magi-sdd\/[a-z-]+\n\n ▸ Design {2}2 of 3, then /);
  assert.match(
    done.out,
    /In all\n {3}stories +3, not estimated\n {3}missing +nothing: each requirement stands in the design/,
  );
  assert.match(done.out, /Next\n.* stories next\n.* stories list\n.* trace --gaps\n.* documents verify [a-z]/);
  const { output } = await json('runs', 'show', await newest('backlog'));
  const { folder, paths, hashes, missing, stories } = output;
  assert.match(folder, /^magi-sdd\/[a-z-]+$/);
  assert.deepEqual([missing, stories.length], [[], 3]);
  assert.deepEqual(
    [paths.prd, paths.design, paths.spec],
    ['PRD.md', 'design/design.md', 'spec.md'].map((file) => `${folder}/${file}`),
  );
  assert.deepEqual([hashes[paths.prd], hashes[paths.design]], [undefined, undefined]);
  assert.match(hashes[paths.spec], /^sha256:\w{64}$/);
  const rows = rowsOf(read(paths.prd));
  assert.equal(rows.length, 3);
  for (const row of rows) assert.doesNotMatch(row, /TBD/);
  assert.equal((await run(['trace', '--gaps'])).code, 0);
  // Nobody signed in a rehearsal, and nobody is told otherwise.
  assert.match(words(done.out), /nobody signed it.*/);
  for (const path of [paths.prd, paths.design]) {
    assert.doesNotMatch(read(path), /sha256:|approved_at|FINAL|finalized/, path);
    assert.notEqual((await run(['documents', 'verify', path])).code, 0, path);
  }
});

test('gates are decided at a shell and by another command; what was signed in a child is proved', async (t) => {
  const { run, json, features } = place(t);
  const request = 'Nurses swap shifts with each other. The ward manager approves each swap.';
  const left = await run(['backlog', request], ['approve', 'A', 'send', 'proceed', 'approve', 'y']);
  assert.equal(left.code, 3, left.out + left.err);
  assert.match(words(left.out), /Nobody is here to decide on the design \(sdd\/human_review\)\./);
  const { tasks } = await json('tasks', 'list');
  const [{ task, workflow }] = tasks;
  assert.deepEqual([tasks.length, workflow], [1, 'sdd']);
  const { hash } = await json('tasks', 'review', task);
  const decision = JSON.stringify({ kind: 'document', verdict: 'approve', isConfirmed: true });
  const decided = await run(['tasks', 'decide', task, decision, '--review', hash]);
  assert.equal(decided.code, 0, decided.out + decided.err);
  const lines = ['If it is not possible, a message says why.', '/done', 'submit', 'approve'];
  const done = await run(['backlog', '--resume'], lines);
  assert.equal(done.code, 0, done.out + done.err);
  const [feature = ''] = features();
  const proved = await run(['documents', 'verify', feature]);
  assert.equal(proved.out.match(/^Proved: /gm)?.length, 2, proved.out + proved.err);
  assert.equal((await run(['trace', '--gaps'])).code, 0);
});

test('what no requirement of the specification covers is listed as missing, and stops nothing', async (t) => {
  const { run, json, newest, written, folder } = place(t);
  const request = 'Volunteers sign up for shifts at a food bank and are reminded the day before.';
  const { 'pm/INTERVIEWING': _, ...before } = ALL;
  assert.equal((await run(['backlog', request, '--answers', written(before)])).code, 3);
  copyFileSync(new URL('./pm-spec.md', import.meta.url), join(folder, 'own.md'));
  const done = await run(['backlog', '--resume'], ['/attach own.md', 'approve']);
  assert.equal(done.code, 0, done.out + done.err);
  const { output } = await json('runs', 'show', await newest('backlog'));
  const messages = output.missing.map(({ message }: { message: string }) => message).join('\n');
  assert.match(messages, /REQ-001/);
  assert.match(messages, /"[^"]*Story[^"]*" of REQ-001 is TBD in the PRD\./);
  assert.match(words(done.out), /missing .*REQ-001/);
});

test('what a person takes out of the design is listed as missing, and stops nothing', async (t) => {
  const { run, json, newest, written } = place(t);
  const request = 'Volunteers sign up for shifts at a food bank and are reminded the day before.';
  const comments = [{ section: 'HLD: Overview and Use Cases', comment: 'Ours.', text: 'We decide this later.' }];
  const design = [{ verdict: 'revise', comments }, 'approve'];
  const answers = { ...ALL, 'sdd/human_review': design, 'pm/INTERVIEWING': [['done'], ['done']] };
  const done = await run(['backlog', request, '--answers', written(answers)]);
  assert.equal(done.code, 0, done.out + done.err);
  const { output } = await json('runs', 'show', await newest('backlog'));
  const missing: readonly { readonly id: string; readonly message: string }[] = output.missing;
  const ids = [...new Set(missing.map(({ id }) => id))];
  assert.equal(ids[0], 'REQ-001');
  assert.deepEqual(
    missing.map(({ message }) => message),
    [
      ...ids.map((id) => `No use case names ${id}.`),
      ...ids.map((id) => `"Technical Requirement IDs" of ${id} is TBD in the PRD.`),
    ],
  );
});

test('a child that is cancelled leaves a hold; another one goes on with what is there', async (t) => {
  const { run, newest, written, features, folder } = place(t);
  const { 'pm/INTERVIEWING': _, ...before } = ALL;
  const { 'sdd/human_review': __, ...prd } = before;
  const answers: readonly (readonly [string, object, object])[] = [
    ['prd', {}, prd],
    ['sdd', {}, before],
    ['pm', {}, ALL],
  ];
  await run(['backlog', TENNIS, '--answers', written({})]);
  const chain = await newest('backlog');
  for (const [workflow, none, next] of answers) {
    const child = await newest(workflow);
    assert.equal((await run(['runs', 'cancel', child, '--reason', 'Not this one.'])).code, 0);
    const held = await run(['backlog', '--resume', '--answers', written(none)]);
    assert.equal(held.code, 3, held.out + held.err);
    assert.match(words(held.out), new RegExp(`On hold at "${workflow}": .*${child} was cancelled`));
    const retried = await run(['runs', 'resolve', chain, 'retry', '--reason', 'Once more.']);
    assert.equal(retried.code, 0, retried.out + retried.err);
    const gone = await run(['backlog', '--resume', '--answers', written(next)]);
    assert.equal(gone.code, workflow === 'pm' ? 0 : 3, gone.out + gone.err);
    assert.notEqual(await newest(workflow), child);
  }
  // The folder of the first PRD run, which nobody gave up, is left alone.
  const [first = '', second] = features();
  assert.equal(second, `${first}-2`);
  assert.deepEqual(readdirSync(join(folder, 'magi-sdd', first)), []);
  assert.equal((await run(['trace', '--gaps'])).code, 0);
});

test('a PRD that was changed after it was signed is not designed: the chain is held there', async (t) => {
  const { run, newest, features, folder, read } = place(t);
  await run(['backlog', TENNIS], ['approve', 'A', 'send', 'proceed', 'approve', 'y']);
  await run(['runs', 'cancel', await newest('sdd'), '--reason', 'Not yet.']);
  const path = `magi-sdd/${features()[0]}/PRD.md`;
  writeFileSync(join(folder, path), read(path).replace('book a tennis court online', 'book a squash court online'));
  await run(['backlog', '--resume']);
  await run(['runs', 'resolve', await newest('backlog'), 'retry', '--reason', 'Once more.']);
  const held = await run(['backlog', '--resume']);
  assert.equal(held.code, 3, held.out + held.err);
  assert.match(words(held.out), /Expected a signature in .*PRD\.md that can be proved\. .*changed since/);
});
