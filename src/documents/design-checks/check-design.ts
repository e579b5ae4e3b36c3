// All rules over a design. Pure: what parsers say comes in.

import { type DesignFinding, SEVERITIES } from '../design/finding.ts';
import { type DesignTexts, PARTS } from '../design/part.ts';
import { type Around, contextOf } from './check-context.ts';
import { checkDdl } from './check-ddl.ts';
import { checkDiagrams } from './check-diagrams.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { checkIds } from './check-ids.ts';
import { checkModels } from './check-models.ts';
import { checkPersonalData } from './check-personal-data.ts';
import { checkReferences } from './check-references.ts';
import { checkSections } from './check-sections.ts';
import { checkStandards } from './check-standards.ts';
import { checkUseCases } from './check-use-cases.ts';

const RULES = [
  ...[checkSections, checkReferences, checkUseCases, checkEndpoints, checkModels, checkDdl],
  ...[checkPersonalData, checkDiagrams, checkStandards, checkIds],
];

/** The worst first; then by part and line. */
export function checkDesign(texts: DesignTexts, around: Around): readonly DesignFinding[] {
  const context = contextOf(texts, around);
  const rank = ({ severity, part, line }: DesignFinding): number =>
    SEVERITIES.indexOf(severity) * 1e9 + PARTS.indexOf(part) * 1e8 + line;
  return RULES.flatMap((rule) => rule(context)).sort((one, other) => rank(one) - rank(other));
}
