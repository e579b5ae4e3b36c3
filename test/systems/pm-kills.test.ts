// Processes that lead PM runs are killed with SIGKILL in every state, and between REQUEST and RESPONSE in both orders;
// two interviews are held at once, and a person and an architect work in two processes. Nothing is done twice or lost.
// The suite has one run die of everything; a soak gives every death a run of its own, many times.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addSystem } from '../../src/operations/add-system.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { ADA, newFolder } from './pm-fixture.ts';
import { type PmProgramSettings, pmProcess } from './pm-process.ts';

const LONG_MS = soaked(300_000);
const STATES = ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'ERROR', 'DONE'];
/** REQUEST: sent, and not there; there, and not answered. RESPONSE: sent, and not there; there. */
const BETWEEN = [
  'pm: SignalSent request',
  'pm-architect: SignalReceived request',
  'pm-scope: SignalSent response',
  'pm: SignalReceived response',
];
const DEATHS = [...STATES.map((state) => `pm: StateEntered ${state}`), ...BETWEEN];
const ROUND = ['INTERVIEWING', 'DRAFTING', 'SUBMITTING'];
const LIFE = ['WAITING', ...ROUND, 'ERROR', 'WAITING', ...ROUND, 'WAITING', 'DONE', '[*]'];

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  test(`killed in every state and between REQUEST and RESPONSE, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const site = await siteOf(t, kind);
    if (site === null) return;
    const isSoak = soaked(1) > 1;
    const rounds = isSoak ? Array.from({ length: soaked(1) }, () => DEATHS.map((each) => [each])).flat() : [DEATHS];
    for (const [at, dies] of rounds.entries())
      await site.lead([{ run: `run_kill${at}`, answers: ['person', 'architect'] }], dies);
  });

  test(`two interviews at once, each led by a process that dies, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const site = await siteOf(t, kind);
    if (site === null) return;
    for (let round = 0; round < soaked(1); round++)
      await site.lead(
        ['a', 'b'].map((name) => ({ run: `run_both${round}${name}`, answers: ['person', 'architect'] as const })),
        ['pm: StateEntered DRAFTING', 'pm-architect: SignalReceived request'],
      );
  });

  test(`a person and an architect in two processes that die, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const site = await siteOf(t, kind);
    if (site === null) return;
    for (let round = 0; round < soaked(1); round++)
      await site.lead(
        (['person', 'architect'] as const).map((side) => ({ run: `run_sides${round}`, answers: [side] })),
        BETWEEN,
      );
  });
}

type Led = Pick<PmProgramSettings, 'run' | 'answers'>;

async function siteOf(t: TestContext, kind: 'SQLite' | 'PostgreSQL') {
  const postgres = kind === 'PostgreSQL' ? await postgresOrSkip(t) : null;
  if (postgres === undefined) return null;
  const place = postgres === null ? join(newFolder(t), 'store.db') : await postgres.createDatabase();
  const store = await openPlace(place);
  await addSystem(store, { system: pm, isOwn: false }, ADA, Date.now());
  await store.close();
  return {
    /** Each process is followed by another until the runs are over, and every death was died. */
    async lead(all: readonly Led[], deaths: readonly string[]): Promise<void> {
      const project = join(newFolder(t), 'project');
      mkdirSync(project);
      const log = join(newFolder(t), 'deaths.log');
      const died = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
      const follow = async (led: Led): Promise<void> => {
        for (let isDead = true; isDead; ) {
          const dies = deaths.filter((each) => !died().includes(each));
          isDead = (await pmProcess({ place, project, ...led, dies, log })) !== null;
        }
      };
      await Promise.all(all.map(follow));
      assert.deepEqual([...new Set(died())].sort(), [...deaths].sort());
      t.diagnostic(`${died().length} deaths`);
      for (const run of new Set(all.map((led) => led.run))) await wasLedOnce(place, project, run);
    },
  };
}

/** Every state, message and signal once, and the files of one spec. */
async function wasLedOnce(place: string, project: string, run: string): Promise<void> {
  const found = await historyOf(place, run);
  assert.deepEqual(found.get('pm StateEntered'), LIFE, run);
  assert.deepEqual(found.get('pm MessageAdded'), [`Words of ${run}.`, `Words of ${run}.`], run);
  assert.deepEqual(found.get('pm SignalReceived'), ['response'], run);
  assert.deepEqual(found.get('pm-architect SignalReceived'), ['request', 'shutdown'], run);
  assert.deepEqual(found.get('pm-scope SignalSent'), ['response'], run);
  assert.equal(found.get('pm-scope SignalUndelivered'), undefined, run);
  const features = readdirSync(join(project, 'magi-sdd')).filter((name) => name.replaceAll('-', '_') === run);
  assert.equal(features.length, 1, `${run}: ${readdirSync(join(project, 'magi-sdd')).join(' ')}`);
  const folder = join(project, 'magi-sdd', features[0] ?? '');
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  assert.deepEqual(files, ['spec', 'spec.md', 'spec/v1.md', 'stories', 'stories/README.md', 'stories/S-001.md'], run);
}

async function historyOf(place: string, root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = await openPlace(place);
  try {
    const found = new Map<string, string[]>();
    const family = [root];
    for (const run of family) {
      const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
      assert.equal(row.status, 'completed', `${run} of ${row.workflowName}`);
      const note = (type: string, text: string): void => {
        const name = `${row.workflowName} ${type}`;
        found.set(name, [...(found.get(name) ?? []), text]);
      };
      for await (const { type, data } of eventsOfRun(store, run, row.key)) {
        if (type === 'ChildStarted' || type === 'DetachedChildStarted') family.push(data.child);
        if (type === 'StateEntered') note(type, data.to);
        if (type === 'MessageAdded' && data.from === 'person') note(type, String(data.text));
        if (type === 'SignalReceived' || type === 'SignalSent') note(type, data.name);
        if (type === 'SignalUndelivered') note(type, JSON.stringify(data));
      }
    }
    return found;
  } finally {
    await store.close();
  }
}
