// `signoff pm` at a terminal of 80 columns: what is typed in the interview, and what is pressed at the preview.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { atTerminalHere } from '../support/terminal-here.ts';
import { KEYS, type Step } from '../support/terminal-screen.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const { enter } = KEYS;
const ASKED = /Enter sends it[\s\S]*› $/;

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
});
