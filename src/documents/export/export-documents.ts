// What was decided about a feature, as the files other tools for specifications read.

import { keptOf } from '../prd/assemble-prd.ts';
import type { Brief } from '../prd/brief.ts';
import { openQuestions } from '../prd/open-questions.ts';
import { parseBrief } from '../prd/parse-brief.ts';
import { readOpenPoints } from '../prd/read-open-points.ts';
import { type PrdStatus, readPrdStatus } from '../prd/read-prd-status.ts';
import { parseRequirements } from '../requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { toKiro } from './to-kiro.ts';
import { toOpenspec } from './to-openspec.ts';
import { toSpecKit } from './to-spec-kit.ts';

export const EXPORT_LAYOUTS = ['spec-kit', 'openspec', 'kiro'] as const;
export type ExportLayout = (typeof EXPORT_LAYOUTS)[number];

/** The texts of the feature's files. */
export interface ExportSource {
  readonly featureId: string;
  readonly brief: string;
  readonly requirements: string;
  readonly prd?: string;
  /** Of the spec-kit folder: `specs/001-...`; 1 unless given. */
  readonly number?: number;
}

export interface ExportedFile {
  /** From the project's folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A feature as the layouts need it. */
export interface ExportedFeature {
  readonly featureId: string;
  readonly name: string;
  readonly title: string;
  readonly brief: Brief;
  /** Approved and modified, not superseded. */
  readonly requirements: readonly DecidedRequirement[];
  readonly prd: PrdStatus | null;
  /** What the reviews of the PRD left open, and what the brief asks. */
  readonly openPoints: readonly string[];
  /** YYYY-MM-DD of the first review; null where none is recorded. */
  readonly created: string | null;
  readonly number: number;
}

const LAYOUTS: { readonly [layout in ExportLayout]: (feature: ExportedFeature) => readonly ExportedFile[] } = {
  'spec-kit': toSpecKit,
  openspec: toOpenspec,
  kiro: toKiro,
};

export function exportDocuments(as: ExportLayout, source: ExportSource): readonly ExportedFile[] {
  const { featureId, number = 1, prd } = source;
  const brief = parseBrief(source.brief);
  const { items, history } = parseRequirements(source.requirements);
  return LAYOUTS[as]({
    ...{ featureId, number, brief, title: brief.title === '' ? featureId : brief.title },
    name: exportName(featureId),
    requirements: keptOf(items),
    prd: prd === undefined ? null : readPrdStatus(prd),
    openPoints: [...readOpenPoints(prd ?? source.brief), ...openQuestions(source.brief)],
    created: /^\d{4}-\d\d-\d\d/.exec(history[0]?.at ?? '')?.[0] ?? null,
  });
}

/** The feature's name in folders: those tools want single dashes between words. */
export function exportName(featureId: string): string {
  return featureId.replace(/-+/g, '-').replace(/^-|-$/g, '');
}
