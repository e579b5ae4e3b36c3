// Processes that lead a research run with a model are killed with SIGKILL in each phase: what a worker finished is not
// asked for again, its cost is counted once, and the article is the same as without deaths.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { NOW, openExample } from '../../examples/research/open-example.ts';
import { filesBelow, outcomeOf } from '../../examples/research/run-example.ts';
import { readExample } from '../../examples/research/script.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { openPlace } from '../e2e/open-place.ts';
import { type ModelReply, startModelServer } from '../support/model-server.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { newFolder } from './prd-fixture.ts';
import { CALL_COST, researchReply, workerOf } from './research-model.ts';
import { researchProcess } from './research-process.ts';

const KINDS = ['SQLite', 'PostgreSQL'] as const;
const LONG_MS = soaked(300_000);
const PHASES = readExample('healthcare').expected.phases.map((phase) => phase.toUpperCase());
/** At the beginning of each phase, and in the middle of those that take longer. */
const DEATHS = [
  ...[...new Set(PHASES)].map((phase) => `research: StateEntered ${phase}`),
  'research-strategy: TaskCompleted optimise',
  'research-execution: TaskCompleted web_search',
  'research-execution: TaskCompleted content_synthesizer',
  'research-execution: CallBegun article_writer',
  'research-execution: CallEnded article_writer',
  'research-execution: TaskCompleted editor',
  'research-evaluation: TaskCompleted measure',
];

for (const kind of KINDS)
  test(`killed in each phase: no worker twice, no cost twice, the same article, on ${kind}`, {
    timeout: LONG_MS,
  }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const undisturbed = await lead(t, place, 'run_undisturbed', []);
    assert.deepEqual(undisturbed.visited, [...PHASES, '[*]']);
    assert.ok(undisturbed.cost > 0);
    assert.equal(undisturbed.cost, costOf(undisturbed.asked.length));
    const rounds = soaked(1) > 1 ? DEATHS.map((each) => [each]) : [DEATHS];
    for (const [at, dies] of rounds.entries()) {
      const led = await lead(t, place, `run_killed_${at}`, dies);
      assert.deepEqual(led.died.toSorted(), dies.toSorted());
      assert.deepEqual(led.visited, undisturbed.visited);
      assert.deepEqual(led.calledAgain, []);
      assert.deepEqual(led.files, undisturbed.files);
      // A call whose reply never came into the store is made again; only what is there is counted.
      assert.equal(led.cost, undisturbed.cost);
      assert.deepEqual(led.reported, [led.cost, led.cost]);
      t.diagnostic(`${led.died.length} deaths, ${led.asked.length} calls, ${undisturbed.asked.length} without deaths`);
    }
  });

for (const kind of KINDS)
  test(`killed in FAILED: it ends there once, with the error of a run without deaths, on ${kind}`, {
    timeout: LONG_MS,
  }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const broken: ModelReply = (request) =>
      workerOf(request) === 'article_writer' ? { ...researchReply(request), text: 'No.' } : researchReply(request);
    const ended: unknown[] = [];
    for (const [run, dies] of [
      ['run_alive', []],
      ['run_dead', ['research: StateEntered FAILED', 'research-execution: TaskFailed article_writer']],
    ] as const) {
      const { died } = await leadOn(t, place, run, dies, broken);
      assert.deepEqual(died.toSorted(), dies.toSorted());
      ended.push(await failureOf(place, run));
    }
    assert.deepEqual(ended[1], ended[0]);
    const [{ message, visits } = assert.fail()] = ended as readonly { message: string; visits: number }[];
    assert.deepEqual([message, visits], ['article_writer failed after 3 retries', 1]);
  });

/** What its user is told, what it cost, and how often it came to FAILED. */
async function failureOf(place: string, run: string) {
  const store = await openPlace(place);
  try {
    const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
    assert.equal(row.status, 'failed');
    const { state, output } = await shownBy(store, run);
    const { type, message, attempts, phase } = (output as unknown as { readonly error: JsonObject }).error;
    let visits = 0;
    for await (const event of eventsOfRun(store, run, row.key))
      if (event.type === 'StateEntered' && event.data.to === 'FAILED') visits += 1;
    const moves = state.phase_history.map(({ to }) => to);
    return { type, message, attempts, phase, visits, moves, cost: rounded(state.total_cost) };
  } finally {
    await store.close();
  }
}

const costOf = (calls: number): number => Math.round(calls * CALL_COST * 1e6) / 1e6;

async function placeOf(t: TestContext, kind: (typeof KINDS)[number]): Promise<string | null> {
  if (kind === 'SQLite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}

async function lead(t: TestContext, place: string, run: string, deaths: readonly string[]) {
  const led = await leadOn(t, place, run, deaths, researchReply);
  const files = Object.fromEntries(filesBelow(join(led.project, 'research')));
  return { ...led, files, ...(await historyOf(place, run)) };
}

/** Each process is followed by another until the run is over. */
async function leadOn(t: TestContext, place: string, run: string, deaths: readonly string[], reply: ModelReply) {
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const log = join(newFolder(t), 'log');
  const server = await startModelServer(reply);
  t.after(() => server.close());
  const lines = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  const died = (): readonly string[] => lines().flatMap((line) => (line.startsWith('died ') ? [line.slice(5)] : []));
  for (let isDead = true; isDead; ) {
    const dies = deaths.filter((each) => !died().includes(each));
    isDead = (await researchProcess({ place, project, run, model: server.url, dies, log })) !== null;
  }
  return {
    died: died(),
    calledAgain: calledAgain(lines()),
    project,
    asked: server.requests.map(workerOf),
  };
}

/** Workers of an execution that were called after they had been finished. */
function calledAgain(lines: readonly string[]): readonly string[] {
  const done = new Set<string>();
  return lines.flatMap((line) => {
    const [what = '', ...worker] = line.split(' ');
    if (what === 'done') done.add(worker.join(' '));
    return what === 'call' && done.has(worker.join(' ')) ? [line] : [];
  });
}

/** What the record and the output say that it cost. */
async function reportedCosts(store: Store, run: string): Promise<readonly number[]> {
  const { state, output } = await shownBy(store, run);
  return [rounded(state.total_cost), rounded(Number((output.metrics as { readonly cost?: number }).cost))];
}

async function shownBy(store: Store, run: string) {
  const opened = await openExample({
    ...{ store, project: '/nowhere', script: { scores: [], failures: {} }, engine: { processesWork: false } },
    sources: folderSearches('/nowhere', '/nowhere', new Date(NOW)),
  });
  try {
    return await outcomeOf(opened.engine, run);
  } finally {
    await opened.close();
  }
}

const rounded = (dollars: number): number => Math.round(dollars * 1e6) / 1e6;

async function historyOf(place: string, run: string) {
  const store = await openPlace(place);
  try {
    const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
    const visited: string[] = [];
    let cost = 0;
    const family = [run];
    for (const each of family) {
      const own = (await store.run(each)) ?? assert.fail(`no run ${each}`);
      assert.equal(own.status, 'completed');
      for await (const { type, data } of eventsOfRun(store, each, own.key)) {
        if (type === 'ChildStarted') family.push(data.child);
        if (type === 'StateEntered' && each === run) visited.push(data.to);
        if (type === 'CallEnded') cost += data.cost ?? 0;
      }
    }
    assert.equal(row.status, 'completed');
    return { visited, cost: rounded(cost), reported: await reportedCosts(store, run) };
  } finally {
    await store.close();
  }
}
