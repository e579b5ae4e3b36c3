// Which folders of documents are found readable.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findReadable } from './readable-folders.ts';

function foldersIn(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-folders-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const at = (...parts: readonly string[]): string => join(root, ...parts);
  for (const path of ['project/docs/.drafts', 'project/.notes', 'project/sub/docs', 'shared/texts', 'elsewhere/docs'])
    mkdirSync(at(path), { recursive: true });
  symlinkSync(at('elsewhere/docs'), at('project/linked'));
  symlinkSync(at('project/docs'), at('elsewhere/back'));
  return at;
}

test('a folder of the project, of those that were named, and no other', async (t) => {
  const at = foldersIn(t);
  const places = { projects: [at('project')], folders: [at('shared')] };
  const found = (folder: string, project = at('project')) => findReadable(places, { folder, project });
  for (const [folder, really] of [
    ['project/docs', 'project/docs'],
    ['project', 'project'],
    ['shared', 'shared'],
    ['shared/texts', 'shared/texts'],
    ['elsewhere/back', 'project/docs'],
    ['project/docs/../sub/docs', 'project/sub/docs'],
    ['project/missing', 'project/missing'],
  ] as const)
    assert.deepEqual(await found(at(folder)), { folder: at(really) }, folder);
  assert.deepEqual(await found(at('project/sub/docs'), at('project/sub')), { folder: at('project/sub/docs') });
  for (const folder of [
    ...[
      'elsewhere',
      'elsewhere/docs',
      'project/linked',
      'project/linked/missing',
      'project/../elsewhere',
      'elsewhere/missing',
      'project2',
    ].map((path) => at(path)),
    ...[
      '/',
      '/etc',
      '/proc/self/cwd',
      at('project/docs').replace('/docs', '%2f..%2f..%2felsewhere'),
      at('project\0/docs'),
    ],
    ...['', '.', 'docs', '../elsewhere', '~', `file://${at('project/docs')}`, 'x'.repeat(5_000)],
    ...[at('project/docs/.drafts'), at('project/.notes'), at('project/.missing')],
  ])
    assert.match(String(((await found(folder)) as { refused?: string }).refused), /^(Expected|Hidden)/, folder);
  const [there, missing] = [await found(at('elsewhere/docs')), await found(at('elsewhere/nothing'))];
  assert.equal(JSON.stringify(there).replace('docs', ''), JSON.stringify(missing).replace('nothing', ''));
  assert.match(
    JSON.stringify(await found(at('elsewhere/docs'), at('elsewhere'))),
    /refused/,
    'a project of another process',
  );
});

test('what a person named at the start may lie elsewhere, as it was then', async (t) => {
  const at = foldersIn(t);
  const named = [at('elsewhere/docs'), at('project/linked'), at('project/.notes')];
  const isNamed = async (run: string, folder: string) => run === 'run_a' && named.includes(folder);
  const places = { projects: [at('project')], folders: [], isNamed };
  const found = (folder: string, run?: string) =>
    findReadable(places, { folder: at(folder), project: at('project'), ...(run !== undefined && { run }) });
  for (const folder of ['elsewhere/docs', 'project/.notes'])
    assert.deepEqual(await found(folder, 'run_a'), { folder: at(folder) });
  for (const [folder, run] of [
    ['elsewhere/docs', 'run_b'],
    ['elsewhere/docs', undefined],
    ['elsewhere', 'run_a'],
    ['project/linked', 'run_a'],
    ['project/.notes', 'run_b'],
  ] as const)
    assert.match(JSON.stringify(await found(folder, run)), /refused/, `${folder} ${run}`);
});
