// Compares what an edit meant with what the edited text reads as; the first difference becomes the reason for refusing.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Drawing, DrawnEdge, DrawnGroup, DrawnNode } from '../drawing.ts';

/** Which nodes may stand in another order: a run may start at the step written first (flow-1), so that one counts. */
export type ReorderRule = 'all' | 'all-but-first' | undefined;

export function drawingDifference(meant: Drawing, found: Drawing, reordered: ReorderRule): string | null {
  const left = orderFreely(meant, reordered);
  const right = orderFreely(found, reordered);
  return (
    firstDifference(left.nodes.map(describeNode), right.nodes.map(describeNode)) ??
    firstDifference(left.edges.map(describeEdge), right.edges.map(describeEdge)) ??
    firstDifference(left.groups.map(describeGroup), right.groups.map(describeGroup))
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

function orderFreely(drawing: Drawing, reordered: ReorderRule): Drawing {
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

/** What is compared of a step, arrow or subgraph: which one it is, and what it has. */
interface Description {
  readonly what: 'step' | 'arrow' | 'subgraph';
  readonly ids: readonly string[];
  readonly traits: readonly (readonly [words: string, value: Trait])[];
}

type Trait = string | readonly string[] | null;

function describeNode({ id, label, labelType, shape, descriptions, note }: DrawnNode): Description {
  const traits = [
    ['the label', label],
    ['the shape', shape],
    ['a label of the type', labelType],
    ['the descriptions', descriptions],
    ['the note', note],
  ] as const;
  return { what: 'step', ids: [id], traits };
}

function describeEdge({ from, to, label, stroke, arrow }: DrawnEdge): Description {
  const traits = [
    ['the label', label],
    ['the stroke', stroke],
    ['the head', arrow],
  ] as const;
  return { what: 'arrow', ids: [from, to], traits };
}

function describeGroup({ id, title, nodes }: DrawnGroup): Description {
  const traits = [
    ['the title', title],
    ['the steps', nodes.toSorted()],
  ] as const;
  return { what: 'subgraph', ids: [id], traits };
}

function firstDifference(meant: readonly Description[], found: readonly Description[]): string | null {
  for (let index = 0; index < Math.max(meant.length, found.length); index += 1) {
    const left = meant[index];
    const right = found[index];
    if (left === undefined) return `Expected nothing more in the changed text, found ${right ? name(right) : 'more'}.`;
    if (right === undefined) return `Expected ${name(left)} in the changed text, found that it is gone.`;
    if (!isSameJson(left.ids, right.ids))
      return `Expected ${name(left)} in the changed text, found ${name(right)} in its place.`;
    for (const [at, [words, value]] of left.traits.entries()) {
      const other = right.traits[at]?.[1] ?? null;
      if (isSameJson(value, other)) continue;
      return `Expected ${name(left)} to have ${words} ${shown(value)} in the changed text, found ${shown(other)}.`;
    }
  }
  return null;
}

function name({ what, ids: [from = '', to] }: Description): string {
  return to === undefined ? `the ${what} ${shown(from)}` : `the ${what} from ${shown(from)} to ${shown(to)}`;
}

function shown(value: Trait): string {
  if (value === null || value.length === 0) return typeof value === 'string' ? '""' : 'none';
  if (typeof value !== 'string') return cut(value.map((text) => `"${text}"`).join(', '));
  return `"${cut(value)}"`;
}

function cut(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text;
}
const TEXT_MAX = 200;

function short(value: JsonObject | undefined): string {
  return value === undefined ? 'none' : cut(JSON.stringify(value));
}
