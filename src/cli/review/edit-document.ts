// A document changed in the person's own editor: what they changed is shown once more, then asked for by section.

import type { DocumentDecision, DocumentReview, SectionChange } from '../../ports/review.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import type { Desk } from './desk.ts';
import { hanging, heading, type Look } from './look.ts';
import { sectionChanges } from './section-changes.ts';
import { diffLines } from './show-diff.ts';

const REASON = 'Edited in the review.';

export async function askEdit(
  desk: Desk,
  review: DocumentReview,
  signal: AbortSignal,
): Promise<Asked<DocumentDecision>> {
  let { text } = review;
  for (;;) {
    const edited = await desk.edit(text, review.file);
    const look = desk.look();
    if ('problem' in edited) {
      desk.say([` ${look.paint.yellow(oneLine(edited.problem))}`]);
      return BACK;
    }
    ({ text } = edited);
    const { changes, kept } = changesOf(review, text, REASON);
    desk.say(keptLines(kept, review, look));
    if (changes.length === 0) {
      desk.say([kept.length === 0 ? ' You changed nothing in it.' : ' There is nothing else to send.']);
      return BACK;
    }
    desk.say([...heading('Your changes', changes.map(({ section }) => section).join(', '), look), '']);
    desk.say(diffLines(review.text, text, look));
    const keys = [
      { key: 's', label: 'send' },
      { key: 'e', label: 'edit again' },
      { key: 'b', label: 'back' },
    ];
    const key = await desk.key(keys, signal);
    if (key === LEAVE) return LEAVE;
    if (key === 'b' || key === BACK) return BACK;
    if (key === 's') return sent(desk, review, text, signal);
  }
}

async function sent(
  desk: Desk,
  review: DocumentReview,
  text: string,
  signal: AbortSignal,
): Promise<Asked<DocumentDecision>> {
  const why = await desk.line('Why?', { placeholder: 'optional, told to whoever writes the next version' }, signal);
  if (isUnsaid(why)) return why;
  const said = why.trim();
  const { changes } = changesOf(review, text, said === '' ? REASON : said);
  return { kind: 'document', verdict: 'change', ...(said !== '' && { feedback: said }), changes };
}

/** `kept`: changed sections that stay as they are, whatever was written there. */
function changesOf({ text, fixed }: DocumentReview, edited: string, reason: string) {
  const all = sectionChanges(text, edited, reason);
  const isFixed = ({ section }: SectionChange): boolean => fixed.some((one) => one.section === section);
  return { changes: all.filter((one) => !isFixed(one)), kept: all.filter(isFixed).map(({ section }) => section) };
}

function keptLines(kept: readonly string[], { fixed }: DocumentReview, { paint, width }: Look): string[] {
  return kept.flatMap((section) => {
    const why = fixed.find((one) => one.section === section)?.why ?? '';
    return hanging(' ', oneLine(`${section}: ${why}; this part of your edit is not sent.`), width, paint.yellow);
  });
}
