// docs/reference/guarantees.md: every line of the failure matrix is there, and the tests it names are there too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing, textOf } from './named-tests.ts';

const PAGE = 'docs/reference/guarantees.md';
const BREAKS = [
  'process killed at any instruction',
  'power lost after an answer',
  'worker dies holding a task',
  'worker answers late',
  'two people answer at once',
  'answer and timeout at the same moment',
  'signal before its wait',
  'duplicate request',
  'store restarted under load',
  'disk full',
  'clock jumps',
  'workflow edited while runs wait',
  'document edited outside',
  'model or action returns garbage, nothing, or 10 MB',
  'subflow deleted',
  'two versions of the server during a rolling deploy',
  'a signed document is changed',
  'someone answers who may not',
];

const rows = textOf(PAGE)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  .slice(1);

test('the page of guarantees has one line for each thing that breaks', () => {
  assert.deepEqual(
    rows.map(([breaks]) => breaks),
    BREAKS,
  );
  for (const row of rows) assert.equal(row.length, 4, row[0]);
});

test('the page of guarantees says what gates bind and what local mode cannot stop', () => {
  const text = textOf(PAGE);
  assert.match(text, /Gates bind people by the names they state/);
  assert.match(text, /a name is stated, not authenticated/);
  assert.match(text, /cannot stop a program of the same user/);
});

for (const [breaks = '', promised = '', , tests = ''] of rows) {
  test(`the tests named for "${breaks}" are there`, () => {
    assert.notEqual(promised, '');
    const named = tests.split('<br>').map((each) => /^`([^`]+)`: (.+)$/.exec(each) ?? assert.fail(each));
    assert.ok(named.length > 0);
    const wrong = named.map(([, path = '', name = '']) => missing({ path, name })).filter((each) => each !== null);
    assert.deepEqual(wrong, []);
  });
}
