// Export layouts: what other tools read is there, our ids and words are kept, and OpenSpec's strict rules are met.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { headingsOf } from '../markdown/headings-of.ts';
import { deriveScenarios, sentencesOf } from './derive-scenarios.ts';
import { deriveStory } from './derive-story.ts';
import { EXPORT_LAYOUTS, type ExportSource, exportDocuments } from './export-documents.ts';

const item = (id: string, title: string, fields: readonly string[]): string =>
  [`### ${id}: ${title}`, '', ...fields.map((field) => `- ${field}`), ''].join('\n');
const decided = (description: string, status = 'Approved', priority = 'high', category = 'Data'): string[] => [
  ...[`**Priority**: ${priority}`, `**Category**: ${category}`, `**Description**: ${description}`],
  `**Status**: ${status}`,
];

const REQUIREMENTS = [
  ...['# Requirements', '', '**Feature ID:** keep-notes', '', '## Approved Requirements', ''],
  item('REQ-001', 'Undo a deletion', decided('When a person deletes a note, the app shall offer to undo it.')),
  item('REQ-002', 'Export', decided('Users can export notes as CSV.', 'Approved', 'low', 'Integration')),
  item('REQ-003', 'Save', decided('The app must save a note:\n  \n  ## at once\n  ```\n  ### Requirement: none')),
  ...['## Modified Requirements', ''],
  item('REQ-004', 'Lock', [
    ...decided('The app shall lock itself when it is idle for 5 min.', 'Approved (Modified)', 'medium', 'Security'),
    ...['**Original ID**: REQ-004', '**Modification Notes**: Five, not ten.'],
  ]),
  ...['## Rejected Requirements', ''],
  item('REQ-005', 'Mail', [...decided('The app shall send notes by mail.', 'Rejected'), '**Reason**: No.']),
  ...['## Out-of-Scope Requirements', '', '## Review History', ''],
  item('2026-11-16T09:30:00.000Z', '', []).replace(': \n', '\n'),
].join('\n');

const BRIEF = `# Notes that keep

## Status

draft

## User Utterance

Notes get lost.

## Overview

People lose notes. They must not: a note that was written is kept until its writer deletes it.

## Goals

- Keep notes

## Scope

### In scope

- Notes

### Out of scope

- Pictures

## Success Criteria

- No note is lost in a month
- Undo takes less than a second
`;

const SOURCE: ExportSource = { featureId: 'keep-notes', brief: BRIEF, requirements: REQUIREMENTS };
const textOf = (as: (typeof EXPORT_LAYOUTS)[number], end: string, source = SOURCE): string =>
  exportDocuments(as, source).find(({ path }) => path.endsWith(end))?.text ?? assert.fail(`no ${end}`);

describe('every layout', () => {
  for (const as of EXPORT_LAYOUTS)
    test(`${as}: keeps the ids and words of what was agreed, and nothing that was not`, () => {
      const text = exportDocuments(as, SOURCE)
        .map((file) => file.text)
        .join('\n');
      for (const id of ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004']) assert.ok(text.includes(id), id);
      for (const words of [
        'Users can export notes as CSV',
        '### Requirement: none',
        'Five, not ten.',
        'Undo a deletion',
      ])
        assert.ok(text.includes(words), words);
      assert.doesNotMatch(text, /REQ-005|by mail/);
      assert.match(text, /derived/);
    });
});

describe('spec-kit', () => {
  const text = textOf('spec-kit', 'specs/001-keep-notes/spec.md');

  test('has the sections its commands look for', () => {
    const headings = headingsOf(text).map((heading) => `${'#'.repeat(heading.depth)} ${heading.text}`);
    for (const wanted of [
      '# Feature Specification: Notes that keep',
      ...[
        '## User Scenarios & Testing *(mandatory)*',
        '### User Story 1 - Undo a deletion (Priority: P1)',
        '### Edge Cases',
      ],
      ...['### User Story 3 - Lock (Priority: P2)', '### User Story 4 - Export (Priority: P3)'],
      ...['## Requirements *(mandatory)*', '### Functional Requirements', '## Success Criteria *(mandatory)*'],
      ...['### Measurable Outcomes', '## Assumptions'],
    ])
      assert.ok(headings.includes(wanted), wanted);
    assert.match(
      text,
      /^\*\*Feature Branch\*\*: `001-keep-notes`\n\n\*\*Created\*\*: 2026-11-16\n\n\*\*Status\*\*: Draft$/m,
    );
    assert.match(text, /^\*\*Input\*\*: User description: "Notes get lost\."$/m);
  });

  test('numbers requirements as they were numbered, and criteria from one', () => {
    assert.match(text, /^- \*\*FR-001\*\*: When a person deletes a note, the app shall offer to undo it\.$/m);
    assert.match(text, /^ {2}- Lock \(REQ-004, medium priority, Security, modified; modified: Five, not ten\.\)$/m);
    assert.match(text, /^- \*\*SC-002\*\*: Undo takes less than a second$/m);
    assert.match(text, /^- Out of scope: Pictures$/m);
    const when = String.raw`\*\*Given\*\* the feature is in use, \*\*When\*\* a person deletes a note, `;
    assert.match(text, new RegExp(`^1\\. ${when}\\*\\*Then\\*\\* the app SHALL offer to undo it \\(REQ-001\\)$`, 'm'));
  });

  test('takes another number for its folder, and says when the PRD is final', () => {
    const prd = '# PRD\n\n## Document Status\n\n- **Status**: finalized\n- **Last Modified**: 2026-12-01\n';
    assert.match(textOf('spec-kit', 'specs/012-keep-notes/spec.md', { ...SOURCE, number: 12, prd }), /: Approved\n/);
  });
});

describe('kiro', () => {
  const text = textOf('kiro', '.kiro/specs/keep-notes/requirements.md');

  test('has a story and EARS criteria for every requirement, and no design or tasks', () => {
    assert.equal(exportDocuments('kiro', SOURCE).length, 1);
    const headings = headingsOf(text).map((heading) => `${heading.depth} ${heading.text}`);
    assert.deepEqual(headings.slice(0, 6), [
      ...['1 Requirements Document', '2 Introduction', '2 Requirements', '3 Requirement 1: Undo a deletion (REQ-001)'],
      ...['4 Acceptance Criteria', '3 Requirement 2: Export (REQ-002)'],
    ]);
    assert.deepEqual(text.match(/^\*\*User Story:\*\* .+$/gm), [
      '**User Story:** none was decided.',
      '**User Story:** As a user, I want to export notes as CSV. (derived)',
      ...['**User Story:** none was decided.', '**User Story:** none was decided.'],
    ]);
    assert.match(text, /^1\. WHEN a person deletes a note, THE app SHALL offer to undo it$/m);
    assert.match(text, /^1\. Users SHALL be able to export notes as CSV$/m);
    assert.match(text, /^1\. WHEN it is idle for 5 min, THE app SHALL lock itself$/m);
  });
});

/** What OpenSpec's strict validation of a change looks at, written from its rules; line by line as its parser reads. */
function openspecIssues(spec: string): string[] {
  const lines = unfenced(spec);
  const from = lines.findIndex((line) => /^##\s+ADDED Requirements\s*$/i.test(line));
  if (from < 0) return ['no delta section'];
  const length = lines.slice(from + 1).findIndex((line) => /^##\s+/.test(line));
  const section = lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
  const starts = section.flatMap((line, at) => (/^###\s*Requirement:\s*(.+)\s*$/i.test(line) ? [at] : []));
  const strays = section.filter((line) => /^###\s+/.test(line) && !/^###\s*Requirement:/i.test(line));
  const names = starts.map((at) => (section[at] ?? '').trim());
  return [
    ...(starts.length === 0 ? ['no requirement'] : []),
    ...strays.map((line) => `stray ${line}`),
    ...(new Set(names).size === names.length ? [] : ['a name twice']),
    ...starts.flatMap((at, which) => blockIssues(section.slice(at + 1, starts[which + 1]), names[which] ?? '')),
  ];
}

function blockIssues(block: readonly string[], name: string): string[] {
  const end = block.findIndex((line) => /^#{1,6}\s/.test(line));
  const text = block.slice(0, end).filter((line) => line.trim() !== '' && !/^\*\*[^*]+\*\*:/.test(line.trim()));
  return [
    ...(text.length > 0 ? [] : [`${name}: no text`]),
    ...(/\b(SHALL|MUST)\b/.test(text.join('\n')) ? [] : [`${name}: no SHALL or MUST`]),
    ...(block.some((line) => /^####\s+Scenario:\s*\S/.test(line)) ? [] : [`${name}: no scenario`]),
    ...(block.some((line) => /^- \*\*WHEN\*\* \S/.test(line)) ? [] : [`${name}: no WHEN`]),
    ...(block.some((line) => /^- \*\*THEN\*\* \S/.test(line)) ? [] : [`${name}: no THEN`]),
  ];
}

function unfenced(text: string): string[] {
  let fence = '';
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) {
      fence = '';
      return '';
    }
    return fence === '' ? line : '';
  });
}

const sectionOf = (text: string, title: string): string =>
  new RegExp(`^## ${title}\\n\\n([\\s\\S]*?)\\n\\n## `, 'm').exec(text)?.[1] ?? '';

describe('openspec', () => {
  test('has a proposal with a reason, the changes and one new capability', () => {
    const text = textOf('openspec', 'openspec/changes/keep-notes/proposal.md');
    const why = sectionOf(text, 'Why');
    assert.ok(why.length >= 50 && why.length <= 1000, why);
    assert.match(sectionOf(text, 'What Changes'), /^- REQ-001: Undo a deletion \(high priority\)$/m);
    assert.match(text, /^### New Capabilities\n\n- `keep-notes`: Notes that keep$/m);
  });

  test('has a delta of requirements with scenarios', () => {
    const text = textOf('openspec', 'openspec/changes/keep-notes/specs/keep-notes/spec.md');
    assert.deepEqual(openspecIssues(text), []);
    assert.match(
      text,
      /^### Requirement: Undo a deletion \(REQ-001\)\n\nWhen a person deletes a note, the app SHALL offer/m,
    );
    assert.match(text, /^- \*\*WHEN\*\* a person deletes a note\n- \*\*THEN\*\* the app SHALL offer to undo it$/m);
    assert.match(text, /^The system SHALL meet REQ-002 as it was decided:\n\n> Users can export notes as CSV\.$/m);
    assert.match(text, /^> ### Requirement: none$/m);
  });

  test('names folders as it wants them', () => {
    const [first] = exportDocuments('openspec', { ...SOURCE, featureId: 'keep--notes-' });
    assert.equal(first?.path, 'openspec/changes/keep-notes/proposal.md');
  });

  const word = fc.constantFrom('shall', 'When', 'it', 'must,', 'the', '# a', '```', '###', '- b', '**c**:', 'if', '.');
  const words = fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 20 });
  test('meets the rules whatever the words are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 4 }), words, (pairs, said) => {
        const requirements = [
          ...['# Requirements', '', '**Feature ID:** x-y', '', '## Approved Requirements', ''],
          ...pairs.map(([title, text], at) => item(`REQ-00${at + 1}`, title.join(' '), decided(text.join('\n  ')))),
        ].join('\n');
        const brief = `# T\n\n## Overview\n\n${said.join('\n')}\n`;
        const [proposal, spec] = exportDocuments('openspec', { featureId: 'x-y', brief, requirements });
        const issues = openspecIssues(spec?.text ?? '').filter((issue) => issue !== 'no requirement');
        assert.deepEqual(issues, []);
        const why = sectionOf(proposal?.text ?? '', 'Why');
        assert.ok(why.length >= 50 && why.length <= 1000, JSON.stringify(why));
      }),
    );
  });
});

describe('what was not decided', () => {
  const said = (as: (typeof EXPORT_LAYOUTS)[number], source: ExportSource): string =>
    exportDocuments(as, source)
      .map((file) => file.text)
      .join('\n');

  for (const as of EXPORT_LAYOUTS) {
    test(`${as}: is not made up, and no filler of the brief is taken along`, () => {
      const brief = BRIEF.replace(
        /People lose[\s\S]*?deletes it\./,
        'What is wanted is the utterance above, nothing else.',
      );
      const text = said(as, { ...SOURCE, brief });
      assert.doesNotMatch(text, /utterance above|ask for|describes is used|does what REQ|THEN\*{0,2} The /);
      assert.match(text, /Notes get lost\./);
    });

    test(`${as}: open points of the PRD have a heading of their own`, () => {
      const points = '### Open Points from Review\n\n- Name the owner.\n- # Two\n';
      const prd = `# PRD\n\n## Feature Brief\n\nx\n\n${points}\n## Other\n\n- no\n`;
      assert.match(said(as, { ...SOURCE, prd }), /^## Open Points\n\n.+\n\n- Name the owner\.\n- .*Two\n/m);
      assert.doesNotMatch(said(as, SOURCE), /Open Points/);
    });

    test(`${as}: what the brief asks is an open point, and its headings label what stands below them`, () => {
      const users = '### Users\n\n- Readers on trains.\n\n### Problem\n\n- open: What goes wrong today?\n';
      const points = '### Open Points from Review\n\n- Open point from review: Name the owner.\n';
      const brief = `# T\n\n## User Utterance\n\n> Notes.\n\n## Overview\n\n${users}\n${points}`;
      const text = said(as, { ...SOURCE, brief });
      assert.match(text, /^Users: Readers on trains\.(?: What is wanted is .*)?$/m);
      const prd = `# PRD\n\n## Feature Brief\n\n${points}`;
      for (const shown of [text, said(as, { ...SOURCE, brief, prd })])
        assert.match(shown, /^## Open Points\n\n.+\n\n- Name the owner\.\n- What goes wrong today\?\n/m);
      assert.doesNotMatch(text, /Problem|from [Rr]eview|open: What/);
    });
  }
});

describe('a story', () => {
  const told = (text: string) => {
    const story = deriveStory(text);
    return story === null ? null : `As ${story.role}, I want to ${story.want}`;
  };

  test('comes from the words that name who wants what', () => {
    const cases = {
      'The system shall let librarians see overdue loans.': 'As a librarian, I want to see overdue loans',
      'The app shall let readers see loans, with the date.': 'As a reader, I want to see loans',
      'Let readers reserve books': 'As a reader, I want to reserve books',
      'The app shall allow the shift leader to close a shift.': 'As a shift leader, I want to close a shift',
      'The system must let field technicians sign documents.': 'As a field technician, I want to sign documents',
      'When a loan is due, the app shall let the user extend it.': 'As a user, I want to extend it',
      'Nurses can see their free beds.': 'As a nurse, I want to see their free beds',
      'An admin shall be able to delete a user.': 'As an admin, I want to delete a user',
      'The system shall do what was asked for: "Readers of our library can reserve books".':
        'As a reader of our library, I want to reserve books',
    };
    for (const [text, expected] of Object.entries(cases)) assert.equal(told(text), expected, text);
  });

  test('is none where nobody is named', () => {
    for (const text of [
      'The app shall lock itself when it is idle.',
      'The system can run on Linux.',
      'The system shall meet WCAG 2.2 level AA on every screen.',
      'The app shall let readers of our library app reserve books.',
      'Users cannot delete notes.',
      '',
    ])
      assert.equal(told(text), null, text);
  });
});

describe('a scenario', () => {
  const one = (text: string) =>
    deriveScenarios(text).map(({ keyword, condition, response }) => [keyword, condition, response]);

  test('comes from the parts of an EARS sentence', () => {
    assert.deepEqual(one('When a, b or c happens, the app shall stop.'), [
      ['WHEN', 'a, b or c happens', 'the app shall stop'],
    ]);
    assert.deepEqual(one('If it fails, then the app shall say so.'), [['IF', 'it fails', 'the app shall say so']]);
    assert.deepEqual(one('While offline, the app must keep notes.'), [['WHILE', 'offline', 'the app must keep notes']]);
    assert.deepEqual(one('The app shall beep once a day if asked.'), [
      ['IF', 'asked', 'The app shall beep once a day'],
    ]);
    assert.deepEqual(one('The app shall keep notes.'), [[null, '', 'The app shall keep notes']]);
  });

  test('comes from every sentence that says what must be', () => {
    assert.equal(deriveScenarios('Notes matter. The app shall keep them. It must not lose one.').length, 2);
    assert.deepEqual(sentencesOf('Use a format, e.g. CSV. Then stop.'), ['Use a format, e.g. CSV.', 'Then stop.']);
    assert.deepEqual(deriveScenarios(''), []);
  });
});
