// The layout of GitHub's spec-kit: specs/NNN-name/spec.md with user stories, FR-001 requirements and SC-001 criteria.

import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { type DecidedRequirement, PRIORITIES, type Priority } from '../requirements/requirement.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import {
  criteriaOf,
  introduction,
  openPointBlocks,
  originLine,
  paragraph,
  quote,
  storyQuestion,
  traceOf,
} from './exported-text.ts';

const RANKS: { readonly [priority in Priority]: string } = { high: 'P1', medium: 'P2', low: 'P3' };
const INPUT_MAX = 1000;
const OVERVIEW_MAX = 4000;

export function toSpecKit(feature: ExportedFeature): readonly ExportedFile[] {
  const folder = `${String(feature.number).padStart(3, '0')}-${feature.name}`;
  const text = [
    `# Feature Specification: ${oneLine(feature.title)}`,
    ...headLines(feature, folder),
    ...['## User Scenarios & Testing *(mandatory)*', ...byRank(feature.requirements).flatMap(storyBlocks)],
    ...['### Edge Cases', 'None were decided beyond the requirements below.'],
    ...['## Requirements *(mandatory)*', '### Functional Requirements'],
    feature.requirements.map(requirementLines).join('\n'),
    ...['## Success Criteria *(mandatory)*', '### Measurable Outcomes', criteria(feature)],
    ...['## Assumptions', assumptions(feature)],
    ...openPointBlocks(feature),
  ].join('\n\n');
  return [{ path: `specs/${folder}/spec.md`, text: `${text}\n` }];
}

function headLines(feature: ExportedFeature, folder: string): string[] {
  const { created, prd, brief } = feature;
  const said = paragraph(brief.sections['User Utterance'] ?? '', INPUT_MAX).replaceAll('"', "'");
  return [
    `**Feature Branch**: \`${folder}\``,
    ...(created === null ? [] : [`**Created**: ${created}`]),
    `**Status**: ${prd?.status === 'finalized' ? 'Approved' : 'Draft'}`,
    ...(said === '' ? [] : [`**Input**: User description: "${said}"`]),
    introduction(feature, OVERVIEW_MAX),
    originLine(feature),
  ];
}

/** The most urgent first; of one rank by id. */
function byRank(items: readonly DecidedRequirement[]): readonly DecidedRequirement[] {
  return PRIORITIES.flatMap((priority) => items.filter((item) => item.priority === priority));
}

function storyBlocks(item: DecidedRequirement, at: number): string[] {
  const { id, title, priority, description } = item;
  const criteria = criteriaOf(item, needsClarification).map((line, number) => `${number + 1}. ${line} (${id})`);
  return [
    `### User Story ${at + 1} - ${oneLine(title) || id} (Priority: ${RANKS[priority]})`,
    quote(description.trim()),
    needsClarification(storyQuestion(id)),
    `**Why this priority**: ${id} was decided with ${priority} priority.`,
    '**Independent Test**: none was decided.',
    ...['**Acceptance Scenarios**:', criteria.join('\n')],
  ];
}

/** The mark that its commands look for. */
const needsClarification = (question: string): string => `[NEEDS CLARIFICATION: ${question}]`;

/** FR-001 is REQ-001: the numbers stay. */
function requirementLines(item: DecidedRequirement): string {
  const [first = '', ...more] = linesOf(item.description.trim());
  const notes = item.modificationNotes === undefined ? '' : `; modified: ${oneLine(item.modificationNotes)}`;
  return [
    `- **${item.id.replace(/^REQ-/, 'FR-')}**: ${first}`,
    ...more.map((line) => `  ${line}`.trimEnd()),
    ...(more.length === 0 ? [] : ['']),
    `  - ${oneLine(item.title)} (${traceOf(item)}${notes})`,
  ].join('\n');
}

function criteria({ brief }: ExportedFeature): string {
  const lines = brief.successCriteria.map(
    (text, at) => `- **SC-${String(at + 1).padStart(3, '0')}**: ${oneLine(text)}`,
  );
  return lines.join('\n') || 'The feature brief states none.';
}

function assumptions({ brief }: ExportedFeature): string {
  const lines = brief.outOfScope.map((text) => `- Out of scope: ${oneLine(text)}`);
  return lines.join('\n') || 'The feature brief states none.';
}
