// The headings of a Markdown text that stand at its top: not in fences, quotes, lists or HTML. Markdown is parsed by
// remark; what cannot change where such a heading stands is taken out first, so that long replies stay fast.

import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export interface Heading {
  readonly level: number;
  /** As written, marks and all; at most 1,000 characters of it. */
  readonly text: string;
  /** Offsets in the source: where its line begins, and where the line after it does. */
  readonly start: number;
  readonly end: number;
}

export interface Outline {
  readonly headings: readonly Heading[];
  /** Paragraphs at the top, by offsets. */
  readonly paragraphs: readonly { readonly start: number; readonly end: number }[];
  /** A fence that is open when the text ends. */
  readonly hasOpenFence: boolean;
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly next: number;
}

const LINE_MAX = 1_000;
const LINES_MAX = 5_000;
/** Of quotes and list items: the parser takes time by the square of them. */
const NESTED_MAX = 1_000;
const INDENT_MAX = 12;
/** Nothing inside a line matters here, and some of it is slow to parse. */
const INLINE = [
  ...['attention', 'autolink', 'codeText', 'htmlText', 'labelStartImage', 'labelStartLink', 'labelEnd'],
  ...['hardBreakEscape', 'characterEscape', 'characterReference', 'definition', 'setextUnderline'],
];
const ENDINGS = ['`', '>', '-->', '?>', ']]>', '</script>', '</style>', '</pre>', '</textarea>'];
/** A line of nothing but text, and a list item of nothing but text. */
const PLAIN = /^([ \t]*)(?:[*_]*[\p{L}"'()[\]{},$@.;:!?%^|=\\/&]|\d+(?![\d.)])|-(?![\s-]|$)|\+(?!\s|$)|`{1,2}(?!`))/u;
const NESTING = /^[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$))/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ANGLE = /^[\s>*+\-\d.)\ufeff\u200b]*</;
const RAW_HTML = /<(?:!|\?|script|style|pre|textarea)/i;
const PLAINEST = /^( *)[A-Za-z"'()[\]{},]/;
const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])([ \t]+)[\p{L}"'({]/u;

const parser = unified()
  .use(remarkParse)
  .data({ micromarkExtensions: [{ disable: { null: INLINE } }] });

/** Headings with `#` only. null for a text with more structure than is read (LINES_MAX, NESTED_MAX). */
export function outlineOf(text: string): Outline | null {
  const lines = linesOf(text);
  if (lines === null) return null;
  const tree = parser.parse(lines.map((line) => line.text).join('\n'));
  const place = (line: number): Line => lines[line - 1] ?? { text: '', start: text.length, next: text.length };
  const headings: Heading[] = [];
  const paragraphs: { start: number; end: number }[] = [];
  for (const { type, position, ...node } of tree.children) {
    if (position === undefined || (type !== 'heading' && type !== 'paragraph')) continue;
    const { start } = place(position.start.line);
    const end = place(position.end.line).next;
    if (type === 'paragraph') paragraphs.push({ start, end });
    else
      headings.push({
        level: 'depth' in node ? node.depth : 1,
        text: text.slice(start, Math.min(end, start + LINE_MAX)),
        start,
        end,
      });
  }
  return { headings, paragraphs, hasOpenFence: isOpenFence(tree, lines) };
}

/** The lines that shape the outline. A line like those before it adds nothing; of a long one the beginning counts. */
function linesOf(text: string): Line[] | null {
  const flat = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  const lines: Line[] = [];
  const fences = new FenceWatch();
  let nested = 0;
  let last: Shape = { kind: 'other', indent: 0 };
  let isSecondBlank = false;
  for (let start = 0, next = 0; start < flat.length; start = next) {
    const newline = flat.indexOf('\n', start);
    next = newline < 0 ? flat.length : newline + 1;
    const source = flat.slice(start, newline < 0 ? next : newline);
    if (fences.isInside(source)) continue;
    if (last.kind === 'text' && isMoreText(source, last.indent)) continue;
    const line = shortened(source);
    const shape = shapeOf(line);
    // More text under a text goes where that went, unless it is indented less.
    const isAlike = shape.kind !== 'other' && shape.kind === last.kind && shape.indent >= last.indent;
    if (isAlike && (shape.kind !== 'blank' || isSecondBlank)) continue;
    if (NESTING.test(line)) nested++;
    if (lines.length >= LINES_MAX || nested > NESTED_MAX) return null;
    lines.push({ text: line, start, next });
    isSecondBlank = shape.kind === 'blank' && last.kind === 'blank';
    last = shape;
  }
  return lines;
}

/** Knows the lines inside fences that surely stand at the top; those of which it is not sure are the parser's. */
class FenceWatch {
  #open: string | null = null;
  #isHtml = false;
  #isRawHtml = false;

  /** Called with each line in turn. The opening and closing lines are not inside. */
  isInside(line: string): boolean {
    const mark = FENCE.exec(line)?.[1];
    if (this.#open !== null) {
      const isClosing = mark?.startsWith(this.#open) === true && line.trim() === mark;
      if (isClosing) this.#open = null;
      return !isClosing;
    }
    if (line.trim() === '') this.#isHtml = false;
    if (ANGLE.test(line)) {
      this.#isHtml = true;
      this.#isRawHtml ||= RAW_HTML.test(line);
    }
    // What is indented may belong to a list; after HTML it may be HTML.
    const isOpening = mark !== undefined && !line.startsWith(' ') && !this.#isHtml && !this.#isRawHtml;
    if (isOpening && !(mark.startsWith('`') && line.includes('`', mark.length))) this.#open = mark;
    return false;
  }
}

/** What most lines are, found without taking them apart. */
function isMoreText(line: string, indent: number): boolean {
  const before = PLAINEST.exec(line)?.[1];
  return before !== undefined && before.length >= indent && !line.includes('<') && !line.includes('>');
}

interface Shape {
  readonly kind: string;
  readonly indent: number;
}

/** Lines of one kind can stand for each other. A line with angles may end HTML, so it is like no other. */
function shapeOf(line: string): Shape {
  if (line === '') return { kind: 'blank', indent: 0 };
  if (line.includes('<') || line.includes('>')) return { kind: 'other', indent: 0 };
  const indent = PLAIN.exec(line)?.[1];
  if (indent !== undefined) return { kind: 'text', indent: widthOf(indent) };
  const [, before, marker = '', space] = ITEM.exec(line) ?? [];
  if (before === undefined) return { kind: 'other', indent: 0 };
  return { kind: `item ${before}${/\d/.test(marker) ? marker.length : marker}${space}`, indent: 0 };
}

function widthOf(indent: string): number {
  let width = 0;
  for (const char of indent) width += char === '\t' ? 4 - (width % 4) : 1;
  return width;
}

function shortened(line: string): string {
  const spaced = line
    .slice(0, LINE_MAX)
    .replace(/^[\ufeff\u200b]+/, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000\v\f]/g, ' ')
    .trimEnd();
  const indent = /^[ \t]*/.exec(spaced)?.[0] ?? '';
  // Deep quotes and lists end where a heading at the top begins, however deep they are.
  const flat = indent.length > INDENT_MAX ? ' '.repeat(INDENT_MAX) + spaced.slice(indent.length) : spaced;
  const head = flat
    .replace(/^(?:[ \t]*>){4,}/, '> > > >')
    .replace(/^((?:[ \t]*[-+*](?=[ \t])){8}[ \t]+)(?:[-+*][ \t]+)+/, '$1');
  if (line.length <= LINE_MAX) return head;
  const rest = line.slice(LINE_MAX).toLowerCase();
  return `${head} x${ENDINGS.filter((ending) => rest.includes(ending)).join('')}`;
}

function isOpenFence(tree: Nodes, lines: readonly Line[]): boolean {
  let node: Nodes = tree;
  while ('children' in node) {
    const child: Nodes | undefined = node.children.at(-1);
    if (child === undefined) return false;
    node = child;
  }
  const { position } = node;
  if (node.type !== 'code' || position === undefined) return false;
  const opening = /(`{3,}|~{3,})/.exec((lines[position.start.line - 1]?.text ?? '').slice(position.start.column - 1));
  if (opening === null || opening.index > 3) return false;
  const isAtEnd = lines.slice(position.end.line).every((line) => line.text.trim() === '');
  const closing = /((?<!`)`{3,}|(?<!~)~{3,})[ \t]*$/.exec(lines[position.end.line - 1]?.text ?? '')?.[1] ?? '';
  const isClosed = position.end.line > position.start.line && closing.startsWith(opening[1] ?? '');
  return isAtEnd && !isClosed;
}
