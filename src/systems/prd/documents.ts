// The documents of a feature as commands and clients know them: what a list says of them, lint, exports.

import { EXPORT_LAYOUTS, exportDocuments } from '../../documents/export/export-documents.ts';
import { keptOf, supersededOf } from '../../documents/prd/assemble-prd.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { readPrdStatus } from '../../documents/prd/read-prd-status.ts';
import { supersede } from '../../documents/requirements/merge-review.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { lintRequirements, notJudged } from '../../language/lint/lint-requirements.ts';
import type { DocumentLint, DocumentSummary, ExportResult, SupersedeResult, Texts } from '../../ports/system.ts';
import { briefMissing } from './brief-missing.ts';
import { shownFinding } from './gates/requirements-gate.ts';

export function summaryOf({ brief, requirements, prd }: Texts): DocumentSummary {
  const status = prd === undefined ? null : readPrdStatus(prd);
  return {
    title: brief === undefined ? null : parseBrief(brief).title || null,
    ...{ status: status?.status ?? null, lastModified: status?.lastModified ?? null },
    counts: requirements === undefined ? null : countsOf(requirements),
  };
}

/** A copy of the PRD lies alone; beside the requirements the brief was signed first. */
export function changedSince({ brief, requirements, prd }: Texts): readonly string[] {
  const isGone = brief === undefined && requirements !== undefined && prd !== undefined;
  return isGone ? [briefMissing('feature-brief.md')] : [];
}

function countsOf(requirements: string) {
  const { items } = parseRequirements(requirements);
  const count = (standing: string): number => items.filter((item) => item.standing === standing).length;
  return {
    ...{ approved: count('approved'), modified: count('modified'), rejected: count('rejected') },
    ...{ outOfScope: count('out-of-scope'), superseded: supersededOf(items).length },
  };
}

export function lintOf({ brief, requirements = '' }: Texts): DocumentLint {
  const { items, problems } = parseRequirements(requirements);
  const kept = keptOf(items);
  const decided = items.filter((item) => !kept.includes(item));
  const around = { decided, ...(brief !== undefined && { brief: parseBrief(brief) }) };
  return {
    judged: kept.length,
    findings: lintRequirements(kept, around).map((finding) => ({ id: finding.id, ...shownFinding(finding) })),
    notJudged: notJudged(kept),
    problems: problems.map((problem) => ({ ...problem })),
  };
}

export function supersedeIn({ requirements = '' }: Texts, id: string, by: string): SupersedeResult {
  const changed = supersede(requirements, id, by);
  return 'refused' in changed ? { refused: changed.refused } : { text: changed.text };
}

export function exportAs(layout: string, featureId: string, texts: Texts, number: number): ExportResult {
  const known = EXPORT_LAYOUTS.find((one) => one === layout);
  if (known === undefined) throw new Error(`The layout "${layout}" is none of ${EXPORT_LAYOUTS.join(', ')}.`);
  const { brief = '', requirements = '', prd } = texts;
  const items = keptOf(parseRequirements(requirements).items).length;
  const source = { featureId, brief, requirements, number, ...(prd !== undefined && { prd }) };
  return { items, files: items === 0 ? [] : exportDocuments(known, source) };
}
