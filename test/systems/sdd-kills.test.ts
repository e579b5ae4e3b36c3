// A design run whose process is killed at a commit: the same visits, and no section is drafted twice. The suite kills
// one process for each store, a soak one after every commit; sdd-lives.test.ts plays them all in one process.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addSystem } from '../../src/operations/add-system.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { sdd } from '../../src/systems/sdd/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { dyingProcess } from '../support/dying-process.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { ADA, newFolder, ROUND } from './sdd-fixture.ts';

const PROGRAM = fileURLToPath(new URL('./sdd-dying-program.ts', import.meta.url));
const LONG_MS = soaked(300_000);
const COMMITS_MAX = 400;
/** Where sections are drafted at the same time. */
const ONE_COMMIT = 12;
const COMMITS = soaked(1) > 1 ? Array.from({ length: COMMITS_MAX }, (_, at) => at + 1) : [ONE_COMMIT];

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  test(`kills at commits: same visits, no section drafted twice, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const store = await openPlace(place);
    await addSystem(store, { system: sdd, isOwn: false }, ADA, Date.now());
    await store.close();
    let deaths = 0;
    for (const commit of COMMITS) {
      if (!(await survives(t, place, commit))) break;
      deaths++;
    }
    t.diagnostic(`${deaths} deaths`);
    assert.ok(deaths >= 1 && deaths < COMMITS_MAX, `${deaths} deaths`);
  });

async function placeOf(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<string | null> {
  if (kind === 'SQLite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}

/** false: the run ended before it came to that commit. */
async function survives(t: TestContext, place: string, commit: number): Promise<boolean> {
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const log = join(newFolder(t), 'drafts.log');
  const run = `run_dies_at_${commit}`;
  const signal = await dyingProcess(PROGRAM, [place, project, log, run, String(commit)]);
  if (signal !== null) assert.equal(await dyingProcess(PROGRAM, [place, project, log, run, '0']), null);
  const { visited, drafted } = await historyOf(place, run);
  assert.deepEqual(visited, ['intake', ...ROUND, ...ROUND, 'format_doc', 'human_review'], run);
  assert.deepEqual(drafted, [...new Set(drafted)], run);
  assert.equal(drafted.length, ROUNDS * SECTIONS, `${run}: every section, in both rounds, once`);
  // What was under way when the process died is begun again; nothing whose answer was kept is.
  const written = readFileSync(log, 'utf8').trim().split('\n').length;
  const calls = ROUNDS * (SECTIONS + 1) + 1;
  assert.ok(written >= calls && written <= calls + AT_ONCE, `${run}: ${written} answers, ${calls} are needed`);
  return signal !== null;
}

const ROUNDS = 2;
const SECTIONS = 8 + 10 + 9;
/** Sections that are drafted at the same time. */
const AT_ONCE = 10;

/** The steps of the run in order, and which section of which child's run was drafted, once for each result. */
async function historyOf(place: string, run: string) {
  const store = await openPlace(place);
  try {
    const [visited, drafted]: [string[], string[]] = [[], []];
    const family = [run];
    for (const each of family) {
      const row = (await store.run(each)) ?? assert.fail(`no run ${each}`);
      assert.equal(row.status, 'completed');
      const steps = new Map<number, string>();
      for await (const { type, data } of eventsOfRun(store, each, row.key)) {
        if (type === 'ChildStarted') family.push(data.child);
        if (each === run && (type === 'TaskOpened' || type === 'ChildStarted')) visited.push(data.step);
        if (type === 'TaskOpened') steps.set(data.task, data.step);
        const step = type === 'TaskCompleted' ? (steps.get(data.task) ?? '') : '';
        if (type === 'TaskCompleted' && (step === 'first' || step === 'rest')) drafted.push(`${each}#${data.task}`);
      }
    }
    return { visited, drafted };
  } finally {
    await store.close();
  }
}
