// All writers of the system, step by step.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../../ports/provider.ts';
import { prReviewWriters } from './offline.ts';

const LABELS: Readonly<Record<string, string>> = {
  ...{ A: 'Fetch PR Details', B: 'Get Changed Files', C: 'Review File [1/1]', D: 'Join Reviews' },
  ...{ F: 'Auto Approve', H: 'Request Changes', I: 'Merge PR', K: 'Close PR' },
};
const DIFF = 'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1,2 @@\n kept\n+run();\n';

async function written(step: string, facts: Partial<CallFacts> = {}): Promise<JsonObject> {
  const writer = prReviewWriters.find((each) => each.step === step) ?? assert.fail(step);
  const bare = { prompt: '', input: null, item: null, data: {}, runInput: { prNumber: 7 }, schema: null };
  const title = `pr-review: ${LABELS[step]}`;
  return (await writer.write({ workflow: 'pr-review', step, title, ...bare, ...facts })) as JsonObject;
}

const item = (path: string, lines = 10) => ({ path, additions: lines, deletions: 0, status: 'modified' });
const reviewed = (path: string, score: number, issues: Json = [], lines = 10): Json => {
  return { index: 0, item: item(path, lines), output: { score, issues } };
};
const join = (aggregatedResults: Json, more: JsonObject = {}, runInput: Json = { files: [] }) =>
  written('D', { input: { aggregatedResults, failed: [], left: [], ...more }, runInput });

describe('the rule-based writers of the pull-request review', () => {
  test('take the details from the input, and name what they assume', async () => {
    const pullRequest = { prNumber: 7, title: 'Limits', author: 'mira-k', baseBranch: 'trunk', headBranch: 'limits' };
    const { note, ...all } = await written('A', { runInput: pullRequest });
    assert.deepEqual(all, { title: 'Limits', author: 'mira-k', baseBranch: 'trunk', headBranch: 'limits' });
    assert.match(String(note), /nothing was fetched/);
    const { assumed, title, headBranch } = await written('A');
    assert.deepEqual(assumed, ['title', 'author', 'baseBranch', 'headBranch']);
    assert.deepEqual([title, headBranch], ['Pull request #7', 'pull/7/head']);
  });

  test('list the files of a diff, or those that were given, or none', async () => {
    const patch = '@@ -1 +1,2 @@\n kept\n+run();';
    const file = { path: 'src/a.ts', additions: 1, deletions: 0, status: 'modified', patch };
    assert.deepEqual(await written('B', { runInput: { prNumber: 7, diff: DIFF } }), { files: [file] });
    assert.deepEqual(await written('B', { runInput: { files: [item('x.ts')] } }), { files: [item('x.ts')] });
    assert.match(JSON.stringify(await written('B')), /"files":\[\].*neither/);
  });

  test('leave the patches out that would make the list too long', async () => {
    const big = { ...item('a.ts'), patch: 'x'.repeat(1_500_000) };
    const { files } = (await written('B', { runInput: { files: [big, big] } })) as { files: JsonObject[] };
    assert.deepEqual(
      files.map((file) => 'patch' in file),
      [true, false],
    );
  });

  test('refuse an input that is not in its form', async () => {
    await assert.rejects(written('B', { runInput: { files: [{ name: 'a' }] } }), /files\.0\.path/);
    await assert.rejects(written('C', { item: 'a.ts' }), /Expected a changed file .* found "a.ts"/);
  });

  test('join by lines changed', async () => {
    const { score, summary } = await join([reviewed('a.ts', 100, [], 30), reviewed('b.ts', 80, [], 10)]);
    assert.deepEqual([score, summary], [95, '2 files reviewed: 0 critical issues, 0 warnings.']);
  });

  test('never let a warning pass without a person, nor anything critical at all', async () => {
    const issue = (severity: string) => [{ severity, line: 3, message: 'Look.' }];
    const many = Array.from({ length: 50 }, () => reviewed('a.ts', 100));
    const warned = await join([...many, reviewed('b.ts', 85, issue('warning'))]);
    assert.deepEqual([warned.score, warned.warnings], [79, ['b.ts:3 Look.']]);
    const critical = await join([...many, reviewed('b.ts', 60, issue('critical'))]);
    assert.deepEqual([critical.score, critical.criticalIssues], [49, ['b.ts:3 Look.']]);
  });

  test('count reviews that failed or cannot be read as warnings', async () => {
    const unreadable = { index: 1, item: item('b.ts'), output: 'looks good' };
    const { score, warnings } = await join([reviewed('a.ts', 100), unreadable], { failed: [{ index: 2 }] });
    assert.deepEqual([score, warnings], [79, ['2 files could not be reviewed']]);
  });

  test('tell no change from nothing given, and leave lockfiles out', async () => {
    assert.equal((await join([])).score, 100);
    const untold = await join([], {}, { prNumber: 7 });
    assert.equal(untold.score, 50);
    assert.match(String(untold.summary), /a person has to decide/);
    const lock = await join([reviewed('yarn.lock', 100), reviewed('a.ts', 70)]);
    assert.deepEqual([lock.score, lock.summary], [70, '1 file reviewed, 1 left out: 0 critical issues, 0 warnings.']);
    assert.equal((await join([reviewed('yarn.lock', 100)])).score, 79);
  });

  test('write what was found, and claim nothing that was not done', async () => {
    const joined = { score: 41, summary: 'Two files.', criticalIssues: ['a.ts:3 A key.'], warnings: ['b.ts Large.'] };
    const request = await written('H', { input: joined });
    assert.equal(request.shouldRetry, false);
    assert.match(
      String(request.comment),
      /41 of 100[\s\S]*merged:\n- a\.ts:3 A key\.\nPlease look at:\n- b\.ts Large\./,
    );
    const closing = await written('K', { input: request });
    assert.deepEqual([closing.closed, closing.wouldClose], [false, true]);
    assert.match(String(closing.comment), /41 of 100[\s\S]*a\.ts:3/);
    const approval = await written('F', { input: { score: 95, summary: 'Fine.', criticalIssues: [], warnings: [] } });
    assert.match(String(approval.comment), /approved by rules with 95[\s\S]*nobody has checked/);
  });

  test('say what would be merged, and whose word it goes by', async () => {
    const byRules = await written('I', { input: { comment: 'Approved.' } });
    assert.deepEqual([byRules.merged, byRules.wouldMerge], [false, { from: 'pull/7/head', into: 'main' }]);
    assert.match(String(byRules.note), /Not merged\./);
    const byPerson = await written('I', { input: { verdict: 'approve', comment: 'Fine for now.' } });
    assert.match(String(byPerson.comment), /a person's verdict "approve"\.\nFine for now\./);
    const against = await written('I', { input: { verdict: 'reject', comment: null } });
    assert.deepEqual([against.wouldMerge, against.merged], [null, false]);
  });

  test('do not touch another workflow that bears the same name', async () => {
    await assert.rejects(
      written('A', { title: 'pr-review: Ask the author' }),
      /Expected step "A" to be "Fetch PR Details"/,
    );
  });
});
