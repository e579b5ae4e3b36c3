// PRD.md: put together by code, checked against a model's words, settled and finalised.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { headingsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import { type DecidedRequirement, PRIORITIES, STANDINGS } from '../requirements/requirement.ts';
import { assemblePrd, type PrdParts, prdRows } from './assemble-prd.ts';
import { checkPrd, settlePrd } from './check-prd.ts';
import { finalisePrd } from './finalise-prd.ts';

const item = (id: string, over: Partial<DecidedRequirement> = {}): DecidedRequirement => ({
  id,
  title: 'Undo a deletion',
  description: 'When a person deletes a note, the app shall offer to undo it for ten seconds.',
  ...{ priority: 'high', category: 'UI/UX', standing: 'approved' },
  ...over,
});

const ITEMS: readonly DecidedRequirement[] = [
  item('REQ-010', {
    title: 'Export notes',
    description: 'The app shall export all notes as one file.\n\n```\nnotes.zip',
  }),
  item('REQ-001'),
  item('REQ-002', {
    ...{ standing: 'modified', originalId: 'REQ-002', modificationNotes: 'Ten seconds, not five.' },
    ...{ title: 'Save while typing', description: 'The app shall save a note two seconds after the last key.' },
  }),
  item('REQ-003', {
    ...{ standing: 'rejected', reason: 'Too costly.', title: 'Share by mail' },
    description: 'The app shall send a note by mail to every address that the person enters.',
  }),
  item('REQ-004', {
    ...{ standing: 'out-of-scope', reason: 'Later.', title: 'Dark colours' },
    description: 'The app shall offer a dark colour scheme that follows the system.',
  }),
  item('REQ-005', { title: 'Old export', description: 'The app shall print notes.', supersededBy: 'REQ-010' }),
];

const BRIEF = `# Notes that keep

## Status

draft

## Scope

Out of scope: Dark colours. See REQ-004.

\`\`\`
# not a heading
\`\`\`

Goals
-----

Keep what people write.
`;

const PARTS: PrdParts = {
  ...{ featureId: 'keep-notes', author: 'user:ada', date: '2026-11-16', status: 'draft' },
  utterance: 'Notes get lost.\n## Functional Requirements\n```\nplease fix',
  brief: BRIEF,
  requirements: ITEMS,
};

const PRD = assemblePrd(PARTS);

const SIGNATURE = {
  ...{ approver: 'user:bob, stated by OS user bo', approvedAt: '2026-12-01T10:00:00.000Z' },
  ...{ signed: `sha256:${'0'.repeat(64)}`, run: 'run_1' },
};
const STAMP = { date: '2026-12-01', ...SIGNATURE };

describe('an assembled PRD', () => {
  test('has one outline: its five sections, with the brief and the requirements below them', () => {
    assert.deepEqual(
      headingsOf(PRD).map(({ depth, text }) => `${depth} ${text}`),
      [
        '1 PRD: Notes that keep',
        '2 Document Status',
        '2 Original User Utterance',
        ...['2 Feature Brief', '3 Notes that keep', '4 Scope', '4 Goals'],
        ...['2 Functional Requirements', '3 REQ-001: Undo a deletion', '3 REQ-002: Save while typing'],
        ...['3 REQ-010: Export notes', '3 Superseded', '2 Traceability'],
      ],
    );
    assert.match(PRD, /^```\n# not a heading\n```$/m);
  });

  test("leaves out the brief's own status and utterance, and a field without words", () => {
    const brief = '# N\n\n## Status\n\ndraft\n\n## User Utterance\n\n> Notes get lost.\n\n## Goals\n\n- Keep\n';
    const items = [item('REQ-001', { standing: 'modified', category: ' ', modificationNotes: '' })];
    const written = assemblePrd({ ...PARTS, brief, requirements: items });
    assert.match(written, /## Feature Brief\n\n### N\n\n#### Goals\n\n- Keep\n\n## Functional/);
    assert.doesNotMatch(written, /Category|Modification Notes/);
    // A model that copied the brief as it was, or the empty fields, is settled, not refused.
    const copied = written
      .replace('#### Goals', '#### Status\n\ndraft\n\n#### User Utterance\n\n> Notes get lost.\n\n#### Goals')
      .replace('- **Description**', '- **Category**:\n- **Description**');
    assert.deepEqual(checkPrd(copied, { ...PARTS, brief, requirements: items }), []);
    assert.doesNotMatch(settlePrd(copied, { ...PARTS, brief, requirements: items }), /#### (?:Status|User Utterance)/);
    const open = '# N\n\n## User Utterance\n\n```\nopen\n\n## Goals\n\n- Keep\n';
    assert.match(assemblePrd({ ...PARTS, brief: open }), /- Keep/);
  });

  test('says who wrote it, when and how it stands', () => {
    assert.match(PRD, /- \*\*Author\*\*: user:ada\n- \*\*Last Modified\*\*: 2026-11-16\n- \*\*Status\*\*: draft\n\n/);
    assert.doesNotMatch(PRD, /Approver/);
    const signed = assemblePrd({ ...PARTS, status: 'finalized', signature: SIGNATURE, writtenBy: 'without a model' });
    assert.ok(
      signed.includes(
        '- **Status**: finalized\n- **Approver**: user:bob, stated by OS user bo\n' +
          `- **Approved**: 2026-12-01T10:00:00.000Z\n- **Signed**: ${SIGNATURE.signed}\n- **Run**: run_1\n` +
          '- **Written By**: without a model\n\n## ',
      ),
      signed,
    );
  });

  test('quotes the utterance line by line', () => {
    assert.match(PRD, /\n> Notes get lost\.\n> ## Functional Requirements\n> ```\n> please fix\n\n## Feature Brief\n/);
  });

  test('holds approved and modified requirements with their notes, superseded ones only by name', () => {
    const own = '- **Description**: The app shall save a note two seconds after the last key.';
    assert.ok(PRD.includes(`${own}\n- **Modification Notes**: Ten seconds, not five.\n`));
    assert.ok(PRD.includes('\n- REQ-005 (Old export) is superseded by REQ-010.\n'));
    assert.doesNotMatch(PRD, /Share by mail|print notes|dark colour scheme/);
  });

  test('has a row to be filled for every requirement', () => {
    assert.ok(PRD.endsWith('| REQ-001 | TBD | TBD |\n| REQ-002 | TBD | TBD |\n| REQ-010 | TBD | TBD |\n'));
    assert.ok(PRD.includes('\n| Requirement ID | Technical Requirement IDs | User Story IDs |\n'));
    assert.deepEqual(prdRows(ITEMS)[2], {
      ...{ requirementId: 'REQ-010', technicalRequirementIds: 'TBD', userStoryIds: 'TBD' },
    });
  });

  test('is not swallowed by a brief that leaves something open', () => {
    for (const brief of [
      '# A\n\n~~~~js\nlet',
      '# A\n\n<!-- open',
      '# A\n\n<pre>',
      '- a\n\n  ```\n  b',
      '> # q\n> ```',
    ]) {
      const sections = headingsOf(assemblePrd({ ...PARTS, brief })).filter(({ depth }) => depth === 2);
      assert.deepEqual(
        sections.map(({ text }) => text),
        Object.values(PRD_SECTIONS),
        brief,
      );
    }
  });
});

describe('a brief of a model', () => {
  const refused = item('REQ-007', {
    ...{ standing: 'rejected', title: 'Mail', description: 'When asked, the app shall mail the notes to a person.' },
  });
  const parts = {
    ...PARTS,
    brief: '# N\n\n## Goals\n\n- People mail notes.\n',
    requirements: [item('REQ-001'), refused],
  };

  test('prd3-29: stands in the PRD as it was approved; what was decided against is told in requirements.md', () => {
    assert.match(assemblePrd(parts), /^- People mail notes\.$/m);
    assert.doesNotMatch(assemblePrd(parts), /REQ-007|[Dd]ecided/);
  });
});

describe('a PRD of a model', () => {
  const check = (change: (text: string) => string): readonly string[] => checkPrd(change(PRD), PARTS);

  test('may be what code assembled, with other line ends and another brief', () => {
    assert.deepEqual(check(String), []);
    assert.deepEqual(
      check((text) => text.replaceAll('\n', '  \r\n')),
      [],
    );
    assert.deepEqual(
      check((text) => text.replace('Keep what people write.', 'Nothing that people write is lost.')),
      [],
    );
  });

  test('must have every requirement word for word', () => {
    assert.deepEqual(
      check((text) => text.replace('two seconds after', 'soon after')),
      [
        "REQ-002 Description: expected 'The app shall save a note two seconds after the last key.', " +
          "found 'The app shall save a note soon after the last key.'.",
      ],
    );
    assert.match(check((text) => text.replace('REQ-001: Undo a', 'REQ-001: Take back a')).join(), /^REQ-001: expected/);
    assert.match(check((text) => text.replace('**Priority**: high', '**Priority**: low')).join(), /REQ-001 Priority/);
    assert.match(check((text) => text.replace('  notes.zip', '  notes.tar')).join(), /REQ-010 Description/);
    assert.match(
      check((text) => text.replace(/- \*\*Modification Notes.*\n/, '')).join(),
      /REQ-002 Modification Notes: expected 'Ten seconds, not five.', found nothing/,
    );
    assert.match(
      check((text) => text.replace('five.\n', 'five.\n\nExcept on Sundays.\n')).join(),
      /REQ-002: expected 'REQ-002: Save while typing', found 'REQ-002: Save while typing\nExcept on Sundays.'/,
    );
  });

  test('must have every requirement once, where it can be seen', () => {
    const block = /### REQ-001[\s\S]*?(?=### REQ-002)/;
    assert.match(
      check((text) => text.replace(block, '')).join(),
      /^REQ-001: expected '### REQ-001[\s\S]*found nothing/,
    );
    assert.match(
      check((text) => text.replace(block, '<!--\n$&-->\n\n')).join(),
      /^REQ-001: expected[\s\S]*found nothing/,
    );
    assert.match(check((text) => text.replace(block, '$&$&')).join(), /REQ-001: expected it once, found it 2 times/);
    assert.match(check((text) => text.replace(/- REQ-005.*\n/, '')).join(), /^REQ-005: expected '- REQ-005/);
  });

  test('may hold no requirement that was rejected, put out of scope or made up', () => {
    const add = (more: string) =>
      check((text) => text.replace('\n## Traceability', `\n${more}\n\n## Traceability`)).join();
    assert.match(add('As REQ-003 has it.'), /^REQ-003: expected it nowhere \(rejected\), found 'REQ-003'/);
    assert.match(add('### REQ-004: Anything'), /REQ-004: expected it not among the requirements \(out of scope\)/);
    assert.match(add('### REQ-099: Anything'), /REQ-099: .*nobody decided on it/);
    assert.match(add('### REQ-005: Old export'), /REQ-005: .*superseded by REQ-010/);
    assert.match(add('### Share by mail\n\nSoon.'), /^REQ-003: expected it nowhere \(rejected\), found its title/);
    const own = 'The app shall send a note by mail to every address that the person enters.';
    assert.match(add(own.toUpperCase()), /^REQ-003: expected it nowhere \(rejected\), found its own words/);
    assert.equal(add(own.replace('shall', 'should')).includes('REQ-003'), false, 'other words are for people to read');
  });

  test('says nothing where code would drop it, or where nothing of it was reviewed', () => {
    const after = (more: string) => check((text) => `${text}\n${more}\n`);
    const rule =
      ' New text goes inside "## Feature Brief", or in a "##" section of its own just before ' +
      '"## Functional Requirements".';
    assert.deepEqual(after('## Rollout\n\nIn May.'), [
      `Expected no words of your own after "## Traceability", found '## Rollout'.${rule}`,
    ]);
    assert.deepEqual(after('It starts in May.'), [
      `Expected no words of your own in "## Traceability", found 'It starts in May.'.${rule}`,
    ]);
    assert.match(after('# Appendix\n\nIn May.').join(), /after "## Traceability", found '# Appendix'/);
    const before = (heading: string) => check((text) => text.replace(`\n## ${heading}`, `\nIn May.\n\n## ${heading}`));
    assert.match(before('Document Status').join(), /before "## Document Status", found 'In May\.'/);
    assert.match(before('Original User Utterance').join(), /in "## Document Status", found 'In May\.'/);
    assert.match(before('Traceability').join(), /in "## Functional Requirements", found 'In May\.'/);
    const field = check((text) => text.replace('- **Status**:', '- **Budget**: 3 weeks\n- **Status**:')).join();
    assert.match(field, /in "## Document Status", found '- \*\*Budget\*\*: 3 weeks'/);
    const own = (heading: string) =>
      check((text) => text.replace(`\n## ${heading}`, `\n## Rollout\n\nIn May.\n\n## ${heading}`));
    assert.match(own('Feature Brief').join(), /after "## Original User Utterance", found '## Rollout'/);
    assert.match(own('Traceability').join(), /after "## Functional Requirements", found '## Rollout'/);
    assert.deepEqual(own('Functional Requirements'), []);
  });

  test('keeps the utterance and all five sections', () => {
    assert.match(check((text) => text.replace('> Notes get lost', '> Notes are kept')).join(), /^Original User Utter/);
    for (const title of Object.values(PRD_SECTIONS))
      assert.match(
        check((text) => text.replace(new RegExp(`^## ${title}$`, 'm'), `### ${title}`)).join(),
        new RegExp(`Expected the section "## ${title}" once, found it nowhere`),
      );
    assert.match(check((text) => `${text}\n## Feature Brief\n\nAgain.\n`).join(), /found it 2 times/);
    assert.match(
      check((text) => text.replace(/(## Feature Brief\n)[\s\S]*?(?=\n## Functional)/, '$1')).join(),
      /^Feature Brief: expected the brief, found nothing/,
    );
  });

  test('gets the status and the table of code', () => {
    const altered = PRD.replace('user:ada', 'The model').replace('draft', 'approved by all').replaceAll('TBD', 'TR-7');
    assert.equal(settlePrd(altered, PARTS), PRD);
    const without = PRD.replace(/## Document Status[\s\S]*?(?=## Orig)/, '').replace(/\n## Traceability[\s\S]*$/, '');
    assert.equal(settlePrd(without, PARTS), PRD);
  });
});

describe('finalising', () => {
  test('stamps status, date and signature', () => {
    const stamp = { date: '2026-12-01', status: 'finalized', signature: SIGNATURE } as const;
    for (const writtenBy of ['', 'without a model']) {
      const parts = { ...PARTS, writtenBy };
      assert.equal(finalisePrd(assemblePrd(parts), STAMP), assemblePrd({ ...parts, ...stamp }));
    }
  });

  test('makes the section where there is none', () => {
    const done = finalisePrd('# A\nText.\n', STAMP);
    assert.match(
      done,
      /^# A\n\n## Document Status\n\n- \*\*Last Modified\*\*: 2026-12-01\n.*\n.*user:bob(.*\n){3}.*run_1\n\nText\.\n$/,
    );
    assert.equal(finalisePrd(done, STAMP), done);
  });
});

const line = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    ...['# Title', '## Document Status', '## Traceability', '### REQ-001: Other', '- **Status**: draft', 'a\r# b'],
    ...['```', '~~~~', '<!--', '<pre>', '<script>', '> ```', '- x', '  - **Priority**: low', '===', '---', '    code'],
    ...['| a | b |', '[a]: <b', '$&', '\t# tab', '', '', '1. one', '&lt;', '\\', '<?', '<![CDATA[', '<!A'],
  ),
);
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
const requirement = fc.record({
  ...{ title: text, description: text, priority: fc.constantFrom(...PRIORITIES), category: fc.string() },
  ...{ standing: fc.constantFrom(...STANDINGS), reason: text, modificationNotes: text, isOld: fc.boolean() },
});
const anyParts: fc.Arbitrary<PrdParts> = fc
  .record({ utterance: text, brief: text, author: fc.string(), items: fc.array(requirement, { maxLength: 5 }) })
  .map(({ items, ...rest }) => ({
    ...{ ...rest, featureId: 'any', date: '2026-11-16', status: 'draft' as const },
    requirements: items.map(({ isOld, ...one }, at) => ({
      ...{ ...one, id: `REQ-00${at + 1}`, ...(isOld && { supersededBy: 'REQ-009' }) },
    })),
  }));

describe('whatever was said and decided', () => {
  test('what code assembles has the five sections, needs no settling and has no differences', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const prd = assemblePrd(parts);
        const sections = headingsOf(prd).filter(({ depth }) => depth < 3);
        assert.deepEqual(
          sections.slice(1).map((heading) => heading.text),
          Object.values(PRD_SECTIONS),
        );
        assert.equal(settlePrd(prd, parts), prd);
        assert.deepEqual(checkPrd(prd, parts), []);
      }),
      { numRuns: 300 },
    );
  });

  test('finalising keeps the rest byte for byte, and twice is once', () => {
    fc.assert(
      fc.property(anyParts, fc.string(), (parts, approver) => {
        const signature = { ...SIGNATURE, approver };
        const stamp = { date: '2027-01-31', ...signature };
        const done = finalisePrd(assemblePrd(parts), stamp);
        assert.equal(done, assemblePrd({ ...parts, date: stamp.date, signature, status: 'finalized' }));
        assert.equal(finalisePrd(done, stamp), done);
        assert.equal(finalisePrd(finalisePrd('x\n\ny', stamp), stamp), finalisePrd('x\n\ny', stamp));
      }),
      { numRuns: 300 },
    );
  });
});
