// Comments on sections of a document: as many as someone has, then sent together.

import { sectionsOf } from '../../documents/markdown/headings-of.ts';
import type { DocumentDecision, DocumentReview, SectionChange } from '../../ports/review.ts';
import { sectionsNamed } from '../../runtime/section-named.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { counted, fit, oneLine, pad, widthOf } from '../shown-text.ts';
import type { DocumentDraft } from './document-draft.ts';
import { notEmpty, type ReviewTerminal } from './review-terminal.ts';
import { hangingLines } from './theme.ts';

const LISTED_MAX = 6;

/** Lines on stdin send one at once: what comes after it may belong to the next review. */
export async function askSection(
  terminal: ReviewTerminal,
  review: DocumentReview,
  draft: DocumentDraft,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const names = sectionNames(review);
  terminal.say(['', ...nameLines(names, terminal)]);
  for (;;) {
    const comment = await askComment(terminal, names, signal);
    if (comment === LEAVE) return LEAVE;
    if (comment !== BACK) draft.keep({ comments: [...draft.comments, comment] });
    if (draft.comments.length === 0) return BACK;
    if (terminal.page() === null) return sentComments(draft);
    const commentLines = draft.comments.map(({ section, reason }) => `${section}: ${reason}`);
    terminal.say(['', ...commentLines.flatMap((line) => hangingLines(' - ', oneLine(line), terminal.theme().width))]);
    const key = await terminal.key(
      [
        { key: 's', label: 'another section' },
        { key: 'w', label: `send ${counted(draft.comments.length, 'comment')}` },
        { key: 'x', label: 'drop the last' },
        { key: 'b', label: 'back; they are kept' },
      ],
      signal,
    );
    if (key === 'w') return sentComments(draft);
    if (key === 'x') draft.keep({ comments: draft.comments.slice(0, -1) });
    if (key !== 's') return key === LEAVE ? LEAVE : BACK;
  }
}

export function sentComments({ comments }: DocumentDraft): DocumentDecision {
  const [only, ...others] = comments;
  const feedback = only !== undefined && others.length === 0 ? { feedback: only.reason } : {};
  return { kind: 'document', verdict: 'change', ...feedback, changes: comments };
}

async function askComment(
  terminal: ReviewTerminal,
  names: readonly string[],
  signal: AbortSignal,
): Promise<PromptResult<SectionChange>> {
  const found = (line: string): readonly string[] => {
    const numbered = /^\d{1,4}$/.test(line.trim()) ? names[Number(line.trim()) - 1] : undefined;
    return numbered === undefined ? sectionsNamed(names, line) : [numbered];
  };
  const check = (line: string): string | undefined => {
    const fitting = found(line);
    if (fitting.length === 1) return undefined;
    if (fitting.length === 0) return `Expected 1 to ${names.length}, or the name of a section.`;
    const more = fitting.length > LISTED_MAX ? ', ...' : '';
    return `Several sections fit: ${fitting.slice(0, LISTED_MAX).join(', ')}${more}.`;
  };
  const which = await terminal.line('Which section?', { placeholder: 'its number or its name', check }, signal);
  if (isPromptExit(which)) return which;
  const [section = ''] = found(which);
  const why = await terminal.line(`What should change in "${oneLine(section)}"?`, { check: notEmpty }, signal);
  return isPromptExit(why) ? why : { section, reason: why.trim(), text: '' };
}

function sectionNames(review: DocumentReview): readonly string[] {
  const headings = sectionsOf(review.text, 2).map(({ heading }) => heading.text);
  return review.sections ?? headings.filter((name) => !review.fixed.some(({ section }) => section === name));
}

const INDENT = 3;
const APART = 2;

/** One on each line, or in two columns where the screen is not high enough; the longest names are cut there. */
function nameLines(names: readonly string[], terminal: ReviewTerminal): readonly string[] {
  const digits = String(names.length).length;
  const cells = names.map((name, at) => `${String(at + 1).padStart(digits)}  ${oneLine(name)}`);
  const rows = terminal.page();
  if (rows === null || names.length <= rows) return cells.map((cell) => `${' '.repeat(INDENT)}${cell}`);
  const height = Math.ceil(cells.length / 2);
  const left = Math.max(...cells.slice(0, height).map(widthOf));
  const right = terminal.theme().width - left - APART - 1;
  return cells.slice(0, height).map((cell, row) => {
    const other = cells[row + height] ?? '';
    return ` ${pad(cell, left)}${' '.repeat(APART)}${fit(other, right)}`.trimEnd();
  });
}
