// `signoff prd` at a real terminal: the questions before the brief, starting over, assumptions, alike proposals.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';
import { withModel } from '../systems/prd-cast.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { briefOf, proposal } from '../systems/prd-model.ts';

const where = { skip: noTerminal };
const BRIEF_KEYS = /Feature brief[\s\S]*a approve[\s\S]*\? help/;

function projectOf(t: TestContext) {
  const project = newFolder(t);
  mkdirSync(join(project, '.git'));
  const screen = { cwd: project, home: join(project, '.signoff'), columns: 100, rows: 60 };
  const events = async (): Promise<string> => {
    const [id] = /run_\w+/.exec((await signoffHere(['runs', 'list'], screen)).out) ?? assert.fail('no run');
    return (await signoffHere(['runs', 'events', id, '--json'], screen)).out;
  };
  return { project, screen, events };
}

describe('a request without a model', { concurrency: 2 }, () => {
  test('raises the fixed questions one by one; an answer is kept, Enter skips one', where, async (t) => {
    const { screen, events } = projectOf(t);
    using terminal = new Terminal(['prd', 'Bookmarks'], screen);
    await terminal.sees(
      /No model is connected: your words are filed[\s\S]*What nobody answers stays open[\s\S]*A few questions first\./,
    );
    await terminal.answers(/Who is it for\?/, '');
    await terminal.answers(/what goes wrong today\?/, 'Articles get lost.');
    await terminal.isAsked(/What belongs to it/);
    terminal.types(KEYS.escape);
    await terminal.sees(BRIEF_KEYS);
    assert.match(terminal.text, /Problem[\s\S]*• Articles get lost\./);
    assert.match(terminal.text, /• open: Who is it for\?/);
    terminal.types('q');
    assert.equal(await terminal.exitCode(), 3);
    const kept = await events();
    assert.match(kept, /"id": "today",[^}]*"answer": "Articles get lost\."/);
    assert.doesNotMatch(kept, /"id": "who"/);
  });

  test('skipped with Escape it goes on, and the brief holds the questions', where, async (t) => {
    const { screen, events } = projectOf(t);
    using terminal = new Terminal(['prd', 'Bookmarks'], screen);
    await terminal.isAsked(/Who is it for\?/);
    terminal.types(KEYS.escape);
    await terminal.sees(/open: Who is it for\?[\s\S]*a approve/);
    terminal.types('q');
    assert.equal(await terminal.exitCode(), 3);
    assert.doesNotMatch(await events(), /"clarifications"/);
  });

  test('left with Ctrl-C nothing is begun', where, async (t) => {
    const { screen } = projectOf(t);
    using terminal = new Terminal(['prd', 'Bookmarks'], screen);
    await terminal.isAsked(/Who is it for\?/);
    terminal.types(KEYS.interrupt);
    assert.equal(await terminal.exitCode(), 3);
    assert.match(terminal.text, /You left before anything was begun/);
    assert.doesNotMatch((await signoffHere(['runs', 'list'], screen)).out, /run_/);
  });

  test('without a terminal nobody is asked, and the brief holds the questions', async (t) => {
    const { screen } = projectOf(t);
    const { code, out } = await signoffHere(['prd', 'Bookmarks'], screen);
    assert.equal(code, 3, out);
    assert.doesNotMatch(out, /A few questions first/);
    assert.match(out, /- open: Who is it for\?/);
  });
});

test('start over asks what should be different and files it as an open point', where, async (t) => {
  const { screen } = projectOf(t);
  using terminal = new Terminal(['prd', 'Readers can mark articles'], screen);
  await terminal.isAsked(/Who is it for\?/);
  terminal.types(KEYS.escape);
  await terminal.sees(BRIEF_KEYS);
  terminal.types('o');
  await terminal.answers(/What should be different\?/, 'Editors should see which articles are marked most');
  await terminal.sees(/round 2[\s\S]*\+ - Open point from review: Editors should see which articles[\s\S]*a approve/);
  terminal.types('q');
  assert.equal(await terminal.exitCode(), 3);
  assert.doesNotMatch(terminal.text, /Whole document/);
});

test('the assumptions of a PRD are listed and confirmed before it is signed', where, async (t) => {
  const { project, screen } = projectOf(t);
  const answers = join(project, 'answers.json');
  writeFileSync(answers, JSON.stringify({ FBReview: 'approve', RR: { rest: 'approve' }, GA: 'proceed' }));
  const said = 'Readers are told within 2 seconds (assumption)';
  const first = await signoffHere(['prd', said, '--answers', answers], screen);
  assert.equal(first.code, 3, first.out + first.err);
  using terminal = new Terminal(['prd', '--resume'], screen);
  await terminal.sees(/ PRD [\s\S]*a approve[\s\S]*\? help/);
  terminal.types('a');
  await terminal.sees(/have no answer\.\n[\s\S]*which you confirm by approving it:\n[\s\S]*REQ-001: [\s\S]*b back/);
  terminal.types('b');
  await terminal.sees(/a approve[\s\S]*\? help/);
  terminal.types('a');
  await terminal.sees(/y approve it all the same/);
  terminal.types('y');
  assert.equal(await terminal.exitCode(), 0, terminal.text);
  assert.match(terminal.text, /✓ PRD signed off/);
});

test('proposals that are alike stand side by side with the roles that differ', where, async (t) => {
  const { project, screen } = projectOf(t);
  const [clerk, guest] = [
    { ...proposal(1), title: 'Clerk calls', description: 'When a room is ready, the clerk shall call the guest.' },
    { ...proposal(2), title: 'Guest calls', description: 'When a room is ready, the guest shall call the clerk.' },
  ];
  const { fixture } = await withModel(
    t,
    {
      'Feature Brief Generation': [{ featureBriefMarkdown: briefOf('Rooms'), recommendedFeatureId: 'rooms' }],
      'Initial Requirements Generation': [{ functionalRequirements: [clerk, guest], summary: 'Two.' }],
    },
    { project, place: join(project, '.signoff/signoff.db'), by: { actor: 'user:local', channel: 'cli' } },
  );
  const run = await fixture.start();
  await run.approvesBrief();
  await run.at('RR');
  await fixture.close();
  using terminal = new Terminal(['prd', '--resume'], screen);
  await terminal.sees(/REQ-001 Clerk calls[\s\S]*\? help/);
  terminal.types('a');
  await terminal.sees(
    /Much like REQ-001 \(also .*, but differs in actor, object:\n.*guest shall call .*\n.*clerk shall call /,
  );
  terminal.types('q');
  assert.equal(await terminal.exitCode(), 3);
});

test("a message at the gap analysis is a requirement of one's own, and is reviewed", where, async (t) => {
  const { project, screen } = projectOf(t);
  const answers = join(project, 'answers.json');
  writeFileSync(answers, JSON.stringify({ FBReview: 'approve', RR: { rest: 'approve' } }));
  await signoffHere(['prd', 'Readers can mark articles', '--answers', answers], screen);
  using terminal = new Terminal(['prd', '--resume'], screen);
  await terminal.sees(/Gap analysis[\s\S]*m add requirements/);
  terminal.types('m');
  await terminal.answers(/Which requirements do you add\?/, 'Guests mark nothing.');
  await terminal.sees(/REQ-002 Guests mark nothing[\s\S]*not sorted[\s\S]*\? help/);
  terminal.types('q');
  assert.equal(await terminal.exitCode(), 3);
});
