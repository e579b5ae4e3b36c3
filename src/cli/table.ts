// Rows in columns for people: as wide as they need, shortened where the terminal is narrow.

import type { Paint } from './paint.ts';
import { fit, fitPainted, oneLine, pad, widthOf } from './shown-text.ts';

export interface Column<T> {
  readonly title: string;
  text(row: T): string;
  paint?(text: string, row: T): string;
  /** May be cut to this width when the terminal is too narrow. */
  readonly shrinksTo?: number;
  /** Left out where the terminal is narrower than this: the others say more. */
  readonly leftOutBelow?: number;
}

const GAP = 2;

export function tableLines<T>(
  rows: readonly T[],
  all: readonly Column<T>[],
  paint: Paint,
  width: number | null,
): string[] {
  const columns = all.filter(({ leftOutBelow = 0 }) => width === null || width >= leftOutBelow);
  const cells = rows.map((row) => columns.map((column) => oneLine(column.text(row))));
  const used = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[at] ?? ''))),
  );
  if (width !== null) shrink(used, columns, width);
  const head = columns.map(({ title }, at) => pad(title, used[at] ?? 0)).join(' '.repeat(GAP));
  const lines = cells.map((line, row) =>
    columns
      .map(({ paint: colour }, at) => {
        const text = pad(fit(line[at] ?? '', used[at] ?? 0), used[at] ?? 0);
        return colour === undefined ? text : colour(text, rows[row] as T);
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
  const shown = [paint.dim(head.trimEnd()), ...lines];
  return width === null ? shown : shown.map((line) => fitPainted(line, width));
}

/** Takes from the widest column that may give, until the line fits or none can. */
function shrink(used: number[], columns: readonly { readonly shrinksTo?: number }[], width: number): void {
  const total = (): number => used.reduce((sum, each) => sum + each + GAP, -GAP);
  for (let over = total() - width; over > 0; over = total() - width) {
    let widest = -1;
    columns.forEach(({ shrinksTo }, at) => {
      const can = shrinksTo !== undefined && (used[at] ?? 0) > shrinksTo;
      if (can && (widest < 0 || (used[at] ?? 0) > (used[widest] ?? 0))) widest = at;
    });
    if (widest < 0) return;
    const least = columns[widest]?.shrinksTo ?? 0;
    used[widest] = Math.max(least, (used[widest] ?? 0) - over);
  }
}
