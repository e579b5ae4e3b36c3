// Where the drawings and tables of one machine contradict each other.

import type { OpenFinding } from './conform-finding.ts';
import type { ReadSource, StateNames } from './machine.ts';

export function compareSources(machine: readonly ReadSource[], names: StateNames): readonly OpenFinding[] {
  const drawings = machine.filter(({ source }) => source.kind === 'drawing');
  const others = machine.filter(({ source }) => source.kind !== 'drawing');
  // Several drawings are several views: what one leaves out another may show.
  const all = [...joined(drawings), ...others];
  return all.flatMap((left, at) =>
    all.slice(at + 1).flatMap((right) => {
      const states = [...missingStates(left, right, names), ...missingStates(right, left, names)];
      if (left.source.kind === 'states' || right.source.kind === 'states') return states;
      return [...states, ...missingPairs(left, right, names), ...missingPairs(right, left, names)];
    }),
  );
}

function joined(drawings: readonly ReadSource[]): readonly ReadSource[] {
  const [first] = drawings;
  if (first === undefined) return [];
  return [
    {
      ...first,
      pairs: new Map(drawings.toReversed().flatMap(({ pairs }) => [...pairs])),
      states: new Map(drawings.toReversed().flatMap(({ states }) => [...states])),
      leaves: new Set(drawings.flatMap(({ leaves }) => [...leaves])),
    },
  ];
}

/** Pairs of `has` that `lacks` does not have. Two tables are compared for the states whose targets both list. */
function missingPairs(has: ReadSource, lacks: ReadSource, names: StateNames): readonly OpenFinding[] {
  const isDrawn = has.source.kind === 'drawing' || lacks.source.kind === 'drawing';
  const reached = new Set([...lacks.pairs.keys()].map((key) => key.split('\n')[1]));
  const found = new Map<string, OpenFinding>();
  for (const [key, [transition]] of has.pairs) {
    const [from = '', to = ''] = key.split('\n');
    if (transition === undefined || lacks.pairs.has(key) || (!isDrawn && !lacks.leaves.has(from))) continue;
    // A row for any state is one contradiction, however many states it stands for.
    const isAny = has.byAny.has(key) && !reached.has(to);
    const what = isAny ? `Any -> ${names.shown(to)}` : pairText(key, names);
    if (found.has(what)) continue;
    const said = `${what}${inBrackets(transition.trigger)}`;
    found.set(what, missing('pair-missing', has, lacks, what, said, transition.line));
  }
  return [...found.values()];
}

function missingStates(has: ReadSource, lacks: ReadSource, names: StateNames): readonly OpenFinding[] {
  const open = [...has.states].filter(([key]) => !lacks.states.has(key));
  return open.map(([key, line]) => {
    const what = names.shown(key);
    return missing('state-missing', has, lacks, what, `The state ${what}`, line);
  });
}

const missing = (
  rule: OpenFinding['rule'],
  has: ReadSource,
  lacks: ReadSource,
  what: string,
  said: string,
  line: number,
): OpenFinding => ({
  ...{ rule, place: lacks.source.kind, heading: lacks.source.heading, line, what },
  message: `${said} is in ${placeText(has)}, not in ${placeText(lacks)}.`,
  fix: `Add it to ${placeText(lacks)}, or remove it here.`,
});

export function pairText(key: string, names: StateNames): string {
  return key.split('\n').map(names.shown).join(' -> ');
}

const NOUNS = { drawing: 'drawing', table: 'table', states: 'table of states' } as const;

export const placeText = ({ source: { kind, line } }: ReadSource): string => `the ${NOUNS[kind]} (line ${line})`;

export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77).trimEnd()}...` : text);

export const inBrackets = (trigger: string): string => (trigger === '' ? '' : ` (${short(trigger)})`);
