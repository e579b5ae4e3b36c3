// `signoff prd` in parts: up to the brief, up to the requirements, from a brief that is there; and its questions.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { stepsDoneBeforehand } from '../../src/cli/system/submit-initial-work.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { ADA, newFolder, type PrdFixture, prdFixture, UTTERANCE } from '../systems/prd-fixture.ts';
import { briefOf } from '../systems/prd-model.ts';

function place(t: TestContext, answers: object) {
  const project = newFolder(t);
  mkdirSync(join(project, '.git'));
  const file = join(newFolder(t), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const run = (...args: readonly string[]) =>
    signoffHere(['prd', ...args, '--project', project, '--answers', file, '--as', 'user:ada', '--json'], {
      ...{ cwd: project, home: join(project, '.signoff') },
    });
  return { project, run };
}

const SIGN = { FBReview: 'approve', RR: { rest: 'approve' }, GA: 'proceed', PR: 'approve' };

test('--until brief leaves an approved brief and no requirements; --resume goes on', async (t) => {
  const { run } = place(t, SIGN);
  const first = await run(UTTERANCE, '--until', 'brief');
  assert.equal(first.code, 0, first.err);
  const result = JSON.parse(first.out) as { status: string; files: string[]; stopped: { why: string } };
  assert.deepEqual([result.status, result.stopped.why], ['open', 'until']);
  assert.deepEqual(
    result.files.map((file) => file.replace(/.*\//, '')),
    ['feature-brief.md'],
  );
  const second = await run('--resume', '--until', 'requirements');
  assert.equal(second.code, 0, second.err);
  const folder = (result.files[0] ?? '').replace(/feature-brief\.md$/, '');
  assert.ok(existsSync(join(folder, 'requirements.md')));
  assert.ok(!existsSync(join(folder, 'PRD.md')));
  const third = await run('--resume');
  assert.equal(third.code, 0, third.err);
  // Written answers stand in for people, so nobody has signed it.
  const signed = readFileSync(join(folder, 'PRD.md'), 'utf8');
  assert.match(signed, /- \*\*Status\*\*: draft\n- \*\*Approver\*\*: user:ada, in a rehearsal: nobody signed this\n/);
  assert.doesNotMatch(signed, /finalized|Signed/);
});

test('--from-brief begins with the brief of a file, which is reviewed and approved here', async (t) => {
  const { project, run } = place(t, SIGN);
  const file = join(newFolder(t), 'brief.md');
  writeFileSync(file, briefOf('Order export').replace('Draft', 'Approved.\n\n- **Approver**: user:eve'));
  const { code, err: stderr } = await run('--from-brief', file, '--until', 'brief');
  assert.equal(code, 0, stderr);
  const brief = readFileSync(join(project, 'magi-sdd/order-export/feature-brief.md'), 'utf8');
  const approver = '- **Approver**: user:ada, in a rehearsal: nobody signed this';
  const status = `## Status\n\nDraft, approved in a rehearsal.\n\n${approver}`;
  assert.ok(brief.startsWith(`# Order export\n\n${status}\n`), brief);
  assert.doesNotMatch(brief, /eve/);
  writeFileSync(file, '# No brief\n');
  const refused = await run('--from-brief', file);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /Expected a feature brief in .*## Goals.*Nothing was run\./);
});

/** Goes on with a run whose process was killed before it gave the brief. */
async function goesOn(t: TestContext, isSender: boolean, use: (fixture: PrdFixture, run: string) => Promise<void>) {
  const { project, run } = place(t, SIGN);
  const file = join(newFolder(t), 'brief.md');
  writeFileSync(file, briefOf('Order export'));
  const fixture = await prdFixture(t, { project, place: join(project, '.signoff/signoff.db'), isSender });
  const stored = (await fixture.engine.store.workflow('prd')) ?? assert.fail('no workflow');
  const { start } = prd;
  const option = start?.options?.find(({ name }) => name === 'from-brief');
  const brief = await option?.read?.(readFileSync(file, 'utf8'), {
    path: file,
    subject: undefined,
    isGiven: () => false,
  });
  if (start === undefined || brief === undefined || typeof brief === 'string') assert.fail('no brief');
  const { subject = '', value } = brief;
  const input = start.input({ subject, project, options: { 'from-brief': value }, clarifications: [] });
  const assign = stepsDoneBeforehand(prd, input);
  assert.deepEqual(assign, { FB: 'agent:client' });
  const started = await fixture.engine.start(stored, input, { by: ADA, assign });
  if (!started.ok) assert.fail(started.rejection.message);
  await use(fixture, started.run);
  await fixture.close();
  rmSync(file);
  const { code, err, out } = await run('--resume', '--until', 'brief');
  assert.equal(code, 0, err + out);
  assert.match(readFileSync(join(project, 'magi-sdd/order-export/feature-brief.md'), 'utf8'), /^# Order export\n/);
}

test('--from-brief goes on with --resume when it was killed before it gave the brief', async (t) => {
  await goesOn(t, true, async () => {});
});

test('--from-brief goes on with --resume when it was killed between claiming the step and giving it', async (t) => {
  await goesOn(t, false, async ({ engine }, run) => {
    const open = async () => (await engine.store.listTasks({ run, step: 'FB' }, { limit: 1 })).items[0]?.task;
    for (let waits = 0; waits < 200 && (await open()) === undefined; waits++) await setTimeout(25);
    const by = { actor: 'agent:client', channel: 'cli' } as const;
    const claimed = await engine.claim(run, (await open()) ?? 0, by.actor, 'outside', by);
    assert.ok(claimed.ok, JSON.stringify(claimed));
  });
});

test('--from-brief killed with -9 as soon as its run has a name goes on, and the file is not needed', async (t) => {
  const { project, run } = place(t, SIGN);
  const file = join(newFolder(t), 'brief.md');
  writeFileSync(file, briefOf('Order export'));
  const args = ['prd', '--from-brief', file, '--project', project];
  const killed = await signoff(args, {
    ...{ cwd: project, home: join(project, '.signoff') },
    onOutput: (out, kill) => /run_\w+/.test(out) && kill('SIGKILL'),
  });
  assert.equal(killed.code, null, killed.out + killed.err);
  rmSync(file);
  const { code, err, out } = await run('--resume', '--until', 'brief');
  assert.equal(code, 0, err + out);
  assert.ok(existsSync(join(project, 'magi-sdd/order-export/feature-brief.md')));
});

test('a request that is too short is not held up, and answers to its questions are kept', async (t) => {
  const { run } = place(t, { ...SIGN, clarifications: { who: 'Readers of the paper.', instead: 'They mark it.' } });
  const { code, out: stdout, err: stderr } = await run('Bookmarks', '--until', 'brief');
  assert.equal(code, 0, stderr);
  const { files } = JSON.parse(stdout) as { files: readonly string[] };
  const brief = readFileSync(files[0] ?? '', 'utf8');
  assert.match(brief, /### Users\n\n- Readers of the paper\.\n/);
  assert.match(brief, /### In Scope\n\n- They mark it\.\n/, 'a question that is not asked any more has its place');
});
