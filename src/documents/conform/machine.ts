// The state machine that a document describes: the sources that speak of the same states, under one name for each.

import { stateKey } from './state-names.ts';
import type { Transition, TransitionSource } from './transition.ts';

export interface ReadSource {
  readonly source: TransitionSource;
  /** By `from\nto`, in order of lines; those from any state are written out. */
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

/** A box's label is another name of its id, unless two boxes have it. */
export function stateNames(sources: readonly TransitionSource[]): StateNames {
  const all = sources.flatMap(({ states }) => states);
  const ids = new Set(all.map(({ name }) => stateKey(name)));
  const labelled = all.flatMap(({ name, alias }) => (alias === undefined ? [] : [[stateKey(alias), stateKey(name)]]));
  const idsOf = Map.groupBy(labelled, ([label]) => label);
  const key = (name: string): string => {
    const own = stateKey(name);
    const [id = own, ...more] = ids.has(own) ? [] : new Set(idsOf.get(own)?.map(([, each = '']) => each));
    return more.length === 0 ? id : own;
  };
  const shown = new Map(all.toReversed().map(({ name }) => [key(name), name]));
  return { key, shown: (of) => shown.get(of) ?? of };
}

export function readSource(source: TransitionSource, { key }: StateNames): ReadSource {
  const pairOf = ({ from, to }: Transition): string => `${key(from)}\n${key(to)}`;
  const listed = new Set(source.transitions.map(pairOf));
  const leaving = new Map(source.transitions.map(({ from }) => [key(from), from]));
  const byAny = new Map<string, Transition>();
  for (const any of source.fromAny.slice(0, ANY_MAX))
    for (const from of leaving.values()) {
      const pair = pairOf({ ...any, from });
      if (key(from) !== key(any.to) && !listed.has(pair) && !byAny.has(pair)) byAny.set(pair, { ...any, from });
    }
  const states = new Map<string, number>();
  for (const { name, line } of source.states) if (!states.has(key(name))) states.set(key(name), line);
  return {
    source,
    pairs: Map.groupBy([...source.transitions, ...byAny.values()], pairOf),
    ...{ byAny: new Set(byAny.keys()), states, leaves: new Set(source.leaves.map(key)) },
  };
}

/** Rows for any state that are written out; a document has one or two. */
const ANY_MAX = 20;

/** Sources that share half of the states of the smaller one speak of one machine. */
export function machinesOf(sources: readonly ReadSource[]): readonly (readonly ReadSource[])[] {
  let groups: readonly (readonly ReadSource[])[] = [];
  for (const one of sources) {
    const { same = [], other = [] } = Object.groupBy(groups, (group) =>
      group.some((each) => isSameMachine(one, each)) ? 'same' : 'other',
    );
    groups = [...other, [...same.flat(), one]];
  }
  return groups;
}

export function isSameMachine({ states: left }: ReadSource, { states: right }: ReadSource): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  const shared = [...few.keys()].filter((key) => many.has(key)).length;
  return shared >= 2 && shared * 2 >= few.size;
}
