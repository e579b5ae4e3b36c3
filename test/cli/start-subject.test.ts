// The text that a run begins with: the name of a file or a few letters are refused, and the message says what to type.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { atTerminalHere } from '../support/terminal-here.ts';
import { KEYS } from '../support/terminal-screen.ts';

test('the name of a file in the place of a text is refused with the option that reads it', async () => {
  using made = folderOf({ 'package.json': '{}', 'brief.md': '# Walls\n\nMembers book a wall for one hour.\n' });
  const run = (args: readonly string[], input = '') =>
    signoffHere(args, { cwd: made.folder, home: join(made.folder, '.signoff'), input });
  const wanted = [
    ['sdd', 'signoff sdd --brief brief.md'],
    ['prd', 'signoff prd --from-brief brief.md'],
    ['pm', 'signoff pm --attach brief.md (a text file), or signoff pm --upload brief.md (a specification)'],
    ['research', 'signoff research --brief brief.md'],
  ] as const;
  for (const [system, fix] of wanted) {
    const { code, err } = await run([system, 'brief.md']);
    const said = `signoff: brief.md is a file. To begin with what it holds: ${fix}. Nothing was run.\n`;
    assert.deepEqual([code, err], [2, said]);
  }
  const typed = await atTerminalHere(
    ['sdd'],
    [
      [/What is to be designed\?/, `brief.md${KEYS.enter}`],
      [/brief\.md is a file\. To begin with/, KEYS.escape],
    ],
    { cwd: made.folder, home: join(made.folder, '.signoff') },
  );
  assert.equal(typed.code, 3);
  const there = await run(['sdd', '--brief', 'brief.md', '--json'], 'a\ny\n');
  assert.equal(there.code, 0, there.err);
});

test('a text that is too short for a design is refused in a sentence before anything is asked', async () => {
  using made = folderOf({ 'package.json': '{}' });
  const { code, out, err } = await signoffHere(['sdd', 'Walls'], { cwd: made.folder, home: made.folder, input: '\n' });
  assert.equal(code, 2);
  assert.match(err, /^signoff: Expected a brief of at least 10 characters, found 5\. Nothing was run\.$/m);
  assert.doesNotMatch(out, /schema|questions first/);
});
