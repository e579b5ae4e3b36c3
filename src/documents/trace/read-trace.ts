// Traceability as data: which item of a feature's documents builds on which other, with files and lines.

import { type DesignItems, type Endpoint, type Model, readItems } from '../design/items.ts';
import type { DesignTexts, PartName } from '../design/part.ts';
import { keptOf } from '../prd/assemble-prd.ts';
import { outlineRequirements } from '../requirements/outline-requirements.ts';
import { parseRequirements } from '../requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { readSpecTrace, type StoryTexts } from './spec-trace.ts';
import { readTraceability } from './traceability-table.ts';

/** From what is asked for to what is built. */
export const TRACE_KINDS = [
  ...(['requirement', 'spec requirement', 'use case', 'component', 'endpoint', 'model', 'table'] as const),
  ...(['story', 'outside'] as const),
] as const;
/** `outside`: an id of another system or feature, named in the PRD's table. */
export type TraceKind = (typeof TRACE_KINDS)[number];

export interface TraceItem {
  readonly id: string;
  readonly kind: TraceKind;
  readonly title: string;
  /** From the feature's folder: `design/lld.md`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The section of the design it stands in; null outside of the design. */
  readonly section: string | null;
}

/** `to` builds on `from`, and says so in this line. */
export interface TraceLink {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
}

export interface FeatureTexts {
  readonly featureId: string;
  /** '' where a file is missing. */
  readonly requirements: string;
  readonly prd: string;
  readonly design: DesignTexts;
  /** spec.md; '' or left out where there is none. */
  readonly spec?: string;
  readonly stories?: StoryTexts;
}

export interface Trace {
  readonly featureId: string;
  readonly items: readonly TraceItem[];
  readonly links: readonly TraceLink[];
  /** Those that the PRD asks for: neither decided against nor superseded. */
  readonly kept: ReadonlySet<string>;
  /** How each requirement of the file was decided, by id. */
  readonly decided: ReadonlyMap<string, DecidedRequirement>;
  /** Requirements of the spec that the architect left without a story, for a reason. */
  readonly excused: ReadonlySet<string>;
}

export const DESIGN_FILES: { readonly [part in PartName]: string } = {
  hld: 'design/hld.md',
  lld: 'design/lld.md',
  database: 'design/database.md',
};
export const REQUIREMENTS_FILE = 'requirements.md';
export const PRD_FILE = 'PRD.md';

export function readTrace({ featureId, requirements, prd, design, spec = '', stories }: FeatureTexts): Trace {
  const { items } = parseRequirements(requirements);
  const named = readItems(design);
  const outside = outsideItems(featureId, prd);
  const specified = readSpecTrace(spec, stories);
  const all = [...requirementItems(requirements, items), ...designItems(named), ...specified.items, ...outside.items];
  return {
    featureId,
    // An id that stands twice means the first: rules tell of the second.
    items: [...new Map(all.toReversed().map((item) => [item.id, item])).values()].reverse(),
    links: withoutRepeats([...designLinks(named), ...specified.links, ...outside.links]),
    kept: new Set(keptOf(items).map(({ id }) => id)),
    decided: new Map(items.map((item) => [item.id, item])),
    excused: specified.excused,
  };
}

function requirementItems(text: string, items: readonly DecidedRequirement[]): readonly TraceItem[] {
  const lines = new Map<string, number>();
  for (const { kind, name, line } of text === '' ? [] : outlineRequirements(text).pieces)
    if (kind === 'item' && !lines.has(name)) lines.set(name, line);
  return items.map(({ id, title }) => ({
    ...{ id, kind: 'requirement', title, file: REQUIREMENTS_FILE, line: lines.get(id) ?? 1, section: null },
  }));
}

function designItems({ useCases, components, endpoints, models, tables }: DesignItems): readonly TraceItem[] {
  const placed = (kind: TraceKind, id: string, title: string, at: Place): TraceItem => ({
    ...{ id, kind, title, file: DESIGN_FILES[at.part], line: at.line, section: at.section },
  });
  return [
    ...useCases.map((each) => placed('use case', each.id, each.title, each)),
    ...components.map((each) => placed('component', each.id, each.title, each)),
    ...endpoints.map((each) => placed('endpoint', each.id, `${each.method} ${each.path}`.trim(), each)),
    ...models.map((each) => placed('model', each.name, each.name, each)),
    ...tables.map((each) => placed('table', each.id, each.name, each)),
  ];
}

interface Place {
  readonly part: PartName;
  readonly line: number;
  readonly section: string;
}

function designLinks(items: DesignItems): TraceLink[] {
  const { useCases, components, endpoints, apiLinks, models } = items;
  const lookup = lookupOf(items);
  const link = (from: string, to: string, at: Place): TraceLink => ({
    ...{ from, to, file: DESIGN_FILES[at.part], line: at.line },
  });
  return [
    ...useCases.flatMap((each) => each.requirements.map((id) => link(id, each.id, each))),
    ...components.flatMap((each) => each.useCases.map((id) => link(id, each.id, each))),
    ...endpoints.flatMap((each) => each.useCases.map((id) => link(id, each.id, each))),
    ...apiLinks.flatMap((row) => row.endpoints.map((id) => link(row.useCase, id, row))),
    ...endpoints.flatMap((each) => (each.component === '' ? [] : [link(each.component, each.id, each)])),
    ...endpoints.flatMap((each) => modelsOf(each, lookup).map(({ name }) => link(each.id, name, each))),
    ...endpoints.flatMap((each) => tablesOf(each, lookup).map((id) => link(each.id, id, each))),
    ...models.flatMap((each) => lookup.tables(each).map((id) => link(each.name, id, each))),
  ];
}

interface Lookup {
  /** By the words that name it: `Booking`, `Bookings`. */
  readonly models: ReadonlyMap<string, Model>;
  /** By name without case and hyphens. */
  readonly tableIds: ReadonlyMap<string, string>;
  /** Of a model, by id or name, or because the table names the model. */
  tables(model: Model): readonly string[];
}

function lookupOf({ models, tables }: DesignItems): Lookup {
  const ids = new Set(tables.map(({ id }) => id));
  const byName = new Map(tables.map(({ name, id }) => [name, id]));
  const byModel = Map.groupBy(tables, ({ model }) => model);
  return {
    models: new Map(models.flatMap((model) => formsOf(model).map((form) => [form, model] as const))),
    tableIds: new Map(tables.map(({ name, id }) => [nameKey(name), id])),
    tables({ name, table }) {
      const named = ids.has(table) ? table : byName.get(table);
      const naming = (byModel.get(name) ?? []).map(({ id }) => id);
      return [...new Set([...(named === undefined ? [] : [named]), ...naming])];
    },
  };
}

const formsOf = ({ name }: Model): readonly string[] => [name, `${name}s`, `${name}es`];

/** Models that its request or its responses name: `Booking`, `Booking[]`, `a list of Bookings`. */
function modelsOf({ request, response, errors }: Endpoint, { models }: Lookup): readonly Model[] {
  const words = `${request}\n${response}\n${errors}`.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => models.get(word) ?? []))];
}

/** Those it names, those of its models, and where it names neither the one that its path is called after. */
function tablesOf(endpoint: Endpoint, lookup: Lookup): readonly string[] {
  const { request, response, tables: own, path } = endpoint;
  const mentioned = `${request}\n${response}`.match(/\bTBL-\d{3,}\b/g) ?? [];
  const ofModels = modelsOf(endpoint, lookup).flatMap((model) => lookup.tables(model));
  const named = [...new Set([...own, ...mentioned, ...ofModels])];
  if (named.length > 0) return named;
  const parts = path.split(/[/?]/).filter((part) => part !== '' && !/^[:{<]/.test(part));
  const last = parts.findLast((part) => lookup.tableIds.has(nameKey(part)));
  return last === undefined ? [] : [lookup.tableIds.get(nameKey(last)) ?? ''];
}

const nameKey = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** What the PRD's table names that is no item of this feature: user stories, and designs of other features. */
function outsideItems(featureId: string, prd: string): { items: readonly TraceItem[]; links: readonly TraceLink[] } {
  const found = readTraceability(prd).rows.flatMap(({ id, line, cells }) =>
    cells.flatMap(({ column, ids }) =>
      ids.flatMap((named) => (named.startsWith(`${featureId}/`) ? [] : [{ id, named, line, column }])),
    ),
  );
  return {
    items: found.map(({ named, line, column }) => ({
      ...{ id: named, kind: 'outside', title: column, file: PRD_FILE, line, section: null },
    })),
    links: found.map(({ id, named, line }) => ({ from: id, to: named, file: PRD_FILE, line })),
  };
}

function withoutRepeats(links: readonly TraceLink[]): readonly TraceLink[] {
  return [...new Map(links.toReversed().map((link) => [`${link.from} ${link.to}`, link])).values()].reverse();
}
