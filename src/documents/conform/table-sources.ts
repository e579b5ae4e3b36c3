// Tables that say which state leads where: From and To, a state with its targets, or a grid of states.

import type { MarkdownTable } from './read-document.ts';
import { isAnyState, isNoState, stateKey, stateName, statesInCell } from './state-names.ts';
import type { NamedState, TransitionSource } from './transition.ts';

const FROM = /^(?:from|source|current)(?: (?:state|phase|step|status|node)s?)?$/;
const TO = /^(?:to|target|next|destination|new)(?: (?:state|phase|step|status|node)s?)?$/;
const STATE = /^(?:state|phase|step|status|node)(?: name)?$/;
const TARGETS =
  /^(?:next(?: (?:state|phase|step|status|node)s?)?|(?:(?:leads|goes) )?to(?: states?)?|allowed next states?)$/;
const LISTS = /^(?:allowed |valid |possible )?(?:transitions?|targets?)(?: to)?$/;
const TRIGGER = /^(?:trigger|condition|event|when|guard|reason|cause|on|signal)s?$/;

/** Of tables that list transitions; null: this one lists none. */
export function transitionTable(table: MarkdownTable, known: ReadonlySet<string>): TransitionSource | null {
  const titles = table.header.map(titleOf);
  const find = (pattern: RegExp): number => titles.findIndex((title) => pattern.test(title));
  const trigger = find(TRIGGER);
  const state = find(STATE);
  const targets = Math.max(find(TARGETS), find(LISTS));
  const columns = [
    { from: find(FROM), to: find(TO), trigger },
    { from: state, to: targets, trigger },
  ].find(({ from, to }) => from !== -1 && to !== -1 && from !== to);
  const rows = columns === undefined ? gridRows(table) : listedRows(table, columns, known);
  return rows === null ? null : sourceOf(table, rows);
}

const titleOf = (cell: string): string => cell.replace(/[*`]/g, '').toLowerCase().trim();

/** A table whose rows define states that are known from elsewhere. */
export function stateTable(table: MarkdownTable, known: ReadonlySet<string>): TransitionSource | null {
  if (!STATE.test(titleOf(table.header[0] ?? '')) || table.header.length < 2) return null;
  const states = table.rows.flatMap(({ line, cells }): NamedState[] => {
    const name = stateName(cells[0] ?? '');
    return name === null ? [] : [{ name, line }];
  });
  const same = states.filter(({ name }) => known.has(stateKey(name))).length;
  if (same < 2 || same * 2 < states.length) return null;
  const { line, heading } = table;
  return {
    ...{ kind: 'states', line, heading, states, transitions: [], fromAny: [], leaves: [] },
    ...{ count: table.rows.length, ends: 0 },
  };
}

/** What a row or a cell of a grid says. */
interface TableRow {
  readonly from: readonly string[] | 'start' | 'any';
  readonly to: readonly string[];
  readonly trigger: string;
  readonly line: number;
}

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly trigger: number;
}

function listedRows(table: MarkdownTable, at: Columns, above: ReadonlySet<string>): readonly TableRow[] {
  const known = new Set(above);
  for (const { cells } of table.rows) {
    const name = /[,;/]/.test(cells[at.from] ?? '') ? null : stateName(cells[at.from] ?? '');
    if (name !== null) known.add(stateKey(name));
  }
  return table.rows.map(({ line, cells }) => {
    const left = cells[at.from] ?? '';
    const from = isNoState(left) ? 'start' : isAnyState(left) ? 'any' : statesInCell(left, known);
    return { from, to: statesInCell(cells[at.to] ?? '', known), trigger: cells[at.trigger] ?? '', line };
  });
}

/** States above and at the left; a cell that holds something is a transition. null: it is no grid. */
function gridRows(table: MarkdownTable): readonly TableRow[] | null {
  const [corner = '', ...columns] = table.header;
  if (columns.length < 2 || !CORNER.test(titleOf(corner))) return null;
  const targets = columns.map(stateName);
  const left = new Set(table.rows.map(({ cells }) => stateKey(stateName(cells[0] ?? '') ?? '')));
  const same = targets.filter((name) => name !== null && left.has(stateKey(name))).length;
  if (same < 2 || same * 2 < targets.length) return null;
  return table.rows.flatMap(({ line, cells }) => {
    const from = stateName(cells[0] ?? '');
    if (from === null) return [];
    const filled = targets.flatMap((to, at): TableRow[] => {
      const cell = cells[at + 1] ?? '';
      if (to === null || EMPTY_CELL.test(cell)) return [];
      return [{ from: [from], to: [to], trigger: TICKED_CELL.test(cell) ? '' : cell, line }];
    });
    return [{ from: [from], to: [], trigger: '', line }, ...filled];
  });
}

const CORNER = /^(?:|from|to|state|.{0,20}from.{0,20}to.{0,20})$/;
const EMPTY_CELL = /^(?:|[-–—]{1,3}|no|n|0|false|✗|✘|❌|n\/a)$/i;
const TICKED_CELL = /^(?:x|yes|y|1|true|✓|✔|✅)$/i;

function sourceOf(table: MarkdownTable, rows: readonly TableRow[]): TransitionSource | null {
  const leaving = rows.flatMap(({ from, ...row }) =>
    typeof from === 'string' ? [] : from.map((name) => ({ ...row, from: name })),
  );
  const split = <Row extends { readonly to: readonly string[] }>(each: readonly Row[]) =>
    each.flatMap((row) => row.to.map((to) => ({ ...row, to })));
  const transitions = split(leaving);
  if (transitions.length === 0) return null;
  const states = new Map<string, NamedState>();
  for (const { from, to, line } of rows)
    for (const name of [...(typeof from === 'string' ? [] : from), ...to])
      if (!states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  const ends = rows.filter(({ from }) => from === 'start').length;
  return {
    ...{ kind: 'table', line: table.line, heading: table.heading, states: [...states.values()], transitions },
    fromAny: split(rows.filter(({ from }) => from === 'any')),
    leaves: [...new Set(leaving.map(({ from }) => from))],
    ...{ count: table.rows.length - ends, ends },
  };
}
