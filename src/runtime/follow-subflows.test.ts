// Subflows are followed over the files of a real folder.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { followSubflows } from './follow-subflows.ts';
import { loadWorkflowFile } from './load-workflow.ts';

const made: string[] = [];
after(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

async function check(files: { readonly [name: string]: string }, file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'subflows-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { workflow, problems, subflows } = await loadWorkflowFile(join(folder, file));
  assert.equal(workflow === null, problems.length > 0);
  return {
    problems: problems.map(({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`),
    subflows: subflows.map(({ name }) => name).sort(),
  };
}

const running = (name: string) => `graph TD\n  A --> R[[Run: ${name}]]\n`;
const PLAIN = 'graph TD\n  A --> B\n';
const back = (way: string) =>
  `subflow-cycle: Expected the subflow "R" not to lead back to this workflow, found ${way}.`;

describe('a cycle of subflows', () => {
  test('over two files is reported at the step, with all of it', async () => {
    const files = { 'a.mmd': running('b'), 'b.mmd': running('a') };
    assert.deepEqual((await check(files, 'a.mmd')).problems, [`2:9 ${back('a -> b -> a')}`]);
    assert.deepEqual((await check(files, 'b.mmd')).problems, [`2:9 ${back('b -> a -> b')}`]);
  });

  test('over names that the workflows call themselves is found', async () => {
    const files = {
      'a.mmd': `${running('Second')}%% @workflow: {"name": "First"}`,
      'b.mmd': `graph TD\n  A --> R[[Run: x]]\n%% @R: {"subflowId": "First@abc"}\n%% @workflow: {"name": "Second"}`,
    };
    assert.deepEqual((await check(files, 'a.mmd')).problems, [`2:9 ${back('a -> b -> a')}`]);
    assert.deepEqual((await check(files, 'b.mmd')).problems, [`3:9 ${back('b -> a -> b')}`]);
  });

  test('of one file that calls itself otherwise is found', async () => {
    const files = { 'c.mmd': `${running('c')}%% @workflow: {"name": "another"}` };
    assert.deepEqual((await check(files, 'c.mmd')).problems, [`2:9 ${back('c -> c')}`]);
  });

  test('further on makes the subflow one with problems', async () => {
    const files = { 'a.mmd': running('b'), 'b.mmd': running('c'), 'c.mmd': running('b') };
    const { problems } = await check(files, 'a.mmd');
    assert.deepEqual(problems, [
      `2:9 subflow-with-problems: Expected the subflow of "R" without problems, found b.mmd:2:9 ${back('b -> c -> b')}`,
    ]);
  });

  test('is found although something else is wrong', async () => {
    const files = { 'a.mmd': `${running('b')}  A -->|soon| C\n`, 'b.mmd': `${running('a')}  A -->|soon| C\n` };
    const { problems } = await check(files, 'a.mmd');
    assert.deepEqual(
      problems.map((text) => text.split(': ')[0]),
      ['2:9 subflow-cycle', '2:9 subflow-with-problems', '3:3 prose-label'],
    );
  });

  test('is none where two ways lead to one file, which is loaded once', async () => {
    const files = {
      'a.mmd': 'graph TD\n  A[[Run: b]] --> B[[Run: c]] --> C[[Run: b]]\n',
      'b.mmd': running('d'),
      'c.mmd': running('d'),
      'd.mmd': PLAIN,
    };
    assert.deepEqual(await check(files, 'a.mmd'), { problems: [], subflows: ['b', 'c', 'd'] });
  });

  test('is none where a file of that name stands beside it', async () => {
    const files = { 'a.mmd': running('b'), 'b.mmd': PLAIN, 'a0.mmd': `${running('a')}%% @workflow: {"name": "b"}` };
    assert.deepEqual(await check(files, 'a.mmd'), { problems: [], subflows: ['b'] });
  });
});

test('a file is loaded once however many start it, and not without end', async () => {
  const loads: string[] = [];
  const place = { line: 1, column: 1 };
  const { problems } = await followSubflows('/0', {
    load: async (path) => {
      loads.push(path);
      const next = Number(path.slice(1)) + 1;
      const uses = [next, next, next + 1].map((name) => ({ step: 'R', name: String(name), place }));
      return { workflow: null, problems: [], uses };
    },
    find: async (name) => ({ path: `/${name}` }),
  });
  assert.deepEqual(problems, []);
  assert.equal(loads.length, new Set(loads).size);
  assert.equal(loads.length, 200);
});
