// A code fence around a whole specification, as models write one: the fence is one fault, and what it holds is read as
// if it were not there.

import { splitLines } from './mark-lines.ts';

export interface WrappingFence {
  /** The line that opens it, from 0; null: there is none. */
  readonly fence: number | null;
  /** As long as the text: the lines of the fence are blank. */
  readonly text: string;
}

const OPEN = /^\uFEFF?(`{3,20}|~{3,20})(?:markdown|md|yaml|text)?[ \t]{0,9}$/i;
/** How a specification begins. */
const BEGIN = /^(?:---[ \t]{0,9}$|#{1,2}[ \t]{1,9}feature\b)/i;

export function readWrapping(text: string): WrappingFence {
  const lines = splitLines(text);
  const said = lines.flatMap((line, at) => (line.text.trim() === '' ? [] : [at]));
  const [first = -1, second = -1] = said;
  const last = said.at(-1) ?? -1;
  const mark = OPEN.exec(lines[first]?.text ?? '')?.[1];
  if (mark === undefined || !BEGIN.test(lines[second]?.text ?? '')) return { fence: null, text };
  const isClosed = last > second && (lines[last]?.text.trim() ?? '') === mark;
  const opened = blanked(text, lines[first]);
  return { fence: first, text: isClosed ? blanked(opened, lines[last]) : opened };
}

function blanked(text: string, line: { readonly start: number; readonly end: number } | undefined): string {
  if (line === undefined) return text;
  return text.slice(0, line.start) + ' '.repeat(line.end - line.start) + text.slice(line.end);
}
