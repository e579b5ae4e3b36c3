// The arrows of a drawing that mean something (step-5), and the step ids that may not be used.

import type { DrawnEdge } from '../drawing.ts';
import type { Compilation } from './compilation.ts';

export const STEPS_MAX = 2000;

export function usableEdges(compilation: Compilation): DrawnEdge[] {
  const groups = new Set(compilation.drawing.groups.map((group) => group.id));
  return compilation.drawing.edges.filter((edge) => edge.stroke !== 'invisible' && isUsable(compilation, groups, edge));
}

function isUsable(compilation: Compilation, groups: ReadonlySet<string>, edge: DrawnEdge): boolean {
  if (edge.arrow.startsWith('double_')) {
    compilation.problem(
      'two-way-edge',
      compilation.edgePlace(edge),
      `Expected an edge to lead one way, found one between "${edge.from}" and "${edge.to}" with two heads.`,
      'Draw two edges, one for each way.',
    );
    return true;
  }
  const group = [edge.from, edge.to].find((id) => groups.has(id));
  if (group === undefined || compilation.drawing.type === 'state') return true;
  compilation.problem(
    'edge-to-subgraph',
    compilation.edgePlace(edge),
    `Expected an edge to join two steps, found one at the subgraph "${group}".`,
    `Draw the edge to a step inside "${group}".`,
  );
  return false;
}

export function checkSize(compilation: Compilation): void {
  const { nodes } = compilation.drawing;
  const first = nodes[0];
  if (first === undefined) return;
  if (nodes.length > STEPS_MAX) {
    compilation.problem(
      'too-many-steps',
      compilation.places.step(first.id),
      `Expected at most ${STEPS_MAX} steps in a diagram, found ${nodes.length}.`,
      'Move parts of it into subflows.',
    );
  }
}

export function checkIds(compilation: Compilation): void {
  for (const { id } of compilation.drawing.nodes) {
    if (id !== 'workflow' && id !== '__proto__') continue;
    const why = id === 'workflow' ? 'which names the whole workflow in its configuration' : 'which is not a usual name';
    const message = `Expected a step id that means nothing else, found "${id}", ${why}.`;
    compilation.problem('reserved-id', compilation.places.step(id), message, 'Give the step another id.');
  }
}
