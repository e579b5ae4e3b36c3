// All rules over a design. Pure: what parsers say comes in.

import { type Around, contextOf } from './checks/check-context.ts';
import { checkDdl } from './checks/check-ddl.ts';
import { checkDiagrams } from './checks/check-diagrams.ts';
import { checkEndpoints } from './checks/check-endpoints.ts';
import { checkModels } from './checks/check-models.ts';
import { checkPersonalData } from './checks/check-personal-data.ts';
import { checkReferences } from './checks/check-references.ts';
import { checkSections } from './checks/check-sections.ts';
import { checkStandards } from './checks/check-standards.ts';
import { checkUseCases } from './checks/check-use-cases.ts';
import { type DesignFinding, SEVERITIES } from './finding.ts';
import { type DesignTexts, PARTS } from './part.ts';

const RULES = [
  ...[checkSections, checkReferences, checkUseCases, checkEndpoints, checkModels, checkDdl],
  ...[checkPersonalData, checkDiagrams, checkStandards],
];

/** The worst first; then by part and line. */
export function checkDesign(texts: DesignTexts, around: Around): readonly DesignFinding[] {
  const context = contextOf(texts, around);
  const rank = ({ severity, part, line }: DesignFinding): number =>
    SEVERITIES.indexOf(severity) * 1e9 + PARTS.indexOf(part) * 1e8 + line;
  return RULES.flatMap((rule) => rule(context)).sort((one, other) => rank(one) - rank(other));
}
