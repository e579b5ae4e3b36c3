// A document changed in the person's own editor: what they changed is shown once more, then asked for by section.

import type { Modification } from '../../documents/brief.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import type { Desk } from './desk.ts';
import { hanging, heading, type Look } from './look.ts';
import type { DocumentGate, DocumentVerdict } from './review-document.ts';
import { sectionChanges } from './section-changes.ts';
import { diffLines } from './show-diff.ts';

const REASON = 'Edited in the review.';

export async function askEdit(desk: Desk, gate: DocumentGate, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  let { text } = gate;
  for (;;) {
    const edited = await desk.edit(text, gate.file);
    const look = desk.look();
    if ('problem' in edited) {
      desk.say([` ${look.paint.yellow(oneLine(edited.problem))}`]);
      return BACK;
    }
    ({ text } = edited);
    const { changes, kept } = changesOf(gate, text, REASON);
    desk.say(keptLines(kept, look));
    if (changes.length === 0) {
      desk.say([kept.length === 0 ? ' You changed nothing in it.' : ' There is nothing else to send.']);
      return BACK;
    }
    desk.say([...heading('Your changes', changes.map(({ section }) => section).join(', '), look), '']);
    desk.say(diffLines(gate.text, text, look));
    const keys = [
      { key: 's', label: 'send' },
      { key: 'e', label: 'edit again' },
      { key: 'b', label: 'back' },
    ];
    const key = await desk.key(keys, signal);
    if (key === LEAVE) return LEAVE;
    if (key === 'b' || key === BACK) return BACK;
    if (key === 's') return sent(desk, gate, text, signal);
  }
}

async function sent(
  desk: Desk,
  gate: DocumentGate,
  text: string,
  signal: AbortSignal,
): Promise<Asked<DocumentVerdict>> {
  const why = await desk.line('Why?', { placeholder: 'optional, told to whoever writes the next version' }, signal);
  if (isUnsaid(why)) return why;
  const said = why.trim();
  const { changes: modifications } = changesOf(gate, text, said === '' ? REASON : said);
  const names = modifications.map(({ section }) => section).join(', ');
  return {
    approved: false,
    ...(said !== '' && { userFeedback: said }),
    modifications,
    reviewSummary: `Changes requested in ${names}.`,
  };
}

/** `kept`: changed sections that stay as they are, whatever was written there. */
function changesOf({ text, fixed = [] }: DocumentGate, edited: string, reason: string) {
  const all = sectionChanges(text, edited, reason);
  const isFixed = ({ section }: Modification): boolean => fixed.includes(section);
  return { changes: all.filter((one) => !isFixed(one)), kept: all.filter(isFixed).map(({ section }) => section) };
}

const REQUIREMENTS = /requirements|traceability/i;

function keptLines(kept: readonly string[], { paint, width }: Look): string[] {
  return kept.flatMap((section) => {
    const why = REQUIREMENTS.test(section)
      ? 'Requirements are changed in a requirements review'
      : 'The status and your own first words stay as they are';
    return hanging(' ', `${section}: ${why}; this part of your edit is not sent.`, width, paint.yellow);
  });
}
