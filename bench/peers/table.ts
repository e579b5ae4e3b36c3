// The table of all figures, as Markdown, so that it can be pasted anywhere.

import type { ListedContender } from './contender-list.ts';
import type { Figure, FigureName, Figures, Sizes } from './figures.ts';

export interface Row {
  readonly listed: ListedContender;
  readonly figures: Figures;
  /** Why nothing of it was measured, if so. */
  readonly failed?: string;
}

interface Column {
  readonly title: string;
  readonly names: readonly FigureName[];
}

export function tableOf(rows: readonly Row[], sizes: Sizes): string {
  const columns = columnsOf(sizes).filter(({ names }) =>
    rows.some(({ figures }) => names.some((name) => figures[name] !== undefined)),
  );
  const cells = [
    ['contender', 'synced', ...columns.map(({ title }) => title)],
    ...rows.map(({ listed, figures }) => [
      listed.name,
      listed.isSynced ? 'yes' : 'no',
      ...columns.map(({ names }) => cellOf(names, figures)),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const fitted = (cell: string, column: number) =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (row: readonly string[]) => `| ${row.map(fitted).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column < 2 ? '-' : ':'}`).join('|')}|`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line), ...notes(rows)].join('\n');
}

function columnsOf(sizes: Sizes): Column[] {
  const items = (count: number) => `W2 ${number(count)} items/s`;
  return [
    { title: 'W1 steps/s, 1 at a time', names: ['chainOne'] },
    { title: 'W1, 50 at once', names: ['chainMany'] },
    { title: items(sizes.mapSmall), names: ['mapSmall'] },
    { title: items(sizes.mapMedium), names: ['mapMedium'] },
    { title: items(sizes.mapLarge), names: ['mapLarge'] },
    { title: 'W2 over 3 processes', names: ['mapAcross'] },
    { title: 'W3 paused/s, resumed/s', names: ['paused', 'resumed'] },
    { title: 'cold start ms', names: ['coldMs'] },
    { title: 'paused MB (+ server)', names: ['rssMb', 'serverRssMb'] },
    { title: 'bytes/run', names: ['bytesPerRun'] },
    { title: 'W4 ms, MB written', names: ['loopMs', 'loopMb'] },
  ];
}

function cellOf(names: readonly FigureName[], figures: Figures): string {
  const found = names.map((name) => figures[name]).filter((figure) => figure !== undefined);
  if (found.length === 0) return '-';
  const failed = found.find((figure) => !('value' in figure));
  return failed === undefined ? found.map(shown).join(', ') : shown(failed);
}

function shown(figure: Figure): string {
  if ('failed' in figure) return 'did not run';
  return 'overSeconds' in figure ? `over ${figure.overSeconds} s` : number(figure.value);
}

export function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });
}

function notes(rows: readonly Row[]): string[] {
  const reasons = rows.flatMap(({ listed, figures, failed }) => {
    const found = Object.entries(figures).flatMap(([name, figure]) =>
      'failed' in figure ? [[figure.failed, name] as const] : [],
    );
    const byReason = Map.groupBy(found, ([reason]) => reason);
    const parts = [...byReason].map(([reason, names]) => `${names.map(([, name]) => name).join(', ')}: ${reason}`);
    return [...(failed === undefined ? [] : [failed]), ...parts].map((why) => `${listed.name} did not run: ${why}`);
  });
  return reasons.length === 0 ? [] : ['', ...reasons];
}
