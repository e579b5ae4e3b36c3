// Each of the seven checks alone breaks a specification that is otherwise valid, and is the only error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSpec } from './check-spec.ts';
import { readSpec } from './read-spec.ts';
import type { SpecCheck } from './spec.ts';

const VALID = `---
version: 1.0
priority: must
created: 2026-03-02
---

# Feature: Court booking

## Vision

Members book courts by themselves.

## Scope

### In Scope

- Booking a court

### Out of Scope

- Payments

## Requirements

### R-001: Book a court

**Type:** functional
**Priority:** must
**Dependencies:** []

**Description:** The club system shall let a member book a free court.

**Acceptance Criteria:**

- [ ] Given a free court, when a member books it, then the calendar shows the member's name.

### R-002: Cancel a booking

**Dependencies:** [R-001]
**Source:** REQ-007

**Description:** The club system shall let a member cancel a booking.

**Acceptance Criteria:**

- [ ] Given a booking, when its member cancels it, then the court is free.
`;
const R2 = VALID.indexOf('### R-002');
const inSecond = (from: string, to: string): string => VALID.slice(0, R2) + changed(VALID.slice(R2), from, to);

function changed(text: string, from: string, to: string): string {
  assert.ok(text.includes(from), from);
  return text.replace(from, to);
}

const valid = (from: string, to: string): string => changed(VALID, from, to);
const front = VALID.slice(0, VALID.indexOf('# Feature'));

test('a valid specification passes, strict or not', () => {
  for (const strict of [true, false])
    assert.deepEqual(checkSpec(VALID, { strict }), { passed: true, blocking: [], warnings: [] });
});

/** What breaks it, the broken text, check, line and column, words of the message, words of the fix. */
const BROKEN: readonly (readonly [string, string, SpecCheck, string, RegExp, RegExp])[] = [
  [
    'no front matter',
    VALID.slice(front.length),
    1,
    '1:1',
    /front matter.*"# Feature: Court booking"/,
    /Begin the file/,
  ],
  ['front matter that nobody closed', valid('03-02\n---\n', '03-02\n'), 1, '1:1', /end with ---/, /before line 5/],
  ['no colon', valid('version: 1.0', 'version 1.0'), 1, '2:1', /"key: value", found "version 1.0"/, /key: value/],
  ['no space behind a colon', valid('version: 1.0', 'version:1.0'), 1, '2:1', /"version:1.0"/, /space after the colon/],
  ['a quote that nobody closed', valid('1.0', '"1.0'), 1, '2:10', /closing "/, /End the value/],
  ['a second colon', valid('created: 2026-03-02', 'owner: a: b'), 1, '4:8', /second colon/, /quotes/],
  ['a key twice', valid('created: 2026-03-02', 'version: 2.0'), 1, '4:1', /"version" on line 2/, /Remove one/],
  ['a tab before a key', valid('version: 1.0', '\tversion: 1.0'), 1, '2:1', /found "\tversion/, /tab/],
  ['no version', valid('version: 1.0\n', ''), 1, '1:1', /"version".*found none/, /version: 1.0/],
  ['an empty version', valid('version: 1.0', 'version:'), 1, '2:9', /"version".*nothing behind it/, /version: 1.0/],
  ['no priority', valid('priority: must\n', ''), 1, '1:1', /"priority".*found none/, /priority: must/],
  ['no title', valid('# Feature: Court booking\n\n', ''), 2, '7:1', /# Feature: TITLE", found none/, /# Feature:/],
  ['another title', valid('# Feature: Court', '# Court'), 2, '7:1', /found "# Court booking"/, /# Feature:/],
  ['an empty title', valid(': Court booking', ':'), 2, '7:1', /no words behind it/, /# Feature:/],
  ['no Vision', valid('## Vision\n\nMembers book courts by themselves.\n\n', ''), 2, '9:1', /"## Vision"/, /line 9/],
  [
    'an empty Vision',
    valid('Members book courts by themselves.\n', ''),
    2,
    '9:1',
    /under ## Vision, found nothing/,
    /Say/,
  ],
  [
    'no Scope',
    valid(VALID.slice(VALID.indexOf('## Scope'), VALID.indexOf('## Req')), ''),
    2,
    '13:1',
    /"## Scope"/,
    /13/,
  ],
  ['no heading Scope', valid('## Scope\n\n', ''), 2, '13:1', /"## Scope"/, /before line 13/],
  ['no heading Requirements', valid('## Requirements\n\n', ''), 2, '23:1', /"## Requirements"/, /before line 23/],
  ['no Requirements', VALID.slice(0, VALID.indexOf('## Req')), 2, '21:1', /"## Requirements"/, /at the end/],
  ['no requirement at all', VALID.slice(0, VALID.indexOf('### R-001')), 2, '23:1', /requirements.*none/, /R-001/],
  [
    'an id twice',
    valid('### R-002', '### R-001').replace('[R-001]', '[]'),
    3,
    '37:5',
    /line 25 and on line 37/,
    /R-002/,
  ],
  ['an id of two digits', valid('### R-002', '### R-02'), 3, '37:5', /three digits, found "R-02"/, /R-002/],
  ['an id in lower case', valid('### R-001', '### r-001'), 3, '25:5', /found "r-001"/, /### R-001/],
  ['an id of the PRD', valid('### R-001', '### REQ-001'), 3, '25:5', /found "REQ-001"/, /### R-001/],
  ['an id with a letter', valid('### R-002', '### R-002a'), 3, '37:5', /found "R-002a"/, /### R-002/],
  ['no id', valid('### R-002: ', '### '), 3, '37:5', /found none in "Cancel a booking"/, /### R-002/],
  [
    'no criterion',
    inSecond('- [ ] Given', 'Given').replace(/Given a booking.*\n/, ''),
    4,
    '44:1',
    /R-002, found none/,
    /- \[ \]/,
  ],
  [
    'an empty box',
    inSecond('- [ ] Given a booking, when its member cancels it, then the court is free.', '- [ ]'),
    4,
    '44:1',
    /R-002/,
    /- \[ \]/,
  ],
  [
    'no label and no criterion',
    VALID.slice(0, VALID.lastIndexOf('**Acceptance')),
    4,
    '37:5',
    /R-002, found none/,
    /R-002/,
  ],
  [
    'a wrong priority of the file',
    valid('priority: must', 'priority: high'),
    5,
    '3:11',
    /front matter.*"high"/,
    /must/,
  ],
  [
    'a wrong priority of a requirement',
    valid('**Priority:** must', "**Priority:** won't"),
    5,
    '28:15',
    /R-001.*"won't"/,
    /must/,
  ],
  ['an unknown dependency', valid('[R-001]', '[R-001, R-009]'), 6, '39:27', /R-002 .*"R-009"/, /R-009/],
  ['a dependency on an id of the PRD', valid('[R-001]', '[REQ-007]'), 6, '39:20', /"REQ-007"/, /REQ-007/],
  ['a dependency of two digits', valid('[R-001]', '[R-01]'), 6, '39:20', /"R-01"/, /Write R-001/],
  ['a dependency on itself', valid('[R-001]', '[R-002]'), 6, '39:20', /itself, found R-002 -> R-002\./, /Remove R-002/],
  ['a cycle', valid('[]', '[R-002]'), 6, '29:20', /cycle, found R-001 -> R-002 -> R-001\./, /Remove one/],
  ['an empty In Scope', valid('- Booking a court\n\n', ''), 7, '15:1', /In Scope, found nothing/, /- \.\.\./],
  ['an In Scope to be decided', valid('- Booking a court', '- TBD'), 7, '15:1', /In Scope, found nothing/, /- \.\.\./],
  ['no In Scope', valid('### In Scope\n\n- Booking a court\n\n', ''), 7, '13:1', /no such heading/, /### In Scope/],
];

for (const [name, text, check, place, message, fix] of BROKEN)
  test(`${name} breaks check ${check} and nothing else`, () => {
    const { passed, blocking, warnings } = checkSpec(text);
    const found = blocking.map((each) => `check ${each.check} at ${each.line}:${each.column}`);
    assert.deepEqual(found, [`check ${check} at ${place}`], JSON.stringify(blocking));
    assert.match(blocking[0]?.message ?? '', message);
    assert.match(blocking[0]?.fix ?? '', fix);
    assert.deepEqual([passed, warnings], [false, []]);
  });

test('where it is not strict, checks 5 and 7 and the title warn, and the others block', () => {
  for (const [name, text, check] of BROKEN) {
    const { passed, blocking, warnings } = checkSpec(text, { strict: false });
    const isOurs = check === 5 || check === 7 || / title$/.test(name);
    assert.equal(passed, isOurs, name);
    assert.deepEqual([blocking.length, warnings.length], isOurs ? [0, 1] : [1, 0], name);
  }
});

test('all faults are told at once, in the order of the lines', () => {
  const text = valid('version: 1.0\n', '')
    .replace('priority: must', 'priority: soon')
    .replace('### R-002', '### R-2')
    .replace('[]', '[R-001]')
    .replace('- Booking a court', '');
  assert.deepEqual(
    checkSpec(text).blocking.map(({ check, line }) => [check, line]),
    [
      [1, 1],
      [5, 2],
      [7, 14],
      [6, 28],
      [3, 36],
    ],
  );
});

test('who depends on a malformed id, however it is written there, is no second error', () => {
  for (const written of ['R-1', 'R-001', 'r-1'])
    assert.deepEqual(
      checkSpec(valid('### R-001', '### R-1').replace('[R-001]', `[${written}]`)).blocking.map(({ check }) => check),
      written === 'r-1' ? [3, 6] : [3],
      written,
    );
});

test('every dependency that closes a cycle is told, each with its cycle from the requirement that stands first', () => {
  const requirement = (id: string, needs: string): string =>
    `### ${id}: Title of ${id}\n\n**Dependencies:** [${needs}]\n\n**Acceptance Criteria:**\n- [ ] It is seen.\n\n`;
  const text =
    VALID.slice(0, VALID.indexOf('### R-001')) +
    requirement('R-004', 'R-002') +
    requirement('R-002', 'R-003') +
    requirement('R-003', 'R-004, R-002');
  const found = checkSpec(text).blocking.map(({ message }) => message.replace(/^.*found /, ''));
  assert.deepEqual(found, ['R-004 -> R-002 -> R-003 -> R-004.', 'R-002 -> R-003 -> R-002.']);
});

test('a specification inside one code fence is one fault, and is read', () => {
  for (const fenced of [`\`\`\`markdown\n${VALID}\`\`\`\n`, `~~~\n${VALID}~~~`, `\n\`\`\`\n${VALID}\n\`\`\`\n\n`]) {
    const { blocking } = checkSpec(fenced);
    assert.deepEqual(
      blocking.map(({ check, column }) => [check, column]),
      [[1, 1]],
    );
    assert.match(blocking[0]?.message ?? '', /code fence/);
    assert.equal(blocking[0]?.line, fenced.startsWith('\n') ? 2 : 1);
    const { title, requirements } = readSpec(fenced);
    assert.equal(title, 'Court booking');
    assert.deepEqual(
      requirements.map(({ id, criteria }) => [id, criteria.length]),
      [
        ['R-001', 1],
        ['R-002', 1],
      ],
    );
  }
});

test('a fault inside a fenced specification is told at its line in the file', () => {
  const fenced = `\`\`\`\n${VALID.replace('- Booking a court\n', '')}\`\`\`\n`;
  assert.deepEqual(
    checkSpec(fenced).blocking.map(({ check }) => check),
    [1, 7],
  );
});

test('criteria that a tab moves in below a blank line are criteria', () => {
  const tabbed = VALID.replaceAll('- [ ] Given', '\t- [ ] Given');
  assert.deepEqual(checkSpec(tabbed).blocking, []);
  assert.deepEqual(
    readSpec(tabbed).requirements.map(({ criteria }) => criteria),
    readSpec(VALID).requirements.map(({ criteria }) => criteria),
  );
});

test('code below a blank line stays code', () => {
  const code = VALID.replace(
    '- [ ] Given a booking, when its member cancels it, then the court is free.',
    '\tcancel()',
  );
  assert.deepEqual(
    checkSpec(code).blocking.map(({ check }) => check),
    [4],
  );
});

test('names for parts of the criteria belong to no criterion and end none', () => {
  const parts = VALID.replace(
    '- [ ] Given a booking, when its member cancels it, then the court is free.',
    [
      '**Happy path:**',
      '- [ ] One.',
      '- [ ] Two.',
      '**Errors:**',
      '',
      '- [ ] Three.',
      '',
      '**Notes:** no criterion.',
    ].join('\n'),
  );
  assert.deepEqual(checkSpec(parts).blocking, []);
  assert.deepEqual(readSpec(parts).requirements[1]?.criteria, ['One.', 'Two.', 'Three.']);
});

test('of requirements that all depend on all, as many cycles are told as somebody can mend at once', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `R-${String(at + 1).padStart(3, '0')}`);
  const items = ids.map(
    (id) => `### ${id}: T\n\n**Dependencies:** [${ids.join(', ')}]\n\n**Acceptance Criteria:**\n\n- [ ] c\n`,
  );
  const text = `${VALID.slice(0, VALID.indexOf('### R-001'))}${items.join('\n')}`;
  const { blocking } = checkSpec(text);
  assert.equal(blocking.length, 50);
  assert.ok(blocking.every(({ check }) => check === 6));
});
