// What a person should have seen before they sign a PRD: that it asks for nothing, or that points are open.

import { PRD_SECTIONS } from '../../documents/assemble-prd.ts';
import { headingsOf, sectionsOf } from '../../documents/headings-of.ts';
import { OPEN_POINTS, readOpenPoints } from '../../documents/read-open-points.ts';
import { counted } from '../shown-text.ts';

/** Sentences; none where nothing speaks against signing. */
export function signDoubts(prd: string): readonly string[] {
  const requirements = sectionsOf(prd, 2).find(({ heading }) => heading.text === PRD_SECTIONS.requirements);
  const asked = requirements === undefined ? '' : prd.slice(requirements.start, requirements.end);
  const isEmpty = !headingsOf(asked).some(({ text }) => /^REQ-\d/.test(text));
  const points = readOpenPoints(prd).length;
  return [
    ...(isEmpty ? ['This PRD has no requirement: it asks for nothing.'] : []),
    ...(points > 0 ? [`This PRD leaves ${counted(points, 'point')} of your review open ("${OPEN_POINTS}").`] : []),
  ];
}
