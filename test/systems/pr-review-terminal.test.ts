// The pull-request review at a terminal without a model: rules do the automated steps, and the person is asked once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { root } from '../support/run-signoff.ts';
import { noTerminal, Terminal } from '../support/terminal.ts';

const where = { skip: noTerminal };
const DIAGRAM = 'examples/pr-review/workflow.mmd';

test('the example reviews its pull request by rules, and only the gate asks', where, async () => {
  const args = ['run', DIAGRAM, '--input-file', 'examples/pr-review/pull-request.json'];
  using terminal = new Terminal(args, { cwd: root, columns: 120 });
  await terminal.chooses(/Score: 79\/100/, 'approve');
  await terminal.answers(/Comment/, 'Fine for now');
  assert.equal(await terminal.exitCode(), 0, terminal.text);
  assert.match(terminal.text, /✓ A +Fetch PR Details[\s\S]*✓ C +Review File[\s\S]*✓ I +Merge PR +merged: no/);
  assert.match(terminal.text, /Completed/);
  assert.doesNotMatch(terminal.text, /for an agent/);
});

test('with nothing but a number it says that nothing was reviewed, and a person decides', where, async () => {
  using terminal = new Terminal(['run', DIAGRAM, '--input', 'prNumber=7'], { cwd: root, columns: 120 });
  await terminal.chooses(/Score: 50\/100/, 'approve');
  await terminal.answers(/Comment/, '');
  assert.equal(await terminal.exitCode(), 0, terminal.text);
  assert.match(terminal.text, /Nothing was reviewed, so a person has to decide/);
});

test('in memory there are no agents, and a person does every task', where, async () => {
  using terminal = new Terminal(['run', DIAGRAM, '--input', 'prNumber=7', '--memory'], { cwd: root, columns: 120 });
  await terminal.answers(/Fetch PR Details[\s\S]*for an agent/, ':fail');
  await terminal.isAsked(/matter/);
});
