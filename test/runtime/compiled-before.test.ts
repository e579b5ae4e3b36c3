// A diagram that did not change is not compiled again. What it depends on counts; an altered entry counts for nothing.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import { addCompiled } from '../../src/runtime/add-diagram.ts';
import { CompiledBefore } from '../../src/runtime/compiled-before.ts';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';

const DIAGRAM = `flowchart TD
  A[Write] --> B(Look)
%% @workflow: {"name": "letters"}
%% @A: {"promptFile": "write.md", "output": "letter"}
`;

/** Says whether it had to compile. */
class WatchedCompiler extends CompiledBefore {
  count = 0;
  override compiled: CompiledBefore['compiled'] = (request, compile) =>
    super.compiled(request, (files) => {
      this.count += 1;
      return compile(files);
    });
}

async function open(t: TestContext): Promise<{ folder: string; store: Store }> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-compiled-'));
  const store = await openSqliteStore({ path: join(folder, 'store.db') });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'letters.mmd'), DIAGRAM);
  writeFileSync(join(folder, 'write.md'), 'Write a letter.');
  writeFileSync(join(folder, 'letter.json'), '{"type": "object"}');
  return { folder, store };
}

async function load(folder: string, store: Store) {
  const before = new WatchedCompiler(store);
  const { workflow, problems } = await loadWorkflowFile(join(folder, 'letters.mmd'), { before });
  if (workflow !== null) await addCompiled(store, workflow, folder, { actor: 'user:ada', channel: 'cli' });
  await before.keepIn(store);
  return { count: before.count, workflow, problems };
}

test('the second time the store knows it, and gives the same', async (t) => {
  const { folder, store } = await open(t);
  const first = await load(folder, store);
  const second = await load(folder, store);
  assert.deepEqual([first.count, second.count], [1, 0]);
  assert.deepEqual(second.workflow, JSON.parse(JSON.stringify(first.workflow)));
});

const CHANGES: readonly (readonly [string, string, string])[] = [
  ['its text', 'letters.mmd', DIAGRAM.replace('Look', 'Read')],
  ['a prompt it names', 'write.md', 'Write a short letter.'],
  ['a schema it names', 'letter.json', '{"type": "object", "required": ["text"]}'],
  ['another diagram beside it', 'other.mmd', 'flowchart TD\n  X[One]'],
];
for (const [what, file, text] of CHANGES)
  test(`${what} changed: it is compiled again`, async (t) => {
    const { folder, store } = await open(t);
    await load(folder, store);
    writeFileSync(join(folder, file), text);
    assert.equal((await load(folder, store)).count, 1);
    assert.equal((await load(folder, store)).count, 0);
  });

test('a prompt that is gone is a problem again', async (t) => {
  const { folder, store } = await open(t);
  await load(folder, store);
  rmSync(join(folder, 'write.md'));
  const { workflow, problems } = await load(folder, store);
  assert.equal(workflow, null);
  assert.ok(problems.length > 0);
});

test('an entry that was altered counts for nothing', async (t) => {
  const { folder, store } = await open(t);
  const first = await load(folder, store);
  const [entry] = await store.shared('compiled/');
  assert.ok(entry);
  for (const change of [
    { rest: '{"problems":[],"uses":[],"x":1}' },
    { rest: 'no JSON', sum: sha256('no JSON') },
    { of: 'x' },
  ]) {
    await store.changeShared(entry.name, () => ({ next: { ...entry.content, ...change }, answer: null }));
    const again = await load(folder, store);
    assert.equal(again.count, 1, JSON.stringify(change));
    assert.equal(again.workflow?.version, first.workflow?.version);
  }
});

test('an entry holds no program: what runs is the version that the store has and its history proves', async (t) => {
  const { folder, store } = await open(t);
  const { workflow } = await load(folder, store);
  const [entry] = await store.shared('compiled/');
  assert.ok(!JSON.stringify(entry?.content).includes('Write a letter.'));
  assert.equal(entry?.content.version, workflow?.version);
});

test('what has a problem is not kept', async (t) => {
  const { folder, store } = await open(t);
  writeFileSync(join(folder, 'letters.mmd'), DIAGRAM.replace('write.md', 'wirte.md'));
  assert.deepEqual([(await load(folder, store)).count, (await load(folder, store)).count], [1, 1]);
  assert.deepEqual(await store.shared('compiled/'), []);
});
