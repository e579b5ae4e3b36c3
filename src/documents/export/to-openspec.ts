// The layout of OpenSpec: a change with a proposal and one new capability, made to pass its strict validation.

import { oneLine } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { criteriaOf, introduction, openMark, openPointBlocks, originLine, quote, traceOf } from './exported-text.ts';

/** Its limits for "Why" and "Purpose". */
const TEXT_MIN = 50;
const TEXT_MAX = 1000;
const IMPACT = 'The requirements do not say; a technical design, where there is one, is exported as `design.md`.';

export function toOpenspec(feature: ExportedFeature): readonly ExportedFile[] {
  const { name } = feature;
  const folder = `openspec/changes/${name}`;
  return [
    { path: `${folder}/proposal.md`, text: proposal(feature) },
    { path: `${folder}/specs/${name}/spec.md`, text: spec(feature) },
  ];
}

function proposal(feature: ExportedFeature): string {
  const { name, title, requirements } = feature;
  const changes = requirements.map((item) => `- ${item.id}: ${oneLine(item.title)} (${item.priority} priority)`);
  return `${[
    `# Change: ${oneLine(title)}`,
    ...['## Why', purpose(feature)],
    ...['## What Changes', changes.join('\n')],
    ...['## Capabilities', '### New Capabilities', `- \`${name}\`: ${oneLine(title)}`],
    ...['## Impact', IMPACT],
    ...openPointBlocks(feature),
    originLine(feature),
  ].join('\n\n')}\n`;
}

function spec(feature: ExportedFeature): string {
  const blocks = feature.requirements.flatMap(requirementBlocks);
  return `${['## Purpose', purpose(feature), '## ADDED Requirements', ...blocks].join('\n\n')}\n`;
}

function purpose(feature: ExportedFeature): string {
  const said = introduction(feature, TEXT_MAX - 2 * TEXT_MIN);
  if (said.length >= TEXT_MIN) return said;
  return `${said} What is wanted is stated by the requirements of the feature \`${feature.featureId}\`.`;
}

/** Its parser wants SHALL and a scenario: both are lines of ours around the words. */
function requirementBlocks(item: DecidedRequirement): string[] {
  const criteria = criteriaOf(item, openMark);
  return [
    `### Requirement: ${oneLine(item.title)} (${item.id})`,
    `The system SHALL meet ${item.id} as it was decided:`,
    quote(item.description.trim()),
    `**Trace**: ${traceOf(item)}`,
    ...(item.modificationNotes === undefined ? [] : [`**Modification Notes**: ${oneLine(item.modificationNotes)}`]),
    ...criteria.flatMap((line, at) => [
      `#### Scenario: ${item.id}${criteria.length === 1 ? '' : ` ${at + 1}`}`,
      `- **WHEN** ${item.id} is tried\n- **THEN** ${line}`,
    ]),
  ];
}
