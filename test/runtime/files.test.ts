// Files that steps write, from the code that gives them to the disk, on a SQLite file and in a real folder.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { EventData } from '../../src/engine/events.ts';
import type { FileIntent } from '../../src/engine/file-order.ts';
import type { Reference } from '../../src/engine/value.ts';
import type { Json } from '../../src/json.ts';
import type { Action, CodeRegistry, IntendedFile } from '../../src/ports/action.ts';
import type { ListedOutbox } from '../../src/ports/store.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { PayloadCache } from '../../src/runtime/payload-cache.ts';
import { textHash } from '../../src/runtime/plan-file-writes.ts';
import { PlannedFileWriter } from '../../src/runtime/write-planned-files.ts';
import { ADA, ended, enginesOnFile, eventsOf, start, taskOf } from './engines-on-file.ts';

const ONCE = '"retry":{"attempts":1}';
const WRITE = `flowchart TD\n  A[Write]\n%% @A: {"action":"write",${ONCE}}`;
const ASK = 'flowchart TD\n  P(Ask)\n%% @P: {"accept":"write"}';

const giving =
  (...files: readonly IntendedFile[]): Action =>
  () => ({ output: 'done', files });

async function engineIn(t: TestContext, code: CodeRegistry): Promise<{ engine: Engine; workspace: string }> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-files-')));
  const engine = await enginesOnFile(t).open({ code, workspaces: [workspace] });
  t.after(() => rmSync(workspace, { recursive: true, force: true }));
  return { engine, workspace };
}

/** What was reported of files, in order. */
async function reportsOf(engine: Engine, run: string): Promise<readonly string[]> {
  await engine.idle();
  const reports = (await eventsOf(engine, run)).filter(({ type }) => type === 'FileWritten' || type === 'FileRefused');
  return reports.map(({ type, data }) => `${type} ${(data as EventData['FileWritten']).path}`);
}

async function refusalOf(engine: Engine, run: string): Promise<EventData['FileRefused']> {
  await engine.idle();
  const found = (await eventsOf(engine, run)).find((event) => event.type === 'FileRefused');
  assert.ok(found);
  return found.data;
}

describe('a file that code gives', () => {
  test('is written after the commit that holds where it lies and what it is to hold', async (t) => {
    const text = 'Grüße.\n'.repeat(1000);
    const { engine, workspace } = await engineIn(t, { actions: { write: giving({ path: './docs/a.md', text }) } });
    const run = await start(engine, WRITE);
    assert.equal(await ended(engine, run), 'completed');
    assert.deepEqual(await reportsOf(engine, run), ['FileWritten docs/a.md']);
    assert.equal(readFileSync(join(workspace, 'docs/a.md'), 'utf8'), text);
    const completed = (await eventsOf(engine, run)).find((event) => event.type === 'TaskCompleted');
    const files = (completed?.data.files ?? []) as readonly FileIntent[];
    const content = files[0]?.content as Reference | undefined;
    assert.equal(content?.bytes, JSON.stringify(text).length, 'its text is a payload of its own');
    assert.deepEqual(files, [{ path: 'docs/a.md', old: null, new: textHash(text), content }]);
    assert.deepEqual(await engine.store.outbox(engine.process, 10), []);
  });

  test('with an answer is written when the answer is accepted', async (t) => {
    const accept = () => ({ output: 'fine', files: [{ path: 'a.md', text: 'Accepted.' }] });
    const { engine, workspace } = await engineIn(t, { accepts: { write: accept } });
    const run = await start(engine, ASK);
    const { id } = await taskOf(engine, run, 'P');
    const answered = await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
    assert.ok(answered.ok);
    assert.deepEqual(await reportsOf(engine, run), ['FileWritten a.md']);
    assert.equal(readFileSync(join(workspace, 'a.md'), 'utf8'), 'Accepted.');
  });

  test('replaces what steps before it wrote, however soon it comes after them', async (t) => {
    const write: Action = ({ step }) => ({ output: step, files: [{ path: 'a.md', text: `By ${step}.` }] });
    const { engine, workspace } = await engineIn(t, { actions: { write } });
    const steps = ['A', 'B', 'C', 'D'].map((step) => `%% @${step}: {"action":"write"}`);
    const run = await start(engine, ['flowchart TD\n  A[a] --> B[b] --> C[c] --> D[d]', ...steps].join('\n'));
    assert.equal(await ended(engine, run), 'completed');
    assert.deepEqual(await reportsOf(engine, run), Array(4).fill('FileWritten a.md'));
    assert.equal(readFileSync(join(workspace, 'a.md'), 'utf8'), 'By D.');
  });

  test('never replaces what someone else wrote since it was read', async (t) => {
    const old = textHash('read');
    const { engine, workspace } = await engineIn(t, { actions: { write: giving({ path: 'a.md', text: 'new', old }) } });
    writeFileSync(join(workspace, 'a.md'), 'theirs');
    const run = await start(engine, WRITE);
    const { message, ...refused } = await refusalOf(engine, run);
    assert.deepEqual(refused, { path: 'a.md', hash: textHash('new'), expected: old, found: textHash('theirs') });
    assert.match(message, /not overwritten/);
    assert.equal((await engine.store.run(run))?.status, 'on_hold');
    assert.equal(readFileSync(join(workspace, 'a.md'), 'utf8'), 'theirs');
  });

  test('at a path of the source is not written by a fork', async (t) => {
    const write: Action = ({ run, step }) => ({
      output: step,
      files: [{ path: 'a.md', text: run.id }, ...(step === 'C' ? [{ path: `${run.id}.md`, text: 'own' }] : [])],
    });
    const { engine, workspace } = await engineIn(t, { actions: { write } });
    const flow = 'flowchart TD\n  A[a] --> P(Ask) --> C[c]\n%% @A: {"action":"write"}\n%% @C: {"action":"write"}';
    const run = await start(engine, flow);
    await engine.idle();
    const head = (await engine.store.run(run))?.head ?? 0;
    const forked = await engine.fork(run, head, ADA);
    assert.ok(forked.ok);
    const { id } = await taskOf(engine, forked.run, 'P');
    assert.ok((await engine.answer(forked.run, id, { output: 'approve', verdict: 'approve' }, ADA)).ok);
    const expected = ['FileRefused a.md', `FileWritten ${forked.run}.md`];
    assert.deepEqual([...(await reportsOf(engine, forked.run))].sort(), expected);
    const skip = { type: 'ResolveHold', hold: 1, move: 'skip', reason: 'It is the source that writes it.' } as const;
    assert.ok((await engine.send(forked.run, skip, ADA)).ok);
    assert.equal(await ended(engine, forked.run), 'completed');
    assert.match((await refusalOf(engine, forked.run)).message, /which this run was forked from/);
    assert.equal(readFileSync(join(workspace, 'a.md'), 'utf8'), run);
  });
});

describe('a file that may not be written', () => {
  test('because a symlink leads out of the workspace holds the task with the answer as draft', async (t) => {
    const accepts = { write: () => ({ output: 'fine', files: [{ path: 'link/out.md', text: 'x' }] }) };
    const { engine, workspace } = await engineIn(t, { accepts });
    symlinkSync(tmpdir(), join(workspace, 'link'));
    const run = await start(engine, ASK);
    const { id } = await taskOf(engine, run, 'P');
    const answered = await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
    assert.ok(!answered.ok);
    assert.equal(answered.rejection.code, 'workspace-fault');
    assert.match(answered.rejection.message, /symlink ".*link" leads out .*must be repaired.*kept as a draft/);
    const task = (await engine.view(run))?.state.tasks.get(id);
    assert.deepEqual([task?.status, task?.draft], ['on_hold', 'approve']);
    rmSync(join(workspace, 'link'));
    assert.ok((await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA)).ok);
    assert.equal(readFileSync(join(workspace, 'link/out.md'), 'utf8'), 'x');
    assert.equal(await ended(engine, run), 'completed');
  });

  for (const path of ['../out.md', '/etc/signoff.md']) {
    test(`because ${path} leads out of the workspace refuses an answer, and nothing changes`, async (t) => {
      const accepts = { write: () => ({ output: 'fine', files: [{ path, text: 'x' }] }) };
      const { engine } = await engineIn(t, { accepts });
      const run = await start(engine, ASK);
      const { id } = await taskOf(engine, run, 'P');
      const before = await eventsOf(engine, run);
      const answered = await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
      assert.equal(answered.ok ? '' : answered.rejection.code, 'path-outside-workspace');
      assert.deepEqual(await eventsOf(engine, run), before);
    });
  }

  test('fails the action that gave it', async (t) => {
    const given: { [code: string]: readonly IntendedFile[] } = {
      'path-outside-workspace': [{ path: '../a.md', text: 'x' }],
      'invalid-files': [
        { path: 'a.md', text: 'x' },
        { path: './a.md', text: 'y' },
      ],
      'payload-too-large': [{ path: 'a.md', text: 'x'.repeat(10_000_001) }],
    };
    for (const [code, files] of Object.entries(given)) {
      const { engine, workspace } = await engineIn(t, { actions: { write: giving(...files) } });
      const run = await start(engine, WRITE);
      await engine.idle();
      const failed = (await eventsOf(engine, run)).find((event) => event.type === 'TaskFailed');
      assert.equal(failed?.data.error.code, code);
      assert.deepEqual(readdirSync(workspace), []);
    }
  });
});

describe('a value too large', () => {
  test('for an output fails the action', async (t) => {
    const { engine } = await engineIn(t, { actions: { write: () => ({ output: 'x'.repeat(5_000_000) }) } });
    const run = await start(engine, WRITE);
    await engine.idle();
    const failed = (await eventsOf(engine, run)).find((event) => event.type === 'TaskFailed');
    assert.equal(failed?.data.error.code, 'output-too-large');
  });

  test('from "prepare" code fails the task, once', async (t) => {
    const prepares = { much: () => ({ input: { much: 'x'.repeat(10_000_000) } }) };
    const { engine } = await engineIn(t, { actions: { write: giving() }, prepares });
    const run = await start(engine, WRITE.replace(ONCE, '"prepare":"much"'));
    await engine.idle();
    const types = (await eventsOf(engine, run)).map(({ type }) => type);
    assert.deepEqual(types.slice(2, 5), ['TaskClaimed', 'AttemptFailed', 'TaskFailed']);
  });
});

test('an action never begins when "prepare" code failed before it', async (t) => {
  const ran: string[] = [];
  const write: Action = ({ step }) => {
    ran.push(step);
    return { output: null };
  };
  const much = () => {
    throw new Error('Not ready.');
  };
  const { engine } = await engineIn(t, { actions: { write }, prepares: { much } });
  const run = await start(engine, WRITE.replace(ONCE, '"prepare":"much"'));
  await engine.idle();
  const types = (await eventsOf(engine, run)).map(({ type }) => type);
  assert.deepEqual(types.slice(2, 5), ['TaskClaimed', 'AttemptFailed', 'TaskFailed']);
  assert.deepEqual(ran, []);
});

test('a task is held for a reason that has a code and a message', async (t) => {
  const { engine } = await engineIn(t, {});
  const run = await start(engine, 'flowchart TD\n  A(Ask)');
  const { id } = await taskOf(engine, run, 'A');
  const held = await engine.send(run, { type: 'HoldTask', task: id, code: 'no-budget', message: 'No money.' }, ADA);
  assert.ok(held.ok, JSON.stringify(held));
});

test('an order that someone else carried out long ago is not written over what came after it', async (t) => {
  const sign: Action = () => ({ output: 'signed', files: [{ path: 'a.md', text: 'Signed.' }] });
  const { engine, workspace } = await engineIn(t, {
    actions: { write: giving({ path: 'a.md', text: 'Draft.' }), sign },
  });
  const run = await start(
    engine,
    `flowchart TD\n  A[Write] --> B[Sign]\n%% @A: {"action":"write"}\n%% @B: {"action":"sign"}`,
  );
  assert.equal(await ended(engine, run), 'completed');
  assert.deepEqual(await reportsOf(engine, run), ['FileWritten a.md', 'FileWritten a.md']);
  const completed = (await eventsOf(engine, run)).find((event) => event.type === 'TaskCompleted');
  const file = { ...completed?.data.files?.[0], workspace, since: 0 } as unknown as Json;
  const row = (await engine.store.run(run)) ?? assert.fail();
  const late = { id: 1, run, runKey: row.key, process: 1, kind: 'file', content: { file } };
  const { store } = engine;
  const payloads = new PayloadCache(store);
  const files = new PlannedFileWriter({ store, payloads, workspaces: [workspace], runOf: (id) => engine.view(id) });
  await files.write(late as unknown as ListedOutbox);
  assert.equal(readFileSync(join(workspace, 'a.md'), 'utf8'), 'Signed.');
});
