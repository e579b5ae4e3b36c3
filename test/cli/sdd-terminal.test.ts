// `signoff sdd` with a thin brief: questions at a terminal, which may be skipped; without one nobody is asked.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const where = { skip: noTerminal };
const THIN = 'Members of a climbing hall book a wall for one hour.';
const REVIEW_KEYS = /a approve[\s\S]*\? help/;

function projectOf(t: TestContext) {
  const project = newFolder(t);
  mkdirSync(join(project, '.git'));
  const screen = { cwd: project, home: join(project, '.signoff'), columns: 100, rows: 60 };
  /** What the run's record holds of them. */
  const kept = async (): Promise<Json> => {
    const [id] = /run_\w+/.exec((await signoffHere(['runs', 'list', '--workflow', 'sdd'], screen)).out) ?? [];
    const { out } = await signoffHere(['runs', 'show', id ?? assert.fail('no run'), '--json'], screen);
    return ((JSON.parse(out) as JsonObject).input as JsonObject).user_clarifications ?? null;
  };
  return { project, screen, kept };
}

describe('a thin brief', { concurrency: 2 }, () => {
  test('raises questions one by one; an answer is kept for every drafter, Enter skips one', where, async (t) => {
    const { screen, kept } = projectOf(t);
    using terminal = new Terminal(['sdd', THIN], screen);
    await terminal.sees(/A few questions first\. Enter skips one, Escape all of them\./);
    await terminal.answers(/How many people use it/, '');
    await terminal.answers(/Who may see and change what/, 'Clerks see all bookings.');
    await terminal.answers(/Which personal data is kept/, '');
    await terminal.answers(/Which other systems does it talk to/, '');
    await terminal.sees(REVIEW_KEYS);
    terminal.types('q');
    assert.equal(await terminal.exitCode(), 3);
    assert.deepEqual(await kept(), [
      { question: 'Who may see and change what, and how do people sign in?', answer: 'Clerks see all bookings.' },
    ]);
  });

  test('skipped with Escape it goes on without answers', where, async (t) => {
    const { screen, kept } = projectOf(t);
    using terminal = new Terminal(['sdd', THIN], screen);
    await terminal.isAsked(/How many people use it/);
    terminal.types(KEYS.escape);
    await terminal.sees(REVIEW_KEYS);
    terminal.types('q');
    assert.equal(await terminal.exitCode(), 3);
    assert.equal(await kept(), null);
  });

  test('without a terminal nobody is asked', async (t) => {
    const { screen, kept } = projectOf(t);
    const { code, out } = await signoffHere(['sdd', THIN], screen);
    assert.equal(code, 3, out);
    assert.doesNotMatch(out, /A few questions first/);
    assert.equal(await kept(), null);
  });
});

test('a long brief raises no question', where, async (t) => {
  const { screen } = projectOf(t);
  const full =
    '400 members book a wall for one hour. They sign in by e-mail. Personal data is kept for 2 years. '.repeat(3);
  using terminal = new Terminal(['sdd', full], screen);
  await terminal.sees(REVIEW_KEYS);
  assert.doesNotMatch(terminal.text, /A few questions first/);
  terminal.types('q');
  assert.equal(await terminal.exitCode(), 3);
});
