// A system of one project and another folder: the project that is named decides which systems there are.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { place } from './own-place.ts';
import { newFolder } from './prd-fixture.ts';

/** A project without systems. The store of each project is its own. */
function other(t: TestContext): string {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}

function run(cwd: string, args: readonly string[], lines: readonly string[] = [], call = signoffHere) {
  const env = { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada', SIGNOFF_TRUST: '1', SIGNOFF_HOME: '' };
  return call(args, { cwd, env, input: lines.map((line) => `${line}\n`).join('') });
}

test('for a project that does not name it, it is refused before anything is written', async (t) => {
  const { folder } = place(t);
  const elsewhere = other(t);
  const refused = await run(folder, ['adr', 'We ship.', '--project', elsewhere], ['a', 'a', 'owner', 'yes']);
  assert.equal(refused.code, 2, refused.out + refused.err);
  assert.match(refused.err, /Expected the system "adr" in the signoff\.config\.json of .*, found none/);
  assert.match(refused.err, /Name it there, or leave --project out\. Nothing was started\./);
  assert.equal(existsSync(join(elsewhere, '.signoff')), false);
  assert.equal(existsSync(join(folder, '.signoff')), false);
});

test('from another folder it works with --project, in the store and with the code of that project', async (t) => {
  const { folder } = place(t);
  const elsewhere = other(t);
  for (const flags of [['--project', folder], [`--project=${folder}`]]) {
    const subject = `We ship on ${flags.length} days.`;
    const done = await run(elsewhere, ['adr', subject, ...flags], ['a', 'a', 'owner', 'yes']);
    assert.equal(done.code, 0, done.out + done.err);
  }
  assert.ok(existsSync(join(folder, 'decisions/we-ship-on-2-days/record.md')));
  assert.ok(existsSync(join(folder, '.signoff/signoff.db')));
  assert.equal(existsSync(join(elsewhere, '.signoff')), false);
});

test('a folder inside of the project is of it', async (t) => {
  const { folder } = place(t);
  mkdirSync(join(folder, 'part'));
  const done = await run(folder, ['adr', 'We ship.', '--project', 'part'], ['a', 'a', 'owner', 'yes']);
  assert.equal(done.code, 0, done.out + done.err);
  assert.ok(existsSync(join(folder, 'part/decisions/we-ship/record.md')));
});

test('a named run of another project is refused, and says where to go on', async (t) => {
  const { folder } = place(t);
  const { folder: second } = place(t);
  const left = await run(folder, ['adr', 'We ship.', '--json']);
  const { run: id } = JSON.parse(left.out) as { run: string };
  const store = join(folder, '.signoff/signoff.db');
  const refused = await run(second, ['adr', '--resume', id, '--store', store], ['a', 'a', 'owner', 'yes']);
  assert.equal(refused.code, 2, refused.out + refused.err);
  assert.match(refused.err, /run_\w+ is of the project .*, which has a different system "adr"\. .* --project /);
  const done = await run(second, ['adr', '--resume', id, '--project', folder], ['a', 'a', 'owner', 'yes']);
  assert.equal(done.code, 0, done.out + done.err);
});

test('the command that goes on with it names the project, and works there', async (t) => {
  const { folder } = place(t);
  const elsewhere = other(t);
  const left = await run(elsewhere, ['adr', 'We ship.', '--project', folder]);
  const [, args = ''] = /signoff (adr --resume run_\w+ --project \S+ --store \S+)/.exec(left.out) ?? [];
  const done = await run(elsewhere, args.split(' '), ['a', 'a', 'owner', 'yes'], signoff);
  assert.equal(done.code, 0, left.out + done.out + done.err);
});

test('a document of another project is proved by the store of that project', async (t) => {
  const { folder } = place(t);
  const elsewhere = other(t);
  await run(elsewhere, ['adr', 'We ship.', '--project', folder], ['a', 'a', 'owner', 'yes']);
  await run(elsewhere, ['documents', 'verify', 'we-ship', '--project', folder]);
  assert.equal(existsSync(join(elsewhere, '.signoff')), false);
});
