// What code knows, in the words of a prompt: one line each, and "None." where there is nothing.

import { AXES, type Axis } from '../../documents/gaps/gap.ts';
import type { Finding } from '../../documents/lint/finding.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import { isStartOver, type Modification, WHOLE_DOCUMENT } from '../../documents/prd/brief.ts';
import { clarificationsOf } from '../../documents/prd/unclear.ts';
import type { Json } from '../../json.ts';

const NONE = 'None.';
const START_OVER = `${WHOLE_DOCUMENT}, to be started over`;

/** A bullet for each. */
export function promptNotes(lines: readonly string[]): string {
  const said = lines.map(oneLine).filter((line) => line !== '');
  return said.length === 0 ? NONE : said.map((line) => `- ${line}`).join('\n');
}

/** A text as it is. */
export const textOrNone = (text: string, none = NONE): string => (text.trim() === '' ? none : text.trim());

export function lintNotes(findings: readonly Finding[]): string {
  return promptNotes(
    findings.map(({ id, rule, found, message, suggestion }) => {
      const about = found === '' ? '' : ` "${found}"`;
      return `${id}, ${rule}${about}: ${message}${suggestion === '' ? '' : ` Better: ${suggestion}`}`;
    }),
  );
}

/** What rules noticed, without their figures: a score is the reader's own. */
export function ruleNotes(reasons: Readonly<Record<Axis, string>>, findings: readonly Finding[]): string {
  const axes = AXES.map((axis) => `${axis}: ${reasons[axis]}`);
  const wording = findings.map(
    ({ id, rule, found }) => `${id} is ${WORDS[rule] ?? rule}${found === '' ? '' : ` ("${found}")`}.`,
  );
  return promptNotes([...axes, ...wording]);
}

const WORDS: { readonly [rule: string]: string } = {
  'not-testable': 'hard to test',
  compound: 'several requirements in one',
  'no-actor': 'without an actor',
  passive: 'in the passive',
  'contradicts-scope': 'perhaps out of scope',
  duplicate: 'perhaps a duplicate',
};

export function clarifiedNotes(userInput: Json | undefined): string {
  return promptNotes(clarificationsOf(userInput).map(({ question, answer }) => `${question} ${answer}`));
}

/** `said`: stands in the prompt already, and is not said again as the reason of a change. */
export function changeNotes(modifications: readonly Modification[], said: readonly string[] = []): string {
  const before = new Set(['', ...said.map(oneLine)]);
  const parts = modifications.map((change) => {
    const { section, requestedContent: wanted } = change;
    const why = oneLine(change.modificationReason);
    const head = `- ${isStartOver([change]) ? START_OVER : oneLine(section)}${before.has(why) ? '' : `: ${why}`}`;
    if (wanted.trim() === '') return head;
    const text = wanted.trim().replace(/^/gm, '  ');
    return `${head}\n  It should say:\n${text}`;
  });
  return parts.length === 0 ? NONE : parts.join('\n');
}

/** Schemas have checked what is in it. */
export function modificationsIn(given: Json | undefined): readonly Modification[] {
  return Array.isArray(given) ? (given as readonly Modification[]) : [];
}
