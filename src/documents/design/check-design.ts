// All rules over a design. Pure: what parsers say comes in.

import { type Around, contextOf } from '../design-checks/check-context.ts';
import { checkDdl } from '../design-checks/check-ddl.ts';
import { checkDiagrams } from '../design-checks/check-diagrams.ts';
import { checkEndpoints } from '../design-checks/check-endpoints.ts';
import { checkIds } from '../design-checks/check-ids.ts';
import { checkModels } from '../design-checks/check-models.ts';
import { checkPersonalData } from '../design-checks/check-personal-data.ts';
import { checkReferences } from '../design-checks/check-references.ts';
import { checkSections } from '../design-checks/check-sections.ts';
import { checkStandards } from '../design-checks/check-standards.ts';
import { checkUseCases } from '../design-checks/check-use-cases.ts';
import { type DesignFinding, SEVERITIES } from './finding.ts';
import { type DesignTexts, PARTS } from './part.ts';

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
