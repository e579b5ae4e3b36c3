// Runs that earlier versions left, on both stores: each goes on to its end or is refused in a sentence that says what
// to do; what was finished is shown, and what was signed is proved.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { verifyStore } from '../src/runtime/verify-store.ts';
import { type OpenSystems, openSystems } from './contract/system-fixture.ts';
import { openPlace } from './e2e/open-place.ts';
import { finishRun } from './recordings/lead-run.ts';
import { openRecording, RECORDINGS, type RecordedStore } from './recordings/open-recording.ts';
import { recordedModel } from './recordings/recorded-model.ts';
import { ROOT } from './recordings/scenes.ts';
import { requirementsIn, showRecording } from './recordings/show-recording.ts';
import { startModelServer } from './support/model-server.ts';

/** Their requirements are reviewed a second time here. */
const REVIEWED = ['prd-gaps', 'prd-further-requirements'];
const TIMEOUT = { timeout: 900_000 };
/** A person comes back to their runs a month later, whenever this test runs. */
const LATER_MS = 30 * 24 * 3600 * 1000;
const REFUSED = /\b(?:runs migrate|fork)\b/;

for (const name of RECORDINGS)
  for (const kind of ['sqlite', 'postgres'] as const)
    test(`what ${name} left in ${kind} goes on, or says what to do`, TIMEOUT, async (t) => {
      const recording = await openRecording(t, name, kind);
      if (recording === undefined) return;
      await proved(recording);
      await t.test('what ended is shown, and what was signed is proved', () => showRecording(recording));
      const decided = new Map(REVIEWED.map((project) => [project, requirementsIn(project)]));
      await goesOn(t, recording);
      await t.test('reviews are merged into requirements.md of before', () => isMerged(decided));
      await proved(recording);
    });

/** What was decided stands as it did, and more beside it. */
function isMerged(decided: ReadonlyMap<string, ReturnType<typeof requirementsIn>>): void {
  for (const [project, before] of decided) {
    const after = requirementsIn(project);
    assert.ok(before.length > 0 && after.length > before.length, `${project}: ${after.length} of ${before.length}`);
    for (const one of before)
      assert.deepEqual(
        after.find(({ id }) => id === one.id),
        one,
        `${one.id} of ${project}`,
      );
  }
}

async function proved({ place }: RecordedStore): Promise<void> {
  const store = await openPlace(place);
  try {
    const { ok, broken } = await verifyStore(store);
    assert.ok(ok, JSON.stringify(broken, null, 2));
  } finally {
    await store.close();
  }
}

async function goesOn(t: TestContext, { place, runs }: RecordedStore): Promise<void> {
  const server = await startModelServer(recordedModel());
  t.after(() => server.close());
  const models = {
    rules: { SIGNOFF_PROVIDER: 'offline' },
    model: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url },
  };
  const projects = runs.map((run) => join(ROOT, run.name));
  const clock = await laterClock(place);
  for (const by of ['rules', 'model'] as const) {
    const systems = await openSystems({ place, folder: ROOT, projects, env: models[by], clock });
    try {
      for (const recorded of runs.filter((run) => run.by === by)) await wentOn(t, systems, recorded);
    } finally {
      await systems.close();
    }
  }
}

async function wentOn(t: TestContext, systems: OpenSystems, recorded: RecordedStore['runs'][number]): Promise<void> {
  const { name, system, run, status } = recorded;
  if (status !== 'running' && status !== 'paused') return;
  await t.test(`${name} (by ${recorded.by})`, async (each) => {
    const ended = await finishRun(systems, run, status).catch((thrown: Error) => thrown.message);
    if (ended === 'completed') return;
    each.diagnostic(`${system}: ${ended}`);
    assert.match(ended, REFUSED);
  });
}

async function laterClock(place: string) {
  const store = await openPlace(place);
  const { items } = await store.listRuns({}, { limit: 1 });
  await store.close();
  const from = (items[0]?.startedAt ?? 0) + LATER_MS - performance.now();
  return { now: () => Math.round(from + performance.now()), monotonic: () => performance.now() };
}
