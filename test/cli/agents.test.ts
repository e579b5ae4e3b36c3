// What is wrong with the configuration of agents is reported before anything begins.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';

test('A provider that does not exist ends the program at once, and the doctor finds it', async () => {
  const env = { SIGNOFF_PROVIDER: 'nonsense' };
  const work = await signoffHere(['work'], { env });
  assert.equal(work.code, 2);
  assert.match(work.err, /^signoff: Expected SIGNOFF_PROVIDER to be anthropic, openai, .* found "nonsense"/m);
  const doctor = await signoffHere(['doctor'], { env });
  assert.equal(doctor.code, 1);
  assert.match(doctor.out, /^bad +provider +Expected SIGNOFF_PROVIDER/m);
});

test('A signoff.config.json in another form is refused with the field', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-config-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const [text, said] of [
    ['{"provider": 5}', /found provider: /],
    ['{"provider"', /Expected JSON in signoff\.config\.json/],
    ['{"providers": {"anthropic": {"concurrency": 0}}}', /providers\.anthropic\.concurrency/],
  ] as const) {
    writeFileSync(join(folder, 'signoff.config.json'), text);
    const { code, err } = await signoffHere(['work'], { cwd: folder });
    assert.equal(code, 2, err);
    assert.match(err, said);
  }
});
