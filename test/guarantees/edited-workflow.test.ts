// A workflow is edited while runs wait: they stay on their version, and move only on request, whole or not at all.

import assert from 'node:assert/strict';
import { ADA, approve, onBothStores, refusal } from './on-both-stores.ts';

const RUNS = 100;
const named = (gate: string, label: string) => `flowchart TD
    A[Draft] --> ${gate}(${label})
    ${gate} --> C[Publish]
%% @workflow: { "name": "page" }
%% @A: { "action": "work" }
%% @C: { "action": "work" }`;
const DELETED = `flowchart TD
    A[Draft] --> C[Publish]
%% @workflow: { "name": "page" }
%% @A: { "action": "work" }
%% @C: { "action": "work" }`;

const NAME = 'a step renamed or deleted while 100 runs wait changes none of them until they are migrated';
onBothStores(NAME, async (site) => {
  const first = await site.add('page', named('B', 'Approve'));
  const engine = await site.engine({ code: { actions: { work: async () => ({ output: 'done' }) } } });
  const runs = await Promise.all(Array.from({ length: RUNS }, () => site.start(engine, first)));
  for (const run of runs) await site.until(run, 'the gate', async () => (await site.openTasks(run)).length === 1);
  const renamed = await site.add('page', named('Z', 'Approve it'));
  const deleted = await site.add('page', DELETED);
  for (const run of runs) assert.equal((await site.row(run)).version, first.version);

  const [a = '', b = '', c = '', ...others] = runs;
  assert.ok((await engine.send(a, approve(2), ADA)).ok, 'on its own version it goes on');
  assert.equal((await site.ended(a)).status, 'completed');

  // Deleted: there is no place to go, which the dry run says as well.
  const head = (await site.row(b)).head;
  const gone = await engine.planMigration(b, deleted, {});
  assert.ok(Array.isArray(gone));
  assert.deepEqual(
    gone.map(({ from, reason }) => [from, reason]),
    [['B', 'there is no step "B" in the other version']],
  );
  const refused = await engine.migrate(b, deleted, {}, 'Edited.', ADA);
  assert.equal(refusal(refused), 'cannot-migrate');
  assert.ok(!refused.ok && /token \d+ at "B": there is no step "B"/.test(refused.rejection.message));
  const kinds = await engine.migrate(b, deleted, { B: 'C' }, 'Edited.', ADA);
  assert.ok(!kinds.ok && /manual work cannot become automated work/.test(kinds.rejection.message));
  assert.equal((await site.row(b)).head, head, 'nothing was changed');

  // Renamed: without a mapping refused, with one every run moves and goes on.
  assert.equal(refusal(await engine.migrate(c, renamed, {}, 'Edited.', ADA)), 'cannot-migrate');
  const plan = await engine.planMigration(c, renamed, { B: 'Z' });
  assert.ok(Array.isArray(plan));
  assert.deepEqual(
    plan.map(({ from, to, reason }) => [from, to, reason]),
    [['B', 'Z', null]],
  );
  assert.equal((await site.row(c)).version, first.version, 'a plan changes nothing');
  const moved = await Promise.all(
    [c, ...others].map((run) => engine.migrate(run, renamed, { B: 'Z' }, 'Edited.', ADA)),
  );
  assert.ok(moved.every(({ ok }) => ok));
  for (const run of [c, ...others]) {
    const row = await site.row(run);
    assert.equal(row.version, renamed.version);
    assert.deepEqual(await site.openTasks(run), [{ task: 2, step: 'Z' }]);
  }
  await Promise.all([b, c, ...others].map((run) => engine.send(run, approve(2), ADA)));
  for (const run of runs) assert.equal((await site.ended(run)).status, 'completed');
  assert.equal((await site.row(b)).version, first.version);
});
