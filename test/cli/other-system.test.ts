// A command for a system that the program knows nothing of: from how it is started, and its gates as forms.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { started } from '../support/run-signoff.ts';
import { calledHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { callTrip } from './trip-program.ts';

const PROGRAM = fileURLToPath(new URL('trip-program.ts', import.meta.url));

const DIAGRAM = `graph TD
    Choose(Choose) --> Sign(Sign)

%% === WORKFLOW_CONFIG ===
%% @Choose: {"execution": "manual", "output": {"type": "object", "required": ["by"],
%%   "properties": {"by": {"enum": ["train", "ship"]}}}}
%% @Sign: {"execution": "manual", "verdicts": ["approve", "reject"], "shows": ["steps.Choose.output"]}
%% === END_CONFIG ===
`;

function place(t: TestContext) {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'trip.mmd'), DIAGRAM);
  const optionsOf = (lines: readonly string[]) => ({
    ...{ cwd: folder, home: join(folder, '.signoff') },
    input: lines.map((line) => `${line}\n`).join(''),
  });
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    calledHere((streams) => callTrip(args, folder, streams), optionsOf(lines));
  const runProcess = (args: readonly string[], lines: readonly string[]) =>
    started([process.execPath, PROGRAM, ...args], optionsOf(lines));
  return { folder, run, runProcess };
}

test('the list of commands has it from its entry, and its own help from its start', async (t) => {
  const { run } = place(t);
  const all = await run(['--help']);
  assert.match(all.out, / trip \[options\] \[goal\] +a trip, planned and signed\n/);
  assert.doesNotMatch(all.out, /prd/);
  const own = await run(['trip', '--help']);
  assert.match(own.out, /goal +where to\n[\s\S]*--project <dir> +the project \(default: this folder\)/);
  assert.match(own.out, /--with-whom <name> +who comes along/);
  assert.doesNotMatch(own.out, /--until/);
});

test('it is decided with lines, left in the middle and gone on with', async (t) => {
  const { run, runProcess } = place(t);
  const first = await runProcess(['trip', 'Rome', '--with-whom', 'Bo'], ['answer', 'ship']);
  assert.equal(first.code, 3, first.out + first.err);
  assert.match(first.out, / Rome\n run_\w+\n/);
  assert.match(first.out, /Nobody is here to decide on "Sign"\./);
  assert.match(first.out, /signoff trip --resume run_/);
  const wrong = await run(['trip', '--resume', '--with-whom', 'Bo']);
  assert.match(wrong.err, /Expected --resume alone, found --with-whom with it/);
  const second = await run(['trip', '--resume'], ['?', 'approve', 'fine']);
  assert.equal(second.code, 0, second.out + second.err);
  assert.match(second.out, /steps\.Choose\.output\n {3}by {2}ship\n\n a approve {3}r reject/);
  assert.match(second.out, /nothing is lost: signoff trip --resume goes on here/);
  assert.match(second.out, /✓ Trip signed off\n\n You decided\n {3}Sign {11}approve\n/);
  const none = await run(['trip', '--resume']);
  assert.match(none.out, /Expected an unfinished Trip run of .*, found none\. Start one with: signoff trip "\.\.\."/);
});

test('after a line that is no answer it tells how to go on, as after the last line', async (t) => {
  const { run } = place(t);
  const { code, out, err } = await run(['trip', 'Rome'], ['answer', 'ship', 'perhaps']);
  assert.equal(code, 2, out + err);
  assert.match(err, /Expected a \(approve\), r \(reject\).* on line 3 of stdin, found "perhaps"/);
  assert.match(out, /Left open\n {3}A line on stdin was no answer/);
  assert.match(out, /Next\n {3}signoff trip --resume run_\w+.*\n/);
  assert.equal((await run(['trip', '--resume'], ['approve', ''])).code, 0);
});

test('a file answers its gates, and says which steps there are', async (t) => {
  const { folder, run } = place(t);
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify({ Choose: { by: 'train' }, Sign: [{ verdict: 'approve', comment: 'go' }] }));
  const { code, out, err } = await run(['trip', 'Oslo', '--answers', file, '--json']);
  assert.equal(code, 0, out + err);
  const { status, decided, stopped } = JSON.parse(out) as { status: string; decided: object[]; stopped: null };
  assert.deepEqual([status, stopped], ['finalized', null]);
  assert.deepEqual(decided, [{ step: 'Sign', what: 'approve', by: 'user:ada' }]);
  writeFileSync(file, JSON.stringify({ Chose: {} }));
  const strange = await run(['trip', 'Oslo', '--answers', file]);
  assert.deepEqual([strange.code, /only the gates Choose, Sign, found Chose/.test(strange.err)], [2, true]);
  writeFileSync(file, JSON.stringify({ Choose: { by: 'car' } }));
  const refused = await run(['trip', 'Oslo', '--answers', file]);
  assert.equal(refused.code, 1, refused.out);
  assert.match(refused.out, /The answer for "Choose" was refused\. .*by/);
});

test('it needs to know what it is about', async (t) => {
  const { run } = place(t);
  const { code, err } = await run(['trip']);
  assert.equal(code, 2);
  assert.match(err, /Expected what is wanted as the goal: signoff trip "\.\.\.", or --resume\. Nothing was run\./);
});
