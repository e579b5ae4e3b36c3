// The Markdown blocks of a file with their offsets. Front matter and the markers of an unresolved merge are blanked
// out first, keeping every offset: Markdown would take `---` and `=======` under a line for headings.

import type { Nodes, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export interface Blocks {
  readonly nodes: readonly RootContent[];
  readonly conflictLine: number | null;
  /** Where a fence or comment begins that runs to the end of the file because nobody closed it. */
  readonly openAt: number | null;
}

/** Only blocks matter here; without inline constructs reading is several times faster and never quadratic. */
const INLINE = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape', 'htmlText'],
  ...['labelEnd', 'labelStartImage', 'labelStartLink'],
];
const parser = unified().use(remarkParse);
parser.data('micromarkExtensions', [{ disable: { null: INLINE } }]);

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?=[\w-]+[ \t]*:)(?:[^\r\n]*\r?\n){1,200}?---[ \t]*(?=\r?\n|$)/;
const LINE_END = /\r\n|\r|\n/;
const HEADING_AFTER_BLANK = /(?:\r\n|\n)[ \t]*(?:\r\n|\n)(?=#{1,6}[ \t])/g;
/** Shorter ones cost more to begin than they save. */
const STRETCH_CHARACTERS_MIN = 1000;
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t][^\r\n]*)?$/gm;

export function readBlocks(text: string): Blocks {
  const front = FRONT_MATTER.exec(text)?.[0] ?? (text.startsWith('\uFEFF') ? '\uFEFF' : '');
  const body = blank(front) + text.slice(front.length);
  const nodes = parseApart(body);
  const isConflict = /^<{7}/m.test(body) && /^>{7}/m.test(body);
  if (!isConflict) return { nodes, conflictLine: null, openAt: openAt(nodes, text) };
  const inCode = (at: number) => nodes.some((node) => node.type === 'code' && within(node, at));
  const markers = [...body.matchAll(MARKER)].filter((match) => !inCode(match.index));
  if (markers.length === 0) return { nodes, conflictLine: null, openAt: openAt(nodes, text) };
  const conflictLine = body.slice(0, markers[0]?.index).split(LINE_END).length;
  const resolved = parseApart(body.replace(MARKER, blank));
  return { nodes: resolved, conflictLine, openAt: openAt(resolved, text) };
}

/** The parser slows down with length, so the text is read in stretches. One may end before a heading that a blank line
 *  precedes: nothing but an open fence or HTML block goes on across it, and then the stretch is read again, longer. */
function parseApart(text: string): readonly RootContent[] {
  const ends: number[] = [];
  for (const { index, 0: gap } of text.matchAll(HEADING_AFTER_BLANK)) {
    if (index + gap.length - (ends.at(-1) ?? 0) >= STRETCH_CHARACTERS_MIN) ends.push(index + gap.length);
  }
  ends.push(text.length);
  const nodes: RootContent[] = [];
  let start = 0;
  let line = 0;
  for (let first = 0, take = 1; first < ends.length; ) {
    const last = Math.min(first + take, ends.length) - 1;
    const end = ends[last] ?? text.length;
    const stretch = text.slice(start, end);
    const found = parser.parse(stretch).children;
    if (last < ends.length - 1 && openAt(found, stretch) !== null) {
      take *= 2;
      continue;
    }
    for (const node of found) {
      shift(node, start, line);
      nodes.push(node);
    }
    line += stretch.split(LINE_END).length - 1;
    [start, first, take] = [end, last + 1, 1];
  }
  return nodes;
}

function shift(node: Nodes, offset: number, line: number): void {
  for (const point of [node.position?.start, node.position?.end]) {
    if (point === undefined) continue;
    point.offset = (point.offset ?? 0) + offset;
    point.line += line;
  }
  if ('children' in node) for (const child of node.children) shift(child, offset, line);
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

function within(node: RootContent, at: number): boolean {
  return (node.position?.start.offset ?? 0) <= at && at < (node.position?.end.offset ?? 0);
}

const CLOSERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];

function openAt(nodes: readonly RootContent[], text: string): number | null {
  const node = nodes.at(-1);
  if (node === undefined) return null;
  const start = node.position?.start.offset ?? 0;
  const raw = text.slice(start, node.position?.end.offset).trim();
  return isOpen(node, raw) ? start : null;
}

function isOpen(node: RootContent, raw: string): boolean {
  if (node.type === 'html') {
    const [opens, closes] = CLOSERS.find(([opening]) => opening.test(raw)) ?? [];
    return opens !== undefined && closes !== undefined && !closes.test(raw.replace(opens, ''));
  }
  const fence = node.type === 'code' ? /^(`{3,}|~{3,})/.exec(raw)?.[0] : undefined;
  if (fence === undefined) return false;
  const last = raw.split(LINE_END).slice(1).at(-1) ?? '';
  const closer = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(last)?.[1] ?? '';
  return !closer.startsWith(fence);
}
