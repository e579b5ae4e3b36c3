// Markdown for a person at a terminal: headings and bullets painted, long lines wrapped under their own beginning.

import { severalLines } from '../shown-text.ts';
import { markdownTable, tableLength } from './show-table.ts';
import { hangingLines, type Theme } from './theme.ts';

const HEADING = /^(#{1,6})\s+(.*)$/;
/** A quotation hangs like a bullet. */
const BULLET = /^(\s*)([-*+>]|\d{1,4}[.)]|[a-j]\))\s+(.*)$/;
const FENCE = /^\s*(?:```|~~~)/;
const BOLD = /\*\*([^*]+)\*\*/g;

/** Without colours it is the source itself, wrapped. */
export function markdownLines(text: string, theme: Theme): string[] {
  let isCode = false;
  const lines = trimmed(severalLines(text));
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const rows = isFence || isCode ? 0 : tableLength(lines, at);
    if (rows > 0) shown.push(...markdownTable(lines.slice(at, at + rows), theme));
    else
      shown.push(...(isFence || isCode ? hangingLines('', line, theme.width, theme.paint.dim) : lineOf(line, theme)));
    at += Math.max(0, rows - 1);
  }
  return shown;
}

function lineOf(line: string, { paint, width }: Theme): string[] {
  const bold = (text: string): string =>
    paint.isOn ? text.replace(BOLD, (_, inner: string) => paint.bold(inner)) : text;
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    const own = (text: string): string => paint.bold(marks.length === 1 ? text : paint.cyan(text));
    return hangingLines('', paint.isOn ? title : line, width, own);
  }
  const [, indent, sign, rest] = BULLET.exec(line) ?? [];
  if (sign === undefined || rest === undefined) return hangingLines('', line, width, bold);
  const shown = paint.isOn && /[-*+]/.test(sign) ? '•' : sign;
  return hangingLines(`${indent?.slice(0, 12)}${shown} `, rest, width, bold);
}

/** Without empty lines around, and never two of them together. */
function trimmed(lines: readonly string[]): string[] {
  const kept = lines.filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''));
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept;
}

/** The headings alone, for a document too long to be shown at once. */
export function outlineLines(text: string, theme: Theme): string[] {
  let isCode = false;
  return severalLines(text).flatMap((line, at) => {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks, title] = (!isCode && HEADING.exec(line)) || [];
    if (marks === undefined || title === undefined) return [];
    const lead = `${'  '.repeat(marks.length - 1)}`;
    const own = marks.length > 1 ? theme.paint.cyan : theme.paint.bold;
    return hangingLines(lead, `${title}  (line ${at + 1})`, theme.width, own);
  });
}
