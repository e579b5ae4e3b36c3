// Static scope analysis (scope-1 to scope-3): which join closes which opener, and what stands in between.

import { reach } from './graph.ts';
import { type Area, borderEdges, type Chains, chainsOf, crossings } from './scope-nesting.ts';
import { type Net, netOf } from './scope-net.ts';
import { findOpeners, type Pair } from './scope-openers.ts';

export interface ScopeStep {
  readonly id: string;
  readonly opens: 'foreach' | 'fork' | null;
  readonly join: { readonly awaits: string | null } | null;
  /** Where tokens stand once the step has opened its scope, one per edge. */
  readonly branches: readonly string[];
  /** Where edges lead that are taken without opening it, as after a failure. */
  readonly asides: readonly string[];
}

export interface ScopeQuestion {
  readonly steps: readonly ScopeStep[];
  readonly starts: readonly string[];
  /** Steps a run enters besides its start: onFailure, onCancel. */
  readonly entries: readonly string[];
}

/** '' as an opener is the virtual fork of several starts. */
export interface Scope {
  readonly opener: string;
  readonly join: string | null;
  readonly body: readonly string[];
}

export interface ScopeAnswer {
  readonly scopes: readonly Scope[];
  /** The openers whose body a step is in, outermost first. */
  readonly within: ReadonlyMap<string, readonly string[]>;
  /** For each foreach, the steps a token may stand on with its item bound: its body, and where edges out of it lead. */
  readonly bound: ReadonlyMap<string, ReadonlySet<string>>;
  readonly findings: readonly ScopeFinding[];
}

export type ScopeFinding = JoinFinding | CrossFinding | EdgeFinding;
export type JoinFinding =
  | {
      readonly code: 'join-without-scope';
      readonly join: string;
      readonly named: string | null;
      readonly why: 'none' | 'not-an-opener' | 'not-behind';
    }
  | { readonly code: 'two-joins'; readonly join: string; readonly opener: string; readonly other: string };
export interface CrossFinding {
  readonly code: 'scopes-cross';
  readonly opener: string;
  readonly join: string | null;
  readonly other: string;
}
export interface EdgeFinding {
  readonly code: 'edge-enters-scope' | 'edge-leaves-scope';
  readonly from: string;
  readonly to: string;
  readonly opener: string;
  readonly join: string;
}

export function analyseScopes(question: ScopeQuestion): ScopeAnswer {
  const net = netOf(question);
  const { pairs, findings } = findOpeners(net);
  const closed = pairs.map((pair) => closedArea(net, pair));
  const closedChains = chainsOf(net, closed);
  const areas = [...closed, ...openAreas(net, pairs, closedChains)];
  const chains = chainsOf(net, areas);
  const foreaches = areas.filter((area) => net.opens(area.opener) === 'foreach');
  return {
    scopes: areas.map((area) => ({
      opener: net.name(area.opener),
      join: area.join === null ? null : net.name(area.join),
      body: area.body.map(net.name),
    })),
    within: new Map(net.steps.map((step, at) => [step.id, (chains[at] ?? []).map((area) => net.name(area.opener))])),
    bound: new Map(foreaches.map((area) => [net.name(area.opener), new Set(area.bound.map(net.name))])),
    findings: [...findings, ...crossings(net, closed, closedChains), ...borderEdges(net, closed, closedChains)],
  };
}

function closedArea(net: Net, { opener, join }: Pair): Area {
  const ahead = reach(net.out, net.branches[opener] ?? [], (vertex) => vertex === opener || vertex === join);
  const behind = reach(net.into, [join], (vertex) => vertex === opener);
  const bound = marked(ahead);
  return { opener, join, bound, body: bound.filter((vertex) => behind[vertex] === 1) };
}

/** A foreach without a join reaches as far as no other way leads in, inside the scopes it stands in itself. */
function openAreas(net: Net, pairs: readonly Pair[], chains: Chains): Area[] {
  const closed = new Set(pairs.map((pair) => pair.opener));
  const open = net.order.filter((vertex) => net.opens(vertex) === 'foreach' && !closed.has(vertex));
  return open.map((opener) => {
    const ends = new Set(chains[opener]?.map((area) => area.join));
    const stops = (vertex: number): boolean => vertex === opener || ends.has(vertex);
    const bound = marked(reach(net.out, net.branches[opener] ?? [], stops));
    const outer = chains[opener]?.at(-1);
    const inside = (vertex: number): boolean =>
      net.isUnder(vertex, opener) && (outer === undefined || chains[vertex]?.includes(outer) === true);
    return { opener, join: null, bound, body: bound.filter(inside) };
  });
}

function marked(marks: Uint8Array): number[] {
  const found: number[] = [];
  marks.forEach((mark, vertex) => {
    if (mark === 1) found.push(vertex);
  });
  return found;
}
