// The layout of Kiro: requirements.md with user stories and EARS criteria. No tasks: nobody decided on any.

import { oneLine } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { deriveScenarios, inside, normativeSentence, type Scenario } from './derive-scenarios.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { introduction, openPointBlocks, originLine, quote, storySentence, traceOf } from './exported-text.ts';

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
  const scenarios = deriveScenarios(item.description);
  const story = storySentence(item.description);
  const criteria = scenarios.map((scenario, at) => `${at + 1}. ${criterion(item, scenario)}`);
  return [
    `### Requirement ${number}: ${oneLine(item.title)} (${item.id})`,
    `**User Story:** ${story === null ? 'none was decided.' : `${story} (derived)`}`,
    ...['#### Acceptance Criteria', criteria.join('\n') || `1. THE system SHALL meet ${item.id}`],
    `**Trace:** ${traceOf(item)}. The criteria are derived from these words:`,
    quote(item.description.trim()),
    ...(item.modificationNotes === undefined ? [] : [`**Modification Notes:** ${oneLine(item.modificationNotes)}`]),
  ];
}

function criterion(item: DecidedRequirement, scenario: Scenario): string {
  const { keyword, condition } = scenario;
  // EARS knows one verb.
  const said = normativeSentence(item, scenario)
    .replace(/^the\s/i, 'THE ')
    .replace(/\bMUST\b/g, 'SHALL');
  if (keyword === null) return said;
  return keyword === 'IF' ? `IF ${condition}, THEN ${inside(said)}` : `${keyword} ${condition}, ${said}`;
}
