// `signoff spec check` and `signoff spec diff` over the files of a project.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { validate } from '../../src/runtime/validate.ts';
import { SPEC_ENTRIES, SPEC_OPERATIONS } from '../../src/systems/pm/spec-operations.ts';
import { calledWith } from '../support/called-with.ts';
import { newFolder } from './prd-fixture.ts';

const PM: SystemEntry = {
  ...{ name: 'pm', summary: 'specifications', hasCommand: false, operations: SPEC_ENTRIES },
  load: async () => ({
    ...{ name: 'pm', title: 'Specification', summary: 'specifications', diagram: new URL('file:///none.mmd') },
    operations: SPEC_OPERATIONS,
  }),
};
const VALID = readFileSync(new URL('../documents/specs/01-as-it-should-be.md', import.meta.url), 'utf8');

function project(t: TestContext, files: { readonly [file: string]: string }) {
  const folder = newFolder(t);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return (...args: readonly string[]) => calledWith([PM], ['spec', ...args, '--project', folder]);
}

function assertFits(operation: number, output: string): JsonObject {
  const result = JSON.parse(output) as JsonObject;
  assert.deepEqual(validate(SPEC_OPERATIONS[operation]?.output as JsonObject, result), []);
  return result;
}

test('a valid specification passes with exit code 0, by path or by feature', async (t) => {
  const spec = project(t, { 'docs/booking.md': VALID, 'magi-sdd/court-booking/spec.md': VALID });
  for (const name of ['docs/booking.md', 'court-booking']) {
    const { code, out, err } = await spec('check', name);
    assert.deepEqual([code, out, err], [0, 'passed\n', '']);
  }
});

test('problems are shown with their place and fix, and the exit code is 1', async (t) => {
  const broken = VALID.replace('### R-002', '### R-2').replace('**Dependencies:** []', '**Dependencies:** [R-009]');
  const spec = project(t, { 'a.md': broken.replace('for 60 minutes', 'quickly') });
  const { code, out } = await spec('check', 'a.md', '--json');
  assert.equal(code, 1);
  const lines = (await SPEC_OPERATIONS[0]?.show(JSON.parse(out), 80)) ?? [];
  assert.equal(
    lines.join('\n'),
    `a.md:30:20 check 6: Expected R-001 to depend on ids of this file, found "R-009".
  Add the requirement R-009, or remove it from the dependencies.
a.md:32:71 warning, ambiguous: R-001: Expected a time that can be measured,
  found "quickly", which every reader takes differently. Say the figure, the
  list or the condition that is meant.
a.md:39:5 check 3: Expected an id of R, a hyphen and three digits, found "R-2".
  Write ### R-002: TITLE.

2 errors, 1 warning`,
  );
  assert.match((await spec('check', 'a.md')).out, /\n2 errors, 1 warning\n$/);
});

test('as JSON it gives passed, blocking, warnings and findings; lenient, ours only warn', async (t) => {
  const spec = project(t, { 'a.md': VALID.replace('priority: must', 'priority: soon') });
  const strict = await spec('check', 'a.md', '--json');
  assert.equal(strict.code, 1);
  const { passed, blocking, warnings, findings } = assertFits(0, strict.out);
  assert.deepEqual([passed, (blocking as []).length, warnings, findings], [false, 1, [], []]);
  const lenient = await spec('check', 'a.md', '--lenient');
  assert.equal(lenient.code, 0);
  assert.match(lenient.out, /warning, check 5:.*\n.*\n\npassed, 0 errors, 1 warning\n$/);
});

test('a file that is not there or not in the project is refused by name', async (t) => {
  const spec = project(t, { 'a.md': VALID });
  const missing = await spec('check', 'b.md');
  assert.match(missing.err, /There is no file b\.md in .* Nothing was changed\./);
  const outside = await spec('check', '../b.md');
  assert.match(outside.err, /Expected a file inside the project .*--project/);
  assert.deepEqual(
    [missing.code, outside.code].every((code) => code !== 0),
    true,
  );
});

const SECOND = VALID.replace('version: 1.0', 'version: 2.0')
  .replace('- Payments', '- Payments\n- Tournaments')
  .replace('### R-002: Cancel a booking', '### R-003: Show the calendar')
  .replace('for 60 minutes.', 'for 90 minutes.');

test('two versions are compared by requirement, scope and line', async (t) => {
  const folder = 'magi-sdd/court-booking';
  const spec = project(t, { [`${folder}/spec/v1.md`]: VALID, [`${folder}/spec/v2.md`]: SECOND });
  const { code, out } = await spec('diff', 'court-booking');
  assert.equal(code, 0);
  assert.equal(
    out.split('\n\n')[0],
    `${folder}/spec/v1.md -> ${folder}/spec/v2.md
  version: 1.0 -> 2.0
  out of scope, added: Tournaments
  R-003 added: Show the calendar
  R-001 changed (description): Book a free court
  R-002 removed: Cancel a booking`,
  );
  assert.match(out, /\n- version: 1\.0\n\+ version: 2\.0\n/);
  assertFits(1, (await spec('diff', 'court-booking', '--from', '2', '--to', '1', '--json')).out);
  assert.match((await spec('diff', 'court-booking', '--from', '1', '--to', '1')).out, /no difference/);
  assert.match((await spec('diff', 'court-booking', '--to', '7')).err, /version 7 in .*found only v1, v2/);
});

test('two files are compared, and one alone is refused', async (t) => {
  const spec = project(t, { 'a.md': VALID, 'b.md': SECOND });
  assert.match((await spec('diff', 'a.md', '--with', 'b.md')).out, /R-003 added/);
  assert.match((await spec('diff', 'a.md')).err, /a file and --with another one/);
});
