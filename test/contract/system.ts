// What every system keeps, whatever it is for: its code is there, its schemas can be satisfied, and it plays to its end
// without a model, decided by reviews alone, on both stores, whichever process dies on the way.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { Review } from '../../src/ports/review.ts';
import type { System, SystemEntry } from '../../src/ports/system.ts';
import { type CheckedDrawing, codeIn, drawingOf } from '../../src/runtime/check-system.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { openPlace } from '../e2e/open-place.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { gateName, openSystemFixture, type SystemFixture, type SystemFixtureSettings } from './system-fixture.ts';
import { leadAndDie } from './system-process.ts';

/** More than any system has on the way to its end. */
const GATES_MAX = 30;
const LONG_MS = 120_000;

/** `options`: of its start form, so that a run comes by every gate. */
export function describeSystem(entry: SystemEntry, options: { readonly [name: string]: Json } = {}): void {
  describe(`the system ${entry.name}`, { concurrency: 2 }, () => {
    test('is what its entry says', async () => {
      const { name, summary } = await entry.load();
      assert.deepEqual([name, summary], [entry.name, entry.summary]);
    });
    test('has the code that its drawing names, and no other', () => hasItsCode(entry));
    test('names no step that its drawing does not have', () => namesItsSteps(entry));
    test('has an example for each of its schemas', () => hasExamples(entry));
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      test(`plays to its end, decided by reviews alone, on ${kind}`, { timeout: LONG_MS }, (t) =>
        onPlace(t, kind, (place) => playsByReviews(t, { place, system: entry.name, options })),
      );
      test(`goes on in another process after each gate, on ${kind}`, { timeout: LONG_MS }, (t) =>
        onPlace(t, kind, (place) => survivesAtGates(t, { place, system: entry.name, options })),
      );
    }
  });
}

const drawings = new Map<string, Promise<CheckedDrawing>>();

/** With its subflows, and the diagrams that only code starts; compiled once. */
function drawnBy(system: System): Promise<CheckedDrawing> {
  const drawn = drawings.get(system.name) ?? drawingOf(system, false, { systems: SYSTEMS });
  drawings.set(system.name, drawn);
  return drawn;
}

/** Of those, the ones of its own folder. */
function ownFlows({ workflow, subflows, folder, homes }: CheckedDrawing): readonly Workflow[] {
  return [workflow, ...subflows.filter(({ name }) => homes.get(name)?.folder === folder)];
}

async function hasItsCode(entry: SystemEntry): Promise<void> {
  const system = await entry.load();
  const deps = { files: workspaceFiles([]), now: Date.now, domain: async () => null };
  const loaded = (await system.loadCode?.(deps)) ?? {};
  const drawn = codeIn(ownFlows(await drawnBy(system)));
  for (const kind of ['actions', 'prepares', 'accepts', 'acceptTurns', 'acceptRuns'] as const) {
    const names = [...drawn[kind]].sort();
    assert.deepEqual([...(system.code?.[kind] ?? [])].sort(), names, `${kind} that are listed`);
    assert.deepEqual(Object.keys(loaded[kind] ?? {}).sort(), names, `${kind} that are loaded`);
  }
}

async function namesItsSteps(entry: SystemEntry): Promise<void> {
  const system = await entry.load();
  const drawn = await drawnBy(system);
  const steps = drawn.workflow.steps.map(({ id }) => id);
  const { gates = {}, internal = [], start, loadWire, flows = [] } = system;
  const named = [
    ...internal,
    ...Object.values(start?.stops ?? {}).map(({ before }) => before),
    ...(start?.brought === undefined ? [] : [start.brought.step]),
    ...Object.keys((await loadWire?.())?.steps ?? {}),
  ];
  for (const step of named) assert.ok(steps.includes(step), step);
  const own = ownFlows(drawn);
  for (const flow of flows)
    assert.ok(
      own.some(({ name }) => name === flow),
      `${flow} is a diagram of its folder`,
    );
  const decided = gatesOf(own);
  for (const key of Object.keys(gates)) {
    const gate = key.includes('/') ? key : `${system.name}/${key}`;
    assert.ok(decided.includes(gate), `${gate} is a gate`);
  }
}

/** Steps that a person decides, in these workflows: `WORKFLOW/STEP`. */
function gatesOf(workflows: readonly Workflow[]): readonly string[] {
  return workflows.flatMap(({ name, steps }) =>
    steps.flatMap(({ id, execution }) =>
      execution === 'manual' || execution === 'conversation' ? [`${name}/${id}`] : [],
    ),
  );
}

/** Of a run and of all that it may start. */
async function gatesOfSystem(system: System): Promise<readonly string[]> {
  const { workflow, subflows } = await drawnBy(system);
  return gatesOf([workflow, ...subflows]);
}

async function hasExamples(entry: SystemEntry): Promise<void> {
  const { diagram } = await entry.load();
  const folder = dirname(fileURLToPath(diagram));
  const schemas = namesIn(join(folder, 'schemas'));
  assert.deepEqual(namesIn(join(folder, 'examples')), schemas);
  for (const name of schemas) {
    const schema = jsonAt(folder, 'schemas', name);
    const example = jsonAt(folder, 'examples', name);
    assert.deepEqual(validate(schema, example), [], name);
    for (const needed of (schema.required ?? []) as readonly string[]) {
      const { [needed]: _, ...rest } = example;
      assert.notDeepEqual(validate(schema, rest), [], `${name} without ${needed}`);
    }
  }
}

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((file) => basename(file, '.json'))
        .sort()
    : [];

const jsonAt = (folder: string, kind: string, name: string): JsonObject =>
  JSON.parse(readFileSync(join(folder, kind, `${name}.json`), 'utf8')) as JsonObject;

async function onPlace(
  t: TestContext,
  kind: 'SQLite' | 'PostgreSQL',
  work: (place: string) => Promise<void>,
): Promise<void> {
  if (kind === 'SQLite') return work(join(newFolder(t), 'signoff.db'));
  const postgres = await postgresOrSkip(t);
  if (postgres !== undefined) await work(await postgres.createDatabase());
}

function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-system-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type FixtureOptions = Omit<SystemFixtureSettings, 'project'>;

/** Each gate is decided by an engine that has nothing of the run in memory, and that ends when it has decided. */
async function playsByReviews(t: TestContext, played: FixtureOptions): Promise<void> {
  const settings = { ...played, project: newFolder(t) };
  const run = await withFixture(settings, (fixture) => fixture.start());
  const { reviews, gates, system } = await playedReviews(settings, run);
  assert.deepEqual([...gates].sort(), [...(await gatesOfSystem(system))].sort());
  for (const review of reviews) assert.deepEqual(JSON.parse(JSON.stringify(review)), review, `${review.step} is JSON`);
}

async function withFixture<T>(settings: SystemFixtureSettings, work: (fixture: SystemFixture) => Promise<T>) {
  const fixture = await openSystemFixture(settings);
  try {
    return await work(fixture);
  } finally {
    await fixture.close();
  }
}

/** Each round another option, so that loops are gone round and left. */
async function playedReviews(settings: SystemFixtureSettings, run: string) {
  const reviews: Review[] = [];
  const gates = new Set<string>();
  while (reviews.length < GATES_MAX) {
    const ended = await withFixture(settings, async (fixture) => {
      const gate = await fixture.next(run);
      if (typeof gate === 'string') return { how: gate, system: fixture.system };
      const review = await fixture.decide(gate, gate.task.visit - 1);
      const { steps } = gate.run.workflow;
      const shows = steps.find(({ id }) => id === review.step)?.task?.shows ?? [];
      assert.equal(review.shown, gate.task.shown ?? null);
      assert.equal(review.shown !== null, shows.length > 0, `${review.step} carries the hash of what it shows`);
      reviews.push(review);
      gates.add(gateName(gate));
      return null;
    });
    if (ended === null) continue;
    assert.equal(ended.how, 'completed');
    return { reviews, gates, system: ended.system };
  }
  return assert.fail(`Expected an end after ${GATES_MAX} gates.`);
}

/** One process for each gate dies there; the test itself goes on after the last. */
async function survivesAtGates(t: TestContext, played: FixtureOptions): Promise<void> {
  const settings = { ...played, project: newFolder(t) };
  const entry = SYSTEMS.find(({ name }) => name === played.system) ?? assert.fail(played.system);
  const left = new Set(await gatesOfSystem(await entry.load()));
  let run: string | null = null;
  for (let deaths = 0; left.size > 0; deaths++) {
    assert.ok(deaths < GATES_MAX, `Expected to come by ${[...left].join(', ')}.`);
    const led = await leadAndDie(settings, run, [...left]);
    run = led.run;
    left.delete(led.at ?? assert.fail(`Expected another gate (${[...left].join(', ')}), found the run ${led.ended}.`));
  }
  await playedReviews(settings, run ?? '');
  await wasDoneOnce(settings.place, run ?? '');
}

/** Nothing that was done was done again by the process after. */
async function wasDoneOnce(place: string, run: string): Promise<void> {
  const store = await openPlace(place);
  try {
    const family = [run];
    for (const each of family) {
      const row = (await store.run(each)) ?? assert.fail(`no run ${each}`);
      const done: number[] = [];
      for await (const event of eventsOfRun(store, each, row.key)) {
        if (event.type === 'TaskCompleted') done.push(event.data.task);
        if (event.type === 'ChildStarted' || event.type === 'DetachedChildStarted') family.push(event.data.child);
      }
      assert.deepEqual(done, [...new Set(done)]);
    }
  } finally {
    await store.close();
  }
}
