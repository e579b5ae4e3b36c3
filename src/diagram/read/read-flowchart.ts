// Mermaid's flowchart tables as a Drawing.

import type { Drawing, DrawnEdge, DrawnNode } from '../drawing.ts';
import { decodeEntities } from './entities.ts';

/** What is read of Mermaid's FlowDB. `unknown` where a diagram's YAML decides the type. */
export interface FlowDb {
  getVertices(): ReadonlyMap<string, Vertex>;
  getEdges(): readonly Link[];
  getSubGraphs(): readonly { readonly id: string; readonly title: string; readonly nodes: readonly string[] }[];
}

interface Vertex {
  readonly id: string;
  readonly text?: unknown;
  readonly type?: string;
  readonly labelType: string;
}

interface Link {
  readonly start: string;
  readonly end: string;
  readonly text: string;
  readonly type?: string;
  readonly stroke?: string;
}

/** A subgraph is a group and never a node, even when an edge or a style line names it. */
export function readFlowchart(db: FlowDb): Drawing {
  const groups = db.getSubGraphs().map((group) => ({
    id: decodeEntities(group.id),
    title: decodeEntities(group.title),
    nodes: group.nodes.map(decodeEntities),
  }));
  const groupIds = new Set(groups.map((group) => group.id));
  const nodes = [...db.getVertices().values()].map(readVertex).filter((node) => !groupIds.has(node.id));
  return { type: 'flowchart', nodes, edges: db.getEdges().map(readLink), groups };
}

function readVertex(vertex: Vertex): DrawnNode {
  return {
    id: decodeEntities(vertex.id),
    label: decodeEntities(labelText(vertex.text ?? vertex.id)),
    labelType: vertex.labelType === 'string' || vertex.labelType === 'markdown' ? vertex.labelType : 'text',
    shape: vertex.type ?? '',
    descriptions: [],
    note: null,
  };
}

/** `@{ label: 5 }` gives a number, `@{ label: [a] }` a list. */
function labelText(text: unknown): string {
  return typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
}

function readLink(link: Link): DrawnEdge {
  const { stroke } = link;
  return {
    from: decodeEntities(link.start),
    to: decodeEntities(link.end),
    label: decodeEntities(link.text),
    stroke: stroke === 'thick' || stroke === 'dotted' || stroke === 'invisible' ? stroke : 'normal',
    arrow: link.type ?? '',
  };
}
