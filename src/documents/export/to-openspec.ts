// The layout of OpenSpec: a change with a proposal and one new capability, made to pass its strict validation.

import { oneLine } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import {
  conditionText,
  deriveScenarios,
  inCapitals,
  inside,
  normativeSentence,
  type Scenario,
} from './derive-scenarios.ts';
import { storyIn } from './derive-story.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { introduction, openPointBlocks, originLine, quote, traceOf } from './exported-text.ts';

/** Its limits for "Why" and "Purpose". */
const TEXT_MIN = 50;
const TEXT_MAX = 1000;
const IMPACT = 'The requirements do not say; a technical design, where there is one, is exported as `design.md`.';
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
    const then = scenario.response === '' ? `${item.id} is met` : inside(normativeSentence(item, scenario));
    return [`#### Scenario: ${item.id}${which} (derived)`, `- **WHEN** ${whenOf(scenario)}\n- **THEN** ${then}`];
  });
}

const ALWAYS: Scenario = { keyword: null, word: '', condition: '', response: '', isNormative: false };

/** What holds always holds when someone wants it, or whenever the feature is used. */
function whenOf(scenario: Scenario): string {
  if (scenario.keyword !== null) return conditionText(scenario);
  const story = storyIn(scenario.response);
  return story === null ? 'the feature is in use' : `${story.role} wants to ${story.want}`;
}
