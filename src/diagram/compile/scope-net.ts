// The steps of a scope question as numbered vertices, with what stands on every path to each.

import { dominators, type Graph, graphOf, reversePostorder } from './graph.ts';
import type { ScopeQuestion, ScopeStep } from './scopes.ts';

export interface Net extends Graph {
  readonly steps: readonly ScopeStep[];
  readonly vertexOf: ReadonlyMap<string, number>;
  /** The virtual fork of several starts; `root` leads to it and to the other entries. */
  readonly virtual: number;
  readonly root: number;
  readonly branches: readonly (readonly number[])[];
  /** What the root reaches, each vertex before what it leads to but for edges that go back. */
  readonly order: readonly number[];
  /** The nearest vertex on every path to each. */
  readonly above: Int32Array;
  opens(vertex: number): 'foreach' | 'fork' | null;
  /** Whether every path to `vertex` passes `upper`, another vertex. */
  isUnder(vertex: number, upper: number): boolean;
  /** A step's id; '' for the virtual fork. */
  name(vertex: number): string;
}

export function netOf(question: ScopeQuestion): Net {
  const { steps } = question;
  const vertexOf = new Map(steps.map((step, vertex) => [step.id, vertex]));
  const virtual = steps.length;
  const root = virtual + 1;
  const vertices = (ids: readonly string[]): number[] => ids.flatMap((id) => vertexOf.get(id) ?? []);
  const branches = [...steps.map((step) => vertices(step.branches)), vertices(question.starts), []];
  const edges: [number, number][] = [[root, virtual]];
  branches.forEach((targets, from) => {
    for (const to of targets) edges.push([from, to]);
  });
  steps.forEach((step, from) => {
    for (const to of vertices(step.asides)) edges.push([from, to]);
  });
  for (const to of vertices(question.entries)) edges.push([root, to]);
  const graph = graphOf(root + 1, edges);
  const order = reversePostorder(graph, root);
  const above = dominators(graph, order);
  const several = question.starts.length > 1;
  return {
    ...graph,
    steps,
    vertexOf,
    virtual,
    root,
    branches,
    order,
    above,
    opens: (vertex) => (vertex === virtual && several ? 'fork' : (steps[vertex]?.opens ?? null)),
    isUnder: underOf(order, above),
    name: (vertex) => steps[vertex]?.id ?? '',
  };
}

// Numbers the dominator tree so that "stands under" is two comparisons instead of a walk.
function underOf(order: readonly number[], above: Int32Array): (vertex: number, upper: number) => boolean {
  const size = new Int32Array(above.length).fill(1);
  for (const vertex of [...order].reverse()) {
    const parent = above[vertex] ?? -1;
    if (parent !== -1) size[parent] = (size[parent] ?? 0) + (size[vertex] ?? 0);
  }
  const first = new Int32Array(above.length).fill(-1);
  const free = new Int32Array(above.length);
  for (const vertex of order) {
    const parent = above[vertex] ?? -1;
    const at = parent === -1 ? 0 : (free[parent] ?? 0);
    first[vertex] = at;
    free[vertex] = at + 1;
    if (parent !== -1) free[parent] = at + (size[vertex] ?? 0);
  }
  return (vertex, upper) => {
    const at = first[vertex] ?? -1;
    const from = first[upper] ?? -1;
    return from !== -1 && at > from && at < from + (size[upper] ?? 0);
  };
}
