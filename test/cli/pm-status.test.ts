// `signoff pm status` where the architect has failed: the PM lives on, and says what holds it up and how to go on.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const SPEC = fileURLToPath(new URL('../systems/pm-spec.md', import.meta.url));

test('an architect that failed is shown by status, with the command that tries it again', async (t) => {
  const folder = newFolder(t);
  copyFileSync(SPEC, join(folder, 'spec.md'));
  const run = (args: readonly string[], provider: string, lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff'), input: lines.map((line) => `${line}\n`).join('') },
      env: { SIGNOFF_PROVIDER: provider, SIGNOFF_USER: 'user:ada' },
    });
  const made = await run(['pm', '--upload', 'spec.md'], 'command:false');
  assert.match(made.out, /On hold at "scope"/, made.out + made.err);
  const status = (await run(['pm', 'status'], 'offline')).out;
  assert.match(status, /state +WAITING[\s\S]*request +request-1[\s\S]*on hold +scope: "scope" failed after 3/);
  const { runs } = JSON.parse((await run(['pm', 'status', '--json'], 'offline')).out);
  const [hold] = runs[0].holds;
  assert.match(hold.command, new RegExp(`runs resolve ${hold.run} retry`));
  await run(['runs', 'resolve', hold.run, 'retry'], 'offline');
  const again = await run(['pm', '--resume'], 'offline', ['approve']);
  assert.match(again.out, /The architect approved the specification: 1 story/, again.out + again.err);
  assert.ok(existsSync(join(folder, 'magi-sdd/order-export/stories/S-001.md')));
  assert.deepEqual(JSON.parse((await run(['pm', 'status', '--json'], 'offline')).out).runs[0].holds, []);
});
