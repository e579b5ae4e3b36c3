// What a person should have seen before they sign: that a PRD asks for nothing, or what is left open.

import { headingsOf, sectionsOf } from '../../../documents/markdown/headings-of.ts';
import { PRD_SECTIONS } from '../../../documents/markdown/prd-sections.ts';
import { readOpenPoints } from '../../../documents/prd/read-open-points.ts';
import { counted } from './gate-facts.ts';

const QUESTIONS = 'Open Questions';
const QUESTION = /^[-*+]\s+(?!\s)(?:Open question: )?(.+\?)$/gm;
const ASKED = /^[-*+]\s+(?:Open question|open): (.+\?)$/gm;

const LISTED_MAX = 5;

/** Of a brief: what was asked for in a review and could not be carried out. */
export function briefDoubts(brief: string): readonly string[] {
  return readOpenPoints(brief).map(
    (said) => `Not carried out, and left open in the brief: ${/[.!?]$/.test(said) ? said : `${said}.`}`,
  );
}

/** Of a PRD. Sentences; none where nothing speaks against signing. */
export function signDoubts(prd: string): readonly string[] {
  const requirements = sectionsOf(prd, 2).find(({ heading }) => heading.text === PRD_SECTIONS.requirements);
  const asked = requirements === undefined ? '' : prd.slice(requirements.start, requirements.end);
  const isEmpty = !headingsOf(asked).some(({ text }) => /^REQ-\d/.test(text));
  const points = readOpenPoints(prd).length;
  return [
    ...(isEmpty ? ['This PRD has no requirement: it asks for nothing.'] : []),
    ...(points > 0 ? [`This PRD leaves ${counted(points, 'point')} of your reviews open.`] : []),
    ...questionDoubts(prd),
  ];
}

/** Asked by the writer of the brief, and answered by nobody. */
function questionDoubts(prd: string): readonly string[] {
  const headings = headingsOf(prd);
  const listed = headings.flatMap(({ text, end }, at) =>
    text === QUESTIONS ? [...prd.slice(end, headings[at + 1]?.start).matchAll(QUESTION)] : [],
  );
  const all = new Set([...listed, ...prd.matchAll(ASKED)].map(([, question]) => question));
  if (all.size === 0) return [];
  const more = all.size - LISTED_MAX;
  return [
    `${counted(all.size, 'question')} of its brief ${all.size === 1 ? 'has' : 'have'} no answer.`,
    ...[...all].slice(0, LISTED_MAX).map((question) => `No answer: ${question}`),
    ...(more > 0 ? [`No answer: ${counted(more, 'more question')}.`] : []),
  ];
}
