// The Markdown blocks of a text. Reading a PRD asks for those of the same text many times, so the last ones are kept.

import type { Nodes, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { WorkspaceFault } from '../../errors.ts';
import { DOCUMENT_MAX, tooLong } from './markdown-limit.ts';
import { shallowNesting } from './shallow-nesting.ts';
import { stretchEnds } from './stretch-ends.ts';

/** Without inline constructs reading is several times faster and never quadratic. */
const INLINE = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape', 'htmlText'],
  ...['labelEnd', 'labelStartImage', 'labelStartLink'],
];
const parser = unified().use(remarkParse);
parser.data('micromarkExtensions', [{ disable: { null: INLINE } }]);

const LINE_END = /\r\n|\r|\n/;
/** How much text, all together, has its blocks kept: dozens of PRDs of a usual length, or the longest there may be. */
const KEPT_CHARACTERS_MAX = DOCUMENT_MAX.characters;
/** Latest last. */
const kept = new Map<string, readonly RootContent[]>();
let keptCharacters = 0;

/** Two calls with the same text may get the same nodes: they are only for reading. Throws for a text that is too
 *  long: what a model wrote was refused before, so it is a file of the project. */
export function parseBlocks(text: string): readonly RootContent[] {
  if (text === '') return [];
  const against = tooLong(text, DOCUMENT_MAX);
  if (against !== null) throw new WorkspaceFault(`${against} Shorten the document.`);
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

/** The text is read in stretches. Nothing but an open fence or HTML block goes on across the end of a usual one, and
 *  then the stretch is read again, longer. */
function parseApart(text: string): readonly RootContent[] {
  const ends = stretchEnds(text);
  const nodes: RootContent[] = [];
  let start = 0;
  let line = 0;
  for (let first = 0, take = 1; first < ends.length; ) {
    const last = Math.min(first + take, ends.length) - 1;
    const end = ends[last] ?? text.length;
    const stretch = text.slice(start, end);
    const found = parser.parse(stretch).children;
    if (last < ends.length - 1 && goesOn(found, stretch)) {
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

function goesOn(nodes: readonly RootContent[], stretch: string): boolean {
  const isAfterBlank = /\n[ \t]*\r?\n$/.test(stretch.slice(-200));
  if (!isAfterBlank && nodes.at(-1)?.type === 'html') return true;
  return openAt(nodes, stretch) !== null || isOpenWithin(nodes.at(-1), stretch);
}

/** A fence or comment in a quote or an item. */
function isOpenWithin(node: Nodes | undefined, text: string): boolean {
  let inner = node;
  while (inner !== undefined && 'children' in inner && inner.type !== 'paragraph') inner = inner.children.at(-1);
  if (inner === node || (inner?.type !== 'code' && inner?.type !== 'html')) return false;
  const raw = text.slice(inner.position?.start.offset, inner.position?.end.offset);
  return isOpen(inner, raw.replace(/\n[ \t>]+/g, '\n').trim());
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
