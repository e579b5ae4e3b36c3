// The three diagrams of a design, drawn from its parts: architecture, data flow, entities. Always exactly three, and
// each parses: where a part gives nothing to draw, the smallest one that says so.

import { type CreatedColumn, createdTables, lastName } from './created-tables.ts';
import { type DesignItems, readItems, type Table } from './items.ts';
import type { DesignTexts } from './part.ts';

export interface DesignDiagram {
  readonly title: string;
  /** Mermaid, without its fence. */
  readonly source: string;
}

const NAME_MAX = 60;

export function drawDiagrams(texts: DesignTexts): readonly [DesignDiagram, DesignDiagram, DesignDiagram] {
  const items = readItems(texts);
  return [
    { title: 'Architecture Diagram', source: architecture(items) },
    { title: 'Data Flow Diagram', source: dataFlow(items) },
    { title: 'Entity Diagram', source: entities(items.tables, texts.database) },
  ];
}

/** Components, who uses them and which keep data, as far as use cases and endpoints say it. */
function architecture({ components, useCases, endpoints, tables }: DesignItems): string {
  if (components.length === 0) return 'flowchart LR\n    S["The design names no components"]';
  const actorsOf = new Map(useCases.map(({ id, actor }) => [id, actorsIn(actor)]));
  const links = components.map((component) => {
    const own = endpoints.filter((endpoint) => endpoint.component === component.id);
    const served = [...component.useCases, ...own.flatMap((endpoint) => endpoint.useCases)];
    const actors = new Set(served.flatMap((id) => actorsOf.get(id) ?? []));
    return { id: nodeId(component.id), actors, isKeeping: own.some((endpoint) => endpoint.tables.length > 0) };
  });
  const actors = [...new Set(links.flatMap((link) => [...link.actors]))];
  return [
    'flowchart LR',
    ...actors.map((actor, at) => `    A${at + 1}(["${label(actor)}"])`),
    ...components.map(({ id, title }) => `    ${nodeId(id)}["${label(title || id)}"]`),
    ...(tables.length === 0 ? [] : ['    D[("Database")]']),
    ...links.flatMap((link) => [...link.actors].map((actor) => `    A${actors.indexOf(actor) + 1} --> ${link.id}`)),
    ...(tables.length === 0 ? [] : links.filter(({ isKeeping }) => isKeeping).map(({ id }) => `    ${id} --> D`)),
  ].join('\n');
}

/** Who does what, through which endpoint, in which component. */
function dataFlow({ useCases, endpoints, apiLinks }: DesignItems): string {
  if (useCases.length === 0 && endpoints.length === 0)
    return 'flowchart LR\n    S["The design names no use cases and no endpoints"]';
  const actors = [...new Set(useCases.flatMap(({ actor }) => actorsIn(actor)))];
  // Nobody is drawn whom nobody named.
  const callOf = (actor: string): string => {
    const own = actorsIn(actor).map((each) => `A${actors.indexOf(each) + 1}`);
    return own.length === 0 ? '' : `${own.join(' & ')} --> `;
  };
  const known = new Set(endpoints.map(({ id }) => id));
  const links = new Set([
    ...apiLinks.flatMap(({ useCase, endpoints: own }) => own.map((endpoint) => `${useCase} ${endpoint}`)),
    ...endpoints.flatMap(({ id, useCases: own }) => own.map((useCase) => `${useCase} ${id}`)),
  ]);
  const drawn = new Set(useCases.map(({ id }) => id));
  const edges = [...links]
    .map((link) => link.split(' '))
    .filter(([useCase = '', endpoint = '']) => drawn.has(useCase) && known.has(endpoint));
  return [
    'flowchart LR',
    ...actors.map((actor, at) => `    A${at + 1}(["${label(actor)}"])`),
    ...useCases.map(({ id, title, actor }) => `    ${callOf(actor)}${nodeId(id)}["${label(`${id} ${title}`)}"]`),
    ...endpoints.map(({ id, method, path }) => `    ${nodeId(id)}["${label(method ? `${method} ${path}` : id)}"]`),
    ...edges.map(([useCase = '', endpoint = '']) => `    ${nodeId(useCase)} --> ${nodeId(endpoint)}`),
  ].join('\n');
}

/** The field of a use case names one, or several between commas. */
const actorsIn = (actor: string): readonly string[] => [
  ...new Set(
    actor
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

function entities(tables: readonly Table[], database: string): string {
  const drawn = createdTables(database);
  const isDrawn = (name: string): boolean => drawn.some((table) => table.name === lastName(name));
  const named = tables.filter(({ name }) => lastName(name) !== '' && !isDrawn(name));
  const all = [...drawn, ...named.map(({ name }) => ({ name: lastName(name), columns: [], references: [] }))];
  if (all.length === 0) return 'erDiagram\n    NO_TABLES';
  const ids = new Map(all.map(({ name }, at) => [name, entityId(name, at + 1)]));
  const boxes = all.flatMap(({ name, columns }) => {
    const id = ids.get(name) ?? '';
    // A name that Mermaid would read as its own word, or not at all, is the label of an id that it reads.
    const head = id === name ? `    ${id}` : `    ${id}["${label(name)}"]`;
    return columns.length === 0
      ? [head]
      : [`${head} {`, ...columns.map((each) => `        ${columnLine(each)}`), '    }'];
  });
  const edges = all.flatMap(({ name, references }) =>
    references
      .filter(({ table }) => ids.has(table))
      .map(({ table, column }) => `    ${ids.get(table)} ||--o{ ${ids.get(name)} : "${label(column) || 'has'}"`),
  );
  return ['erDiagram', ...boxes, ...edges].join('\n');
}

const OWN_WORDS = new Set([
  ...['class', 'classdef', 'style', 'end', 'one', 'to', 'many', 'only', 'zero', 'optionally', 'direction', 'title'],
  ...['acctitle', 'accdescr', 'erdiagram', 'subgraph', 'click', 'default', 'u', 'o', 'tb', 'bt', 'lr', 'rl', 'td'],
]);

function entityId(name: string, number: number): string {
  return /^[A-Za-z]\w*$/.test(name) && !OWN_WORDS.has(name.toLowerCase()) && !/_\d+$/.test(name)
    ? name
    : `${word(name)}_${number}`;
}

function columnLine({ name, type, key }: CreatedColumn): string {
  const own = word(name);
  return `${word(type.toLowerCase())} ${/^(?:pk|fk|uk)$/i.test(own) ? `${own}_` : own}${key === '' ? '' : ` ${key}`}`;
}

const word = (text: string): string => text.replace(/[^\w]+/g, '_').replace(/^(?=\d)/, '_') || '_';
const nodeId = (id: string): string => `${id.replace(/[^A-Za-z0-9]/g, '_') || 'none'}`;

/** Within the quotes of a label, as Markdown shows it: signs that Mermaid reads are written out. */
function label(text: string): string {
  const shown = text.replace(/\\(?=[!-/:-@[-`{-~])/g, '');
  const signs = [...shown];
  const short = signs.length > NAME_MAX ? `${signs.slice(0, NAME_MAX - 1).join('')}…` : shown;
  const safe = short
    .replace(/[#&]/g, (sign) => (sign === '#' ? '#35;' : '#38;'))
    .replace(/"/g, '#quot;')
    .replace(/[<>]/g, (sign) => (sign === '<' ? '#lt;' : '#gt;'))
    .replace(/[%\\]/g, (sign) => (sign === '%' ? '#37;' : '#92;'))
    .replace(/[`\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  return safe === '' ? '?' : safe;
}
