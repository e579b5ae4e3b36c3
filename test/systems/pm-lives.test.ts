// Deaths at every commit of a PM run's life and of the runs it starts, just before the store has it and just after:
// NEEDS_CHANGES and APPROVED each come once, and the same files and messages are there.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from '../../examples/research/run-example.ts';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { RunLives } from '../support/run-lives.ts';
import { dieAtEveryCommit, LONG_MS, openLife, type PlayPlace, STORE_KINDS } from './deaths.ts';
import { ADA, CHANGES, isForPerson, question, SPEC, STORIES } from './pm-fixture.ts';

/** Events that may come in any number and order: nothing is compared or counted by them. */
const STARTS = new Set(['ChildStarted', 'DetachedChildStarted']);

for (const kind of STORE_KINDS)
  test(`deaths at every commit: same states, messages, signals and files, on ${kind}`, { timeout: LONG_MS }, (t) =>
    dieAtEveryCommit(t, kind, {
      system: pm,
      play,
      check: checkLife,
      deathsMin: ({ commits }) => commits,
    }),
  );

async function play(place: PlayPlace) {
  const { store, stored, run, project, dies } = place;
  const input = { project_path: project, begin: 'interview', once: true };
  const lives = new RunLives({
    ...{ store, run, workflow: 'pm', dies, answer },
    isNumbered: (type) => !STARTS.has(type),
    open: (mortal, clock, isDead) => openLife({ system: pm, project, writers: writers(isDead) }, mortal, clock),
    start: (engine) => engine.start(stored, input, { by: ADA, run }),
  });
  await lives.lead();
  return { lives, result: await resultOf(place, lives) };
}

/** They know what they have said already. */
async function answer(engine: Engine, runs: Iterable<string>): Promise<boolean> {
  for (const run of runs) {
    const view = await engine.view(run).catch(() => null);
    const task = [...(view?.state.tasks.values() ?? [])].find(isForPerson);
    if (view === null || task === undefined) continue;
    if (task.step === 'preview') {
      const shown = task.shown === undefined ? {} : { shown: task.shown };
      const given = await engine.answer(run, task.id, { output: { verdict: 'submit' }, ...shown }, ADA);
      return given.ok;
    }
    const spoken = (await engine.events(run, 0, 10_000)).filter(
      ({ type, data }) => type === 'MessageAdded' && data.task === task.id && data.from === 'person',
    );
    // On both sides of the size from which values are stored apart.
    const text = `Words of visit ${task.visit}. ${'x'.repeat(task.visit % 2 === 0 ? 900 : 1100)}`;
    const answered =
      spoken.length === 0
        ? await engine.send(run, { type: 'AddMessage', task: task.id, from: 'person', text: text as never }, ADA)
        : await engine.answer(run, task.id, { output: { reason: 'user_done' } }, ADA);
    return answered.ok;
  }
  return false;
}

/** Their answers depend on what they are asked, and on nothing that was asked before. */
function writers(isDead: () => boolean): readonly OfflineWriter[] {
  const asked = (): void => assert.equal(isDead(), false, 'The dead ask nobody.');
  const write = (facts: CallFacts): Json => {
    asked();
    if (facts.step === 'draft') return SPEC;
    const { request } = facts.runInput as { readonly request: { readonly request_id: string } };
    return request.request_id === 'request-1' ? CHANGES : STORIES;
  };
  return [
    {
      ...{ workflow: 'pm', step: 'INTERVIEWING', talks: true },
      write: ({ data, messages = [] }) => {
        asked();
        return question(`What of message ${(data.conversation as readonly Json[]).length + messages.length}?`);
      },
    },
    { workflow: 'pm-draft', step: 'draft', write },
    { workflow: 'pm-scope', step: 'scope', write },
  ];
}

async function resultOf(place: PlayPlace, { names }: RunLives): Promise<JsonObject> {
  const histories: { [name: string]: Json } = {};
  for (const [run, name] of names) histories[name] = await historyOf(place, run, names);
  return { histories, files: Object.fromEntries(filesBelow(join(place.project, 'magi-sdd'))) };
}

/** Every state, task, message, signal and value. */
async function historyOf(
  { store, project }: PlayPlace,
  run: string,
  names: ReadonlyMap<string, string>,
): Promise<Json> {
  const plain = (text: string): string =>
    [...names].reduce((known, [id, name]) => known.replaceAll(id, name), text.replaceAll(project, 'PROJECT'));
  const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
  const found: string[] = [row.status];
  // A response may come before or after the PM is back in WAITING.
  const sent: string[] = [];
  for (const commit of await store.commitsOf(row.key, 0, 10_000))
    for (const { type, data } of eventsOf(commit.text ?? '', { run, ...commit })) {
      if (type === 'StateEntered') found.push(`${type} ${data.to}`);
      else if (type === 'TaskOpened') found.push(`${type} ${data.step} ${data.task} visit ${data.visit}`);
      else if (type === 'MessageAdded') found.push(plain(`${type} ${data.from} ${JSON.stringify(data.text)}`));
      else if (type === 'TaskCompleted') found.push(`${type} ${data.task} ${data.verdict ?? ''}`);
      else if (type === 'SignalSent' || type === 'SignalReceived') sent.push(plain(`${type} ${data.id}`));
      else if (type === 'SignalUndelivered') assert.fail(plain(JSON.stringify(data)));
    }
  return [...found, ...sent.sort()];
}

function checkLife({ histories, files }: JsonObject): void {
  const { pm: own, 'pm-architect 1': architect } = histories as { readonly [name: string]: readonly string[] };
  const states = (own ?? []).flatMap((line) => /^StateEntered (\S+)/.exec(line)?.[1] ?? []);
  const round = ['INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'WAITING'];
  assert.deepEqual(states, ['WAITING', ...round, ...round, 'DONE', '[*]']);
  assert.equal(architect?.filter((line) => line.startsWith('SignalReceived')).length, 3, 'two requests, a shutdown');
  assert.deepEqual(Object.keys(files as JsonObject), [
    'order-export/spec.md',
    'order-export/spec/v1.md',
    'order-export/spec/v2.md',
    'order-export/stories/README.md',
    'order-export/stories/S-001.md',
  ]);
}
