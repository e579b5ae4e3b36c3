// A fixture whose agents ask a model that writes PRDs as given, and the first steps of a run on it.

import type { TestContext } from 'node:test';
import { startModelServer } from '../support/model-server.ts';
import { type PrdFixture, type PrdFixtureOptions, type PrdRun, prdFixture } from './prd-fixture.ts';
import { type PrdModel, type PrdScript, prdModel, SCRIPT } from './prd-model.ts';

export async function withModel(
  t: TestContext,
  script: PrdScript = {},
  options: PrdFixtureOptions = {},
): Promise<{ fixture: PrdFixture; model: PrdModel }> {
  const model = prdModel({ ...SCRIPT, ...script });
  const server = await startModelServer((request) => model.reply(request));
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url, ...options.env };
  return { fixture: await prdFixture(t, { ...options, env }), model };
}

export const approvesPrd = (run: PrdRun): Promise<void> =>
  run.answer('PR', { prdApproved: true, reviewSummary: 'Good.' });

export async function toReview(run: PrdRun): Promise<void> {
  await run.approvesBrief();
  await run.at('RR');
}

export async function toGaps(run: PrdRun): Promise<void> {
  await toReview(run);
  await run.approvesAll();
  await run.at('GA');
}
