// The Markdown blocks of a file with their offsets. Front matter and the markers of an unresolved merge are blanked
// out first, keeping every offset: Markdown would take `---` and `=======` under a line for headings.

import type { RootContent } from 'mdast';
import { openAt, parseBlocks } from './parse-blocks.ts';

export interface Blocks {
  readonly nodes: readonly RootContent[];
  readonly conflictLine: number | null;
  /** Where a fence or comment begins that runs to the end of the file because nobody closed it. */
  readonly openAt: number | null;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?=[\w-]+[ \t]*:)(?:[^\r\n]*\r?\n){1,200}?---[ \t]*(?=\r?\n|$)/;
const LINE_END = /\r\n|\r|\n/;
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t][^\r\n]*)?$/gm;

export function readBlocks(text: string): Blocks {
  const front = FRONT_MATTER.exec(text)?.[0] ?? (text.startsWith('\uFEFF') ? '\uFEFF' : '');
  const body = blank(front) + text.slice(front.length);
  const nodes = parseBlocks(body);
  const isConflict = /^<{7}/m.test(body) && /^>{7}/m.test(body);
  if (!isConflict) return { nodes, conflictLine: null, openAt: openAt(nodes, text) };
  const inCode = (at: number) => nodes.some((node) => node.type === 'code' && within(node, at));
  const markers = [...body.matchAll(MARKER)].filter((match) => !inCode(match.index));
  if (markers.length === 0) return { nodes, conflictLine: null, openAt: openAt(nodes, text) };
  const conflictLine = body.slice(0, markers[0]?.index).split(LINE_END).length;
  const resolved = parseBlocks(body.replace(MARKER, blank));
  return { nodes: resolved, conflictLine, openAt: openAt(resolved, text) };
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

function within(node: RootContent, at: number): boolean {
  return (node.position?.start.offset ?? 0) <= at && at < (node.position?.end.offset ?? 0);
}
