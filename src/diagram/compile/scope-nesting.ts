// How scopes stand in each other: whether they nest, and which edges cross their borders.

import type { Net } from './scope-net.ts';
import type { ScopeFinding } from './scopes.ts';

export interface Area {
  readonly opener: number;
  readonly join: number | null;
  readonly body: readonly number[];
  /** Every vertex a token may stand on with the opener's item bound. */
  readonly bound: readonly number[];
}

/** For each vertex the areas whose body it is in, the widest first. */
export type Chains = readonly (readonly Area[])[];

export function chainsOf(net: Net, areas: readonly Area[]): Chains {
  const chains: Area[][] = net.out.map(() => []);
  for (const area of [...areas].sort((a, b) => b.body.length - a.body.length)) {
    for (const vertex of area.body) chains[vertex]?.push(area);
  }
  return chains;
}

/** Areas nest when each has one parent, the same seen from its opener, its join and every step of its body. */
export function crossings(net: Net, areas: readonly Area[], chains: Chains): ScopeFinding[] {
  const found = new Map<Area, Area>();
  const parents = new Map<Area, Area | null>(areas.map((area) => [area, chains[area.opener]?.at(-1) ?? null]));
  const compare = (area: Area, parent: Area | null): void => {
    const known = parents.get(area) ?? null;
    if (parent !== known && !found.has(area)) found.set(area, parent ?? known ?? area);
  };
  for (const area of areas) if (area.join !== null) compare(area, chains[area.join]?.at(-1) ?? null);
  for (const chain of chains) for (const [at, area] of chain.entries()) compare(area, chain[at - 1] ?? null);
  const reported = new Set<string>();
  const findings: ScopeFinding[] = [];
  for (const [area, other] of found) {
    const [low, high] = [area.opener, other.opener].sort((a, b) => a - b);
    if (reported.has(`${low} ${high}`)) continue;
    reported.add(`${low} ${high}`);
    const join = area.join === null ? null : net.name(area.join);
    findings.push({ code: 'scopes-cross', opener: net.name(area.opener), join, other: net.name(other.opener) });
  }
  return findings;
}

/** Edges into a body or its join from elsewhere, and edges out of a body that do not lead to its join. */
export function borderEdges(net: Net, areas: readonly Area[], chains: Chains): ScopeFinding[] {
  const closed = areas.filter((area) => area.join !== null);
  const opened = new Map(closed.map((area) => [area.opener, area]));
  const joined = new Map(closed.map((area) => [area.join, area]));
  const findings: ScopeFinding[] = [];
  const report = (code: 'edge-enters-scope' | 'edge-leaves-scope', from: number, to: number, area: Area): void => {
    const border = { opener: net.name(area.opener), join: net.name(area.join ?? -1) };
    findings.push({ code, from: net.name(from), to: net.name(to), ...border });
  };
  for (const from of net.order) {
    const inside = new Set(chains[from]);
    const own = opened.get(from);
    const branches = net.branches[from] ?? [];
    (net.out[from] ?? []).forEach((to, at) => {
      // `out` lists a step's branches first: behind them come the edges taken without opening its scope.
      const origin = own !== undefined && at < branches.length ? new Set(inside).add(own) : inside;
      const target = chains[to] ?? [];
      const ending = joined.get(to);
      const entered = target.find((area) => area.join !== null && !origin.has(area));
      if (entered !== undefined) report('edge-enters-scope', from, to, entered);
      else if (ending !== undefined && !origin.has(ending)) report('edge-enters-scope', from, to, ending);
      const left = [...origin].find((area) => area.join !== null && area.join !== to && !target.includes(area));
      if (left !== undefined) report('edge-leaves-scope', from, to, left);
    });
  }
  return findings;
}
