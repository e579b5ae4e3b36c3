// Pipe tables of a document: header, rows and their lines.

import type { DocumentLine } from './document-lines.ts';
import { CONFORM_LIMITS } from './transition.ts';

export interface MarkdownTable {
  readonly line: number;
  readonly heading: string;
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export function markdownTables(lines: readonly DocumentLine[]): readonly MarkdownTable[] {
  const found: MarkdownTable[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const head = lines[at];
    if (head === undefined || !isRow(head) || !isDelimiter(lines[at + 1])) continue;
    const rows: MarkdownTable['rows'][number][] = [];
    let next = at + 2;
    for (let row = lines[next]; row !== undefined && isRow(row); row = lines[++next])
      rows.push({ line: row.number, cells: cellsOf(row.text) });
    found.push({ line: head.number, heading: head.headings.at(-1) ?? '', header: cellsOf(head.text), rows });
    at = next - 1;
  }
  return found;
}

function isRow({ text, fence, isMark }: DocumentLine): boolean {
  return fence === null && !isMark && text.length <= CONFORM_LIMITS.lineCharacters && text.includes('|');
}

function isDelimiter(line: DocumentLine | undefined): boolean {
  if (line === undefined || !isRow(line) || !line.text.includes('-')) return false;
  return cellsOf(line.text).every((cell) => /^:?-{1,200}:?$/.test(cell));
}

function cellsOf(text: string): readonly string[] {
  const row = text.trim();
  const inner = row.slice(row.startsWith('|') ? 1 : 0, row.endsWith('|') && !row.endsWith('\\|') ? -1 : undefined);
  return inner
    .replaceAll('\\|', '\u0000')
    .split('|')
    .map((cell) => cell.replaceAll('\u0000', '|').trim());
}
