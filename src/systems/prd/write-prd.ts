// The PRD by rules: what code assembled, with the last review's words in the brief's text or listed as open points.

import { briefBlock, PRD_SECTIONS } from '../../documents/assemble-prd.ts';
import { excludedIn } from '../../documents/find-excluded.ts';
import { sectionsOf } from '../../documents/headings-of.ts';
import type { DecidedRequirement } from '../../documents/requirement.ts';
import { type Modification, workIn } from './revise-brief.ts';

const OPEN_POINTS = '### Open Points from Review';
/** Requirements and tables are changed by their own reviews, never here. */
const NOT_BRIEF = /\brequirements?\b|\bREQ-\d|\btraceab|\bdocument status\b/i;

const REFUSED =
  'The review speaks of a requirement that was rejected or put out of scope: it is decided in a requirements review.';

export interface PrdReview {
  readonly feedback: string;
  readonly modifications: readonly Modification[];
}

export function writePrd(
  draft: string,
  brief: string,
  review: PrdReview,
  items: readonly DecidedRequirement[],
): string {
  const { text, open } = workIn(brief, review.feedback, review.modifications, (said) => !NOT_BRIEF.test(said));
  const told = open.map((said) => (excludedIn(said, '', items).length === 0 ? said : REFUSED));
  const written = withBrief(draft, text === brief ? null : text, [...new Set(told)]);
  // What was decided against comes back by no review of the PRD.
  return excludedIn(written, draft, items).length === 0 ? written : withBrief(draft, null, [REFUSED]);
}

/** `brief` null: as it stands in the draft. */
function withBrief(draft: string, brief: string | null, open: readonly string[]): string {
  const section = sectionsOf(draft, 2).find(({ heading }) => heading.text === PRD_SECTIONS.brief);
  if (section === undefined || (brief === null && open.length === 0)) return draft;
  const now = brief === null ? draft.slice(section.start, section.end).trim() : briefBlock(brief);
  const points = open.map((said) => `- ${said.replace(/^[#>\-*+\s]+/, '')}`).join('\n');
  const body = [now, ...(open.length === 0 ? [] : [OPEN_POINTS, points])].filter((block) => block !== '').join('\n\n');
  const rest = draft.slice(section.end);
  return `${draft.slice(0, section.start)}\n\n${body}\n${rest === '' ? '' : `\n${rest}`}`;
}
