// The pull-request review with 200 files, two agents and one person: by rules, by models, and by two processes.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineEvent, EventType } from '../../src/engine/events.ts';
import { readValue } from '../../src/engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import {
  ADA,
  AGENTS,
  ASSIGN,
  addReview,
  COSTS,
  FILES,
  pathOf,
  reviewEngine,
  reviewedPath,
  Team,
} from './review-team.ts';

const LONG_MS = 120_000;
const LEAD_CALLS = 4; // A, B, D and I

function fileStore(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-review-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'store.db');
}

async function started(engine: Engine, input: Json, assign: { readonly [step: string]: string } = {}): Promise<string> {
  const start = await engine.start(await addReview(engine), input, { by: ADA, assign });
  assert.ok(start.ok, JSON.stringify(start));
  return start.run;
}

/** Looks into the inbox, as a person does, until their one task is there; approves it; waits for the end. */
async function approved(engine: Engine, run: string): Promise<JsonObject> {
  const task = await inbox(engine, run);
  const { state } = (await engine.view(run)) ?? assert.fail('the run is gone');
  const steps = [...state.tasks.values()].map(({ step }) => step);
  assert.deepEqual(steps, ['G'], JSON.stringify([...state.holds.values()]));
  const verdict = { output: { verdict: 'approve', comment: 'Fine.' }, verdict: 'approve' };
  const answered = await engine.answer(run, task, verdict, ADA);
  assert.ok(answered.ok, JSON.stringify(answered));
  const row = await engine.wait(run, ({ status }) => status !== 'running', AbortSignal.timeout(LONG_MS));
  assert.equal(row?.status, 'completed');
  const end = (await engine.view(run)) ?? assert.fail('the run is gone');
  const output = readValue(end.state.output, [], end.payloads);
  return isJsonObject(output) ? output : assert.fail(JSON.stringify(output));
}

async function inbox({ store }: Engine, run: string): Promise<number> {
  for (const giveUpAt = Date.now() + LONG_MS; Date.now() < giveUpAt; ) {
    const { items } = await store.listTasks({ run, forPeople: true }, { limit: 2 });
    if (items.length > 0) return items[0]?.task ?? 0;
    const row = await store.run(run);
    assert.equal(row?.status, 'running');
    await pause(50);
  }
  return assert.fail('Expected a person to be asked, found nothing in the inbox.');
}

async function only<T extends EventType>(engine: Engine, run: string, type: T): Promise<EngineEvent<T>[]> {
  return (await engine.events(run, 0, 100_000)).filter((event) => event.type === type) as EngineEvent<T>[];
}

/** Every tenth file swallows a failure; each has its test. */
function diffOf(files: number): string {
  const added = (path: string, lines: readonly string[]): string =>
    [
      ...[`diff --git a/${path} b/${path}`, 'new file mode 100644', '--- /dev/null', `+++ b/${path}`],
      ...[`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)],
    ].join('\n');
  return Array.from({ length: files / 2 }, (_, at) => {
    const code = [`export const part = ${at};`, at % 10 === 0 ? 'try { run(); } catch {}' : 'run();'];
    const path = pathOf(at);
    return `${added(path, code)}\n${added(path.replace('.ts', '.test.ts'), [`check(${at});`])}\n`;
  }).join('');
}

describe('200 files are reviewed, and one person has the last word', () => {
  test('by rules alone, from a diff', async (t) => {
    const engine = await reviewEngine(t, fileStore(t), null);
    const run = await started(engine, { prNumber: 7, title: 'Many files', diff: diffOf(FILES) });
    const output = await approved(engine, run);
    assert.deepEqual([output.merged, output.wouldMerge], [false, { from: 'pull/7/head', into: 'main' }]);
    assert.match(String(output.comment), /a person's verdict "approve"\.\nFine\./);
    const ends = await only(engine, run, 'CallEnded');
    assert.equal(ends.length, FILES + 4);
    assert.ok(ends.every(({ data }) => data.cost === 0 || data.cost === null));
    const [gate] = await only(engine, run, 'BranchTaken');
    assert.deepEqual([gate?.data.step, gate?.data.to], ['E', 'G']);
    const { state } = (await engine.view(run)) ?? assert.fail();
    assert.equal(state.cost, 0);
  });

  test('by two agents with prompts, models and limits of their own', async (t) => {
    const team = await Team.start(t);
    const engine = await reviewEngine(t, fileStore(t), team);
    const run = await started(engine, { prNumber: 7 }, ASSIGN);
    assert.deepEqual(await approved(engine, run), { merged: true });
    checkTeam(team);
    for (const agent of ['reviewer', 'lead'] as const) {
      const { concurrency } = AGENTS[agent].limits;
      assert.ok(team.mostAtOnce[agent] <= concurrency, `${agent}: ${team.mostAtOnce[agent]} calls at once`);
    }
    await checkCosts(engine, run);
  });

  test('by two processes that share the work on PostgreSQL', async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    const place = await postgres.createDatabase();
    const team = await Team.start(t);
    const engines = [await reviewEngine(t, place, team), await reviewEngine(t, place, team)] as const;
    const run = await started(engines[0], { prNumber: 7 }, ASSIGN);
    assert.deepEqual(await approved(engines[1], run), { merged: true });
    checkTeam(team);
    const most = AGENTS.reviewer.limits.concurrency * engines.length;
    assert.ok(team.mostAtOnce.reviewer <= most, `${team.mostAtOnce.reviewer} calls at once`);
    await checkCosts(engines[0], run);
    const claims = await only(engines[0], run, 'TaskClaimed');
    const workers = new Set(claims.map(({ data }) => data.worker).filter((worker) => worker.includes('reviewer')));
    assert.equal(workers.size, engines.length, [...workers].join(', '));
  });
});

/** Each agent had its own prompt, model and limits; each file was read once. */
function checkTeam(team: Team): void {
  const reviews = team.of('reviewer');
  const paths = reviews.map(({ texts }) => reviewedPath(texts[0] ?? '')).sort();
  assert.deepEqual(paths, Array.from({ length: FILES }, (_, at) => pathOf(at)).sort());
  assert.equal(team.of('lead').length, LEAD_CALLS);
  for (const { agent, request } of team.asked) {
    const { model, agentPrompt, limits } = AGENTS[agent];
    assert.equal(request.model, model);
    assert.ok(request.system.endsWith(`## Agent Context\n${agentPrompt}`), request.system);
    assert.equal(request.body.max_tokens, limits.maxOutputTokens);
  }
  assert.ok(team.of('lead').every(({ body }) => body.temperature === 0));
}

/** What each agent cost, and together what the run did. */
async function checkCosts(engine: Engine, run: string): Promise<void> {
  const rows = await engine.store.spent({});
  const costOf = (agent: string): number =>
    rows.filter((row) => row.agent === agent).reduce((sum, { cost }) => sum + cost, 0);
  const isNear = (found: number, expected: number): boolean => Math.abs(found - expected) < 1e-9;
  assert.ok(isNear(costOf('reviewer'), FILES * COSTS.reviewer), `${costOf('reviewer')}`);
  assert.ok(isNear(costOf('lead'), LEAD_CALLS * COSTS.lead), `${costOf('lead')}`);
  const { state } = (await engine.view(run)) ?? assert.fail('the run is gone');
  assert.ok(isNear(state.cost, costOf('reviewer') + costOf('lead')), `${state.cost}`);
}
