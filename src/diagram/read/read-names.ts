// The names that a diagram of any type shows: nodes, entities, participants, states, classes.

import { decodeEntities } from './entities.ts';
import { type FlowDb, readFlowchart } from './read-flowchart.ts';
import { readStates, type StateDb } from './read-states.ts';

interface NamedDb {
  getEntities?(): ReadonlyMap<string, { readonly label?: string; readonly alias?: string }>;
  getActors?(): ReadonlyMap<string, { readonly description?: string }>;
  getClasses?(): ReadonlyMap<string, { readonly label?: string }>;
}

/** Types that are not known here give no names. */
export function readNames(type: string, db: unknown): readonly string[] {
  const named = db as NamedDb;
  if (type.startsWith('flowchart')) return labels(readFlowchart(db as FlowDb));
  if (type === 'stateDiagram') return labels(readStates(db as StateDb));
  if (type === 'er') return [...(named.getEntities?.() ?? [])].map(([id, { alias }]) => plain(alias || id));
  if (type === 'sequence')
    return [...(named.getActors?.() ?? [])].map(([id, { description }]) => plain(description ?? id));
  if (type === 'classDiagram' || type === 'class')
    return [...(named.getClasses?.() ?? [])].map(([id, { label }]) => plain(label ?? id));
  return [];
}

const labels = ({ nodes }: { readonly nodes: readonly { readonly label: string }[] }): readonly string[] =>
  nodes.map(({ label }) => plain(label)).filter((label) => label !== '' && !/^root_(?:start|end)$/.test(label));

const plain = (label: string): string =>
  decodeEntities(label)
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
