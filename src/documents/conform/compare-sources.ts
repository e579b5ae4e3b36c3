// Where the drawings and tables of one machine contradict each other.

import type { OpenFinding } from './conform-finding.ts';
import type { ReadSource } from './machine.ts';

export function compareSources(machine: readonly ReadSource[]): readonly OpenFinding[] {
  const drawings = machine.filter(({ source }) => source.kind === 'drawing');
  const others = machine.filter(({ source }) => source.kind !== 'drawing');
  // Several drawings are several views: what one leaves out another may show.
  const all = [...joined(drawings), ...others];
  return all.flatMap((left, at) =>
    all.slice(at + 1).flatMap((right) => {
      const states = [...missingStates(left, right), ...missingStates(right, left)];
      if (left.source.kind === 'states' || right.source.kind === 'states') return states;
      return [...states, ...missingPairs(left, right), ...missingPairs(right, left)];
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
    },
  ];
}

/** Pairs of `has` that `lacks` does not have. Two tables are compared for the states whose targets both list. */
function missingPairs(has: ReadSource, lacks: ReadSource): readonly OpenFinding[] {
  const isDrawn = has.source.kind === 'drawing' || lacks.source.kind === 'drawing';
  const reached = new Set([...lacks.pairs.values()].flatMap(([each]) => each?.to ?? []));
  const found = new Map<string, OpenFinding>();
  for (const [pair, [transition]] of has.pairs) {
    if (transition === undefined || lacks.pairs.has(pair)) continue;
    const { from, to, trigger, line } = transition;
    if (!isDrawn && !lacks.leaves.has(from)) continue;
    // A row for any state is one contradiction, however many states it stands for.
    const what = has.byAny.has(pair) && !reached.has(to) ? `Any -> ${to}` : pair;
    if (!found.has(what)) found.set(what, missing('pair-missing', has, lacks, what, what + inBrackets(trigger), line));
  }
  return [...found.values()];
}

function missingStates(has: ReadSource, lacks: ReadSource): readonly OpenFinding[] {
  const open = [...has.states].filter(([name]) => !lacks.states.has(name));
  return open.map(([name, line]) => missing('state-missing', has, lacks, name, `The state ${name}`, line));
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

const NOUNS = { drawing: 'drawing', table: 'table', states: 'table of states' } as const;

export const placeText = ({ source: { kind, line } }: ReadSource): string => `the ${NOUNS[kind]} (line ${line})`;

export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77).trimEnd()}...` : text);

export const inBrackets = (trigger: string): string => (trigger === '' ? '' : ` (${short(trigger)})`);
