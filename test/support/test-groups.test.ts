// The files of the suite share processes; none may be left out of it, or be run without a word when it holds no test.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
// @ts-expect-error Scripts are plain JavaScript: they run before anything is installed.
import { groupsOf } from '../../scripts/test-groups.mjs';
import { root } from './run-signoff.ts';

test('every file is in one group, neighbours together, up to the seconds of a group', () => {
  const files = ['b/3', 'a/1', 'a/2', 'b/4', 'c/long', 'd/apart'];
  const seconds: Record<string, number> = { 'c/long': 60, 'b/4': 15 };
  const groups = groupsOf(
    files,
    (file: string) => seconds[file] ?? 3,
    (file: string) => file === 'd/apart',
  );
  assert.deepEqual(groups, [['c/long'], ['b/4'], ['a/1', 'a/2', 'b/3'], ['d/apart']]);
});

test('a group reports each of its files, and one without a test as a failure', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-groups-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const good = file('good.mjs', "import { test } from 'node:test'; test('one', () => {}); test('two', () => {});");
  const bad = file('bad.mjs', "import { test } from 'node:test'; test('three', () => { throw new Error('wrong'); });");
  const empty = file('empty.mjs', '');
  const runner = file(
    'runner.mjs',
    `import { run } from 'node:test';
     import { writeEntries } from '${root}/scripts/test-groups.mjs';
     import { report } from '${root}/scripts/test-report.mjs';
     const { entries, shared, remove } = writeEntries([${JSON.stringify([good, bad, empty])}]);
     const { passed, failed } = await report(run({ files: entries }), process.stdout, shared);
     remove();
     console.log(passed, 'passed', failed, 'failed');`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const text = spawnSync(process.execPath, [runner], { encoding: 'utf8', env }).stdout;
  assert.match(text, /\n2 passed 2 failed\n$/);
  assert.match(text, /ok {5}.*good\.mjs \(2 tests/);
  assert.match(text, /FAILED .*bad\.mjs \(1 test, 1 failed/);
  assert.match(text, /FAILED .*empty\.mjs\n.*Expected tests in this file, found none\./);
});
