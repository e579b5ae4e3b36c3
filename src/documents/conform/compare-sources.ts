// Where the drawings, tables and lists of one machine contradict each other, and where the text contradicts them all.

import type { OpenFinding } from './conform-finding.ts';
import { pairKey, type ReadSource, type StateNames } from './machine.ts';
import type { Claim } from './transition.ts';

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

/** Sentences are held against everything the machine's sources list: one that any of them has is no contradiction. */
export function compareClaims(
  claims: readonly Claim[],
  sources: readonly ReadSource[],
  names: StateNames,
): readonly OpenFinding[] {
  const found: OpenFinding[] = [];
  const listing = sources.filter(({ source }) => source.kind !== 'states');
  const told = new Set<string>();
  for (const { from, to, line, heading, quote, isForbidden } of claims) {
    const key = pairKey(from, to);
    if (told.has(`${line} ${key}`)) continue;
    told.add(`${line} ${key}`);
    const own = listing.filter(({ states }) => states.has(from) && states.has(to));
    const having = own.filter(({ pairs }) => pairs.has(key));
    const what = pairText(from, to, names);
    const at = { place: 'text', heading, line, what } as const;
    if (isForbidden && having.length > 0)
      found.push({
        ...{ rule: 'forbidden-but-listed', ...at },
        message: `The text forbids ${what}, but ${having.map(placeText).join(' and ')} ${have(having)} it.`,
        fix: 'Remove the line, or the transition.',
      });
    if (isForbidden || own.length === 0 || having.length > 0) continue;
    found.push({
      ...{ rule: 'statement-not-listed', ...at },
      message: `The text says "${quote}": ${what}. ${targetsText(own, from, names)}`,
      fix: 'Change the sentence, or add the transition.',
    });
  }
  return found;
}

const have = ({ length }: readonly unknown[]): string => (length === 1 ? 'has' : 'have');

function targetsText(own: readonly ReadSource[], from: string, names: StateNames): string {
  const targets = new Set(own.flatMap(({ pairs }) => [...pairs.keys()].filter((key) => key.startsWith(`${from}\n`))));
  const shown = [...targets].slice(0, 8).map((key) => names.shown(key.slice(from.length + 1)));
  const where = sentence(own.map(placeText).join(' and '));
  const lead = own.length === 1 ? 'leads' : 'lead';
  if (shown.length === 0) return `${where} ${lead} from ${names.shown(from)} nowhere.`;
  return `${where} ${lead} from ${names.shown(from)} only to ${shown.join(', ')}.`;
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export const pairText = (from: string, to: string, names: StateNames): string =>
  `${names.shown(from)} -> ${names.shown(to)}`;

const NOUNS = { drawing: 'drawing', table: 'table', list: 'list', states: 'table of states' } as const;

export const placeText = ({ source: { kind, line } }: ReadSource): string => `the ${NOUNS[kind]} (line ${line})`;

export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77).trimEnd()}...` : text);
