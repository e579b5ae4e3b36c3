// What people decide in child runs is asked for where the run around them is played, by the child's own system.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemProblems } from '../../src/runtime/check-system.ts';
import { compiled } from '../support/compiled.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from './prd-fixture.ts';

const gate = (title: string, verdicts: readonly string[]) => `{
    noun: '${title}', title: '${title}', waits: 'your word on ${title}',
    review: async ({ data, step }) => ({
      kind: 'form', title: '${title} of ' + step, notices: [], shows: [], verdicts: ${JSON.stringify(verdicts)},
      schema: null, offer: null,
    }),
    answer: async (facts, decision) => ({ output: { chose: decision.verdict }, verdict: decision.verdict }),
    decided: async (output) => 'chose ' + output.chose,
  }`;
const start = `{
    subject: { name: 'wish', help: 'what is wanted', question: 'What?', placeholder: 'a wish' },
    input: ({ subject, project }) => ({ wish: subject, project_path: project }),
    about: (input) => ({ project: input.project_path, subject: String(input.wish), document: null }),
  }`;
const system = (name: string, gates: string) => `export const system = {
  name: '${name}', title: '${name}', summary: 'a system', diagram: new URL('./workflow.mmd', import.meta.url),
  start: ${start}, gates: { ${gates} },
};\n`;

const FILES = {
  'signoff.config.json': JSON.stringify({ systems: { chain: './chain', inner: './inner' } }),
  'chain/system.ts': system(
    'chain',
    `Sign: ${gate('the end', ['approve', 'reject'])}, 'chain-draft/Look': ${gate('the draft', ['again', 'submit'])}`,
  ),
  'chain/workflow.mmd': `flowchart TD
    a[[Run: chain-draft]] --> b[[Run: inner]] --> Sign(Sign)
%% @workflow: { "name": "chain", "output": { "draft": "steps.a.output.chose", "inner": "steps.b.output.chose" } }
%% @a: { "inputMapping": { "wish": "run.input.wish" } }
%% @b: { "inputMapping": { "wish": "run.input.wish", "project_path": "run.input.project_path" } }
%% @Sign: { "verdicts": ["approve", "reject"] }`,
  'chain/chain-draft.mmd': `flowchart TD
    Look(Look at the draft)
%% @workflow: { "name": "chain-draft" }
%% @Look: { "verdicts": ["again", "submit"] }`,
  'inner/system.ts': system('inner', `Look: ${gate('the inside', ['good', 'bad'])}`),
  'inner/workflow.mmd': `flowchart TD
    Look(Look inside)
%% @workflow: { "name": "inner" }
%% @Look: { "verdicts": ["good", "bad"] }`,
};

function project(t: TestContext) {
  const folder = newFolder(t);
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const env = { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada', SIGNOFF_TRUST: '1' };
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      cwd: folder,
      home: join(folder, '.signoff'),
      env,
      input: lines.map((line) => `${line}\n`).join(''),
    });
  const answers = (given: object): string => {
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(given));
    return 'answers.json';
  };
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);
  return { run, answers, json };
}

const ALL = { 'chain-draft/Look': ['submit'], 'inner/Look': ['good'], Sign: ['approve'] };

test('a file of answers decides the gates of the run, of its subflow and of another system', async (t) => {
  const { run, answers, json } = project(t);
  const done = await run(['chain', 'a wish', '--answers', answers(ALL), '--json']);
  assert.equal(done.code, 0, done.out + done.err);
  const { decided, run: id } = JSON.parse(done.out);
  assert.deepEqual(
    decided.map(({ step, what }: { step: string; what: string }) => [step, what]),
    [
      ['chain-draft/Look', 'chose submit'],
      ['inner/Look', 'chose good'],
      ['Sign', 'chose approve'],
    ],
  );
  assert.deepEqual((await json('runs', 'show', id)).output, { draft: 'submit', inner: 'good' });
});

test('left at the gate of a child it is gone on with there, and the gate is data', async (t) => {
  const { run, answers, json } = project(t);
  for (const given of [{}, { 'chain-draft/Look': ['submit'] }, { 'inner/Look': ['good'] }]) {
    const isFirst = Object.keys(given).length === 0;
    const args = isFirst ? ['chain', 'a wish'] : ['chain', '--resume'];
    const left = await run([...args, '--answers', answers(given)]);
    assert.equal(left.code, 3, left.out + left.err);
    const { tasks } = await json('tasks', 'list');
    assert.equal(tasks.length, 1);
    const review = await json('tasks', 'review', tasks[0].task);
    const expected = isFirst
      ? 'the draft of Look'
      : 'chain-draft/Look' in given
        ? 'the inside of Look'
        : 'the end of Sign';
    assert.equal(review.title, expected);
  }
  const done = await run(['chain', '--resume', '--answers', answers({ Sign: ['approve'] })]);
  assert.equal(done.code, 0, done.out + done.err);
});

test('answers for a gate that no run of it has are refused before anything is run', async (t) => {
  const { run, answers } = project(t);
  const refused = await run(['chain', 'a wish', '--answers', answers({ 'inner/Lok': ['good'] })]);
  assert.equal(refused.code, 2, refused.out);
  assert.match(refused.err, /inner\/Lok/);
});

test('lines on stdin decide gates of children, too', async (t) => {
  const { run } = project(t);
  const done = await run(['chain', 'a wish'], ['submit', '', 'good', '', 'approve', '']);
  assert.equal(done.code, 0, done.out + done.err);
  assert.match(done.out, /the inside of Look/);
});

test('a child that was cancelled leaves a hold, and trying again starts another one', async (t) => {
  const { run, answers, json } = project(t);
  await run(['chain', 'a wish', '--answers', answers({})]);
  const { runs } = await json('runs', 'list');
  const child = runs.find(({ workflow }: { workflow: string }) => workflow === 'chain-draft');
  await run(['runs', 'cancel', child.run, '--reason', 'Not this one.']);
  const held = await run(['chain', '--resume', '--answers', answers(ALL)]);
  assert.equal(held.code, 3, held.out + held.err);
  assert.match(held.out, /was\s+cancelled/);
  const root = runs.find(({ workflow }: { workflow: string }) => workflow === 'chain');
  const retried = await run(['runs', 'resolve', root.run, 'retry', '--reason', 'Once more.']);
  assert.equal(retried.code, 0, retried.out + retried.err);
  const done = await run(['chain', '--resume', '--answers', answers(ALL)]);
  assert.equal(done.code, 0, done.out + done.err);
});

test('a gate of a subflow that is not there, or whose name does not tell its system, is a mismatch', async () => {
  const [workflow, inner] = await Promise.all([
    compiled('chain', FILES['chain/workflow.mmd']),
    compiled('chain-draft', FILES['chain/chain-draft.mmd']),
  ]);
  const review = async () => assert.fail('It is not asked.');
  const made = { noun: 'x', title: 'x', waits: 'x', review, answer: review };
  const named = (key: string) => ({
    ...{ name: 'chain', title: 'chain', summary: 'x', gates: { [key]: made } },
    diagram: new URL('./nowhere/workflow.mmd', import.meta.url),
  });
  const problems = (key: string) => systemProblems(named(key), { workflow, subflows: [inner] });
  assert.deepEqual(await problems('chain-draft/Look'), []);
  assert.match(
    (await problems('chain-draft/Lok')).join(),
    /found "chain-draft\/Lok". Did you mean "chain-draft\/Look"\?/,
  );
  assert.match((await problems('other/Look')).join(), /to be named "chain-\.\.\."/);
});
