// The layout of GitHub's spec-kit: specs/NNN-name/spec.md with user stories, FR-001 requirements and SC-001 criteria.

import { linesOf, oneLine } from '../headings-of.ts';
import type { DecidedRequirement, Priority } from '../requirement.ts';
import { deriveScenarios, normativeSentence, type Scenario } from './derive-scenarios.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { introduction, originLine, paragraph, traceOf } from './exported-text.ts';

const RANKS: { readonly [priority in Priority]: string } = { high: 'P1', medium: 'P2', low: 'P3' };
const INPUT_MAX = 1000;
const OVERVIEW_MAX = 4000;
const OTHERS = 'Other';

interface Story {
  readonly category: string;
  readonly rank: string;
  readonly items: readonly DecidedRequirement[];
}

export function toSpecKit(feature: ExportedFeature): readonly ExportedFile[] {
  const folder = `${String(feature.number).padStart(3, '0')}-${feature.name}`;
  const text = [
    `# Feature Specification: ${oneLine(feature.title)}`,
    ...headLines(feature, folder),
    ...['## User Scenarios & Testing *(mandatory)*', ...storiesOf(feature).flatMap(storyBlocks)],
    ...['### Edge Cases', 'None were decided beyond the requirements below.'],
    ...['## Requirements *(mandatory)*', '### Functional Requirements'],
    feature.requirements.map(requirementLines).join('\n'),
    ...['## Success Criteria *(mandatory)*', '### Measurable Outcomes', criteria(feature)],
    ...['## Assumptions', assumptions(feature)],
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

/** One for each category: its requirements are tested together, and its rank is that of the most urgent. */
function storiesOf({ requirements }: ExportedFeature): readonly Story[] {
  const groups = Map.groupBy(requirements, ({ category }) => oneLine(category) || OTHERS);
  const stories = [...groups].map(([category, items]) => ({
    ...{ category, items, rank: items.map(({ priority }) => RANKS[priority]).sort()[0] ?? RANKS.low },
  }));
  return stories.sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0));
}

function storyBlocks({ category, rank, items }: Story, at: number): string[] {
  const ids = items.map(({ id }) => id).join(', ');
  const scenarios = items.flatMap((item) =>
    scenariosOf(item).map((scenario) => `${sentence(item, scenario)} (${item.id})`),
  );
  return [
    `### User Story ${at + 1} - ${category} (Priority: ${rank})`,
    `As a user, I want what ${ids} ask for: ${items.map(({ title }) => oneLine(title)).join('; ')}. (derived)`,
    `**Why this priority**: the most urgent of ${ids} has the priority ${rank}.`,
    `**Independent Test**: the scenarios below, without those of other stories. (derived)`,
    '**Acceptance Scenarios** (derived):',
    scenarios.map((line, number) => `${number + 1}. ${line}`).join('\n'),
  ];
}

function scenariosOf({ description }: DecidedRequirement): readonly Scenario[] {
  const found = deriveScenarios(description);
  return found.length > 0 ? found : [{ keyword: null, condition: '', response: 'it is done', isNormative: false }];
}

function sentence(item: DecidedRequirement, scenario: Scenario): string {
  const { keyword, condition } = scenario;
  const isState = keyword === 'WHILE' || keyword === 'WHERE';
  const given = isState ? condition : 'the feature is in use';
  const when = keyword === null || isState ? `what ${item.id} describes is used` : condition;
  return `**Given** ${given}, **When** ${when}, **Then** ${normativeSentence(item, scenario)}`;
}

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
