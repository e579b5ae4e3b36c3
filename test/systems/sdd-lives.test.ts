// Deaths at every commit of a design run, just before the store has it and just after: the same visits, the same files,
// and nobody is asked again for an answer that was kept.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from '../../examples/research/run-example.ts';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { RunWrite } from '../../src/ports/store.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { sdd } from '../../src/systems/sdd/system.ts';
import { RunLives } from '../support/run-lives.ts';
import { dieAtEveryCommit, LONG_MS, openLife, type PlayPlace, STORE_KINDS } from './deaths.ts';
import { ADA, BRIEF, GOOD, ISSUE, ROUND, scriptedWriters } from './sdd-fixture.ts';

/** Two sections of the HLD, drafted at the same time. */
const BAD = {
  ...{ ...GOOD, overall_score: 0.5, needs_revision: true },
  issues: ['Security', 'Reliability'].map((title) => ({ ...ISSUE, location: `HLD: ${title}` })),
};

for (const kind of STORE_KINDS)
  test(`deaths at every commit: same visits, no section drafted twice, on ${kind}`, { timeout: LONG_MS }, (t) =>
    dieAtEveryCommit(t, kind, {
      system: sdd,
      play,
      check: checkDesign,
      deathsMin: ({ commits }) => 2 * commits,
    }),
  );

async function play(place: PlayPlace) {
  const { store, stored, run, project, dies } = place;
  const input = {
    ...{ project_path: project, project_brief: BRIEF, max_revisions: 2, drafting: 'whole' },
    revision: { mode: 'targeted' },
  };
  /** Words of answers whose commit was made. */
  const kept = new Set<string>();
  const lives = new RunLives({
    ...{ store, run, workflow: 'sdd', dies, answer, isNumbered: () => true },
    open: (mortal, clock, isDead) => openLife({ system: sdd, project, writers: writers(isDead, kept) }, mortal, clock),
    start: (engine) => engine.start(stored, input, { by: ADA, run }),
    kept: (write, events) => keep(write, events, kept),
  });
  await lives.lead();
  return { lives, result: await resultOf(place, lives, kept) };
}

async function answer(engine: Engine, [run = '']: Iterable<string>): Promise<boolean> {
  const { items } = await engine.store.listTasks({ run, forPeople: true }, { limit: 1 });
  if (items[0] === undefined) return false;
  const task = (await engine.view(run))?.state.tasks.get(items[0].task) ?? assert.fail('The gate is gone.');
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  const answered = await engine.answer(run, task.id, { output: { verdict: 'approve' }, ...shown }, ADA);
  return answered.ok || assert.fail(answered.rejection.message);
}

/** Which answers are journalled now. */
function keep({ payloads }: RunWrite, events: readonly AnyEvent[], kept: Set<string>): void {
  for (const { type, data } of events) {
    if (type !== 'CallEnded') continue;
    const text = JSON.stringify(data.reply) + [...(payloads?.values() ?? [])].join();
    for (const [words] of text.matchAll(/answer \w+ \d+ [\w-]*/g)) kept.add(words);
  }
}

/** Their answers depend on what they are asked, and on nothing that was asked before. */
function writers(isDead: () => boolean, kept: ReadonlySet<string>): readonly OfflineWriter[] {
  return scriptedWriters({}, []).map(({ workflow, step }) => ({
    workflow,
    step,
    write: (facts: CallFacts): Json => {
      assert.equal(isDead(), false, 'The dead ask nobody.');
      const { round = 0 } = facts.runInput as JsonObject;
      const { id = '', title = '' } = (facts.item ?? {}) as JsonObject;
      const words = `answer ${(workflow ?? '').replace(/-/g, '')}${step} ${round} ${id}`;
      assert.equal(kept.has(words), false, `${words} was kept already`);
      if (step === 'review') return { ...(round === 1 ? BAD : GOOD), strengths: [words] };
      if (step === 'format_doc') return { title: 'Meeting Rooms', abstract: words };
      return step === 'whole' ? wholeText(words) : `## ${title}\n\n${words}, in a sentence.\n`;
    },
  }));
}

async function resultOf(place: PlayPlace, { names }: RunLives, kept: ReadonlySet<string>): Promise<JsonObject> {
  const { store, run, project } = place;
  const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
  const histories: { [name: string]: Json } = {};
  for (const [each, name] of names) histories[name] = await historyOf(place, each, names);
  const files = [...filesBelow(join(project, 'magi-sdd'))].map(([path, text]) => [path, plainOf(place, text)]);
  return { status: row.status, histories, files: Object.fromEntries(files), kept: [...kept].sort() };
}

/** Every task that was opened and what became of it, every value that was set. */
async function historyOf(place: PlayPlace, run: string, names: ReadonlyMap<string, string>): Promise<Json> {
  const { store } = place;
  const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
  const found: string[] = [];
  // What is done at the same time is done in any order.
  const completed: string[] = [];
  for (const commit of await store.commitsOf(row.key, 0, 10_000))
    for (const { type, data } of eventsOf(commit.text ?? '', { run, ...commit })) {
      if (type === 'TaskOpened') found.push(`${type} ${data.step} ${data.task} visit ${data.visit}`);
      else if (type === 'ChildStarted') found.push(`${type} ${data.step} ${data.task} ${names.get(data.child)}`);
      else if (type === 'TaskCompleted') completed.push(`${type} ${data.task} ${data.verdict ?? ''}`);
      else if (type === 'DataSet') found.push(`${type} ${plainOf(place, JSON.stringify(data.values))}`);
    }
  return [...found, ...completed.sort()];
}

function plainOf({ project, run }: PlayPlace, text: string): string {
  // The approved document names its run, so its hash is of this run alone; its text is compared as a file.
  const known = text.replace(/(?<="final_document":\{"\$ref":)"sha256:[0-9a-f]{64}"/, '"HASH"');
  return known.replaceAll(project, 'PROJECT').replaceAll(run, 'RUN');
}

function wholeText(words: string): string {
  const titles = ['Overview', 'Security', 'Reliability', 'Scalability', 'Endpoints', 'Tables'];
  return `# Part\n\n${titles.map((title) => `## ${title}\n\n${words}: rooms are booked by the hour.\n`).join('\n')}`;
}

function checkDesign({ status, histories, files, kept }: JsonObject): void {
  assert.equal(status, 'completed');
  const { sdd: own } = histories as { readonly sdd: readonly string[] };
  const visited = own.flatMap((line) => /^(?:TaskOpened|ChildStarted) (\w+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(visited, ['intake', ...ROUND, ...ROUND, 'format_doc', 'human_review']);
  assert.ok(own.some((line) => line.endsWith(' approve')));
  assert.equal(Object.keys(files as JsonObject).length, 4);
  assert.equal(
    (kept as readonly string[]).length,
    3 + 1 + 2 + 1 + 1,
    'parts, a review, sections, a review, the format',
  );
}
