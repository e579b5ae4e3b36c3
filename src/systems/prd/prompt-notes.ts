// What code knows and people said, as prompts show it: in a fence, so that no word of it can pass for a part of the
// prompt; and "None." without a fence where there is nothing.

import { oneLine } from '../../documents/markdown/headings-of.ts';
import { isStartOver, type Modification, WHOLE_DOCUMENT } from '../../documents/prd/brief.ts';
import { clarificationsOf } from '../../documents/prd/clarifications.ts';
import { fenced } from '../../engine/fenced.ts';
import type { Json } from '../../json.ts';
import type { Finding } from '../../language/lint/finding.ts';

const NONE = 'None.';
const START_OVER = `${WHOLE_DOCUMENT}, to be started over`;

/** A bullet for each. */
export function promptNotes(notes: readonly string[]): string {
  return quotedOr(
    NONE,
    notes
      .filter((note) => note.trim() !== '')
      .map(bulletOf)
      .join('\n'),
  );
}

/** A text as it is. */
export function quotedOr(none: string, text: string): string {
  return text.trim() === '' ? none : fenced(text.trim(), 'text');
}

/** Its further lines belong to it. */
function bulletOf(note: string): string {
  return `- ${note
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/\n(?=[^\n])/g, '\n  ')}`;
}

export function lintNotes(findings: readonly Finding[]): string {
  return promptNotes(
    findings.map(({ id, rule, found, message, suggestion }) => {
      const about = found === '' ? '' : ` "${found}"`;
      return `${id}, ${rule}${about}: ${message}${suggestion === '' ? '' : ` Better: ${suggestion}`}`;
    }),
  );
}

export function clarifiedNotes(userInput: Json | undefined): string {
  return promptNotes(clarificationsOf(userInput).map(({ question, answer }) => `${question} ${answer}`));
}

/** `said` stands in the prompt already, and is not said again as the reason of a change. */
export function changeNotes(modifications: readonly Modification[], said: readonly string[] = []): string {
  const before = new Set(['', ...said.map(oneLine)]);
  const parts = modifications.map((change) => {
    const { section, requestedContent: wanted } = change;
    const why = oneLine(change.modificationReason);
    const head = `- ${isStartOver([change]) ? START_OVER : oneLine(section)}${before.has(why) ? '' : `: ${why}`}`;
    if (wanted.trim() === '') return head;
    return `${head}\n  It should say:\n${wanted.trim().replace(/^/gm, '  ')}`;
  });
  return quotedOr(NONE, parts.join('\n'));
}

/** Schemas have checked what is in it. */
export function modificationsIn(given: Json | undefined): readonly Modification[] {
  return Array.isArray(given) ? (given as readonly Modification[]) : [];
}
