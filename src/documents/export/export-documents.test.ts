// Export layouts: what other tools read is there, our ids and words are kept, and OpenSpec's strict rules are met.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { headingsOf } from '../markdown/headings-of.ts';
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
  item(
    'REQ-002',
    'Export',
    decided(
      'Users can export notes as CSV.\n  - Given two notes, when they are exported, then the file has three lines.',
      ...['Approved', 'low', 'Integration'],
    ),
  ),
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
        'Users can export notes as CSV.',
        'When a person deletes a note, the app shall offer to undo it.',
        'Given two notes, when they are exported, then the file has three lines.',
        '### Requirement: none',
        'Five, not ten.',
        'Undo a deletion',
      ])
        assert.ok(text.includes(words), words);
      assert.doesNotMatch(text, /REQ-005|by mail/);
      for (const id of ['REQ-001', 'REQ-003', 'REQ-004'])
        assert.ok(text.includes(`How will one see that ${id} is done?`));
      assert.doesNotMatch(text, /How will one see that REQ-002|derived|\bAs an? |SHALL (?!meet REQ-)/);
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
    assert.match(text, /^1\. \[NEEDS CLARIFICATION: How will one see that REQ-001 is done\?\] \(REQ-001\)$/m);
    assert.match(text, /^1\. Given two notes, when they are exported, then the file has three lines\. \(REQ-002\)$/m);
  });

  test('takes another number for its folder, and says when the PRD is final', () => {
    const prd = '# PRD\n\n## Document Status\n\n- **Status**: finalized\n- **Last Modified**: 2026-12-01\n';
    assert.match(textOf('spec-kit', 'specs/012-keep-notes/spec.md', { ...SOURCE, number: 12, prd }), /: Approved\n/);
  });
});

describe('kiro', () => {
  const text = textOf('kiro', '.kiro/specs/keep-notes/requirements.md');

  test('has a story, asked for, and criteria for every requirement, and no design or tasks', () => {
    assert.equal(exportDocuments('kiro', SOURCE).length, 1);
    const headings = headingsOf(text).map((heading) => `${heading.depth} ${heading.text}`);
    assert.deepEqual(headings.slice(0, 6), [
      ...['1 Requirements Document', '2 Introduction', '2 Requirements', '3 Requirement 1: Undo a deletion (REQ-001)'],
      ...['4 Acceptance Criteria', '3 Requirement 2: Export (REQ-002)'],
    ]);
    assert.equal(text.match(/^\*\*User Story:\*\* open: Who wants REQ-00\d, and what for\?$/gm)?.length, 4);
    assert.match(text, /^> When a person deletes a note, the app shall offer to undo it\.$/m);
    assert.match(text, /^1\. open: How will one see that REQ-001 is done\?$/m);
    assert.match(text, /^1\. Given two notes, when they are exported, then the file has three lines\.$/m);
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
      /^### Requirement: Undo a deletion \(REQ-001\)\n\nThe system SHALL meet REQ-001 as it was decided:\n\n> When a/m,
    );
    assert.match(
      text,
      /^- \*\*WHEN\*\* REQ-001 is tried\n- \*\*THEN\*\* open: How will one see that REQ-001 is done\?$/m,
    );
    assert.match(text, /^- \*\*WHEN\*\* REQ-002 is tried\n- \*\*THEN\*\* Given two notes, when .*three lines\.$/m);
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
    test(`${as}: the words of the brief stay whatever they say, and a long overview is cut at a word's end`, () => {
      const own = 'What is wanted is e.g. the utterance above. Nothing else';
      const brief = BRIEF.replace(/People lose[\s\S]*?deletes it\./, `${own}, ${'really '.repeat(800)}.`);
      const text = said(as, { ...SOURCE, brief });
      assert.ok(text.includes(own));
      assert.match(text, /, (?:really )+\.\.\.$/m);
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
