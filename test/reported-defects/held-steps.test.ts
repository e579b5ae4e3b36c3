// A fault of disk or file holds the step of a PRD over MCP: nobody polls, the person chooses, what was kept is given
// again.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { retryHold } from '../../src/runtime/retry-hold.ts';
import { PrdConversation } from '../mcp/prd-conversation.ts';
import { APPROVED, another, BRIEF, block, FOUND, heldOf, PROPOSED, REVIEWED, SIGNED } from '../mcp/prd-held.ts';
import { eventsOf } from '../runtime/engines-on-file.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { withoutRoot } from '../support/without-root.ts';
import { newFolder, prdFixture } from '../systems/prd-fixture.ts';

test('prd3-D6: a review is kept and given again by the choice alone, and nobody is asked to poll', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-feature-brief-review');
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report({ ...APPROVED, userFeedback: 'Well done.' });
  held.heldBy(
    /^Nothing is wrong with what was reported\. The answer to "Feature Brief Review" is kept/,
    'Feature Brief Review',
  );
  assert.match(held.talk.now.text, /feature-brief\.md".*found a folder/);
  assert.match(held.talk.now.text, /what was answered is given again as it is, and nobody answers again/);
  const { thread } = held.talk.now;
  await held.talk.resume(thread);
  assert.equal(held.talk.now.thread, thread, 'asking again shows the same, at once');
  await held.chooses('retry');
  held.heldBy(
    /^.*found a folder.* is still held, with what was kept before\. Nothing was changed/s,
    'Feature Brief Review',
  );
  assert.equal(held.talk.now.thread, thread);
  mend();
  await held.chooses('retry');
  assert.equal(held.talk.now.tool, 'magi-prd-initial-requirements', held.talk.now.text);
  assert.match(readFileSync(held.path('feature-brief.md'), 'utf8'), /# Export/);
  assert.deepEqual(await held.moves(), ['retry by user:local over mcp']);
  const { data } =
    (await eventsOf(held.fixture.engine, held.run)).findLast(({ type }) => type === 'TaskCompleted') ?? {};
  assert.match(JSON.stringify(data), /Well done\./, 'the whole answer counts');
});

test('prd3-D6: the work of a model is given again by reference, in its name', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-initial-requirements');
  rmSync(held.path('feature-brief.md'));
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report(PROPOSED);
  held.heldBy(/^Nothing is wrong with what was reported/, 'Initial Requirements Generation');
  mend();
  const [hold = 0] = (await held.fixture.engine.view(held.run))?.state.holds.keys() ?? [];
  const agent = { actor: 'agent:client', channel: 'mcp' } as const;
  const mine = await retryHold(held.fixture.engine, { run: held.run, hold, reason: 'Mine.' }, agent);
  assert.equal(mine.ok ? '' : mine.rejection.code, 'agent-move', 'it is its work, and not its to retry');
  assert.deepEqual(await held.moves(), []);
  await held.chooses('retry');
  assert.equal(held.talk.now.tool, 'magi-prd-requirements-review', held.talk.now.text);
  const done = (await eventsOf(held.fixture.engine, held.run)).findLast(({ type }) => type === 'TaskCompleted');
  assert.equal(done?.actor, 'agent:client');
  assert.deepEqual(
    held.commits
      .find((events) => events.some(({ type }) => type === 'HoldResolved'))
      ?.map(({ type, actor }) => `${type} by ${actor}`)
      .filter((each) => KEPT.test(each)),
    ['HoldResolved by user:local', 'TaskClaimed by agent:client', 'TaskCompleted by agent:client'],
    'whoever dies in between has done nothing, or all of it',
  );
});

const KEPT = /^(?:HoldResolved|TaskClaimed|TaskCompleted) /;

test('prd3-D6: a gap analysis is given again with the decision that was in it', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-gap-analysis');
  rmSync(held.path('requirements.md'));
  const mend = block(held.path('requirements.md'));
  await held.talk.report(FOUND);
  held.heldBy(/^Nothing is wrong with what was reported/, 'Gap Analysis');
  mend();
  await held.chooses('retry');
  assert.equal(held.talk.now.tool, 'magi-prd-generation', held.talk.now.text);
});

test('prd3-D6: the end of a hold is the failure step, which names the step and the path', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-requirements-review');
  rmSync(held.path('feature-brief.md'));
  block(held.path('feature-brief.md'));
  await held.talk.report(REVIEWED);
  held.heldBy(/feature-brief\.md", found a folder/, 'Gap Analysis');
  await held.chooses('end');
  const { prompt } = await held.talk.step('magi-prd-failure');
  assert.match(prompt, /Gap Analysis: Expected a file at \\?".*order-export\/feature-brief\.md/);
  await held.talk.report({});
  assert.match(held.talk.now.text, /^The workflow has concluded: it failed\. Gap Analysis: /);
});

test('prd3-D6: a file that cannot be written holds its step, and is written when the person says so', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-review');
  const mend = held.breaksAt('F');
  await held.talk.report(SIGNED);
  held.heldBy(/"Finalization" is done, but its files are not written.*PRD\.md.*ENOTDIR/s, 'Finalization');
  assert.match(held.talk.now.text, /- retry: when the person has removed the cause: write the files again\n- skip: /);
  await held.chooses('retry');
  held.heldBy(/PRD\.md.*ENOTDIR/s, 'Finalization');
  mend();
  await held.chooses('retry');
  assert.match(held.talk.now.text, /^The workflow has concluded: the run run_\w+ is completed/);
  assert.match(readFileSync(held.path('PRD.md'), 'utf8'), /finalized/);
});

test('prd3-D6: of two clients that resolve a hold at once one wins, and the other learns it', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-feature-brief-review');
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  const { thread } = held.talk.now;
  const other = new PrdConversation(await another(t, held.fixture));
  mend();
  const [one, two] = await Promise.all([held.chooses('retry', thread), other.orchestrate({ resolve: 'end' }, thread)]);
  const late = [one.text, two.text].filter((text) =>
    /^That was resolved already: (retry|end), by user:local at /.test(text),
  );
  assert.equal(late.length, 1, `${one.text}\n---\n${two.text}`);
  assert.match(late[0] ?? '', /What was chosen now was not taken; tell the person\./);
  assert.equal((await held.moves()).length, 1);
  const again = await held.chooses('retry', thread);
  assert.match(again.text, /^That was resolved already/);
});

test('prd3-D6: only the choice of a person resolves a hold, and only one of those that were offered', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-feature-brief-review');
  const reviewThread = held.talk.now.thread;
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  const { thread } = held.talk.now;
  for (const wrong of [APPROVED, { resolve: 'skip' }, { resolve: true }, { resolve: 'take' }]) {
    await held.talk.orchestrate(wrong as JsonObject, thread);
    held.heldBy(/^The result was not accepted, and the run has not moved\./, 'Feature Brief Review');
  }
  assert.match(await held.connected.refused('tasks_submit', { task: thread, output: 'retry' }), /^person-expected: /);
  const [hold = 0] = (await held.fixture.engine.view(held.run))?.state.holds.keys() ?? [];
  const agent = { actor: 'agent:client', channel: 'mcp' } as const;
  const retry = { type: 'ResolveHold', hold, move: 'retry', reason: 'Mine.' } as const;
  const sent = await held.fixture.engine.send(held.run, retry, agent);
  assert.equal(sent.ok ? '' : sent.rejection.code, 'agent-move');
  assert.deepEqual(await held.moves(), []);
  mend();
  const otherwise = { approved: false, userFeedback: 'Say who.', reviewSummary: 'No.' };
  await held.talk.orchestrate(otherwise, reviewThread);
  assert.equal(held.talk.now.tool, 'magi-prd-feature-brief-update', 'a person may answer otherwise instead');
});

/** Nobody may write what lies here, or read it. */
function lock(path: string, mode = 0o555): () => void {
  chmodSync(path, mode);
  return () => chmodSync(path, 0o755);
}

test('prd3-D6: what may not be read or written holds its step at each of the four places, and heals', async (t) => {
  const at = newFolder(t);
  mkdirSync(join(at, 'project', 'magi-sdd'), { recursive: true });
  await withoutRoot(at, async () => {
    const held = await heldOf(t, { at });
    const { talk } = held;
    await talk.begin(held.fixture.project);
    const places: readonly (readonly [string, string, number, JsonObject | null, string])[] = [
      // The folder is made when the brief is accepted; it is written when the review counts.
      ['Feature Brief Generation', '..', 0o555, BRIEF, 'magi-prd-feature-brief-review'],
      ['Feature Brief Review', '.', 0o555, APPROVED, 'magi-prd-initial-requirements'],
      ['Initial Requirements Generation', 'feature-brief.md', 0o000, PROPOSED, 'magi-prd-requirements-review'],
      ['Requirements Review', '.', 0o555, REVIEWED, 'magi-prd-gap-analysis'],
    ];
    for (const [title, name, mode, result, next] of places) {
      const unlock = lock(join(held.folder, name), mode);
      await talk.report(result as JsonObject);
      held.heldBy(/permission is denied \(EACCES\)/, title);
      await held.chooses('retry');
      held.heldBy(/permission is denied \(EACCES\)/, title);
      unlock();
      await held.chooses('retry');
      assert.equal(talk.now.tool, next, talk.now.text);
    }
    // At hand-out: what the step reads may not be read.
    const unlock = lock(held.path('requirements.md'), 0o000);
    await talk.report(FOUND);
    unlock();
    await held.chooses('retry');
    assert.equal(talk.now.tool, 'magi-prd-generation', talk.now.text);
  });
});

test('prd3-D6: where the client has forms the person chooses there, and is asked again when they return', async (t) => {
  const shown: string[] = [];
  const chosen: (JsonObject | null)[] = [{ verdict: 'approve' }, { resolve: 'later' }, { resolve: 'retry' }];
  let mend = (): void => {};
  const held = await heldOf(t, {
    fill(properties, message) {
      shown.push(`${Object.keys(properties)}: ${message}`);
      if (shown.length === 1) mend = block(held.path('feature-brief.md'));
      return chosen.shift() ?? null;
    },
  });
  await held.to('magi-prd-feature-brief-review');
  held.heldBy(/^Nothing was decided: nothing was chosen\. Ask the person in the chat\./, 'Feature Brief Review');
  assert.match(shown[1] ?? '', /^resolve,reason: .*is held[\s\S]*found a folder[\s\S]*- retry: [\s\S]*- end: /);
  mend();
  await held.talk.resume();
  assert.equal(held.talk.now.tool, 'magi-prd-initial-requirements', held.talk.now.text);
  assert.equal(shown.length, 3);
});

test('prd3-D6: the tools for any workflow show a hold with its moves and take the one that was chosen', async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-feature-brief-review');
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  const { run, connected } = held;
  const next = await connected.call('tasks_next', { run });
  assert.deepEqual([next.next, next.task, next.report], ['hold', held.talk.now.thread, 'tasks_answer']);
  assert.deepEqual(next.verdicts, ['retry', 'end']);
  assert.match(
    String(next.message),
    /Relay what they chose with tasks_answer.*answer otherwise, relay that for the task/s,
  );
  const [hold] = (await connected.call('runs_status', { run })).holds as readonly JsonObject[];
  assert.deepEqual([hold?.task, hold?.step], [next.task, 'FBReview']);
  const answer = { task: String(next.task), verdict: 'retry', comment: 'The folder is mended.' };
  const early = await connected.call('tasks_answer', answer);
  assert.match(String(early.note), /is still held/);
  mend();
  const after = await connected.call('tasks_answer', answer);
  assert.deepEqual([after.next, after.step], ['work', 'IR']);
  const resolved = (await eventsOf(held.fixture.engine, run)).find(({ type }) => type === 'HoldResolved');
  assert.equal((resolved?.data as JsonObject | undefined)?.reason, 'The folder is mended.');
  const late = await connected.call('tasks_answer', answer);
  assert.match(String(late.note), /^That was resolved already: retry, by user:local/);
});

test("prd3-D6: another person's kept verdict is not given in the name of the one who retries", async (t) => {
  const held = await heldOf(t);
  await held.to('magi-prd-feature-brief-review');
  const mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  mend();
  const [hold = 0] = (await held.fixture.engine.view(held.run))?.state.holds.keys() ?? [];
  const bob = { actor: 'user:bob', channel: 'cli' } as const;
  const retried = await retryHold(held.fixture.engine, { run: held.run, hold, reason: 'Mended.' }, bob);
  assert.ok(retried.ok);
  await held.talk.resume();
  assert.equal(held.talk.now.tool, 'magi-prd-feature-brief-review', 'the review is asked again');
  await held.talk.report(APPROVED);
  assert.equal(held.talk.now.tool, 'magi-prd-initial-requirements');
});

test('prd3-D6: in the terminal retry gives what was kept again, and end leads to the failure step', async (t) => {
  const at = newFolder(t);
  const terminal = async (run: string, move: string) => {
    const given = ['runs', 'resolve', run, move, '--store', join(at, 'store.db'), '--as', 'user:local'];
    return signoffHere(given, { cwd: join(at, 'project') });
  };
  const held = await heldOf(t, { at });
  await held.to('magi-prd-feature-brief-review');
  let mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  const early = await terminal(held.run, 'retry');
  assert.notEqual(early.code, 0);
  assert.match(early.err, /workspace-fault.*"Feature Brief Review" is still held/s);
  mend();
  const retried = await terminal(held.run, 'retry');
  assert.equal(retried.code, 0, retried.err);
  await held.talk.resume();
  assert.equal(held.talk.now.tool, 'magi-prd-initial-requirements', held.talk.now.text);
  rmSync(held.path('feature-brief.md'));
  mend = block(held.path('feature-brief.md'));
  await held.talk.report(PROPOSED);
  mend();
  assert.equal((await terminal(held.run, 'retry')).code, 0);
  await held.talk.resume();
  assert.equal(held.talk.now.tool, 'magi-prd-requirements-review', held.talk.now.text);
  rmSync(held.folder, { recursive: true });
  writeFileSync(held.folder, 'A file where a folder was.');
  await held.talk.report(REVIEWED);
  assert.equal((await terminal(held.run, 'end')).code, 0);
  await held.talk.resume();
  const { prompt } = await held.talk.step('magi-prd-failure');
  assert.match(prompt, /Requirements Review: .*order-export/);
});

test('prd3-D6: a process that dies between the hold and its end, or while it ends, loses nothing', async (t) => {
  const at = newFolder(t);
  const held = await heldOf(t, { at });
  await held.to('magi-prd-feature-brief-review');
  let mend = block(held.path('feature-brief.md'));
  await held.talk.report(APPROVED);
  await held.fixture.close();
  const reopened = async () => {
    const fixture = await prdFixture(t, { project: held.fixture.project, place: join(at, 'store.db') });
    held.talk.moveTo(await another(t, fixture));
    return fixture;
  };
  let fixture = await reopened();
  mend();
  await held.chooses('retry');
  assert.equal(held.talk.now.tool, 'magi-prd-initial-requirements', held.talk.now.text);
  for (const [name, result, next] of [
    ['feature-brief.md', PROPOSED, 'magi-prd-requirements-review'],
    ['requirements.md', FOUND, 'magi-prd-gap-analysis'],
  ] as const) {
    if (result === FOUND) await held.talk.report(REVIEWED);
    rmSync(held.path(name));
    mend = block(held.path(name));
    await held.talk.report(result);
    mend();
    // The first of two commits: the hold is over, and nobody has given again what it kept.
    const [hold = 0] = (await fixture.engine.view(held.run))?.state.holds.keys() ?? [];
    const retry = { type: 'ResolveHold', hold, move: 'retry', reason: 'Mended.' } as const;
    assert.ok((await fixture.engine.send(held.run, retry, { actor: 'user:local', channel: 'mcp' })).ok);
    await fixture.close();
    fixture = await reopened();
    await held.talk.resume(held.run);
    assert.equal(held.talk.now.tool, next, held.talk.now.text);
  }
  const [task] = (await fixture.engine.view(held.run))?.state.tasks.values() ?? [];
  assert.equal(task?.status, 'waiting', 'what the model found is offered: the person has the word');
});
