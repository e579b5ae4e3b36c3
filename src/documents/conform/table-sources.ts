// Tables that say which state leads where: From and To, a state with its targets, or a grid of states.

import type { MarkdownTable } from './markdown-tables.ts';
import { isAnyState, isNoState, stateKey, stateName, statesInCell } from './state-names.ts';
import type { NamedState, Transition, TransitionSource } from './transition.ts';

const FROM = /^(?:from|source|current)(?: (?:state|phase|step|status|node)s?)?$/;
const TO = /^(?:to|target|next|destination|new)(?: (?:state|phase|step|status|node)s?)?$/;
const STATE = /^(?:state|phase|step|status|node)(?: name)?$/;
const TARGETS =
  /^(?:next(?: (?:state|phase|step|status|node)s?)?|(?:(?:leads|goes) )?to(?: states?)?|allowed next states?)$/;
const LISTS = /^(?:allowed |valid |possible )?(?:transitions?|targets?)(?: to)?$/;
const TRIGGER = /^(?:trigger|condition|event|when|guard|reason|cause|on|signal)s?$/;

/** Of tables that list transitions; null: this one lists none. */
export function transitionTable(table: MarkdownTable, known: ReadonlySet<string>): TransitionSource | null {
  const titles = table.header.map((cell) => cell.replace(/[*`]/g, '').toLowerCase().trim());
  const find = (pattern: RegExp): number => titles.findIndex((title) => pattern.test(title));
  const trigger = find(TRIGGER);
  const [from, to] = [find(FROM), find(TO)];
  if (from !== -1 && to !== -1 && from !== to) return listed(table, { from, to, trigger }, known);
  const state = find(STATE);
  const targets = Math.max(find(TARGETS), find(LISTS));
  if (state !== -1 && targets !== -1 && state !== targets)
    return listed(table, { from: state, to: targets, trigger }, known);
  return gridOf(table);
}

/** A table whose rows define states that are known from elsewhere. */
export function stateTable(table: MarkdownTable, known: ReadonlySet<string>): TransitionSource | null {
  const title = (table.header[0] ?? '').replace(/[*`]/g, '').toLowerCase().trim();
  if (!STATE.test(title) || table.header.length < 2) return null;
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

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly trigger: number;
}

function listed(table: MarkdownTable, at: Columns, above: ReadonlySet<string>): TransitionSource | null {
  const known = new Set(above);
  for (const { cells } of table.rows) {
    const name = /[,;/]/.test(cells[at.from] ?? '') ? null : stateName(cells[at.from] ?? '');
    if (name !== null) known.add(stateKey(name));
  }
  const gathered = gather();
  let ends = 0;
  for (const { line, cells } of table.rows) {
    const left = cells[at.from] ?? '';
    const trigger = at.trigger === -1 ? '' : (cells[at.trigger] ?? '');
    const targets = statesInCell(cells[at.to] ?? '', known);
    if (isNoState(left)) {
      ends++;
      for (const to of targets) gathered.state(to, line);
    } else if (isAnyState(left)) {
      for (const to of targets) gathered.any({ to, trigger, line });
    } else {
      for (const from of statesInCell(left, known)) {
        gathered.leave(from, line);
        for (const to of targets) gathered.pair({ from, to, trigger, line });
      }
    }
  }
  return gathered.source(table, table.rows.length - ends, ends);
}

/** States above and at the left; a cell that holds something is a transition. */
function gridOf(table: MarkdownTable): TransitionSource | null {
  const [corner = '', ...columns] = table.header;
  if (columns.length < 2 || !/^(?:|from|to|state|.{0,20}from.{0,20}to.{0,20})$/i.test(corner.replace(/[*`]/g, '')))
    return null;
  const targets = columns.map(stateName);
  const left = new Set(table.rows.flatMap(({ cells }) => stateKey(stateName(cells[0] ?? '') ?? '')));
  const same = targets.filter((name) => name !== null && left.has(stateKey(name))).length;
  if (same < 2 || same * 2 < targets.length) return null;
  const gathered = gather();
  for (const { line, cells } of table.rows) {
    const from = stateName(cells[0] ?? '');
    if (from === null) continue;
    gathered.leave(from, line);
    for (const [at, to] of targets.entries()) {
      const cell = (cells[at + 1] ?? '').trim();
      if (to === null || /^(?:|[-–—]{1,3}|no|n|0|false|✗|✘|❌|n\/a)$/i.test(cell)) continue;
      gathered.pair({ from, to, trigger: /^(?:x|yes|y|1|true|✓|✔|✅)$/i.test(cell) ? '' : cell, line });
    }
  }
  return gathered.source(table, table.rows.length, 0);
}

function gather() {
  const states = new Map<string, NamedState>();
  const leaves = new Set<string>();
  const transitions: Transition[] = [];
  const fromAny: Omit<Transition, 'from'>[] = [];
  const state = (name: string, line: number): void => {
    if (!states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  };
  return {
    state,
    leave: (name: string, line: number): void => {
      state(name, line);
      leaves.add(name);
    },
    pair: (transition: Transition): void => {
      state(transition.to, transition.line);
      transitions.push(transition);
    },
    any: (transition: Omit<Transition, 'from'>): void => {
      state(transition.to, transition.line);
      fromAny.push(transition);
    },
    source: ({ line, heading }: MarkdownTable, count: number, ends: number): TransitionSource | null =>
      transitions.length === 0
        ? null
        : {
            ...{ kind: 'table', line, heading, states: [...states.values()], transitions, fromAny },
            ...{ leaves: [...leaves], count, ends },
          },
  };
}
