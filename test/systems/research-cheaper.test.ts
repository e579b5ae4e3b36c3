// Cheaper models: a step that its plan gave one asks it, others ask the usual one, and where none is set it is said.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { workerOf } from './research-model.ts';
import { begin, finish, openPaid } from './research-paid.ts';

/** $2.00 do not pay the plan of the example unless some of its workers use a cheaper model. */
const BRIEF = { max_budget: 2, min_quality_score: 0.1 };

test('a worker with a cheaper model asks it, and the writer keeps the usual one', async (t) => {
  const env = { SIGNOFF_CHEAPER_MODEL: 'small' };
  const open = await openPaid(t, { price: 1, brief: BRIEF, env, deps: { cheaperModel: async () => 'small' } });
  const { data, output } = await finish(open, await begin(open));
  const cheaper = cheaperIn(data);
  assert.ok(cheaper.length > 0);
  const asked = (model: string) => open.server.requests.filter(({ body }) => body.model === model).map(workerOf);
  assert.equal(asked('small').length, cheaper.filter((id) => !id.endsWith('_search')).length);
  assert.ok(asked('tested').includes('article_writer'));
  assert.doesNotMatch(String(output.system_notes), /cheaper model/);
});

test('where no cheaper model is set the same one is asked, and the notes say so', async (t) => {
  const deps = { cheaperModel: async () => null, hasModel: async () => true };
  const open = await openPaid(t, { price: 1, brief: BRIEF, deps });
  const { output } = await finish(open, await begin(open));
  assert.ok(open.server.requests.every(({ body }) => body.model === 'tested'));
  assert.match(String(output.system_notes), /No cheaper model is set .*: the same model did the work\./);
});

function cheaperIn({ current_plan }: JsonObject): readonly string[] {
  const { steps } = current_plan as { readonly steps: readonly { readonly workers: readonly JsonObject[] }[] };
  return steps.flatMap(({ workers }) => workers.flatMap((each) => (each.is_cheaper ? [String(each.worker_id)] : [])));
}
