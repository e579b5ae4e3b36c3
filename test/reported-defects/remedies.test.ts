// Errors where something cannot go on, tried again: they name a remedy that works.

import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { asStarted, startedAs, useStore } from '../../src/cli/started-as.ts';
import { UNNAMED } from '../../src/engine/people.ts';
import { takeDraft } from '../../src/runtime/take-draft.ts';
import { BEN, onBothStores } from '../guarantees/on-both-stores.ts';
import { connect, mcpEngine, mcpOptions } from '../mcp/mcp-harness.ts';
import { PrdConversation } from '../mcp/prd-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { ADA, eventsOf, start } from '../runtime/engines-on-file.ts';
import { prdFixture } from '../systems/prd-fixture.ts';
import { briefOf } from '../systems/prd-model.ts';

const BRIEF = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };
const GATE = `flowchart TD
  G(Look)
%% @G: {"assignee": "user:ben"}`;

test('robust-3a: a brief that met a broken folder is taken as the error says, and does not block itself', async (t) => {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const commandText = (text: string): string => text.replaceAll('signoff runs', './signoff runs');
  const talk = new PrdConversation(
    await connect(t, mcpOptions(fixture.engine, { systems, commandText, waitMs: 20_000 })),
  );
  await talk.begin(fixture.project);
  await talk.step('magi-prd-feature-brief');
  const run = talk.now.thread.split('#')[0] ?? '';
  const folder = join(fixture.project, 'magi-sdd');
  // An answer that is refused when its folder is made already leaves none behind.
  const task = Number(talk.now.thread.split('#')[1]?.split('@')[0]);
  const late = await fixture.engine.answer(
    run,
    task,
    { output: BRIEF, lease: 99 },
    { actor: 'agent:x', channel: 'mcp' },
  );
  assert.equal(late.ok ? '' : late.rejection.code, 'lease-lost');
  assert.equal(existsSync(join(folder, 'order-export')), false);
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'A file where a folder was.');
  const { text } = await talk.report(BRIEF);
  assert.match(
    text,
    new RegExp(`When the folder is repaired: \\./signoff runs resolve ${run} retry continues with it`),
  );
  assert.match(text, new RegExp(`does the same with: \\./signoff runs resolve ${run} retry\\|end`));
  assert.doesNotMatch(text, /report it again/);
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  const [hold = 0] = (await fixture.engine.view(run))?.state.holds.keys() ?? [];
  const taken = await takeDraft(fixture.engine, run, hold, ADA);
  assert.ok(taken.ok, JSON.stringify(taken));
  await talk.resume(run);
  assert.equal(talk.now.tool, 'magi-prd-feature-brief-review');
});

test('robust-3b: commands in a text begin as the program was started and name its store', (t) => {
  t.after(() => {
    startedAs('signoff');
    useStore(undefined);
  });
  startedAs('./signoff');
  const text =
    'Then: signoff runs resolve run_1 take, or "signoff tasks reassign run_1#2 user:NAME". See signoff whoami.';
  assert.equal(
    asStarted(text, '/a b/s.db'),
    "Then: ./signoff runs resolve --store '/a b/s.db' run_1 take, " +
      `or "./signoff tasks reassign --store '/a b/s.db' run_1#2 user:NAME". See ./signoff whoami.`,
  );
  useStore('s.db');
  assert.equal(asStarted('signoff runs show run_1'), './signoff runs show --store s.db run_1');
  assert.equal(asStarted('signoff runs show --store s.db run_1'), './signoff runs show --store s.db run_1');
});

test('robust-3c: a gate of another person is answered at once with whom it waits for', async (t) => {
  const engine = await mcpEngine(t, { processesWork: true });
  const run = await start(engine, GATE);
  const commandText = (text: string): string => text.replaceAll('signoff ', './signoff ');
  const { call, refused } = await connect(t, mcpOptions(engine, { actor: 'user:ada', commandText, waitMs: 600_000 }));
  const next = await call('tasks_next', { run });
  assert.deepEqual([next.next, next.message], ['busy', '"G" waits for user:ben.']);
  const refusal = await refused('tasks_answer', { task: `${run}#1`, verdict: 'approve' });
  assert.match(refusal, /not-the-assignee: .*\.\/signoff tasks reassign/);
});

test('robust-3d: a caller without a name learns how the server gets one', async (t) => {
  const engine = await mcpEngine(t, { processesWork: true });
  const run = await start(engine, GATE.replace('"assignee": "user:ben"', '"title": "Look"'));
  const { call, refused } = await connect(t, mcpOptions(engine, { actor: UNNAMED }));
  const { task } = await call('tasks_next', { run });
  const refusal = await refused('tasks_answer', { task: String(task), verdict: 'approve' });
  assert.match(refusal, /^name-missing: .*SIGNOFF_USER=NAME for this MCP server/);
  assert.doesNotMatch(refusal, /Ask the person again/);
});

onBothStores('robust-3e: an agent that answers a gate hears that agents give no verdicts', async (site) => {
  const engine = await site.engine();
  const run = await site.start(engine, await site.add('gate', GATE));
  const before = (await eventsOf(engine, run)).length;
  const by = { actor: 'agent:x', channel: 'cli' } as const;
  const answered = await engine.send(run, { type: 'CompleteTask', task: 1, output: 'approve', verdict: 'approve' }, by);
  assert.equal(answered.ok ? '' : answered.rejection.code, 'agent-verdict');
  assert.match(
    answered.ok ? '' : answered.rejection.message,
    /Expected a person's verdict on "G", found one of agent:x/,
  );
  assert.equal((await eventsOf(engine, run)).length, before, 'nothing was changed');
  const late = await engine.send(run, { type: 'CompleteTask', task: 1, lease: 7, output: 'approve' }, BEN);
  assert.match(late.ok ? '' : late.rejection.message, /Nothing was changed but the history, which says so/);
});
