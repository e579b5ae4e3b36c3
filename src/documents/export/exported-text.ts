// Pieces of text that the export layouts share.

import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { isOpenQuestion } from '../prd/open-questions.ts';
import { isReviewPoint } from '../prd/read-open-points.ts';
import { criteriaIn } from '../requirements/acceptance-criteria.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import type { ExportedFeature } from './export-documents.ts';

/** The words of a section as one paragraph; beyond so many characters it is cut at a word's end. */
export function paragraph(text: string, charactersMax: number): string {
  const lines = linesOf(text).map((line) => line.replace(LINE_MARK, ''));
  // A fence or another mark at its beginning would make more of it than a paragraph.
  const whole = oneLine(lines.join(' ')).replace(/^[^\p{L}\p{N}"'([]+/u, '');
  if (whole.length <= charactersMax) return whole;
  const cut = whole.slice(0, charactersMax - CUT.length);
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut.toWellFormed()}${CUT}`;
}

const LINE_MARK = /^\s*(?:#{1,6}\s+|>+\s?|[-*+]\s+|\d+[.)]\s+|```.*$|~~~.*$)/;
const CUT = ' ...';

/** Word for word; in a quote nothing of it can be taken for the layout's own headings. */
export function quote(text: string): string {
  return linesOf(text)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Where a requirement comes from: `REQ-001, high, UI/UX, approved`. */
export function traceOf({ id, priority, category, standing }: DecidedRequirement): string {
  return [id, `${priority} priority`, oneLine(category), standing].filter((part) => part !== '').join(', ');
}

/** How the documents stood when they were exported. */
export function originLine({ featureId, prd }: ExportedFeature): string {
  const status = prd === null ? 'no PRD yet' : `the PRD is ${prd.status} (${prd.lastModified})`;
  return `Exported from the feature \`${featureId}\`; ${status}.`;
}

/** What a layout asks for and nobody wrote. */
export const storyQuestion = (id: string): string => `Who wants ${id}, and what for?`;
const criterionQuestion = (id: string): string => `How will one see that ${id} is done?`;

/** The criteria as they were written, or the question for them. */
export function criteriaOf({ id, description }: DecidedRequirement, mark: (question: string) => string): string[] {
  const written = criteriaIn(description).map((line) => line.replace(LINE_MARK, ''));
  return written.length > 0 ? written : [mark(criterionQuestion(id))];
}

export const openMark = (question: string): string => `open: ${question}`;

/** A section of its own, where reviews of the PRD or questions of the brief are left open. */
export function openPointBlocks({ openPoints }: ExportedFeature): string[] {
  if (openPoints.length === 0) return [];
  const lines = openPoints.map((point) => `- ${oneLine(point).replace(/^[#>\-*+\s]+/, '')}`);
  return ['## Open Points', 'Left open: nobody has decided on them.', lines.join('\n')];
}

export function introduction({ brief, title }: ExportedFeature, charactersMax: number): string {
  const { Overview = '', 'User Utterance': utterance = '' } = brief.sections;
  const words = [withoutMarked(Overview), utterance]
    .map((said) => paragraph(said, charactersMax))
    .find((said) => said !== '');
  return words ?? `${oneLine(title)}.`;
}

/** Bullets that are asked or left open stand elsewhere; a heading is the label of what is below it, or goes. */
function withoutMarked(markdown: string): string {
  const lines = linesOf(markdown).filter((line) => {
    const point = BULLET.exec(line)?.[1] ?? '';
    return line.trim() !== '' && !isOpenQuestion(point) && !isReviewPoint(point);
  });
  const kept = lines.filter((line, at) => !HEADING.test(line) || !HEADING.test(lines[at + 1] ?? '#'));
  return kept.map((line) => line.replace(HEADING, '$1:')).join('\n');
}

const BULLET = /^\s*[-*+]\s+(.*)$/;
const HEADING = /^\s{0,3}#{1,6}(?:\s+(.*?))?[\s:]*$/;
