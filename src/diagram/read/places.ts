// Where a step or an edge stands in the source. Mermaid gives no positions, so the text is scanned for them, once.

import type { DrawnEdge } from '../drawing.ts';
import type { Place } from '../problem.ts';
import { blankComments } from './blank-comments.ts';
import { decodeEntities } from './entities.ts';
import { scanFlowchart } from './scan-flowchart.ts';
import { scanStates } from './scan-states.ts';
import { DIAGRAM_LIMITS, type SourceText } from './source.ts';

export interface Places {
  /** The first word of the drawing; what cannot be found stands there. */
  readonly first: Place;
  /** The first mention of a step, state, or group. */
  step(id: string): Place;
  /** Where the edge leaves: the `nth` (from 0) with this label, else between the two, else the step it leaves. */
  edge(from: string, to: string, label?: string, nth?: number): Place;
}

/** What a scan reports, by offset in the text; each mention once, in order. */
export interface Sightings {
  /** Drawn: in a node, an edge, a subgraph. */
  step(id: string, offset: number): void;
  /** Only styled, classed or made clickable: used when it is drawn nowhere. */
  mention(id: string, offset: number): void;
  /** `label` as written, quotes and entities included. */
  edge(from: string, to: string, label: string, offset: number): void;
}

interface PairEdges {
  readonly offsets: number[];
  /** By label as written; by label as read once somebody asks. */
  readonly written: Map<string, number[]>;
  read: Map<string, number[]> | null;
}

/** O(text), whatever it holds; scan once and keep the result. */
export function places(source: SourceText): Places {
  // What is too large is never parsed, so nothing in it has to be found.
  const text = source.diagram.length > DIAGRAM_LIMITS.characters ? '' : blankComments(source.diagram);
  const steps = new Map<string, number>();
  const mentions = new Map<string, number>();
  const edges = new Map<string, PairEdges>();
  const scan = /^\s*stateDiagram/.test(text) ? scanStates : scanFlowchart;
  scan(text, {
    step: (id, offset) => steps.has(id) || steps.set(id, offset),
    mention: (id, offset) => mentions.has(id) || mentions.set(id, offset),
    edge: (from, to, label, offset) => {
      const key = `${from}\n${to}`;
      const between: PairEdges = edges.get(key) ?? { offsets: [], written: new Map(), read: null };
      edges.set(key, between);
      between.offsets.push(offset);
      add(between.written, label, [offset]);
    },
  });
  const first = text.length - text.trimStart().length;
  const placeOf = placing(text, source.firstLine);
  const offsetOf = (id: string) => steps.get(id) ?? mentions.get(id) ?? first;
  return {
    first: placeOf(first),
    step: (id) => placeOf(offsetOf(id)),
    edge: (from, to, label, nth = 0) => {
      const between = edges.get(`${from}\n${to}`);
      const labelled = (label !== undefined && between !== undefined && readLabels(between).get(label)) || [];
      const offsets = between?.offsets ?? [];
      return placeOf(labelled[nth] ?? labelled[0] ?? offsets[nth] ?? offsets[0] ?? offsetOf(from));
    },
  };
}

/** For each edge how many before it have the same ends and label: `nth` of Places.edge. */
export function alikeBefore(edges: readonly DrawnEdge[]): ReadonlyMap<DrawnEdge, number> {
  const seen = new Map<string, number>();
  return new Map(
    edges.map((edge) => {
      const key = JSON.stringify([edge.from, edge.to, edge.label]);
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      return [edge, nth];
    }),
  );
}

function readLabels(between: PairEdges): Map<string, number[]> {
  if (between.read !== null) return between.read;
  const read = new Map<string, number[]>();
  for (const [label, offsets] of between.written) add(read, plainLabel(label), offsets);
  for (const offsets of read.values()) offsets.sort((a, b) => a - b);
  between.read = read;
  return read;
}

function add(lists: Map<string, number[]>, key: string, offsets: readonly number[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...offsets]);
  else for (const offset of offsets) list.push(offset);
}

/** A label as the parser gives it. */
function plainLabel(label: string): string {
  const bare = label.trim().replace(/^"`?([\s\S]*?)`?"$/, '$1');
  return decodeEntities(bare.replace(/#(\d+);/g, 'ﬂ°°$1¶ß').replace(/#(\w+);/g, 'ﬂ°$1¶ß'));
}

function placing(text: string, firstLine: number): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}
