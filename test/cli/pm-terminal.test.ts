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
});
