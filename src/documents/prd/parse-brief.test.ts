// Reading feature briefs: sections, points, the spellings of scope, and what is missing.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { briefProblems, parseBrief } from './parse-brief.ts';

const WHOLE = `# Invoice *Payments*

## Status

Draft

## User Utterance

> Pay invoices by card

## Overview

Customers pay online.

## Goals

- Customers **pay** an invoice by [card](https://example.org/card).
- The bookkeeper sees what is paid

## Scope

### In Scope

- Card payment
- Reports:
  - daily
  - weekly

### Out of Scope

- Subscriptions.

## Success Criteria

1. 60 % are paid within 7 days
`;

test('a whole brief gives its title, sections and points', () => {
  const brief = parseBrief(WHOLE);
  assert.equal(brief.title, 'Invoice Payments');
  assert.equal(brief.sections.Overview, 'Customers pay online.');
  assert.deepEqual(brief.goals, ['Customers pay an invoice by card', 'The bookkeeper sees what is paid']);
  assert.deepEqual(brief.inScope, ['Card payment', 'Reports: daily', 'Reports: weekly']);
  assert.deepEqual(brief.outOfScope, ['Subscriptions']);
  assert.deepEqual(brief.successCriteria, ['60 % are paid within 7 days']);
  assert.deepEqual(briefProblems(WHOLE), []);
});

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['headings', '### In scope\n- Login\n### Out-of-scope:\n- Payment'],
  ['labels', 'In scope:\n- Login\n\nOut of scope:\n- Payment'],
  ['labels close to lists', 'In scope:\n- Login\nOut of scope:\n- Payment'],
  ['bold labels', '**In Scope:**\n\n- Login\n\n**Out of Scope:**\n\n- Payment'],
  ['bold labels without a colon inside', '**In scope**:\n- Login\n\n**Not included**:\n- Payment'],
  ['nested bullets', '- In scope:\n  - Login\n- Not in scope:\n  - Payment'],
  ['bullets with labels', '- In scope: Login\n- Out of scope: Payment'],
  ['included and excluded', '### Included\n\n* Login\n\n### Excluded\n\n* Payment'],
  ['non-goals', '- Login\n\n### Non-goals\n\n- Payment'],
  ['one line each', 'In scope: Login.\n\nOut of scope: Payment.'],
];

for (const [name, scope] of SPELLINGS) {
  test(`scope is read from ${name}`, () => {
    const { inScope, outOfScope } = parseBrief(`# T\n\n## Scope\n\n${scope}\n`);
    assert.deepEqual({ inScope, outOfScope }, { inScope: ['Login'], outOfScope: ['Payment'] });
  });
}

test('a heading or a sentence of other words opens no list: what it says is kept as it is', () => {
  const { goals, inScope, outOfScope } = parseBrief(
    '# T\n\n## Objectives\n\n- Money\n\n## Scope\n\n- Payment is out of scope\n\n### Later\n\n- Login\n',
  );
  assert.deepEqual([goals, inScope, outOfScope], [[], ['Payment is out of scope', 'Later: Login'], []]);
});

test('sections of their own for what is in and out of scope are read too', () => {
  const { inScope, outOfScope } = parseBrief('# T\n\n## In Scope\n\n- Login\n\n## Out of Scope\n\n- Payment\n');
  assert.deepEqual({ inScope, outOfScope }, { inScope: ['Login'], outOfScope: ['Payment'] });
});

test('sentences stand in for bullets, and "None" for nothing', () => {
  const brief = parseBrief('# T\n\n## Goals\n\nPeople log in. People log out.\n\n## Success Criteria\n\n- None\n');
  assert.deepEqual(brief.goals, ['People log in', 'People log out']);
  assert.deepEqual(brief.successCriteria, []);
});

test('headings in a fence are no sections', () => {
  const text = '# T\n\n## Overview\n\n```\n## Goals\n\n- no\n```\n';
  assert.deepEqual(parseBrief(text).goals, []);
  assert.ok(briefProblems(text).some((problem) => problem.includes('"## Goals"')));
});

test('every missing, empty or repeated part of a brief is named', () => {
  assert.equal(briefProblems('').length, 7);
  const text = WHOLE.replace('Draft', '').replace('## Goals', '## Aims');
  assert.deepEqual(briefProblems(`${text}\n## Scope\n\nmore\n`), [
    'Expected text in the section "## Status", found it empty.',
    'Expected a section "## Goals", found none.',
    'Expected one section "## Scope", found 2.',
  ]);
});

test('any text can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      assert.ok(Array.isArray(parseBrief(text).goals));
      assert.ok(briefProblems(text).length <= 14);
    }),
  );
});
