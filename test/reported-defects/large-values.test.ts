// A long message and an attached file in an interview that another process takes on.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

/** What the report did; each call of the program is an engine of its own, with nothing in memory. */
for (const [what, line] of [
  [
    'a message of 2,100 characters',
    `${'Members book a court for one hour with the desk. '.repeat(400).slice(0, 2100)}\n`,
  ],
  ['an attached file of 4 KB', '/attach notes.txt\nThese are my notes.\n'],
] as const)
  test(`sddpm3-D1: ${what} is read by the next process, and the interview goes on`, async (t) => {
    const cwd = newFolder(t);
    writeFileSync(join(cwd, 'notes.txt'), 'The desk may block a court while the grass is cut. '.repeat(80));
    const options = {
      cwd,
      home: join(cwd, '.signoff'),
      env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' },
    };
    const first = await signoffHere(['pm', 'Members book courts.'], { ...options, input: line });
    assert.equal(first.code, 3, first.out + first.err);
    for (const said of ['Only members.', 'One hour each.']) {
      const next = await signoffHere(['pm'], { ...options, input: `${said}\n` });
      assert.equal(next.code, 3, next.out + next.err);
      assert.doesNotMatch(next.out + next.err, /payloads needed|not loaded|ERROR|✗/);
    }
    const { runs } = JSON.parse((await signoffHere(['runs', 'list', '--json'], options)).out);
    assert.equal(runs.length, 1);
    const events = (await signoffHere(['runs', 'events', runs[0].run, '--json'], options)).out;
    assert.doesNotMatch(events, /TaskFailed/);
    assert.match(events, /One hour each/);
  });
