// The lines of a Markdown text by kind: headings, lines that say something, and lines that only quote or hide it
// (fences, comments, quoted blocks). Simple parts are recognised line by line; the Markdown parser, which takes
// many times as long, reads the others.

import type { Nodes, RootContent } from 'mdast';
import { linesOf } from '../markdown/headings-of.ts';
import { openAt, parseBlocks } from '../markdown/parse-blocks.ts';
import { headingLine } from '../requirements/requirement-text.ts';

export interface MarkdownLine {
  readonly text: string;
  /** Offsets in the text; the end is before the line's end mark. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'hidden' | 'heading';
  /** Of a heading. */
  readonly depth: number;
  readonly words: string;
}

type Mark = Pick<MarkdownLine, 'kind' | 'depth' | 'words'>;

const TEXT: Mark = { kind: 'text', depth: 0, words: '' };
const HIDDEN: Mark = { kind: 'hidden', depth: 0, words: '' };
/** Only where one of these stands can a line be anything but what it begins with. */
const NOT_SIMPLE = /^[ \d.)*+-]*[<>\t]|`{3}|~{3}|^ {4}|^ {1,3}#|^ {0,3}(?:={1,999}|-{1,999}) {0,999}$|[-*+.)] {1,9}#/m;
const HEADING = /^#{1,6}(?=[ \t]|$)/;

/** `from`: the lines before it are no Markdown, as front matter. */
export function markLines(text: string, from = 0): readonly MarkdownLine[] {
  const lines = splitLines(text);
  const marks: Mark[] = lines.slice(0, from).map(() => HIDDEN);
  const ends = stretchEnds(lines, from);
  for (let first = 0, take = 1; first < ends.length; ) {
    const last = Math.min(first + take, ends.length) - 1;
    const stretch = lines.slice(marks.length, ends[last]);
    const source = stretch.map((line) => line.text).join('\n');
    if (!NOT_SIMPLE.test(source)) for (const line of stretch) marks.push(simpleMark(line.text));
    else {
      const nodes = parseBlocks(source);
      // What is open at its end goes on in the next stretch.
      if (last < ends.length - 1 && openAt(nodes, source) !== null) {
        take *= 2;
        continue;
      }
      marks.push(...marksOf(nodes, source, stretch.length));
    }
    [first, take] = [last + 1, 1];
  }
  return lines.map((line, at) => ({ ...line, ...(marks[at] ?? TEXT) }));
}

interface TextLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function splitLines(text: string): readonly TextLine[] {
  let start = 0;
  return linesOf(text).map((line) => {
    const own = { text: line, start, end: start + line.length };
    start = own.end + (text.startsWith('\r\n', own.end) ? 2 : 1);
    return own;
  });
}

/** A heading after a blank line ends every block but an open fence or HTML. */
function stretchEnds(lines: readonly TextLine[], from: number): readonly number[] {
  const ends: number[] = [];
  for (let at = from + 1; at < lines.length; at++) {
    if (HEADING.test(lines[at]?.text ?? '') && lines[at - 1]?.text.trim() === '') ends.push(at);
  }
  return [...ends, lines.length];
}

function simpleMark(line: string): Mark {
  const marks = HEADING.exec(line)?.[0];
  return marks === undefined ? TEXT : { kind: 'heading', depth: marks.length, words: headingLine(line) };
}

function marksOf(nodes: readonly RootContent[], source: string, count: number): readonly Mark[] {
  const marks = new Array<Mark>(count).fill(TEXT);
  const hide = (first: number, last: number): void => {
    for (let at = first; at <= last && at < count; at++) marks[at] = HIDDEN;
  };
  for (const node of nodes) {
    const [first, last] = placeOf(node);
    if (node.type === 'heading') {
      hide(first, last);
      const words = headingLine(source.slice(node.position?.start.offset, node.position?.end.offset));
      marks[first] = { kind: 'heading', depth: node.depth, words };
    } else if (isHiding(node) && !isIndentedList(node, source)) hide(first, last);
    else if (node.type === 'list') hideInside(node, hide);
  }
  return marks;
}

/** The first line of a bullet is the bullet's, whatever is in it. */
function hideInside(node: Nodes, hide: (first: number, last: number) => void): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    const [first, last] = placeOf(child);
    if (isHiding(child)) hide(node.type === 'listItem' && first === placeOf(node)[0] ? first + 1 : first, last);
    else hideInside(child, hide);
  }
}

const POINT = /^[ \t]{0,40}(?:[-*+•][ \t]|\d{1,4}[.)][ \t]|\[[ xX]?\][ \t])/;

/** Points that a tab moved in: Markdown takes them for code, their author did not. */
function isIndentedList(node: Nodes, source: string): boolean {
  if (node.type !== 'code' || node.lang != null) return false;
  const [first = '', ...more] = source.slice(node.position?.start.offset, node.position?.end.offset).split('\n');
  return POINT.test(first) && !/^[ \t]*(?:```|~~~)/.test(first) && more.every((line) => /^(?:[ \t]|$)/.test(line));
}

const isHiding = ({ type }: Nodes): boolean => type === 'code' || type === 'html' || type === 'blockquote';

const placeOf = ({ position }: Nodes): readonly [number, number] => [
  (position?.start.line ?? 1) - 1,
  (position?.end.line ?? 1) - 1,
];
