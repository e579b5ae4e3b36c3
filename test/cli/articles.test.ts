// What other commands say of an article and of the runs that wrote it, at a terminal of 80 columns and elsewhere.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { TerminalHere } from '../support/terminal-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const TOPIC = 'Heat pumps in old buildings and what they cost there';
const NAME = 'heat-pumps-in-old-buildings-and-what-they';
const OFFLINE = { SIGNOFF_PROVIDER: 'offline' };

async function projectWithArticle(t: TestContext) {
  const project = newFolder(t);
  const home = join(newFolder(t), 'home');
  cpSync(join(root, 'bench/labelled/research/topics/heat-pumps'), join(project, 'documents'), { recursive: true });
  const call = (...args: readonly string[]) => signoffHere(args, { cwd: project, home, env: OFFLINE });
  const { code, err } = await call('research', TOPIC, '--corpus', 'documents', '--min-sources', '5');
  assert.equal(code, 0, err);
  const lines = async (...args: readonly string[]): Promise<readonly string[]> => {
    using terminal = new TerminalHere(args, { cwd: project, home, columns: 80, rows: 60 });
    assert.equal(await terminal.exitCode(), 0);
    return terminal.text.split(/\r?\n/);
  };
  return { project, home, call, lines };
}

describe('an article', { concurrency: false }, () => {
  test('is one line of `runs list`: child runs that are over are counted, and --json has them', async (t) => {
    const { call, lines } = await projectWithArticle(t);
    const { out } = await call('runs', 'list');
    assert.equal(out.match(/^run_/gm)?.length, 1, out);
    assert.match(out, /3 child runs not shown; --parent RUN lists those of a run\./);
    const run = /^run_\S+/m.exec(out)?.[0] ?? '';
    const children = await call('runs', 'list', '--parent', run);
    assert.equal(children.out.match(/^run_/gm)?.length, 3);
    const { runs } = JSON.parse((await call('runs', 'list', '--json')).out) as { readonly runs: readonly unknown[] };
    assert.equal(runs.length, 4);
    const shown = (await lines('runs', 'list')).find((line) => line.includes('run_')) ?? '';
    assert.match(shown, /completed +research: Heat pumps.* +(?:now|\d+ \w+ ago)\s*$/);
    assert.ok(shown.length <= 80, shown);
  });

  test('has its name and its claims in 80 columns of `documents list`', async (t) => {
    const { lines } = await projectWithArticle(t);
    const shown = await lines('documents', 'list');
    const row = shown.find((line) => line.includes('heat-pumps')) ?? '';
    assert.match(row, /heat-pumps-in-old-buildings\S+ +written +\d+ claims/);
    for (const line of shown) assert.ok(line.length <= 80, line);
  });

  test('is not signed and not exported: verify and export say what there is instead', async (t) => {
    const { call } = await projectWithArticle(t);
    const { err } = await call('documents', 'verify', NAME);
    assert.match(err, /^document-not-signed: .*nobody signs.* "signoff research verify research\//);
    const [, command = ''] = /(research verify .*sources)"/.exec(err) ?? [];
    assert.equal((await call(...command.split(' '))).code, 0, err);
    const exported = await call('documents', 'export', NAME, '--as', 'spec-kit');
    assert.match(
      exported.err,
      new RegExp(`article "${NAME}" has no export; its files are research/${NAME}/article\\.md, `),
    );
  });

  test('that is not there is missed once, in each folder that could hold it', async (t) => {
    const { err } = await signoffHere(['documents', 'show', 'nope'], { cwd: newFolder(t), env: OFFLINE });
    assert.match(err, /Expected the name of a feature or an article of /);
    assert.equal(err.match(/there are none/g)?.length, 2, err);
  });
});

test('`y` answers yes to the question of `signoff trust`', async (t) => {
  const project = newFolder(t);
  writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ research: { workers: ['./own.ts'] } }));
  const home = join(newFolder(t), 'home');
  using terminal = new TerminalHere(['trust'], { cwd: project, home, columns: 80, rows: 40 });
  await terminal.sees(/Let it do that from now on/);
  terminal.types('y');
  assert.equal(await terminal.exitCode(), 0);
  assert.match(terminal.text, /Trusted\./);
});
