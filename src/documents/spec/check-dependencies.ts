// Check 6: dependencies exist and lead back to nobody.

import type { CheckedRequirement } from './check-spec.ts';
import type { FieldValue } from './read-fields.ts';
import { REQUIREMENT_ID, type SpecProblem } from './spec.ts';

export function checkDependencies(requirements: readonly CheckedRequirement[]): readonly SpecProblem[] {
  const known = knownNames(requirements);
  const unknown = requirements.flatMap(({ id, fields }) =>
    fields.dependencies.filter(({ text }) => !known.has(text)).map((each) => unknownProblem(id, each, known)),
  );
  return [...unknown, ...cyclesIn(requirements).map(cycleProblem)];
}

/** A malformed id is one problem already: who depends on it, however it is written there, is not another. */
function knownNames(requirements: readonly CheckedRequirement[]): ReadonlySet<string> {
  return new Set(
    requirements.flatMap(({ id }) => {
      const meant = meantBy(id);
      return REQUIREMENT_ID.test(id) || meant === null ? [id] : [id, meant, id.toUpperCase()];
    }),
  );
}

function meantBy(name: string): string | null {
  const number = /^\D{0,20}(\d{1,9})\D{0,20}$/.exec(name)?.[1];
  return number === undefined ? null : `R-${String(Number(number)).padStart(3, '0')}`;
}

function unknownProblem(id: string, { text, line, column }: FieldValue, known: ReadonlySet<string>): SpecProblem {
  const meant = meantBy(text);
  const isMeant = meant !== null && known.has(meant) && /^R/i.test(text);
  return {
    ...{ check: 6, line: line + 1, column },
    message: `Expected ${id || 'a requirement'} to depend on ids of this file, found "${text}".`,
    fix: isMeant ? `Write ${meant}.` : `Add the requirement ${text}, or remove it from the dependencies.`,
  };
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly place: FieldValue;
}

function cycleProblem(cycle: readonly Edge[]): SpecProblem {
  const [first] = cycle;
  const path = [...cycle.map(({ from }) => from), first?.from ?? ''].join(' -> ');
  const isSelf = cycle.length === 1;
  return {
    ...{ check: 6, line: (first?.place.line ?? 0) + 1, column: first?.place.column ?? 1 },
    message: isSelf
      ? `Expected no requirement to depend on itself, found ${path}.`
      : `Expected dependencies without a cycle, found ${path}.`,
    fix: isSelf ? `Remove ${first?.to} from its own dependencies.` : 'Remove one of these dependencies.',
  };
}

/** A person who sees so many corrects those first; a file where all depend on all has more cycles than fit into
 *  memory. */
const CYCLES_MAX = 50;

/** One for each dependency that leads back to where the search came from: without those there is no cycle left. */
function cyclesIn(requirements: readonly CheckedRequirement[]): readonly (readonly Edge[])[] {
  const edges = new Map<string, readonly Edge[]>();
  // A second requirement of the same id is a problem of its own; what it depends on says nothing about the first.
  for (const { id, fields } of requirements) {
    if (!REQUIREMENT_ID.test(id) || edges.has(id)) continue;
    const seen = new Set<string>();
    const own = fields.dependencies.map((place) => ({ from: id, to: place.text, place }));
    edges.set(
      id,
      own.filter(({ to }) => !seen.has(to) && seen.add(to) !== undefined),
    );
  }
  const order = new Map([...edges.keys()].map((id, at) => [id, at]));
  const done = new Set<string>();
  const found: (readonly Edge[])[] = [];
  for (const root of edges.keys()) searchFrom(root, edges, done, found);
  return found.map((cycle) => turned(cycle, order));
}

/** Depth first, without recursion: a chain may be as long as the file. */
function searchFrom(
  root: string,
  edges: ReadonlyMap<string, readonly Edge[]>,
  done: Set<string>,
  found: (readonly Edge[])[],
): void {
  if (done.has(root)) return;
  const path: Edge[] = [];
  const depth = new Map([[root, 0]]);
  const left = [[...(edges.get(root) ?? [])].reverse()];
  for (let open = left.at(-1); open !== undefined; open = left.at(-1)) {
    const edge = open.pop();
    if (edge === undefined) {
      const leaving = path.at(-1)?.to ?? root;
      done.add(leaving);
      depth.delete(leaving);
      path.pop();
      left.pop();
      continue;
    }
    const at = depth.get(edge.to);
    if (at !== undefined) {
      if (found.length < CYCLES_MAX) found.push([...path.slice(at), edge]);
    } else if (edges.has(edge.to) && !done.has(edge.to)) {
      path.push(edge);
      depth.set(edge.to, path.length);
      left.push([...(edges.get(edge.to) ?? [])].reverse());
    }
  }
}

/** So that it begins with the requirement that stands first in the file. */
function turned(cycle: readonly Edge[], order: ReadonlyMap<string, number>): readonly Edge[] {
  const places = cycle.map(({ from }) => order.get(from) ?? 0);
  const first = places.indexOf(Math.min(...places));
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}
