// The layout of OpenSpec: a change with a proposal and one new capability, made to pass its strict validation.

import { oneLine } from '../headings-of.ts';
import type { DecidedRequirement } from '../requirement.ts';
import { deriveScenarios, inCapitals, normativeSentence, type Scenario } from './derive-scenarios.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { introduction, originLine, quote, traceOf } from './exported-text.ts';

/** Its limits for "Why" and "Purpose". */
const TEXT_MIN = 50;
const TEXT_MAX = 1000;
/** A line that stands for itself wherever it is put: no mark of Markdown begins it. */
const PLAIN_LINE = /^[\p{L}"'(][^\r\n]*$/u;

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
    ...['## Impact', 'Not analysed yet: there is no technical design for these requirements.'],
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

function requirementBlocks(item: DecidedRequirement): string[] {
  const scenarios = deriveScenarios(item.description);
  return [
    `### Requirement: ${oneLine(item.title)} (${item.id})`,
    ...body(item, scenarios[0]),
    `**Trace**: ${traceOf(item)}`,
    ...(item.modificationNotes === undefined ? [] : [`**Modification Notes**: ${oneLine(item.modificationNotes)}`]),
    ...scenarioBlocks(item, scenarios),
  ];
}

/** The words themselves where they are one line with "shall" or "must"; else a sentence of ours, and they quoted. */
function body(item: DecidedRequirement, first: Scenario | undefined): string[] {
  const words = item.description.trim();
  if (PLAIN_LINE.test(words) && first?.isNormative === true) return [inCapitals(words)];
  return [`The system SHALL meet ${item.id} as it was decided:`, quote(words)];
}

function scenarioBlocks(item: DecidedRequirement, scenarios: readonly Scenario[]): string[] {
  const all = scenarios.length === 0 ? [ALWAYS] : scenarios;
  return all.flatMap((scenario, at) => {
    const which = all.length === 1 ? '' : ` ${at + 1}`;
    const then = scenario.response === '' ? `${item.id} is met` : normativeSentence(item, scenario);
    return [
      `#### Scenario: ${item.id}${which} (derived)`,
      `- **WHEN** ${conditionOf(scenario, item)}\n- **THEN** ${then}`,
    ];
  });
}

const ALWAYS: Scenario = { keyword: null, condition: '', response: '', isNormative: false };

function conditionOf({ keyword, condition }: Scenario, { id }: DecidedRequirement): string {
  if (keyword === null) return `what ${id} describes is used`;
  return keyword === 'WHEN' || keyword === 'IF' ? condition : `${keyword === 'WHILE' ? 'during' : 'with'} ${condition}`;
}
