// Finds the step each join closes (scope-1): the one `awaitTag` names, else the nearest opener on every path to it.

import { reach } from './graph.ts';
import type { Net } from './scope-net.ts';
import type { ScopeFinding } from './scopes.ts';

export interface Pair {
  readonly opener: number;
  readonly join: number;
}

export function findOpeners(net: Net): { pairs: Pair[]; findings: ScopeFinding[] } {
  const findings: ScopeFinding[] = [];
  const joinOf = new Map<number, number>();
  const openerOf = new Map<number, number>();
  const claim = (opener: number, join: number): void => {
    const other = joinOf.get(opener);
    if (other === undefined) {
      joinOf.set(opener, join);
      openerOf.set(join, opener);
    } else {
      findings.push({ code: 'two-joins', join: net.name(join), opener: net.name(opener), other: net.name(other) });
    }
  };
  const joins = net.order.filter((vertex) => net.steps[vertex]?.join);
  // Joins that say whom they close come first, so that the others find those openers taken whatever the order drawn.
  const misnamed = new Set<number>();
  for (const join of joins) {
    const awaits = net.steps[join]?.join?.awaits ?? null;
    if (awaits === null) continue;
    const opener = net.vertexOf.get(awaits) ?? -1;
    const why = refusal(net, opener, join);
    if (why === null) {
      claim(opener, join);
      continue;
    }
    misnamed.add(join);
    findings.push({ code: 'join-without-scope', join: net.name(join), named: awaits, why });
  }
  for (const join of joins) {
    if (net.steps[join]?.join?.awaits !== null && !misnamed.has(join)) continue;
    const opener = nearest(net, join, joinOf, openerOf);
    // A join that names its opener wrongly closes the nearest, so that one mistake does not become several.
    if (misnamed.has(join)) {
      if (opener !== null && !joinOf.has(opener)) claim(opener, join);
    } else if (opener === null) {
      findings.push({ code: 'join-without-scope', join: net.name(join), named: null, why: 'none' });
    } else {
      claim(opener, join);
    }
  }
  return { pairs: [...joinOf].map(([opener, join]) => ({ opener, join })), findings };
}

function refusal(net: Net, opener: number, join: number): 'not-an-opener' | 'not-behind' | null {
  if (opener === -1 || net.opens(opener) === null) return 'not-an-opener';
  const ahead = reach(net.out, net.branches[opener] ?? [], (vertex) => vertex === opener);
  return ahead[join] === 1 ? null : 'not-behind';
}

/** Walks up what stands on every path to the join. An opener another join closes on the way does not count, but when
 *  nothing else is found it is the answer, so that the problem names both joins. */
function nearest(
  net: Net,
  join: number,
  joinOf: ReadonlyMap<number, number>,
  openerOf: ReadonlyMap<number, number>,
): number | null {
  let taken: number | null = null;
  // What reaches the join without passing the candidate. It only grows on the way up: the walk costs one search.
  const behind = new Uint8Array(net.out.length);
  const frontier = [join];
  behind[join] = 1;
  let candidate = net.above[join] ?? -1;
  while (candidate !== -1 && candidate !== net.root) {
    for (let vertex = frontier.pop(); vertex !== undefined; vertex = frontier.pop()) {
      for (const from of net.into[vertex] ?? []) {
        if (behind[from] === 1 || from === candidate) continue;
        behind[from] = 1;
        frontier.push(from);
      }
    }
    if (canClose(net, candidate, behind)) {
      const other = joinOf.get(candidate);
      if (other === undefined || behind[other] === 0) return candidate;
      taken ??= candidate;
    }
    behind[candidate] = 1;
    frontier.push(candidate);
    const closed = openerOf.get(candidate);
    const jumps = closed !== undefined && net.isUnder(candidate, closed);
    candidate = net.above[jumps ? closed : candidate] ?? -1;
  }
  return taken;
}

function canClose(net: Net, opener: number, behind: Uint8Array): boolean {
  const kind = net.opens(opener);
  if (kind !== 'fork') return kind === 'foreach';
  const leading = net.branches[opener]?.filter((target) => target !== opener && behind[target] === 1) ?? [];
  return leading.length > 1;
}
