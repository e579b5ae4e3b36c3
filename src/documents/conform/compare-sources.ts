// Where the drawings and tables of one machine contradict each other.

import type { OpenFinding } from './conform-finding.ts';
import type { ReadSource, StateNames } from './machine.ts';

export function compareSources(machine: readonly ReadSource[], names: StateNames): readonly OpenFinding[] {
  const drawings = machine.filter(({ source }) => source.kind === 'drawing');
  const others = machine.filter(({ source }) => source.kind !== 'drawing');
  // Several drawings are several views: what one leaves out another may show.
  const drawn = joined(drawings);
  const all = drawn === null ? others : [drawn, ...others];
  const found: OpenFinding[] = [];
  for (const [at, left] of all.entries())
    for (const right of all.slice(at + 1)) {
      found.push(...missingStates(left, right, names), ...missingStates(right, left, names));
      if (left.source.kind === 'states' || right.source.kind === 'states') continue;
      found.push(...missingPairs(left, right, names), ...missingPairs(right, left, names));
    }
  return found;
}

function joined(drawings: readonly ReadSource[]): ReadSource | null {
  const [first, ...more] = drawings;
  if (first === undefined || more.length === 0) return first ?? null;
  return {
    ...first,
    pairs: new Map([...drawings].reverse().flatMap(({ pairs }) => [...pairs])),
    states: new Map([...drawings].reverse().flatMap(({ states }) => [...states])),
    leaves: new Set(drawings.flatMap(({ leaves }) => [...leaves])),
  };
}

/** Pairs of `has` that `lacks` does not have. Two tables are compared for the states whose targets both list. */
function missingPairs(has: ReadSource, lacks: ReadSource, names: StateNames): OpenFinding[] {
  const isDrawn = has.source.kind === 'drawing' || lacks.source.kind === 'drawing';
  const found: OpenFinding[] = [];
  const anyTold = new Set<string>();
  const reached = new Set([...lacks.pairs.keys()].map((key) => key.split('\n')[1]));
  for (const [key, [transition]] of has.pairs) {
    if (transition === undefined || lacks.pairs.has(key)) continue;
    const [from = '', to = ''] = key.split('\n');
    if (!isDrawn && !lacks.leaves.has(from)) continue;
    const { trigger, line } = transition;
    const isAny = has.byAny.has(key);
    // One row is one contradiction, however many states it stands for.
    const what = isAny && !reached.has(to) ? `Any -> ${names.shown(to)}` : pairText(from, to, names);
    if (anyTold.has(what)) continue;
    anyTold.add(what);
    const said = trigger === '' ? '' : ` (${short(trigger)})`;
    found.push({
      ...{ rule: 'pair-missing', place: lacks.source.kind, heading: lacks.source.heading, line, what },
      message: `${what}${said} is in ${placeText(has)}, not in ${placeText(lacks)}.`,
      fix: `Add it to ${placeText(lacks)}, or remove it here.`,
    });
  }
  return found;
}

function missingStates(has: ReadSource, lacks: ReadSource, names: StateNames): OpenFinding[] {
  return [...has.states].flatMap(([key, line]) => {
    if (lacks.states.has(key)) return [];
    const what = names.shown(key);
    return [
      {
        ...{ rule: 'state-missing', place: lacks.source.kind, heading: lacks.source.heading, line, what },
        message: `The state ${what} is in ${placeText(has)}, not in ${placeText(lacks)}.`,
        fix: `Add it to ${placeText(lacks)}, or remove it here.`,
      },
    ];
  });
}

export const pairText = (from: string, to: string, names: StateNames): string =>
  `${names.shown(from)} -> ${names.shown(to)}`;

const NOUNS = { drawing: 'drawing', table: 'table', states: 'table of states' } as const;

export const placeText = ({ source: { kind, line } }: ReadSource): string => `the ${NOUNS[kind]} (line ${line})`;

export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77).trimEnd()}...` : text);
