<<<<<<< HEAD
// `signoff pm` in a real terminal of 80 columns: typing is the default, what was pasted is one message, and the block
// over the input is wiped when a message is sent.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { noTerminal, Terminal } from '../support/terminal.ts';
import { newFolder } from '../systems/prd-fixture.ts';

test('lines pasted together are one message, and Ctrl-C leaves the interview', { skip: noTerminal }, async (t) => {
  const folder = newFolder(t);
  const screen = { cwd: folder, home: join(folder, '.signoff'), columns: 80, rows: 40 };
  using terminal = new Terminal(['pm', 'A rota that nurses can change on their phone'], screen);
  await terminal.sees(/Checklist {2}1 of 9[\s\S]*\/help\s+› /);
  terminal.types('Nurses on the ward.\rTheir managers read it.\r');
  await terminal.sees(/you\s+Nurses on the ward\.\s+Their managers read it\.[\s\S]*› /);
  terminal.types('\u0003');
  assert.equal(await terminal.exitCode(), 3);
  const { out } = await signoffHere(['pm', 'status', '--json'], screen);
  assert.equal(JSON.parse(out).runs[0].state, 'INTERVIEWING');
=======
// `signoff pm` at a terminal of 80 columns: what is typed in the interview, and what is pressed at the preview.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { atTerminalHere } from '../support/terminal-here.ts';
import { KEYS, type Step } from '../support/terminal-screen.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const { enter } = KEYS;
const ASKED = /Enter sends it[^]*› $/;

function place(t: TestContext) {
  const cwd = newFolder(t);
  return (args: readonly string[], steps: readonly Step[]) =>
    atTerminalHere(args, steps, { cwd, home: join(cwd, '.signoff') });
}

test('what is typed stands on the screen once, however often something was asked before', async (t) => {
  const at = place(t);
  const played = await at(
    ['pm', 'A rota for nurses'],
    [
      [ASKED, `Nurses swap shifts.${enter}`],
      [ASKED, `/help${enter}`],
      [ASKED, `The head nurse sees all.${enter}`],
      [ASKED, `/quit${enter}`],
    ],
  );
  assert.equal(played.code, 3);
  assert.ok(played.out.includes(' › The head nurse sees all.'), played.out);
  assert.ok(played.out.includes(' › /quit\n'), played.out);
>>>>>>> newcomer
});
