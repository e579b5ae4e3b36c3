// What the third trial of research saw of `signoff research verify`, and of disagreements in articles without a model.

import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { TRUE_CLAIMS } from '../systems/research-claims/claims.ts';
import { writtenRun } from '../systems/research-written.ts';

const OFFLINE = { SIGNOFF_PROVIDER: 'offline' };

/** A digest of a topic with planted contradictions, and the command that is printed under "Next". */
async function digestOf(t: TestContext, topic: string) {
  const cwd = newFolder(t);
  cpSync(join(root, 'bench/labelled/research/topics', topic), join(cwd, 'docs'), { recursive: true });
  const args = ['research', topic.replaceAll('-', ' '), '--corpus', 'docs', '--min-sources', '5'];
  const { code, out, err } = await signoffHere(args, { cwd, env: OFFLINE });
  assert.equal(code, 0, err);
  const [, next = ''] = /signoff (research verify \S+ --sources \S+)/.exec(`${out}${err}`) ?? [];
  const [folder = ''] = readdirSync(join(cwd, 'research'));
  const file = (name: string): string => readFileSync(join(cwd, 'research', folder, name), 'utf8');
  return { cwd, next, file };
}

for (const topic of ['sleep-and-memory', 'heat-pumps'])
  test(`research3-D4, research3-D6-rules, research3-D13: ${topic} says no such without a model`, async (t) => {
    const { cwd, next, file } = await digestOf(t, topic);
    for (const name of ['article.md', 'article.html']) {
      const [text = ''] = file(name).split(/Evidence ledger|## References/);
      assert.doesNotMatch(text, /sources disagree|by contrast|both sides/i);
    }
    assert.doesNotMatch(file('ledger.md'), /disagree/);
    const { code, out } = await signoffHere(next.split(' '), { cwd, env: OFFLINE });
    assert.equal(code, 0, out);
    assert.match(out, /article\.md: passed, (\d+) claims: \1 word for word, 0 not judged, 0 differ, 0 not found$/m);
  });

test("research3-D4: that an article presents both sides is a claim, in anybody's article", async (t) => {
  const cwd = newFolder(t);
  cpSync(join(root, 'bench/labelled/research/topics/heat-pumps'), join(cwd, 'docs'), { recursive: true });
  writeFileSync(join(cwd, 'mine.md'), '# Mine\n\nThis article presents both sides where the sources disagree.\n');
  const { code, out } = await signoffHere(['research', 'verify', 'mine.md', '--sources', 'docs'], {
    cwd,
    env: OFFLINE,
  });
  assert.equal(code, 1);
  assert.match(out, /^mine\.md:3 c1 not found$/m);
});

test('research3-D13: an article by a model agrees with its ledger, and no longer where it was changed', async (t) => {
  const run = await writtenRun(t, { draft: () => ['## Must you insulate first', ...TRUE_CLAIMS] });
  const [folder = ''] = readdirSync(join(run.project, 'research'));
  const path = `research/${folder}/article.md`;
  const verify = (...more: readonly string[]) =>
    signoffHere(['research', 'verify', path, '--sources', `research/${folder}/sources`, ...more], {
      ...{ cwd: run.project, env: OFFLINE },
    });
  const own = await verify();
  assert.equal(own.code, 0, own.out);
  const total = /25 claims: 0 word for word, 25 supported by the judge, 0 not judged; 0 taken out/;
  assert.match(own.out, new RegExp(`article\\.md: agrees with its ledger, ${total.source}`));
  const { by, passed, counts } = JSON.parse((await verify('--json')).out);
  assert.deepEqual([by, passed, counts.not_judged], ['ledger', true, 0]);
  const { cost } = run.output.metrics as { readonly cost: number };
  assert.match(String(cost), /^0\.\d{1,6}$/, 'without the digits that binary sums leave behind');

  const [{ claim = '' } = {}] = TRUE_CLAIMS;
  const written = readFileSync(join(run.project, path), 'utf8');
  const write = (text: string): void => writeFileSync(join(run.project, path), text);
  write(written.replace('## References', 'Heat pumps cure gout [1].\n\n## References'));
  const edited = await verify();
  assert.equal(edited.code, 1);
  assert.match(edited.out, /The ledger has no entry for the sentence "Heat pumps cure gout\."/);
  assert.match(edited.out, /article\.md: does not agree with its ledger, 25 claims/);
  write(written.replace(claim.slice(0, 20), 'Somebody says'));
  assert.equal((await verify()).code, 1);

  write(written);
  writeFileSync(join(run.project, 'research', folder, 'ledger.json'), '{"version": 1}');
  const without = await verify();
  assert.equal(without.code, 1);
  assert.match(without.out, /a ledger is beside it, but none can be read there: its claims were compared/);
});
