// What docs/reference/spec-format.md says of the checks: its example passes, each row of its table breaks one check.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSpec } from '../../src/documents/spec/check-spec.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { findInSpec } from '../../src/language/lint/find-in-spec.ts';

const PAGE = readFileSync(new URL('../../docs/reference/spec-format.md', import.meta.url), 'utf8');
const EXAMPLE = /```markdown\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '';
const ROWS = [...PAGE.matchAll(/^\| ([1-7]) \|.*?\| `([^|]*)` \| `([^|]*)` \| (.*) \|$/gm)];

test('the example passes without a warning and reads back as it is written', () => {
  assert.deepEqual(checkSpec(EXAMPLE), { passed: true, blocking: [], warnings: [] });
  assert.deepEqual(findInSpec(EXAMPLE), []);
  assert.equal(readSpec(EXAMPLE).requirements.length, 2);
});

test('each check has a row', () => {
  assert.deepEqual([...new Set(ROWS.map(([, check]) => check))], ['1', '2', '3', '4', '5', '6', '7']);
});

for (const [, check, from = '', to = '', message] of ROWS)
  test(`check ${check}: "${to}" in the place of "${from}" is the error that the page shows`, () => {
    assert.ok(EXAMPLE.includes(from));
    const { blocking } = checkSpec(EXAMPLE.replace(from, to));
    assert.deepEqual(
      blocking.map((each) => [String(each.check), each.message]),
      [[check, message]],
    );
  });
