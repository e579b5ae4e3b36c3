// Who did which visit of a step: real times, and a version that is the hash of prompt and model.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/json.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { type SddRun, sddFixture } from './sdd-fixture.ts';
import { answersWell, BAD_REVIEW, GOOD_REVIEW, sddModel } from './sdd-model.ts';

const fileOf = (name: string): string => readFileSync(join(root, 'src/systems/sdd', name), 'utf8');
const visitsOf = async (run: SddRun): Promise<readonly JsonObject[]> =>
  ((await run.data()).processing_metadata as { visits: JsonObject[] }).visits;
const versionOf = (text: string, models: readonly string[]): string =>
  hash('sha256', JSON.stringify([text, models]), 'hex').slice(0, 16);
const PROMPTS: { readonly [step: string]: string } = {
  draft_hld: fileOf('prompts/hld-whole.md'),
  draft_lld: fileOf('prompts/lld-whole.md'),
  design_database: fileOf('prompts/database-whole.md'),
  review_doc: `${fileOf('prompts/review.md')}\n${fileOf('rubric.md')}`,
  format_doc: fileOf('prompts/format.md'),
};
/** Long enough to be seen on a busy machine. */
const PAUSE_MS = 60;

/** A run of two rounds with a model of this name that takes its time; its visits. */
async function visitsWith(t: TestContext, model: string): Promise<readonly JsonObject[]> {
  const own = sddModel((asked) => {
    if (asked.kind !== 'review') return answersWell(asked);
    return asked.round === 1 ? BAD_REVIEW : GOOD_REVIEW;
  });
  const server = await startModelServer(async (request) => {
    await pause(PAUSE_MS);
    return own.reply(request);
  });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url, SIGNOFF_MODEL: model };
  const run = await (await sddFixture(t, { env })).start({ drafting: 'whole' });
  await run.atReview();
  return visitsOf(run);
}

test('visits follow each other in time, and none took less than its agent', async (t) => {
  const before = Date.now();
  const visits = await visitsWith(t, 'model-one');
  const rounds = ['draft_hld', 'draft_lld', 'design_database', 'review_doc'];
  assert.deepEqual(
    visits.map(({ step, visit }) => `${step} ${visit}`),
    [...rounds.map((step) => `${step} 1`), ...rounds.map((step) => `${step} 2`), 'format_doc 1'],
  );
  let last = before;
  for (const { step, started_at, ended_at } of visits) {
    const [start, end] = [Date.parse(String(started_at)), Date.parse(String(ended_at))];
    assert.ok(start >= last, `${step} began before the step before it ended`);
    assert.ok(end - start >= PAUSE_MS - 1, `${step} took ${end - start} ms`);
    last = end;
  }
  assert.ok(last <= Date.now());
});

test('the version is the hash of prompt and model: another model is another version', async (t) => {
  const [one, two] = [await visitsWith(t, 'model-one'), await visitsWith(t, 'model-two')];
  for (const [visits, model] of [
    [one, 'model-one'],
    [two, 'model-two'],
  ] as const)
    for (const { step, version, models } of visits) {
      assert.deepEqual(models, [`anthropic ${model}`]);
      assert.equal(version, versionOf(PROMPTS[String(step)] ?? '', [`anthropic ${model}`]), String(step));
    }
});
