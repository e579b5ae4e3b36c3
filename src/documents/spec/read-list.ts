// The points of a list in a specification, each with its place; paragraphs where there is no list.

import type { MarkdownLine } from './mark-lines.ts';

export interface ListPoint {
  /** Lines of a point that wrap are joined; points below it stand on lines of their own, as `- text`. */
  readonly text: string;
  /** From 0. */
  readonly line: number;
  /** Where its text begins, from 1. */
  readonly column: number;
  /** The first line behind it. */
  readonly end: number;
}

export interface ReadList {
  readonly points: readonly ListPoint[];
  readonly isProse: boolean;
}

export const BULLET = /^([ \t]{0,40})(?:(?:[-*+•‣]|\d{1,4}[.)])(?:[ \t]{1,9}|$)|(?=\[[ xX]?\][ \t]))/;
export const CHECKBOX = /^\[[ \txX]{0,3}\](?:[ \t]{1,9}|$)/;
const NOTHING = /^(?:tbd|tbc|todo|none|nothing|n\/a|[-–—.…\s]{0,99})\.?$/i;

/** A point of these words is none. */
export const saysNothing = (text: string): boolean => NOTHING.test(text);

/** `first`: where the text of the first line begins, as behind a label. */
export function readList(lines: readonly MarkdownLine[], from: number, to: number, first = 0): ReadList {
  const points: Open[] = [];
  const prose: Open[] = [];
  let open: Open | null = null;
  let isAfterBlank = false;
  let outermost = Number.POSITIVE_INFINITY;
  for (let at = from; at < to; at++) {
    const line = lines[at];
    if (line === undefined || line.kind === 'heading') open = null;
    if (line?.kind !== 'text') continue;
    const skipped = at === from ? first : 0;
    const text = line.text.slice(skipped);
    if (text.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const bullet = skipped > 0 ? null : BULLET.exec(text);
    const indent = columnsOf(bullet?.[1] ?? /^[ \t]*/.exec(text)?.[0] ?? '');
    if (bullet !== null && indent <= outermost + 1) {
      outermost = Math.min(outermost, indent);
      open = opened(text, bullet[0].length, at);
      points.push(open);
    } else if (open !== null && (!isAfterBlank || (indent > outermost && points.includes(open)))) {
      extend(open, text, bullet, at);
    } else {
      open = opened(text, text.length - text.trimStart().length, at, skipped);
      prose.push(open);
    }
    isAfterBlank = false;
  }
  const isProse = points.length === 0;
  return { isProse, points: (isProse ? prose : points).map(closed).filter(({ text }) => !NOTHING.test(text)) };
}

interface Open {
  parts: string[];
  readonly line: number;
  readonly column: number;
  end: number;
}

function opened(text: string, lead: number, line: number, skipped = 0): Open {
  const body = text.slice(lead);
  const box = CHECKBOX.exec(body)?.[0].length ?? 0;
  return { parts: [body.slice(box).trim()], line, column: skipped + lead + box + 1, end: line + 1 };
}

function extend(open: Open, text: string, bullet: RegExpExecArray | null, at: number): void {
  open.end = at + 1;
  if (bullet !== null) open.parts.push(`- ${text.slice(bullet[0].length).replace(CHECKBOX, '').trim()}`);
  else open.parts[open.parts.length - 1] = `${open.parts.at(-1)} ${text.trim()}`.trim();
}

const closed = ({ parts, line, column, end }: Open): ListPoint => ({
  ...{ text: parts.map((part) => withoutComments(unescaped(part)).trim()).join('\n'), line, column, end },
});

/** A tab goes to the next multiple of four. */
function columnsOf(indent: string): number {
  let columns = 0;
  for (const character of indent) columns = character === '\t' ? columns + 4 - (columns % 4) : columns + 1;
  return columns;
}

/** A backslash before the first mark of a line keeps it from being read as something else. */
export const unescaped = (line: string): string => line.replace(/^([ \t]{0,3})\\(?=\S)/, '$1');

/** Lines of prose as one text. */
export function proseOf(lines: readonly string[]): string {
  return withoutComments(lines.map((line) => unescaped(line.trimEnd())).join('\n')).trim();
}

/** Without what stands between `<!--` and `-->`. */
export function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) break;
    kept += text.slice(from, at);
    from = end + 3;
  }
  return kept + text.slice(from);
}
