// What builds on an item, what it builds on itself, and what is missing between what is asked for and what is built.

import { TRACE_KINDS, type Trace, type TraceItem, type TraceKind, type TraceLink } from './read-trace.ts';

export interface Dependent extends TraceItem {
  /** The item it names, and where. */
  readonly through: string;
  readonly at: { readonly file: string; readonly line: number };
}

export interface TraceOf {
  readonly item: TraceItem;
  /** What it builds on, up to requirements. */
  readonly origins: readonly Dependent[];
  /** All that builds on it, from use cases to tables. */
  readonly dependents: readonly Dependent[];
}

export interface TraceGap {
  readonly item: TraceItem;
  /** Why it is a gap, in a sentence. */
  readonly message: string;
}

export interface TraceGaps {
  readonly requirements: readonly TraceGap[];
  readonly endpoints: readonly TraceGap[];
  /** Requirements of the spec that no story covers. */
  readonly withoutStory: readonly TraceGap[];
  /** Requirements of the PRD that no requirement of the spec names; none where there is no spec. */
  readonly unspecified: readonly TraceGap[];
  /** Ids that are named and that nothing has, or that were decided against. */
  readonly dangling: readonly { readonly id: string; readonly file: string; readonly line: number; message: string }[];
}

/** null: nothing has this id. */
export function traceOf(trace: Trace, id: string): TraceOf | null {
  const graph = graphOf(trace);
  const item = graph.items.get(id);
  if (item === undefined) return null;
  return { item, origins: reach(graph, id, 'up'), dependents: reach(graph, id, 'down') };
}

/** `notDesigned`: kinds that nobody was there to design, so that nothing of them is missed. */
export function gapsIn(trace: Trace, notDesigned: readonly TraceKind[] = []): TraceGaps {
  const graph = graphOf(trace);
  const ofKind = (kind: TraceKind): readonly TraceItem[] => trace.items.filter((item) => item.kind === kind);
  const requirements = ofKind('requirement').filter(({ id }) => trace.kept.has(id));
  return {
    requirements: requirements.flatMap((item) => {
      const message = notImplemented(graph, item.id, notDesigned);
      return message === null ? [] : [{ item, message }];
    }),
    endpoints: ofKind('endpoint').flatMap((item) => {
      const message = notAskedFor(graph, trace, item.id);
      return message === null ? [] : [{ item, message }];
    }),
    withoutStory: ofKind('spec requirement').flatMap((item) =>
      trace.excused.has(item.id) || leadsTo(graph, item.id, 'story')
        ? []
        : [{ item, message: `No story covers ${item.id}.` }],
    ),
    unspecified: (ofKind('spec requirement').length === 0 ? [] : requirements).flatMap((item) =>
      leadsTo(graph, item.id, 'spec requirement')
        ? []
        : [{ item, message: `No requirement of the spec names ${item.id} as its source.` }],
    ),
    dangling: danglingIn(trace, graph),
  };
}

const leadsTo = (graph: Graph, id: string, kind: TraceKind): boolean =>
  (graph.down.get(id) ?? []).some(({ to }) => graph.items.get(to)?.kind === kind);

interface Graph {
  readonly items: ReadonlyMap<string, TraceItem>;
  readonly down: ReadonlyMap<string, readonly TraceLink[]>;
  readonly up: ReadonlyMap<string, readonly TraceLink[]>;
}

/** A design is asked about each of its requirements: the graph is made once. */
const graphs = new WeakMap<Trace, Graph>();

function graphOf(trace: Trace): Graph {
  const known = graphs.get(trace);
  if (known !== undefined) return known;
  const { items, links } = trace;
  const graph = {
    items: new Map(items.map((item) => [item.id, item])),
    down: Map.groupBy(links, ({ from }) => from),
    up: Map.groupBy(links, ({ to }) => to),
  };
  graphs.set(trace, graph);
  return graph;
}

/** Each item once, by the first link that leads there; in the order of kinds, then of the documents. */
function reach(graph: Graph, start: string, way: 'up' | 'down'): readonly Dependent[] {
  const found = new Map<string, Dependent>();
  const seen = new Set([start]);
  const open = [start];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const link of graph[way].get(id) ?? []) {
      const next = way === 'down' ? link.to : link.from;
      const item = graph.items.get(next);
      const isAside = isOnlyThroughComponent(graph, link);
      if (isBesideStories(graph, link, start, way)) continue;
      if (item === undefined || seen.has(next) || (isAside && way === 'down' && id !== start)) continue;
      if (!found.has(next)) found.set(next, { ...item, through: id, at: { file: link.file, line: link.line } });
      // On the way up the component is listed, and what else it is for is not.
      if (isAside && way === 'up') continue;
      seen.add(next);
      open.push(next);
    }
  }
  const rank = ({ kind }: TraceItem): number => TRACE_KINDS.indexOf(kind);
  const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return [...found.values()].sort(
    (a, b) => rank(a) - rank(b) || order(a.file, b.file) || a.line - b.line || order(a.id, b.id),
  );
}

/** A component serves many use cases, and not all of its endpoints are for each of them: an endpoint that names its use
 *  cases belongs to those, and to its component only when that is asked about. */
function isOnlyThroughComponent({ items, up }: Graph, { from, to }: TraceLink): boolean {
  if (items.get(from)?.kind !== 'component' || items.get(to)?.kind !== 'endpoint') return false;
  return (up.get(to) ?? []).some((link) => items.get(link.from)?.kind === 'use case');
}

/** One story waits for another: that matters where a story is asked about. What it covers is then listed for that
 *  story, and not for all it waits for; and a requirement is covered by its own stories, not by those that come after
 *  them. */
function isBesideStories({ items }: Graph, { from, to }: TraceLink, start: string, way: 'up' | 'down'): boolean {
  const isStory = (id: string): boolean => items.get(id)?.kind === 'story';
  if (isStory(from) && isStory(to)) return !isStory(start);
  return way === 'up' && isStory(to) && isStory(start) && to !== start;
}

function notImplemented(graph: Graph, id: string, notDesigned: readonly TraceKind[]): string | null {
  const kinds = new Set(reach(graph, id, 'down').map(({ kind }) => kind));
  if (!kinds.has('use case')) return `No use case names ${id}.`;
  const built: readonly TraceKind[] = ['component', 'endpoint'];
  return built.some((kind) => kinds.has(kind)) || built.every((kind) => notDesigned.includes(kind))
    ? null
    : `Use cases name ${id}, and no component or endpoint names one of them.`;
}

/** Where there are no requirements a use case is all that can ask. */
function notAskedFor(graph: Graph, { kept }: Trace, id: string): string | null {
  const origins = reach(graph, id, 'up');
  if (!origins.some(({ kind }) => kind === 'use case')) return `No use case leads to ${id}.`;
  if (kept.size === 0 || origins.some((origin) => kept.has(origin.id))) return null;
  return `The use cases of ${id} name no requirement that the PRD asks for.`;
}

function danglingIn({ links, decided, kept }: Trace, { items }: Graph): TraceGaps['dangling'] {
  return links.flatMap(({ from, to, file, line }) => {
    const missing = [from, to].find((id) => !items.has(id));
    // Without requirements.md nobody can tell which there are.
    if (missing?.startsWith('REQ-') && decided.size === 0) return [];
    if (missing !== undefined)
      return [
        { id: missing, file, line, message: `${missing === from ? to : from} names ${missing}: it exists nowhere.` },
      ];
    const requirement = decided.get(from);
    if (requirement === undefined || kept.has(from)) return [];
    const { supersededBy, standing } = requirement;
    const why =
      supersededBy !== undefined
        ? `is superseded by ${supersededBy}`
        : `was ${standing === 'rejected' ? '' : 'put '}${standing.replaceAll('-', ' ')}`;
    return [{ id: from, file, line, message: `${to} names ${from}, which ${why}.` }];
  });
}
