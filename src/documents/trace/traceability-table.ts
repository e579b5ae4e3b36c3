// The traceability table of a PRD by row and column: read, and filled without touching a byte of anything else. Several
// systems may fill it at once: each owns the ids it writes, and leaves those of others where they are.

import { sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import { signedPart } from '../signing/signed-part.ts';

export const TECHNICAL_IDS = 'Technical Requirement IDs';
export const STORY_IDS = 'User Story IDs';

export interface TraceabilityRow {
  /** `REQ-001`. */
  readonly id: string;
  /** Of the PRD, from 1. */
  readonly line: number;
  readonly cells: readonly { readonly column: string; readonly ids: readonly string[] }[];
}

export interface ColumnFill {
  /** As the table's head names it. */
  readonly column: string;
  /** What each requirement's cell is to hold of the one who fills. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Whether the code that fills the table wrote this id: those are replaced, all others stay. */
  isOwn(id: string): boolean;
}

export type FillResult =
  | {
      readonly text: string;
      /** Requirements whose cell is another now. */
      readonly changed: readonly string[];
      /** Requirements that have no row. */
      readonly missing: readonly string[];
    }
  | { readonly refused: string };

const LATER = 'TBD';
/** As in what a signature leaves out: a row that begins otherwise is signed, and never filled. */
const ROW = /^ {0,3}\|/;
const RULE = /^[ \t|:-]*$/;
const ID = /^(?:[A-Z]{2,}-\d{3,})$/;

export function readTraceability(prd: string): { readonly rows: readonly TraceabilityRow[] } {
  const table = tableIn(prd);
  if (table === null) return { rows: [] };
  const rows = table.rows.map(({ id, line, cells }) => ({
    ...{ id, line },
    cells: table.columns.flatMap((column, at) =>
      at === 0 ? [] : [{ column, ids: idsOf(cells[at] === undefined ? '' : cells[at].text) }],
    ),
  }));
  return { rows };
}

/** Doing it again changes nothing, and what others filled in meanwhile stays: after a conflict it is done again. */
export function fillTraceability(prd: string, { column, ids, isOwn }: ColumnFill): FillResult {
  const table = tableIn(prd);
  const at = table?.columns.findIndex((name) => keyOf(name) === keyOf(column)) ?? -1;
  if (table === null || at < 1) return { refused: noColumn(column, table?.columns ?? null) };
  const changed: string[] = [];
  let text = prd;
  for (const { id, cells } of table.rows.toReversed()) {
    const cell = cells[at];
    if (cell === undefined) continue;
    const others = idsOf(cell.text).filter((each) => !isOwn(each));
    const all = [...new Set([...others, ...(ids.get(id) ?? [])])].sort(byId);
    const next = all.length === 0 ? LATER : all.join(', ');
    if (next === cell.text.trim() || sameIds(all, idsOf(cell.text))) continue;
    changed.push(id);
    text = `${text.slice(0, cell.start)} ${next} ${text.slice(cell.end)}`;
  }
  // The signer must not find a changed document: rather nothing is filled.
  if (signedPart('prd', text) !== signedPart('prd', prd)) return { refused: SIGNED_TOO };
  const known = new Set(table.rows.map((row) => row.id));
  return { text, changed: changed.reverse(), missing: [...ids.keys()].filter((id) => !known.has(id)) };
}

const SIGNED_TOO =
  'Expected a traceability table outside of what a signature covers, found that filling it would change the signed ' +
  'text. Begin each of its rows with "|". Nothing was filled.';

function noColumn(column: string, columns: readonly string[] | null): string {
  const found = columns === null ? 'no table' : `the columns ${columns.join(', ')}`;
  const expected = `a column "${column}" in the table under "${PRD_SECTIONS.traceability}"`;
  return `Expected ${expected}, found ${found}. Nothing was filled.`;
}

interface Cell {
  readonly text: string;
  /** Offsets in the PRD, between the bars. */
  readonly start: number;
  readonly end: number;
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly id: string; readonly line: number; readonly cells: readonly Cell[] }[];
}

/** null: there is none. Its first row is its head. */
function tableIn(prd: string): Table | null {
  const section = sectionsOf(prd, 2).find(({ heading }) => heading.text === PRD_SECTIONS.traceability);
  if (section === undefined) return null;
  const lines: { cells: readonly Cell[]; line: number }[] = [];
  let line = prd.slice(0, section.start).split('\n').length;
  for (let at = section.start; at < section.end; line++) {
    const feed = prd.indexOf('\n', at);
    const end = feed < 0 || feed >= section.end ? section.end : feed + 1;
    const text = prd.slice(at, end).replace(/\r?\n$/, '');
    if (ROW.test(text) && !RULE.test(text)) lines.push({ cells: cellsIn(text, at), line });
    at = end;
  }
  const [head, ...rows] = lines;
  if (head === undefined) return null;
  return {
    columns: head.cells.map(({ text }) => text.trim()),
    rows: rows.map((row) => ({ ...row, id: (row.cells[0]?.text ?? '').replaceAll(/[`*_\s]/g, '') })),
  };
}

/** Between the bars; `\|` is no bar. */
function cellsIn(row: string, offset: number): readonly Cell[] {
  const bars: number[] = [];
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') bars.push(at);
  }
  return bars.flatMap((bar, index) => {
    const end = bars[index + 1] ?? row.trimEnd().length;
    if (index === bars.length - 1 && end <= bar + 1) return [];
    return [{ text: row.slice(bar + 1, end), start: offset + bar + 1, end: offset + end }];
  });
}

/** What stands between commas; ids with only blanks between them are several. Anything else is kept as written. */
function idsOf(cell: string): readonly string[] {
  const parts = cell.split(/[,;]|<br *\/?>/i).map((part) => part.replaceAll('`', '').trim());
  return parts
    .flatMap((part) => (part.split(/\s+/).every((word) => /-\d+$/.test(word)) ? part.split(/\s+/) : [part]))
    .filter((part) => part !== '' && part.toUpperCase() !== LATER && !/^[-–—]$/.test(part));
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id)) && one.length > 0;

/** By feature, then from use cases to tables, then by number. */
function byId(one: string, other: string): number {
  const [a, b] = [rankOf(one), rankOf(other)];
  return (
    (a.of < b.of ? -1 : a.of > b.of ? 1 : 0) || a.rank - b.rank || a.id.localeCompare(b.id, 'en', { numeric: true })
  );
}

const ORDER = ['UC', 'CMP', 'API', 'TBL'];

function rankOf(text: string): { of: string; rank: number; id: string } {
  const at = text.lastIndexOf('/');
  const id = text.slice(at + 1);
  const rank = ID.test(id) ? ORDER.indexOf(id.slice(0, id.indexOf('-'))) : -1;
  return { of: text.slice(0, Math.max(at, 0)), rank: rank < 0 ? ORDER.length : rank, id };
}
