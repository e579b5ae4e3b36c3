// The tree of a run as text, event by event.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../diagram/compile.ts';
import type { Json } from '../json.ts';
import { openMemoryEngine } from '../runtime/memory-engine.ts';
import { sha256 } from '../runtime/sha256.ts';
import { validate } from '../runtime/validate.ts';
import { paintFor } from './paint.ts';
import { isSettled, RunTree } from './run-tree.ts';
import { widthOf } from './shown-text.ts';
import { columnsOf, nodeLines } from './tree-lines.ts';

const BY = { actor: 'agent:x', channel: 'worker' } as const;

test('a foreach under way shows its bar, the items it works on, and what went wrong on the way', async () => {
  const text = 'flowchart TD\n  A[[Each: Read]] --> J[Join]\n%% @A: {"itemsPath":"run.input.pages","prompt":"x"}\n';
  const { workflow } = await compile({ fileName: 'book.mmd', text, hash: sha256 });
  assert.ok(workflow);
  let tree: RunTree | null = null;
  const engine = openMemoryEngine({
    now: () => 0,
    hash: sha256,
    validate,
    onEvent: (run, event) => {
      tree ??= new RunTree(run.workflow, engine.payloads);
      tree.apply(event);
    },
  });
  const started = await engine.start(workflow, { pages: [{ title: 'One' }, { title: 'Two' }] }, { by: BY });
  assert.ok(started.ok && tree !== null);
  const shown = tree as RunTree;
  const lines = (width = 100) => {
    const layout = { paint: paintFor({}, {}), width, trees: new Map() };
    return shown.roots.flatMap((node) => nodeLines(node, columnsOf(workflow, layout.width), layout));
  };
  const act = async (index: number, how: { output: Json } | { fail: string }) => {
    const { task } = [...engine.openTasks()][index] ?? assert.fail();
    await engine.claim(started.run.id, task.id, 'agent:x', 'outside', BY);
    const lease = started.run.state.tasks.get(task.id)?.fence ?? 0;
    if ('output' in how) await engine.answer(started.run.id, task.id, { output: how.output, lease }, BY);
    else {
      const failure = { code: 'work-failed', message: how.fail };
      engine.send(started.run.id, { type: 'FailTask', task: task.id, lease, failure }, BY);
    }
  };
  assert.deepEqual(lines(), [' ○ A  Read  ░░░░░░░░░░░░░░░░ 0 of 2', '    ○ 1  One', '    ○ 2  Two']);
  await act(1, { output: { score: 9 } });
  await act(0, { fail: 'blurred' });
  assert.deepEqual(lines(), [
    ' ○ A  Read  ████████░░░░░░░░ 1 of 2',
    '    ○ 1  One',
    '         attempt 1 failed: blurred; again in 2 s',
    '    ✓ 2  Two  score: 9',
  ]);
  for (const width of [8, 20, 30, 45]) assert.ok(lines(width).every((line) => widthOf(line) <= width));
  assert.equal(shown.roots.every(isSettled), false);
  engine.fire(engine.nextTimer() ?? assert.fail());
  await act(0, { output: 'fine' });
  assert.equal(shown.roots.every(isSettled), true);
  assert.deepEqual(lines()[0], ' ✓ A  Read  ████████████████ 2 of 2  2 s');
  assert.deepEqual(lines().at(-1), ' ✓ J  Join  2 of 2 arrived');
});
