// The state machine that a document describes: the sources that speak of the same states, under one name for each.

import { stateKey } from './state-names.ts';
import type { Transition, TransitionSource } from './transition.ts';

export interface ReadSource {
  readonly source: TransitionSource;
  /** By key of the pair, in order of lines; those from any state are written out. */
  readonly pairs: ReadonlyMap<string, readonly Transition[]>;
  /** Pairs that only a row for any state gives. */
  readonly byAny: ReadonlySet<string>;
  /** Keys of its states, with the line that names each first. */
  readonly states: ReadonlyMap<string, number>;
  readonly leaves: ReadonlySet<string>;
}

export interface StateNames {
  key(name: string): string;
  /** As the document writes it first. */
  shown(key: string): string;
}

export const pairKey = (from: string, to: string): string => `${from}\n${to}`;

/** A box's label is another name of its id, unless two boxes have it. */
export function stateNames(sources: readonly TransitionSource[]): StateNames {
  const aliases = new Map<string, string | null>();
  const ids = new Set(sources.flatMap(({ states }) => states.map(({ name }) => stateKey(name))));
  for (const { name, alias } of sources.flatMap(({ states }) => states)) {
    if (alias === undefined || ids.has(stateKey(alias))) continue;
    const own = stateKey(name);
    const before = aliases.get(stateKey(alias));
    aliases.set(stateKey(alias), before === undefined || before === own ? own : null);
  }
  const key = (name: string): string => aliases.get(stateKey(name)) ?? stateKey(name);
  const shown = new Map<string, string>();
  for (const { name } of sources.flatMap(({ states }) => states)) if (!shown.has(key(name))) shown.set(key(name), name);
  return { key, shown: (of) => shown.get(of) ?? of };
}

export function readSource(source: TransitionSource, { key }: StateNames): ReadSource {
  const pairs = new Map<string, Transition[]>();
  const states = new Map<string, number>();
  for (const { name, line } of source.states) if (!states.has(key(name))) states.set(key(name), line);
  const add = (transition: Transition): void => {
    const of = pairKey(key(transition.from), key(transition.to));
    const same = pairs.get(of) ?? [];
    pairs.set(of, same);
    same.push(transition);
  };
  for (const transition of source.transitions) add(transition);
  const leaving = new Map(source.transitions.map(({ from }) => [key(from), from]));
  const byAny = new Set<string>();
  for (const any of source.fromAny.slice(0, ANY_MAX)) {
    for (const [from, name] of leaving) {
      const of = pairKey(from, key(any.to));
      if (from === key(any.to) || pairs.has(of)) continue;
      add({ ...any, from: name });
      byAny.add(of);
    }
  }
  return { source, pairs, byAny, states, leaves: new Set(source.leaves.map(key)) };
}

/** Rows for any state that are written out; a document has one or two. */
const ANY_MAX = 20;

/** Sources that share half of the states of the smaller one speak of one machine. In order of their lines. */
export function machinesOf(sources: readonly ReadSource[]): readonly (readonly ReadSource[])[] {
  const groups: ReadSource[][] = [];
  for (const one of sources) {
    const same = groups.filter((group) => group.some((other) => isSameMachine(one, other)));
    const [first, ...more] = same;
    if (first === undefined) {
      groups.push([one]);
      continue;
    }
    first.push(one, ...more.flat());
    for (const joined of more) groups.splice(groups.indexOf(joined), 1);
  }
  return groups;
}

export function isSameMachine(
  { states: left }: Pick<ReadSource, 'states'>,
  { states: right }: Pick<ReadSource, 'states'>,
): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const key of few.keys()) if (many.has(key)) shared++;
  return shared >= 2 && shared * 2 >= few.size;
}
