// Findings by rule in a run: they advise the reviewer, or with `rules: block` decide by themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { GOOD, ROUND, type SddRun, sddFixture } from './sdd-fixture.ts';
import { designText } from './sdd-model.ts';

const BROKEN = 'CREATE TABEL';
const graveIn = async (run: SddRun): Promise<readonly JsonObject[]> =>
  ((await run.data()).rule_findings as JsonObject[]).filter(({ severity }) =>
    ['CRITICAL', 'HIGH'].includes(String(severity)),
  );

/** SQL that does not parse in the first `times` drafts; the reviewer is content with all of them. */
const script = (times: number) => ({
  reviews: [GOOD],
  draft: (part: string, _: unknown, time: number): string => {
    const text = designText(part as 'hld');
    return part === 'database' && time <= times ? text.replace(/CREATE TABLE/i, BROKEN) : text;
  },
});

test('with rules: advise a grave finding is shown to reviewer and approver, and asks for no revision', async (t) => {
  const fixture = await sddFixture(t, { script: script(9) });
  const run = await fixture.start({ drafting: 'whole' });
  await run.atReview();
  const [finding] = await graveIn(run);
  assert.equal(finding?.part, 'database');
  assert.deepEqual(await run.values('needs_revision', 'revision_count'), { needs_revision: false, revision_count: 0 });
  const reviewed = fixture.calls.find(({ workflow }) => workflow === 'sdd-review');
  assert.ok(reviewed?.prompt.includes(JSON.stringify(finding?.message).slice(1, 40)), 'the reviewer is told');
  await run.says({ verdict: 'approve' });
  assert.equal(await run.ended(), 'completed');
});

test('with rules: block it makes the design be revised, by drafters who are told of it', async (t) => {
  const fixture = await sddFixture(t, { script: script(1) });
  const run = await fixture.start({ drafting: 'whole', rules: 'block' });
  await run.atReview();
  assert.deepEqual(await run.visited(), ['intake', ...ROUND, ...ROUND, 'format_doc', 'human_review']);
  assert.deepEqual(await graveIn(run), []);
  assert.deepEqual(await run.values('needs_revision', 'revision_count'), { needs_revision: false, revision_count: 1 });
  const [, second] = fixture.calls.filter(({ workflow }) => workflow === 'sdd-design-database');
  assert.match(second?.prompt ?? '', /- (?:CRITICAL|HIGH) rule [\w-]+ \(database: \w+\): /);
});

test('with rules: block and no revision left the finding is open, and the approver must accept it', async (t) => {
  const fixture = await sddFixture(t, { script: script(9) });
  const run = await fixture.start({ drafting: 'whole', rules: 'block', max_revisions: 2 });
  await run.atReview();
  const [finding] = await graveIn(run);
  const { needs_revision, final_document } = await run.data();
  assert.equal(needs_revision, true);
  assert.match(String(final_document), /\n## Open Issues\n/);
  assert.ok(String(final_document).includes(`rule ${finding?.rule}`));
  assert.match((await run.tries({ verdict: 'approve' })) ?? '', /open, and not accepted/);
  await run.says({ verdict: 'approve', accepted_issues: true });
  assert.equal(await run.ended(), 'completed');
});
