// Pieces of text that the export layouts share.

import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { isOpenQuestion } from '../prd/open-questions.ts';
import { isReviewPoint } from '../prd/read-open-points.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { sentencesOf } from './derive-scenarios.ts';
import { deriveStory } from './derive-story.ts';
import type { ExportedFeature } from './export-documents.ts';

/** The words of a section as one paragraph of at most so many characters, whole sentences if they fit. */
export function paragraph(text: string, charactersMax: number): string {
  const sentences = sentencesOf(text);
  let kept = '';
  for (const sentence of sentences) {
    const more = kept === '' ? sentence : `${kept} ${sentence}`;
    if (more.length > charactersMax) break;
    kept = more;
  }
  const whole = kept === '' ? (sentences[0] ?? '').slice(0, charactersMax) : kept;
  // A fence or another mark at its beginning would make more of it than a paragraph.
  return whole.replace(/^[^\p{L}\p{N}"'([]+/u, '');
}

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
  return `Exported from the feature \`${featureId}\`; ${status}. Parts marked "derived" were made from its sentences.`;
}

/** A sentence about another part of the brief says nothing without it. */
const POINTS_ELSEWHERE = /\butterance\b.{0,20}\babove\b|\babove\b.{0,20}\butterance\b|\bsee above\b/i;

/** `As a reader, I want to reserve books`; null where nobody is named. */
export function storySentence(description: string): string | null {
  const story = deriveStory(description);
  return story === null ? null : `As ${story.role}, I want to ${oneLine(story.want.replace(/\btheir\b/g, 'my'))}.`;
}

/** A section of its own, where reviews of the PRD or questions of the brief are left open. */
export function openPointBlocks({ openPoints }: ExportedFeature): string[] {
  if (openPoints.length === 0) return [];
  const lines = openPoints.map((point) => `- ${oneLine(point).replace(/^[#>\-*+\s]+/, '')}`);
  return ['## Open Points', 'Left open: nobody has decided on them.', lines.join('\n')];
}

export function introduction({ brief, title }: ExportedFeature, charactersMax: number): string {
  const { Overview = '', 'User Utterance': utterance = '' } = brief.sections;
  const own = sentencesOf(withoutMarked(Overview)).filter((sentence) => !POINTS_ELSEWHERE.test(sentence));
  const words = [own.join(' '), utterance].map((said) => paragraph(said, charactersMax)).find((said) => said !== '');
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
