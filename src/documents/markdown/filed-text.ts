// How people's own sentences stand in a document that code files them in: each in one line that Markdown reads as text.

import { oneLine } from './headings-of.ts';

const TITLE_MAX = 60;
/** At the start of a line these would begin a heading, list, quotation, fence, table, rule or definition. */
const BEGINS_BLOCK = /^(?:[#>|=~`[<*+_-]|:?-{2,})/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;
const TAG = /<(?=[a-z/!?])/gi;

/** A question that nobody has answered, where its answer belongs. */
export const openPoint = (question: string): string => `open: ${question}`;

export const bullet = (sentence: string): string => `- ${asText(sentence)}`;

/** The same words, with a backslash where Markdown would read more into them than text. */
export function asText(sentence: string): string {
  const line = oneLine(sentence).replace(TAG, '\\<');
  if (line.startsWith('\\')) return line;
  return BEGINS_BLOCK.test(line) ? `\\${line}` : line.replace(NUMBERED, '$1\\$2');
}

/** Backslashes as filed sentences have them: at a line's beginning, behind its number, before tags and bold, and at
 *  the end of a heading. */
const AT_BEGINNING = /(?<=^|\n)\\(?=[#>|=~`[<*+_:-])|(?<=(?:^|\n)\d{1,9})\\(?=[.)])/g;
const WITHIN = /\\(?=<[a-z/!?])|\\(?=[*_]\\[*_])|(?<=\\[*_])\\(?=[*_])|\\(?=#+$)/gi;

/** What was said, for who reads no Markdown: a person's other backslashes stay. */
export const plainText = (filed: string): string => filed.replace(WITHIN, '').replace(AT_BEGINNING, '');

/** The sentence, without its full stop; a long one is cut at a word's end. */
export function shortTitle(sentence: string, most = TITLE_MAX): string {
  const whole = oneLine(sentence).replace(/[.。]$/, '');
  const characters = [...whole];
  if (characters.length <= most) return whole;
  const cut = characters.slice(0, most + 1).join('');
  const end = cut.search(/\s\S*$/);
  return end > 0 ? cut.slice(0, end).trimEnd() : characters.slice(0, most).join('');
}
