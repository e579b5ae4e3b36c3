// A table of Markdown as aligned columns: what does not fit beside the others is wrapped in its own column.

import { pad, widthOf, wrap } from '../shown-text.ts';
import type { Theme } from './theme.ts';

const APART = '  ';
const COLUMN_MIN = 6;
const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** How many lines from `at` on are one table; 0 where none begins. */
export function tableLength(lines: readonly string[], at: number): number {
  if (!ROW.test(lines[at] ?? '') || !RULE.test(lines[at + 1] ?? '')) return 0;
  let end = at + 2;
  while (ROW.test(lines[end] ?? '')) end++;
  return end - at;
}

export function markdownTable(lines: readonly string[], { paint, width }: Theme): string[] {
  const [head = [], , ...rows] = lines.map(cellsOf);
  const columns = Math.max(head.length, ...rows.map((row) => row.length));
  const all = [head, ...rows].map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ''));
  const widths = fitted(
    Array.from({ length: columns }, (_, at) => Math.max(1, ...all.map((row) => widthOf(row[at] ?? '')))),
    width - APART.length * (columns - 1),
  );
  // More columns than a narrow screen has room for: the source, wrapped.
  if (widths === null) return lines.flatMap((line) => wrap(line.trim(), width));
  const rule = widths.map((own) => '-'.repeat(own)).join(APART);
  const [top = [], ...below] = all.map((row) => rowLines(row, widths));
  return [...top.map((line) => paint.bold(line)), paint.dim(rule), ...below.flat()];
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The widest give way first. null: there is no room at all. */
function fitted(wanted: readonly number[], spareWidth: number): readonly number[] | null {
  const widths = [...wanted];
  for (let over = widths.reduce((sum, one) => sum + one, 0) - spareWidth; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= COLUMN_MIN) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const cells = row.map((cell, at) => wrap(cell, widths[at] ?? COLUMN_MIN));
  const height = Math.max(1, ...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, at) => pad(cell[line] ?? '', widths[at] ?? 0))
      .join(APART)
      .trimEnd(),
  );
}
