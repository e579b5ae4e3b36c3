// The layout of Kiro: requirements.md, each requirement and its criteria word for word. No tasks: none were decided.

import { oneLine } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import {
  criteriaOf,
  introduction,
  openMark,
  openPointBlocks,
  originLine,
  quote,
  storyQuestion,
  traceOf,
} from './exported-text.ts';

const INTRODUCTION_MAX = 4000;

export function toKiro(feature: ExportedFeature): readonly ExportedFile[] {
  const blocks = feature.requirements.flatMap((item, at) => requirementBlocks(item, at + 1));
  const text = [
    '# Requirements Document',
    ...['## Introduction', introduction(feature, INTRODUCTION_MAX), originLine(feature)],
    ...['## Requirements', ...blocks],
    ...openPointBlocks(feature),
  ].join('\n\n');
  return [{ path: `.kiro/specs/${feature.name}/requirements.md`, text: `${text}\n` }];
}

function requirementBlocks(item: DecidedRequirement, number: number): string[] {
  const criteria = criteriaOf(item, openMark).map((line, at) => `${at + 1}. ${line}`);
  return [
    `### Requirement ${number}: ${oneLine(item.title)} (${item.id})`,
    quote(item.description.trim()),
    `**User Story:** ${openMark(storyQuestion(item.id))}`,
    ...['#### Acceptance Criteria', criteria.join('\n')],
    `**Trace:** ${traceOf(item)}`,
    ...(item.modificationNotes === undefined ? [] : [`**Modification Notes:** ${oneLine(item.modificationNotes)}`]),
  ];
}
