// A document changed in the person's own editor: what they changed is shown once more, then asked for by section.

import type { DocumentDecision, DocumentReview, SectionChange } from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import type { DocumentDraft, DraftWords } from './document-draft.ts';
import type { ReviewTerminal } from './review-terminal.ts';
import { sectionChanges } from './section-changes.ts';
import { diffLines } from './show-diff.ts';
import { hangingLines, heading, type Theme } from './theme.ts';

const REASON = 'Edited in the review.';

export async function askEdit(
  terminal: ReviewTerminal,
  review: DocumentReview,
  draft: DocumentDraft,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  let text = draft.text ?? review.text;
  for (;;) {
    const edited = await terminal.edit(text, review.file);
    const theme = terminal.theme();
    if ('problem' in edited) {
      terminal.say([` ${theme.paint.yellow(oneLine(edited.problem))}`]);
      return BACK;
    }
    ({ text } = edited);
    const { changes, kept } = changesOf(review, text, REASON);
    terminal.say(keptLines(kept, review, theme));
    draft.keep({ text: changes.length === 0 ? null : text });
    if (changes.length === 0) {
      terminal.say([kept.length === 0 ? ' You changed nothing in it.' : ' There is nothing else to send.']);
      return BACK;
    }
    terminal.say([...heading('Your changes', changes.map(({ section }) => section).join(', '), theme), '']);
    terminal.say(diffLines(review.text, text, theme));
    const keys = [
      { key: 's', label: 'send' },
      { key: 'e', label: 'edit again' },
      { key: 'b', label: 'back; it is kept' },
      { key: 'x', label: 'drop it' },
    ];
    const key = await terminal.key(keys, signal);
    if (key === LEAVE) return LEAVE;
    if (key === 'x') draft.keep({ text: null });
    if (key === 'x' || key === 'b' || key === BACK) return BACK;
    if (key === 's') return askReason(terminal, review, { text, comments: draft.comments }, signal);
  }
}

async function askReason(
  terminal: ReviewTerminal,
  review: DocumentReview,
  { text, comments }: DraftWords & { readonly text: string },
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const why = await terminal.line('Why?', { placeholder: 'optional, for the writer of the next version' }, signal);
  if (isPromptExit(why)) return why;
  const said = why.trim();
  const { changes } = changesOf(review, text, said === '' ? REASON : said);
  return {
    kind: 'document',
    verdict: 'change',
    ...(said !== '' && { feedback: said }),
    changes: [...changes, ...comments],
  };
}

/** `kept`: changed sections that stay as they are, whatever was written there. */
function changesOf({ text, fixed, parts }: DocumentReview, edited: string, reason: string) {
  const all = sectionChanges(text, edited, reason, parts);
  const isFixed = ({ section }: SectionChange): boolean => fixed.some((one) => one.section === section);
  return { changes: all.filter((one) => !isFixed(one)), kept: all.filter(isFixed).map(({ section }) => section) };
}

function keptLines(kept: readonly string[], { fixed }: DocumentReview, { paint, width }: Theme): string[] {
  return kept.flatMap((section) => {
    const why = fixed.find((one) => one.section === section)?.why ?? '';
    return hangingLines(' ', oneLine(`${section}: ${why}; this part of your edit is not sent.`), width, paint.yellow);
  });
}
