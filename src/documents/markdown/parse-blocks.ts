// The Markdown blocks of a text. Reading a PRD asks for those of the same text many times, so the last ones are kept.

import type { Nodes, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { shallowNesting } from './shallow-nesting.ts';

/** Without inline constructs reading is several times faster and never quadratic. */
const INLINE = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape', 'htmlText'],
  ...['labelEnd', 'labelStartImage', 'labelStartLink'],
];
const parser = unified().use(remarkParse);
parser.data('micromarkExtensions', [{ disable: { null: INLINE } }]);

const LINE_END = /\r\n|\r|\n/;
/** Before a heading or a text that a blank line precedes, or before an item of a list. */
const STRETCH_ENDS = /(?:\r\n|\n)(?:[ \t]*(?:\r\n|\n)(?=(#{1,6}[ \t])|[^\s\d+*-])|(?=(?:[-+*]|1[.)]) ))/g;
/** Shorter ones cost more to begin than they save. */
const STRETCH_CHARACTERS_MIN = 1000;
/** A stretch without headings may end elsewhere, too: a long list becomes two. */
const STRETCH_CHARACTERS_MAX = 8000;
/** How much text, all together, has its blocks kept: several PRDs of a usual length. */
const KEPT_CHARACTERS_MAX = 200_000;
/** Latest last. */
const kept = new Map<string, readonly RootContent[]>();
let keptCharacters = 0;

/** Whoever asks for the same text may be given the same nodes: they are only for reading. */
export function parseBlocks(text: string): readonly RootContent[] {
  if (text === '') return [];
  const known = kept.get(text);
  const nodes = known ?? parseApart(shallowNesting(text));
  if (known !== undefined) forget(text);
  kept.set(text, nodes);
  keptCharacters += text.length;
  for (const oldest of kept.keys()) {
    if (keptCharacters <= KEPT_CHARACTERS_MAX) break;
    forget(oldest);
  }
  return nodes;
}

function forget(text: string): void {
  kept.delete(text);
  keptCharacters -= text.length;
}

/** The parser slows down with length, so the text is read in stretches. One may end before a heading that a blank line
 *  precedes: nothing but an open fence or HTML block goes on across it, and then the stretch is read again, longer. */
function parseApart(text: string): readonly RootContent[] {
  const ends: number[] = [];
  for (const { index, 0: gap, 1: heading } of text.matchAll(STRETCH_ENDS)) {
    const least = heading === undefined ? STRETCH_CHARACTERS_MAX : STRETCH_CHARACTERS_MIN;
    if (index + gap.length - (ends.at(-1) ?? 0) >= least) ends.push(index + gap.length);
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

const CLOSERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];

/** Where a fence or comment begins that runs to the end of the text because nobody closed it. */
export function openAt(nodes: readonly RootContent[], text: string): number | null {
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
