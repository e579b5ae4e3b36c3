// What `signoff pm` is given when it starts, and what a further start means to a run that lives on.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const SPEC = readFileSync(new URL('../systems/pm-spec.md', import.meta.url), 'utf8');

function place(t: TestContext) {
  const folder = newFolder(t);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff'), input: lines.map((line) => `${line}\n`).join('') },
      env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' },
    });
  const status = async () => JSON.parse((await run(['pm', 'status', '--json'])).out).runs[0];
  return { folder, file, run, status };
}

test('--upload needs no interview; in WAITING it is the next version, in INTERVIEWING it ends that', async (t) => {
  const { folder, file, run, status } = place(t);
  const spec = file('mine.md', SPEC);
  const first = await run(['pm', '--upload', spec], ['approve']);
  assert.equal(first.code, 0, first.out + first.err);
  assert.match(first.out, /The architect approved the specification/);
  assert.equal((await status()).state, 'WAITING');
  const text = (name: string): string => readFileSync(join(folder, 'magi-sdd/order-export', name), 'utf8');
  assert.equal(text('spec/v1.md'), SPEC);
  file('mine.md', SPEC.replace('version: 1', 'version: 2'));
  const second = await run(['pm', '--upload', spec], ['approve']);
  assert.match(second.out, /, resumed[\s\S]*The architect approved the specification/, second.err);
  assert.match(text('spec/v2.md'), /version: 2/);
  await run(['pm'], ['/quit']);
  assert.equal((await status()).state, 'INTERVIEWING');
  file('mine.md', SPEC.replace('version: 1', 'version: 3'));
  const third = await run(['pm', '--upload', spec], ['approve']);
  assert.match(third.out, /The architect approved the specification/, third.out + third.err);
  assert.match(text('spec/v3.md'), /version: 3/);
  assert.equal((await status()).state, 'WAITING');
});

test('--attach goes with the idea, and to an interview under way; a whole specification ends that', async (t) => {
  const { file, run, status } = place(t);
  const notes = file('notes.txt', 'Nurses change the rota on their phone.\n');
  await run(['pm', 'A rota', '--attach', notes], ['/quit']);
  const started = await run(['runs', 'show', (await status()).run, '--json']);
  assert.match(started.out, /"name": ?"notes\.txt"[\s\S]*Nurses change the rota on their phone/);
  const more = await run(['pm', 'More of it.', '--attach', notes], ['/quit']);
  assert.match(more.out, /Filed under: vision\./, more.out + more.err);
  const events = await run(['runs', 'events', (await status()).run, '--json']);
  assert.match(events.out, /"text": ?"More of it\."[\s\S]{0,200}notes\.txt/);
  const whole = await run(['pm', '--attach', file('spec.md', SPEC)], ['approve']);
  assert.match(whole.out, /The architect approved the specification/, whole.out + whole.err);
});

test('--architect person: the specification waits for their review, and becomes stories by it', async (t) => {
  const { folder, file, run, status } = place(t);
  const made = await run(['pm', '--upload', file('mine.md', SPEC), '--architect', 'person'], ['a']);
  assert.match(made.out, /Architect's review[\s\S]*The architect approved the specification/, made.out + made.err);
  assert.ok(existsSync(join(folder, 'magi-sdd/order-export/stories/S-001.md')));
  assert.equal((await status()).state, 'WAITING');
  const late = await run(['pm', '--architect', 'agent']);
  assert.notEqual(late.code, 0);
  assert.match(late.out + late.err, /--architect counts when a run begins[\s\S]*signoff pm shutdown/);
});

test('--answers hold an interview beforehand: by topic, done, and the verdicts of both gates', async (t) => {
  const { folder, file, run } = place(t);
  const answers = file(
    'answers.json',
    JSON.stringify({
      INTERVIEWING: [
        { requirements: 'A nurse swaps a shift with another nurse.', users: 'Nurses of one ward.' },
        'done',
      ],
      'pm-draft/preview': 'submit',
      'pm-scope/review': 'submit_stories',
    }),
  );
  const options = ['--answers', answers, '--architect', 'person'];
  const made = await run(['pm', 'A rota that nurses can change on their phone', ...options]);
  assert.match(made.out, /The architect approved the specification/, made.out + made.err);
  assert.ok(existsSync(join(folder, 'magi-sdd')));
});
