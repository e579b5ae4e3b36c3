// A provider that fails for one worker of a research run: three attempts, then what the source document says.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';
import { answers, type ModelAnswer } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { PRICE, researchReply, workerOf } from '../systems/research-model.ts';
import { begin, eventsOf, finish, openPaid } from '../systems/research-paid.ts';
import { agentsOn, drive } from './finish-site.ts';

/** The run at its end, whose provider answers these workers as given and all others as a model does. */
async function played(t: TestContext, broken: { readonly [worker: string]: ModelAnswer }) {
  const open = await openPaid(t, {
    price: 1,
    brief: { min_quality_score: 0.1 },
    reply: (request) => broken[workerOf(request)] ?? researchReply(request),
  });
  const run = await begin(open);
  const result = await finish(open, run);
  const events = await eventsOf(open.store, run);
  const asked = open.server.requests.map(workerOf);
  return {
    ...{ ...result, events, outages: await open.store.shared('outage/') },
    callsOf: (worker: string) => asked.filter((each) => each === worker).length,
    taskOf: (worker: string) =>
      (result.data.all_tasks as readonly JsonObject[]).find(({ worker_id }) => worker_id === worker)?.status,
  };
}

test('research3-D8: a 500 for important workers is three attempts, then the run goes on without them', async (t) => {
  const broken = { content_synthesizer: answers.overloaded(500), fact_checker: answers.overloaded(503) };
  const { callsOf, taskOf, output, events, outages } = await played(t, broken);
  assert.deepEqual([callsOf('content_synthesizer'), callsOf('fact_checker')], [3, 3]);
  assert.deepEqual([taskOf('content_synthesizer'), taskOf('fact_checker')], ['FAILED', 'FAILED']);
  assert.equal(taskOf('article_writer'), 'COMPLETED');
  const warnings = (output.warnings as readonly string[]).join('\n');
  for (const name of ['Content synthesis', 'Fact checking'])
    assert.match(warnings, new RegExp(`^${name} unavailable`, 'm'));
  const released = events.filter(({ type }) => type === 'TaskReleased');
  assert.deepEqual([released.length, outages.length], [0, 0]);
});

test('research3-D8: the waits before the second and the third attempt are 2 and 4 seconds', async (t) => {
  const { events } = await played(t, { content_synthesizer: answers.overloaded(500) });
  const waits = events.flatMap((event) =>
    event.type === 'TimerSet' && event.data.kind === 'retry' ? [Math.round((event.data.due - event.at) / 1000)] : [],
  );
  assert.deepEqual(waits, [2, 4]);
});

test('research3-D8: a 500 for the writer of the article is three attempts, then the run fails', async (t) => {
  const { callsOf, output } = await played(t, { article_writer: answers.overloaded(500) });
  const { type, message, phase } = output.error as JsonObject;
  assert.equal(callsOf('article_writer'), 3);
  assert.deepEqual(
    [type, message, phase],
    ['WorkerExecutionError', 'article_writer failed after 3 retries', 'EXECUTING'],
  );
});

test('research3-D8: a provider that says when is waited for, and no attempt is used up', async (t) => {
  let limited = 4;
  const open = await openPaid(t, {
    price: 1,
    brief: { min_quality_score: 0.1 },
    reply(request) {
      if (workerOf(request) !== 'content_synthesizer' || limited === 0) return researchReply(request);
      limited -= 1;
      return answers.rateLimited({ 'retry-after': '0.2' });
    },
  });
  const { data } = await finish(open, await begin(open));
  const tasks = data.all_tasks as readonly JsonObject[];
  assert.deepEqual([...new Set(tasks.map(({ status }) => status))], ['COMPLETED']);
});

test('research3-D8: without a terminal an outage is reported once, however often the provider is tried', async (t) => {
  let cut = 5;
  const server = await startModelServer((request) => {
    if (workerOf(request) !== 'article_writer' || cut === 0) return researchReply(request);
    cut -= 1;
    return answers.broken('cut-before-headers');
  });
  t.after(() => server.close());
  const [cwd, home] = [newFolder(t), newFolder(t)];
  cpSync(join(root, 'bench/labelled/research/topics/heat-pumps'), join(cwd, 'documents'), { recursive: true });
  const prices = { [new URL(server.url).host]: { asOf: '2026-03-05', models: { '*': PRICE } } };
  writeFileSync(join(cwd, 'signoff.config.json'), JSON.stringify({ prices }));
  const env = { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key' };
  const args = ['Heat pumps', '--corpus', 'documents', '--min-sources', '5', '--min-quality', '0.1'];
  const { code, out, err } = await signoffHere(['research', ...args], { cwd, home, env });
  assert.equal(code, 0, out + err);
  const waits = (out + err).split('\n').filter((line) => line.includes('It waits for'));
  const expected = [
    /retry timer .* in 2 s/,
    /retry timer .* in 4 s/,
    /"article_writer" .* is down \(network\), again in/,
  ];
  assert.equal(waits.length, expected.length, waits.join('\n'));
  for (const [at, each] of expected.entries()) assert.match(waits[at] ?? '', each);
});

onBothStores('research3-D8: a workflow without a terminal reports an outage once', async (site, t) => {
  const server = await startModelServer(() => envelope('done'));
  t.after(() => server.close());
  server.next(...Array.from({ length: 5 }, () => answers.overloaded()));
  const text = 'flowchart TD\n  A[Write it]\n%% @A: {"prompt": "Write.", "retry": {"attempts": 3, "wait": 0.05}}';
  const workflow = await site.add('one', text);
  const { run, waited } = await drive(site, await agentsOn(t, site, server), { workflow, input: {} });
  assert.equal((await site.row(run)).status, 'completed');
  const expected = waited.filter((what) => what.includes('is down'));
  assert.equal(expected.length, 1, waited.join('\n'));
});
