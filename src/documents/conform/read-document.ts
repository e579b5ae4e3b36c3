// What of a document can say something of a state machine: its tables and its Mermaid blocks, with their headings.

import { fencedBlocks, withoutFences } from '../design/fenced-blocks.ts';
import { CONFORM_LIMITS } from './transition.ts';

export interface MarkdownTable {
  readonly line: number;
  readonly heading: string;
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export interface DocumentBlock {
  readonly text: string;
  /** Of its first line inside the fence. */
  readonly line: number;
  readonly heading: string;
}

export interface DocumentText {
  readonly tables: readonly MarkdownTable[];
  readonly diagrams: readonly DocumentBlock[];
  /** What was not read. */
  readonly notes: readonly string[];
}

const HEADING = /^ {0,3}#{1,6}[ \t](.*)$/;

export function readDocument(raw: string): DocumentText {
  const all = raw.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const text = all.slice(0, CONFORM_LIMITS.lines).join('\n');
  const headings: string[] = [];
  // Headings, texts in fences and lines that are too long are no rows.
  const lines = withoutFences(text)
    .split('\n')
    .map((line) => {
      const isRead = line.length <= CONFORM_LIMITS.lineCharacters;
      const title = isRead ? HEADING.exec(line)?.[1] : undefined;
      headings.push(title === undefined ? (headings.at(-1) ?? '') : plainHeading(title));
      return title === undefined && isRead ? line : '';
    });
  const drawn = fencedBlocks(text).filter(({ language }) => language === 'mermaid');
  const diagrams = drawn.slice(0, CONFORM_LIMITS.diagrams).map((block) => ({
    ...{ text: block.text, line: block.line + 1, heading: headings[block.line - 1] ?? '' },
  }));
  const notes = [...tooMany(all.length, 'lines'), ...tooMany(drawn.length, 'diagrams')];
  return { tables: tablesIn(lines, headings), diagrams, notes };
}

function tooMany(count: number, what: 'lines' | 'diagrams'): string[] {
  const most = CONFORM_LIMITS[what];
  if (count <= most) return [];
  return [`Only the first ${most.toLocaleString('en')} ${what} of ${count.toLocaleString('en')} were read.`];
}

const plainHeading = (text: string): string => text.replace(/[*`#]/g, '').replace(/\s+/g, ' ').trim();

function tablesIn(lines: readonly string[], headings: readonly string[]): readonly MarkdownTable[] {
  const found: MarkdownTable[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const head = lines[at] ?? '';
    if (!head.includes('|') || !isDelimiter(lines[at + 1] ?? '')) continue;
    const rows: MarkdownTable['rows'][number][] = [];
    let next = at + 2;
    for (let row = lines[next]; row?.includes('|'); row = lines[++next])
      rows.push({ line: next + 1, cells: cellsOf(row) });
    found.push({ line: at + 1, heading: headings[at] ?? '', header: cellsOf(head), rows });
    at = next - 1;
  }
  return found;
}

const isDelimiter = (line: string): boolean =>
  line.includes('|') && line.includes('-') && cellsOf(line).every((cell) => /^:?-{1,200}:?$/.test(cell));

function cellsOf(text: string): readonly string[] {
  const row = text.trim();
  const inner = row.slice(row.startsWith('|') ? 1 : 0, row.endsWith('|') && !row.endsWith('\\|') ? -1 : undefined);
  return inner
    .replaceAll('\\|', '\u0000')
    .split('|')
    .map((cell) => cell.replaceAll('\u0000', '|').trim());
}
