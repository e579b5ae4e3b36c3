// The assumptions that a document rests on, as its lines mark them; signing it confirms them.

import { headingsOf, linesOf, oneLine } from '../markdown/headings-of.ts';

const MARK = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(?:[*_]{1,2})?assumptions?(?:[*_]{1,2})?\s*:(?:[*_]{1,2})?\s*(.*)$/i;
/** A figure inside a sentence: "within 2 seconds (assumption)". */
const INSIDE = /\(assumption\)/i;
/** `- **Description**: ` before what a requirement says. */
const FIELD = /^\s*(?:[-*+]\s+)?(?:\*\*[^*]+\*\*:\s*)?/;
const ITEM = /^(REQ-\d+)\b/;
/** A line that goes on is indented, and begins nothing of its own. */
const GOES_ON = /^\s{2,}(?![-*+]\s|\d+[.)]\s|#)\S/;

/** Each once, in the order of the text; those of a requirement begin with its id. */
export function findAssumptions(markdown: string): readonly string[] {
  const headings = headingsOf(markdown);
  const found = headings.flatMap(({ text, end }, at) => {
    const id = ITEM.exec(text)?.[1];
    const own = assumptionsIn(markdown.slice(end, headings[at + 1]?.start));
    return own.map((each) => (id === undefined ? each : `${id}: ${each}`));
  });
  return [...new Set([...assumptionsIn(markdown.slice(0, headings[0]?.start)), ...found])];
}

function assumptionsIn(text: string): readonly string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const line of linesOf(text)) {
    const own = MARK.exec(line)?.[1];
    const isInside = own === undefined && INSIDE.test(line);
    if (own !== undefined) found.push(own);
    else if (isInside) found.push(line.replace(FIELD, ''));
    else if (isOpen && GOES_ON.test(line) && !/^\s*(?:given|assumption)\b/i.test(line))
      found[found.length - 1] += ` ${line}`;
    isOpen = own !== undefined || (isOpen && !isInside && GOES_ON.test(line));
  }
  return found.map(oneLine).filter((each) => each !== '');
}
