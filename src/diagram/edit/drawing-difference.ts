// Compares what an edit meant with what the edited text reads as; the first difference becomes the reason for refusing.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Drawing, DrawnEdge, DrawnNode } from '../drawing.ts';

/** Which nodes may stand in another order: a run may start at the step written first (flow-1), so that one counts. */
export type Reordered = 'all' | 'all-but-first' | undefined;

export function drawingDifference(meant: Drawing, found: Drawing, reordered: Reordered): string | null {
  const left = orderFreely(meant, reordered);
  const right = orderFreely(found, reordered);
  return (
    listDifference(left.nodes.map(nodeText), right.nodes.map(nodeText), 'step') ??
    listDifference(left.edges.map(edgeText), right.edges.map(edgeText), 'arrow') ??
    listDifference(groupTexts(left), groupTexts(right), 'subgraph')
  );
}

export function configDifference(
  meant: ReadonlyMap<string, JsonObject>,
  found: ReadonlyMap<string, JsonObject>,
): string | null {
  for (const id of new Set([...meant.keys(), ...found.keys()])) {
    const left = meant.get(id);
    const right = found.get(id);
    if (left !== undefined && right !== undefined && isSameJson(left, right)) continue;
    return `Expected the configuration of "${id}" to become ${short(left)}, found ${short(right)} in the changed text.`;
  }
  return null;
}

/** Key order does not count. */
export function isSameJson(left: Json, right: Json): boolean {
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] as Json, right[key] as Json))
  );
}

function orderFreely(drawing: Drawing, reordered: Reordered): Drawing {
  if (reordered === undefined) return drawing;
  const fixed = reordered === 'all' ? 0 : 1;
  const nodes = drawing.nodes.slice(fixed).toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const edges = drawing.edges
    .map((edge, index) => ({ edge, index }))
    .toSorted((left, right) =>
      left.edge.from === right.edge.from ? left.index - right.index : left.edge.from < right.edge.from ? -1 : 1,
    )
    .map(({ edge }) => edge);
  return { ...drawing, nodes: [...drawing.nodes.slice(0, fixed), ...nodes], edges };
}

function nodeText({ id, label, labelType, shape, descriptions, note }: DrawnNode): string {
  return `"${id}" ${JSON.stringify({ label, shape, labelType, descriptions, note })}`;
}

function edgeText({ from, to, label, stroke, arrow }: DrawnEdge): string {
  return `from "${from}" to "${to}" ${JSON.stringify({ label, stroke, arrow })}`;
}

function groupTexts(drawing: Drawing): string[] {
  return drawing.groups.map(({ id, title, nodes }) => `"${id}" ${JSON.stringify({ title, nodes: nodes.toSorted() })}`);
}

function listDifference(meant: readonly string[], found: readonly string[], what: string): string | null {
  for (let index = 0; index < Math.max(meant.length, found.length); index += 1) {
    const left = meant[index];
    const right = found[index];
    if (left === right) continue;
    return `Expected the ${what} ${left ?? '(none)'} after the change, found ${right ?? '(none)'}.`;
  }
  return null;
}

function short(value: JsonObject | undefined): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
