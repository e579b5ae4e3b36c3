// A PRD run recorded once, through all its loops, is played again from the recording on both stores: nobody is asked.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { approvesPrd, withModel } from './prd-cast.ts';
import { newFolder, type PrdRun, prdFixture } from './prd-fixture.ts';
import { briefOf, GAP } from './prd-model.ts';

const SCRIPT = {
  'Feature Brief Update': [{ featureBriefMarkdown: briefOf('Two') }, { featureBriefMarkdown: briefOf('Three') }],
  'Gap Analysis': [{ gapAnalysisScore: 0.4, identifiedGaps: [GAP] }],
};

/** Brief rejected twice, two rounds of gaps, the PRD rejected once. */
async function allLoops(run: PrdRun): Promise<readonly (string | null)[]> {
  for (const userFeedback of ['Say who.', 'Say when.'])
    await run.answer('FBReview', { approved: false, userFeedback, reviewSummary: 'No.' });
  await run.approvesBrief();
  await run.approvesAll();
  for (const wants of [true, null]) {
    await run.decides(wants);
    await run.approvesAll();
  }
  await run.decides(false);
  await run.answer('PR', { prdApproved: false, userFeedback: 'Name the owner.' });
  await approvesPrd(run);
  assert.equal(await run.ended(), 'completed');
  const visits = (await run.visited()).join(' ');
  assert.equal(
    visits,
    'Init FB FBReview FBUpdate FBReview FBUpdate FBReview IR RR GA IC GR RR GA IC GR RR GA IC PG PR PG PR F',
  );
  const files = await Promise.all(['feature-brief.md', 'requirements.md', 'PRD.md'].map((name) => run.file(name)));
  // A signed document names its run.
  return files.map((text) => text?.replaceAll(run.id, 'RUN') ?? null);
}

async function recordedThenPlayed(t: TestContext, place?: string): Promise<void> {
  const [project, recordings] = [newFolder(t), newFolder(t)];
  const record = { SIGNOFF_PROVIDER: 'recorded:anthropic', SIGNOFF_RECORDINGS: recordings };
  const { fixture, model } = await withModel(t, SCRIPT, { project, env: record });
  const written = await allLoops(await fixture.start());
  assert.ok(written.every((text) => text !== null));
  const asked = model.asked.length;
  rmSync(join(project, 'magi-sdd'), { recursive: true });
  const env = { SIGNOFF_PROVIDER: 'recorded', SIGNOFF_RECORDINGS: recordings, SIGNOFF_MODEL: 'claude-sonnet-5-5' };
  const again = await prdFixture(t, { project, env, ...(place !== undefined && { place }) });
  assert.deepEqual(await allLoops(await again.start()), written);
  assert.equal(model.asked.length, asked, 'nobody was asked');
}

test('on SQLite', (t) => recordedThenPlayed(t));

test('on Postgres', { skip: noPostgres() }, async (t) => {
  await recordedThenPlayed(t, await (await postgresForTests()).createDatabase());
});
