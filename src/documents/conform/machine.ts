// The state machine that a document describes: the sources that speak of the same states, under one name for each.

import { stateKey } from './state-names.ts';
import type { Transition, TransitionSource } from './transition.ts';

export interface ReadSource {
  readonly source: TransitionSource;
  /** By `A -> B`, in order of lines; those from any state are written out. */
  readonly pairs: ReadonlyMap<string, readonly Transition[]>;
  /** Pairs that only a row for any state gives. */
  readonly byAny: ReadonlySet<string>;
  /** Names of its states, with the line that names each first. */
  readonly states: ReadonlyMap<string, number>;
  readonly leaves: ReadonlySet<string>;
}

/** The one name of a state, as the document writes it first. */
export type NameOf = (name: string) => string;

/** A box's label is another name of its id, unless two boxes have it. */
export function stateNames(sources: readonly TransitionSource[]): NameOf {
  const all = sources.flatMap(({ states }) => states);
  const ids = new Set(all.map(({ name }) => stateKey(name)));
  const labelled = all.flatMap(({ name, alias }) => (alias === undefined ? [] : [[stateKey(alias), stateKey(name)]]));
  const idsOf = Map.groupBy(labelled, ([label]) => label);
  const keyOf = (name: string): string => {
    const own = stateKey(name);
    const [id = own, ...more] = ids.has(own) ? [] : new Set(idsOf.get(own)?.map(([, each = '']) => each));
    return more.length === 0 ? id : own;
  };
  const shown = new Map(all.toReversed().map(({ name }) => [keyOf(name), name]));
  return (name) => shown.get(keyOf(name)) ?? name;
}

export function readSource(source: TransitionSource, nameOf: NameOf): ReadSource {
  const listed = source.transitions.map((each) => ({ ...each, from: nameOf(each.from), to: nameOf(each.to) }));
  const pairs = Map.groupBy<string, Transition>(listed, pairOf);
  const byAny = new Set<string>();
  for (const any of source.fromAny.slice(0, ANY_MAX))
    for (const from of new Set(listed.map((each) => each.from))) {
      const written = { ...any, from, to: nameOf(any.to) };
      if (from === written.to || pairs.has(pairOf(written))) continue;
      pairs.set(pairOf(written), [written]);
      byAny.add(pairOf(written));
    }
  const states = new Map<string, number>();
  for (const { name, line } of source.states) if (!states.has(nameOf(name))) states.set(nameOf(name), line);
  return { source, pairs, byAny, states, leaves: new Set(source.leaves.map(nameOf)) };
}

const pairOf = ({ from, to }: Transition): string => `${from} -> ${to}`;

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
