// The lines of a document with the headings above them, and whether a fence holds them.

import { fencedBlocks } from '../design/fenced-blocks.ts';
import { CONFORM_LIMITS } from './transition.ts';

export interface DocumentLine {
  readonly number: number;
  readonly text: string;
  /** The language of the fence around it, '' for none given; null: no fence. */
  readonly fence: string | null;
  /** A line that opens or closes a fence, or is a heading: it says nothing itself. */
  readonly isMark: boolean;
  /** Headings above it, the nearest last. */
  readonly headings: readonly string[];
}

export interface DocumentBlock {
  readonly text: string;
  /** Of its first line inside the fence. */
  readonly line: number;
  readonly heading: string;
}

export interface DocumentText {
  readonly lines: readonly DocumentLine[];
  readonly diagrams: readonly DocumentBlock[];
  /** What was not read. */
  readonly notes: readonly string[];
}

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;

export function readDocumentLines(raw: string): DocumentText {
  const all = raw
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const texts = all.slice(0, CONFORM_LIMITS.lines);
  const blocks = fencedBlocks(texts.join('\n'));
  const fenceOf = new Map<number, { readonly language: string; readonly isMark: boolean }>();
  for (const { line, endLine, language } of blocks)
    for (let at = line; at <= endLine; at++) fenceOf.set(at, { language, isMark: at === line || at === endLine });
  const lines: DocumentLine[] = [];
  let open: readonly { readonly depth: number; readonly text: string }[] = [];
  for (const [at, text] of texts.entries()) {
    const fence = fenceOf.get(at + 1);
    const heading = fence === undefined && text.length <= CONFORM_LIMITS.lineCharacters ? HEADING.exec(text) : null;
    if (heading !== null) {
      const depth = heading[1]?.length ?? 1;
      open = [...open.filter((above) => above.depth < depth), { depth, text: plainHeading(heading[2] ?? '') }];
    }
    lines.push({
      ...{ number: at + 1, text, fence: fence?.language ?? null, headings: open.map((each) => each.text) },
      isMark: heading !== null || fence?.isMark === true,
    });
  }
  const drawn = blocks.filter(({ language }) => language === 'mermaid');
  const diagrams = drawn.slice(0, CONFORM_LIMITS.diagrams).map(({ text, line }) => ({
    ...{ text, line: line + 1, heading: lines[line - 1]?.headings.at(-1) ?? '' },
  }));
  return { lines, diagrams, notes: [...tooMany(all.length, 'lines'), ...tooMany(drawn.length, 'diagrams')] };
}

function tooMany(count: number, what: 'lines' | 'diagrams'): string[] {
  const most = CONFORM_LIMITS[what];
  if (count <= most) return [];
  return [`Only the first ${most.toLocaleString('en')} ${what} of ${count.toLocaleString('en')} were read.`];
}

function plainHeading(text: string): string {
  return text.replace(/[*`#]/g, '').replace(/\s+/g, ' ').trim();
}
