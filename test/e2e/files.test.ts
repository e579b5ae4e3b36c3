// Processes that write files are killed at the worst moments: each file is there, whole, and was reported once.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { textHash } from '../../src/runtime/plan-file-writes.ts';
import { seededRandom, soaked } from '../support/soak.ts';
import { checkAllDone } from './check-store.ts';
import { noteText } from './note-text.ts';
import { type Fixture, openFixture } from './open-fixture.ts';
import { eventsOfType, until } from './wait-until.ts';

const KILLS = soaked(8);
const LIFE_MS_MAX = 300;

test('a process killed between the commit and the file leaves the file to the next', async (t) => {
  const { fixture, workspace } = await fixtureWithNotes(t);
  const run = await fixture.start('notes', {});
  const first = fixture.spawn('file', { workspace, dies: 'before-write' });
  assert.equal((await first.ended).signal, 'SIGKILL');
  assert.equal((await eventsOfType(fixture, run, 'TaskCompleted')).length, 1, 'the order is committed');
  assert.ok(!existsSync(join(workspace, 'notes', `${run}.md`)), 'and nothing is written yet');
  assert.equal((await fixture.store.run(run))?.status, 'running', 'so the run has not gone on');
  fixture.spawn('file', { workspace });
  await checkNotes(fixture, workspace, [run]);
});

test('a process killed between the file and its report leaves the report to the next', async (t) => {
  const { fixture, workspace } = await fixtureWithNotes(t);
  const run = await fixture.start('notes', {});
  const first = fixture.spawn('file', { workspace, dies: 'before-report' });
  assert.equal((await first.ended).signal, 'SIGKILL');
  assert.ok(existsSync(join(workspace, 'notes', `${run}.md`)), 'the file is written');
  assert.deepEqual(await eventsOfType(fixture, run, 'FileWritten'), [], 'and nobody has said so');
  fixture.spawn('file', { workspace });
  await checkNotes(fixture, workspace, [run]);
});

describe('processes killed at random moments', () => {
  test('write each file once', { timeout: soaked(120_000) }, async (t) => {
    const random = seededRandom(t);
    const { fixture, workspace } = await fixtureWithNotes(t);
    const runs: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      for (let count = 0; count < 4; count++) runs.push(await fixture.start('notes', {}));
      const worker = fixture.spawn('file', { workspace });
      // Every second one dies at work, however slow the machine is; the others may not get as far as that.
      if (kill % 2 === 0) await worker.ready;
      await sleep(random.int(LIFE_MS_MAX));
      await worker.kill();
      assert.equal(worker.errors, '');
    }
    // Two at once take over what the last one left: each may do the same order, and it is reported once.
    fixture.spawn('file', { workspace });
    fixture.spawn('file', { workspace });
    await checkNotes(fixture, workspace, runs);
  });
});

async function fixtureWithNotes(t: TestContext): Promise<{ fixture: Fixture; workspace: string }> {
  const fixture = await openFixture(t, undefined, ['notes']);
  const workspace = join(fixture.folder, 'workspace');
  mkdirSync(workspace);
  return { fixture, workspace };
}

async function checkNotes(fixture: Fixture, workspace: string, runs: readonly string[]): Promise<void> {
  await fixture.allEnded();
  for (const run of runs) {
    await until(`both files of ${run} reported`, async () => {
      const refused = await eventsOfType(fixture, run, 'FileRefused');
      assert.deepEqual(
        refused.map(({ data }) => data),
        [],
      );
      return (await eventsOfType(fixture, run, 'FileWritten')).length === 2;
    });
    const written = (await eventsOfType(fixture, run, 'FileWritten')).map(({ data }) => data);
    const path = `notes/${run}.md`;
    const hashes = [textHash(noteText(run)), textHash(noteText(run, 'signed'))];
    assert.deepEqual(
      written,
      hashes.map((hash) => ({ path, hash })),
    );
    assert.equal(readFileSync(join(workspace, path), 'utf8'), noteText(run, 'signed'));
  }
  const names = readdirSync(join(workspace, 'notes')).sort();
  assert.deepEqual(names, runs.map((run) => `${run}.md`).sort(), 'nothing half written is left');
  await checkAllDone(fixture.store);
}
