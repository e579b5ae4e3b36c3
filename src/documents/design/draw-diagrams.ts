// The three diagrams of a design, drawn from its parts: architecture, data flow, entities. Always exactly three, and
// each parses: where a part gives nothing to draw, the smallest one that says so.

import { type Component, type DesignItems, readItems, type Table } from './items.ts';
import type { DesignTexts } from './part.ts';

export interface DesignDiagram {
  readonly title: string;
  /** Mermaid, without its fence. */
  readonly source: string;
}

const NAME_MAX = 60;
const CREATE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?("[^"]+"|`[^`]+`|[\w.]+)\s*\(/gi;
const NO_COLUMN = /^(?:primary|foreign|unique|check|constraint|exclude|key|index|like)\b/i;

export function drawDiagrams(texts: DesignTexts): readonly [DesignDiagram, DesignDiagram, DesignDiagram] {
  const items = readItems(texts);
  return [
    { title: 'Architecture Diagram', source: architecture(items) },
    { title: 'Data Flow Diagram', source: dataFlow(items) },
    { title: 'Entity Diagram', source: entities(items.tables, texts.database) },
  ];
}

function architecture({ components, endpoints, tables }: DesignItems): string {
  if (components.length === 0) return 'flowchart LR\n    S["The design names no components"]';
  const called = new Set(endpoints.map(({ component }) => component));
  const own = components.map(({ id, title }) => `    ${nodeId(id)}["${label(title || id)}"]`);
  const client = components.find(({ title }) => CLIENT.test(title));
  const jobs = components.filter(({ title }) => TIMED.test(title));
  const isService = ({ id, title }: Component): boolean =>
    id !== client?.id && !TIMED.test(title) && !ADAPTER.test(title);
  // Where no endpoint names a component, all of them are reached from outside.
  const services = components.filter(isService);
  const reached = services.filter(({ id }) => called.has(id));
  const caller = client === undefined ? 'U' : nodeId(client.id);
  const edges = [
    ...(client === undefined ? [] : [`    U --> ${nodeId(client.id)}`]),
    ...(reached.length > 0 ? reached : services).map(({ id }) => `    ${caller} --> ${nodeId(id)}`),
    ...(jobs.length > 0 ? ['    T(["Timer"])', ...jobs.map(({ id }) => `    T --> ${nodeId(id)}`)] : []),
    ...adapterEdges(components, [...services, ...jobs]),
  ];
  const stored =
    tables.length === 0
      ? []
      : ['    D[("Database")]', ...[...services, ...jobs].map(({ id }) => `    ${nodeId(id)} --> D`)];
  return ['flowchart LR', '    U(["Users"])', ...own, ...edges, ...stored].join('\n');
}

const CLIENT = /\b(?:client|front ?end|web app|pages?)\b/i;
const TIMED = /\b(?:jobs?|scheduler|timer|cron)\b/i;
const ADAPTER = /\b(?:adapter|sender|gateway|file store|storage)\b/i;

/** What talks to the world outside is called by those that share a use case with it. */
const adapterEdges = (components: readonly Component[], callers: readonly Component[]): readonly string[] =>
  components
    .filter(({ title }) => ADAPTER.test(title))
    .flatMap(({ id, useCases }) =>
      callers
        .filter((each) => each.useCases.some((useCase) => useCases.includes(useCase)))
        .map((each) => `    ${nodeId(each.id)} --> ${nodeId(id)}`),
    );

/** Who does what, through which endpoint, in which component. */
function dataFlow({ useCases, endpoints, apiLinks }: DesignItems): string {
  if (useCases.length === 0 && endpoints.length === 0)
    return 'flowchart LR\n    S["The design names no use cases and no endpoints"]';
  const actors = [...new Set(useCases.map(({ actor }) => actor || 'User'))];
  const actorOf = (name: string): string => `A${actors.indexOf(name || 'User') + 1}`;
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
    ...actors.map((actor) => `    ${actorOf(actor)}(["${label(actor)}"])`),
    ...useCases.map(({ id, title, actor }) => `    ${actorOf(actor)} --> ${nodeId(id)}["${label(`${id} ${title}`)}"]`),
    ...endpoints.map(({ id, method, path }) => `    ${nodeId(id)}["${label(method ? `${method} ${path}` : id)}"]`),
    ...edges.map(([useCase = '', endpoint = '']) => `    ${nodeId(useCase)} --> ${nodeId(endpoint)}`),
  ].join('\n');
}

function entities(tables: readonly Table[], database: string): string {
  const drawn = tablesIn(database);
  const named = tables.filter(({ name }) => !drawn.some((table) => table.name === entityName(name)));
  const all = [...drawn, ...named.map(({ name }) => ({ name: entityName(name), columns: [], references: [] }))];
  if (all.length === 0) return 'erDiagram\n    NO_TABLES';
  const known = new Set(all.map(({ name }) => name));
  const boxes = all.flatMap(({ name, columns }) =>
    columns.length === 0
      ? [`    ${name}`]
      : [`    ${name} {`, ...columns.map((column) => `        ${column}`), '    }'],
  );
  const edges = all.flatMap(({ name, references }) =>
    references
      .filter(({ table }) => known.has(table))
      .map(({ table, column }) => `    ${table} ||--o{ ${name} : "${column || 'has'}"`),
  );
  return ['erDiagram', ...boxes, ...edges].join('\n');
}

interface DrawnTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: readonly { readonly table: string; readonly column: string }[];
}

/** Enough of each `CREATE TABLE` to draw it; whether it is right is judged elsewhere. */
function tablesIn(database: string): readonly DrawnTable[] {
  const found = new Map<string, DrawnTable>();
  const text = database.replace(/--[^\n]*/g, '');
  for (const match of text.matchAll(CREATE)) {
    const name = entityName(match[1] ?? '');
    const body = inParentheses(text, match.index + match[0].length);
    const lines = body.map((line) => line.trim()).filter((line) => line !== '');
    const columns = lines.filter((line) => !NO_COLUMN.test(line)).flatMap(columnOf);
    const references = lines.flatMap((line) => {
      const [, other = ''] = /\breferences\s+("[^"]+"|`[^`]+`|[\w.]+)/i.exec(line) ?? [];
      const [, key = ''] = /\bforeign\s+key\s*\(([^()]{1,200})\)/i.exec(line) ?? [];
      const column = NO_COLUMN.test(line) ? key : (/^("[^"]+"|`[^`]+`|\w+)/.exec(line)?.[1] ?? '');
      return other === '' ? [] : [{ table: entityName(other), column: word(unquoted(column.trim())) }];
    });
    if (!found.has(name)) found.set(name, { name, columns, references });
  }
  return [...found.values()];
}

/** What stands between commas of the outermost parentheses, from behind the opening one. */
function inParentheses(text: string, from: number): readonly string[] {
  const parts = [''];
  let depth = 1;
  for (let at = from; at < text.length && depth > 0; at++) {
    const sign = text[at] ?? '';
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 1) parts.push('');
    else if (depth > 0) parts[parts.length - 1] += sign;
  }
  return parts;
}

function columnOf(line: string): readonly string[] {
  const [, name = '', type = ''] = /^("[^"]+"|`[^`]+`|\w+)\s+(\w+)/.exec(line) ?? [];
  if (name === '' || type === '') return [];
  const key = /\bprimary\s+key\b/i.test(line) ? ' PK' : /\breferences\b/i.test(line) ? ' FK' : '';
  return [`${word(type.toLowerCase())} ${word(unquoted(name))}${key}`];
}

const unquoted = (name: string): string => name.replace(/["`]/g, '');
const word = (text: string): string => text.replace(/[^\w]+/g, '_').replace(/^(?=\d)/, '_') || '_';
const entityName = (name: string): string => word((unquoted(name).split('.').at(-1) ?? '').trim());
const nodeId = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '_');

/** Within the quotes of a label: signs that Mermaid reads are written out. */
function label(text: string): string {
  const short = text.length > NAME_MAX ? `${text.slice(0, NAME_MAX - 1)}…` : text;
  return short
    .replace(/[#&]/g, (sign) => (sign === '#' ? '#35;' : '#38;'))
    .replace(/"/g, '#quot;')
    .replace(/[<>]/g, (sign) => (sign === '<' ? '#lt;' : '#gt;'))
    .replace(/[`\r\n]+/g, ' ')
    .trim();
}
