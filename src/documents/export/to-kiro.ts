// The layout of Kiro: requirements.md with user stories and EARS criteria. A design and tasks would not be true yet.

import { oneLine } from '../headings-of.ts';
import type { DecidedRequirement } from '../requirement.ts';
import { deriveScenarios, normativeSentence, type Scenario } from './derive-scenarios.ts';
import type { ExportedFeature, ExportedFile } from './export-documents.ts';
import { introduction, originLine, quote, traceOf } from './exported-text.ts';

const INTRODUCTION_MAX = 4000;
const ACTOR =
  /^(?:the|an?|each|every)\s+((?:[\p{L}-]+\s+){0,2}[\p{L}-]+?)\s+(?:can|may|shall be able|must be able)\b/iu;

export function toKiro(feature: ExportedFeature): readonly ExportedFile[] {
  const blocks = feature.requirements.flatMap((item, at) => requirementBlocks(item, at + 1, feature));
  const text = [
    '# Requirements Document',
    ...['## Introduction', introduction(feature, INTRODUCTION_MAX), originLine(feature)],
    ...['## Requirements', ...blocks],
  ].join('\n\n');
  return [{ path: `.kiro/specs/${feature.name}/requirements.md`, text: `${text}\n` }];
}

function requirementBlocks(item: DecidedRequirement, number: number, feature: ExportedFeature): string[] {
  const scenarios = deriveScenarios(item.description);
  const criteria = scenarios.map((scenario, at) => `${at + 1}. ${criterion(item, scenario)}`);
  return [
    `### Requirement ${number}: ${oneLine(item.title)} (${item.id})`,
    `**User Story:** ${story(item, scenarios[0], feature)} (derived)`,
    ...['#### Acceptance Criteria', criteria.join('\n') || `1. THE system SHALL meet ${item.id}`],
    `**Trace:** ${traceOf(item)}. The criteria are derived from these words:`,
    quote(item.description.trim()),
    ...(item.modificationNotes === undefined ? [] : [`**Modification Notes:** ${oneLine(item.modificationNotes)}`]),
  ];
}

/** The words say what is wanted; who wants it only where they name someone, and what for is the feature itself. */
function story(item: DecidedRequirement, first: Scenario | undefined, { title }: ExportedFeature): string {
  const actor = ACTOR.exec(first?.response ?? '')?.[1]?.toLowerCase() ?? 'user';
  const article = /^[aeiou](?!ser)/i.test(actor) ? 'an' : 'a';
  const aim = `so that "${oneLine(title)}" does what ${item.id} says`;
  return `As ${article} ${actor}, I want "${oneLine(item.title)}", ${aim}.`;
}

function criterion(item: DecidedRequirement, scenario: Scenario): string {
  const { keyword, condition } = scenario;
  // EARS knows one verb.
  const said = normativeSentence(item, scenario)
    .replace(/^the\s/i, 'THE ')
    .replace(/\bMUST\b/g, 'SHALL');
  if (keyword === null) return said;
  return keyword === 'IF' ? `IF ${condition}, THEN ${said}` : `${keyword} ${condition}, ${said}`;
}
