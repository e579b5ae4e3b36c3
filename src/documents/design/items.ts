// What a design names, read from its three parts: use cases, components, decisions, endpoints, models, tables.

import { fencedBlocks } from './fenced-blocks.ts';
import { type DesignPart, type DesignParts, type DesignTexts, type PartName, parseParts } from './part.ts';

interface Item {
  readonly part: PartName;
  readonly section: string;
  /** Of the part's text, from 1. */
  readonly line: number;
}

export interface UseCase extends Item {
  readonly id: string;
  readonly title: string;
  readonly actor: string;
  readonly requirements: readonly string[];
}

export interface Component extends Item {
  readonly id: string;
  readonly title: string;
  readonly responsibility: string;
  readonly useCases: readonly string[];
}

export interface DesignDecision extends Item {
  readonly id: string;
  readonly title: string;
  readonly options: string;
  readonly chosen: string;
  readonly because: string;
}

export interface Endpoint extends Item {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly useCases: readonly string[];
  readonly component: string;
  /** Ids of tables that it names itself; most name models, which name their tables. */
  readonly tables: readonly string[];
  /** '' where it is not named. */
  readonly request: string;
  readonly response: string;
  readonly errors: string;
}

/** A row of the map from use cases to endpoints. */
export interface ApiLink extends Item {
  readonly useCase: string;
  readonly endpoints: readonly string[];
}

export interface Model extends Item {
  readonly name: string;
  /** `TBL-001`, or the table's name; '' where none is named. */
  readonly table: string;
  readonly fields: readonly ModelField[];
}

export interface ModelField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly notes: string;
}

export interface Table extends Item {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  /** The SQL under its heading; '' where there is none. */
  readonly sql: string;
}

export interface DesignItems {
  readonly useCases: readonly UseCase[];
  readonly components: readonly Component[];
  readonly decisions: readonly DesignDecision[];
  readonly endpoints: readonly Endpoint[];
  readonly apiLinks: readonly ApiLink[];
  readonly models: readonly Model[];
  readonly tables: readonly Table[];
}

const HEADING = /^###[ \t]+(?:([A-Z]{2,4}-\d{3,})(?:[ \t]*[:.–-][ \t]*|[ \t]+))?(.*)/;
const FIELD = /^[-*+][ \t]+(?:\*\*|__)([^*_:]{1,40})(?:\*\*:|:\*\*|__:|:__)(.*)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const METHOD = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[ \t]+`?(\/[^\s`]*)/;

interface Entry extends Item {
  readonly id: string;
  readonly title: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly rows: readonly (readonly string[])[];
  readonly sql: string;
}

/** `parts` where they were parsed already: parsing is what takes time. */
export function readItems(texts: DesignTexts, parts: DesignParts = parseParts(texts)): DesignItems {
  const entries = [...entriesOf(parts.hld), ...entriesOf(parts.lld), ...entriesOf(parts.database)];
  const named = (prefix: string) => entries.filter(({ id }) => id.startsWith(`${prefix}-`));
  return {
    useCases: named('UC').map((entry) => ({
      ...headOf(entry),
      actor: field(entry, 'actor', 'actors'),
      requirements: idsIn(field(entry, 'requirements', 'requirement'), 'REQ'),
    })),
    components: named('CMP').map((entry) => ({
      ...headOf(entry),
      responsibility: field(entry, 'responsibility', 'responsibilities'),
      useCases: idsIn(field(entry, 'use cases', 'use case'), 'UC'),
    })),
    decisions: named('DEC').map((entry) => ({
      ...headOf(entry),
      ...{
        options: field(entry, 'options'),
        chosen: field(entry, 'chosen'),
        because: field(entry, 'because', 'reason'),
      },
    })),
    endpoints: named('API').map(endpointOf),
    apiLinks: entriesOfMap(parts.lld),
    models: entries.filter(({ part, section, id }) => part === 'lld' && section === 'models' && id === '').map(modelOf),
    tables: tablesOf(named('TBL'), texts.database, parts.database),
  };
}

/** Under headings of their own, or under comments (`-- TBL-001: bookings`) in one fence. */
function tablesOf(entries: readonly Entry[], database: string, { sections }: DesignPart): readonly Table[] {
  const headed = entries.map((entry) => ({
    ...headOf(entry),
    ...{ name: entry.title.replaceAll('`', ''), model: field(entry, 'model'), sql: entry.sql },
  }));
  const commented = fencedBlocks(database).flatMap(({ language, text, line }) => {
    if (language !== 'sql') return [];
    const section = sections.findLast((each) => each.line <= line)?.id ?? 'database';
    return text.split(/^(?=--[ \t]*TBL-\d)/m).flatMap((sql) => {
      const [, id = '', name = ''] = /^--[ \t]*(TBL-\d{3,})[ \t:.–-]*[`"]?(\w*)/.exec(sql) ?? [];
      const made = name || (/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["`]?(\w+)/i.exec(sql)?.[1] ?? '');
      const at = line + text.slice(0, text.indexOf(sql)).split('\n').length;
      return id === ''
        ? []
        : [{ id, name: made, model: '', sql: sql.trim(), part: 'database' as const, section, line: at }];
    });
  });
  // A comment under the heading of the same table says it again.
  return [
    ...headed,
    ...commented.filter(({ id, name }) => !headed.some((each) => each.id === id && each.name === name)),
  ];
}

const headOf = ({ id, title, part, section, line }: Entry) => ({ id, title, part, section, line });

function field({ fields }: Entry, ...labels: readonly string[]): string {
  for (const label of labels) {
    const value = fields.get(label);
    if (value !== undefined) return value;
  }
  return '';
}

const IDS = /\b([A-Z]{2,4})-\d{3,}\b/g;

export function idsIn(text: string, prefix: string): readonly string[] {
  return [...text.matchAll(IDS)].filter(([, own]) => own === prefix).map(([id]) => id);
}

/** Without the marks that may close a heading. */
const titleIn = (text: string): string =>
  text
    .trimEnd()
    .replace(/#{1,9}$/, '')
    .trimEnd();

function endpointOf(entry: Entry): Endpoint {
  const [, method = '', path = ''] = METHOD.exec(entry.title) ?? [];
  return {
    ...headOf(entry),
    ...{ method, path, component: idsIn(field(entry, 'component'), 'CMP')[0] ?? '' },
    useCases: idsIn(field(entry, 'use cases', 'use case'), 'UC'),
    tables: idsIn(field(entry, 'tables', 'table'), 'TBL'),
    request: field(entry, 'request', 'request body'),
    response: field(entry, 'response', 'responses'),
    errors: field(entry, 'errors', 'error responses', 'error'),
  };
}

function modelOf(entry: Entry): Model {
  const { title, part, section, line } = entry;
  const table = field(entry, 'table');
  return {
    ...{ part, section, line, name: title.replaceAll('`', '') },
    table: idsIn(table, 'TBL')[0] ?? table.replaceAll('`', '').trim(),
    fields: entry.rows.map(([name = '', type = '', required = '', notes = '']) => ({
      ...{ name: name.replaceAll('`', ''), type: type.replaceAll('`', ''), notes },
      isRequired: /^(?:yes|y|true|required|x|✓)/i.test(required),
    })),
  };
}

/** Rows of a table whose cells name use cases and endpoints. */
function entriesOfMap({ sections }: DesignPart): readonly ApiLink[] {
  return sections
    .filter(({ id }) => id === 'api-map')
    .flatMap(({ id, text, line }) =>
      text.split(/\r?\n/).flatMap((row, at) => {
        const useCases = row.trimStart().startsWith('|') ? idsIn(row, 'UC') : [];
        return useCases.map((useCase) => ({
          ...{ part: 'lld' as const, section: id, line: line + at, useCase },
          endpoints: idsIn(row, 'API'),
        }));
      }),
    );
}

/** What stands under each heading of the third rank; fences hold no headings. */
function entriesOf({ part, sections }: DesignPart): readonly Entry[] {
  return sections.flatMap((section) => {
    const found: { id: string; title: string; line: number; lines: string[] }[] = [];
    let fence = '';
    for (const [at, line] of section.text.split(/\r?\n/).entries()) {
      const [, mark = ''] = FENCE.exec(line) ?? [];
      if (fence === '' && mark === '') {
        const heading = HEADING.exec(line);
        if (heading !== null)
          found.push({ id: heading[1] ?? '', title: titleIn(heading[2] ?? ''), line: section.line + at, lines: [] });
        else found.at(-1)?.lines.push(line);
        continue;
      }
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      found.at(-1)?.lines.push(line);
    }
    return found.map(({ lines, ...head }) => ({ ...head, part, section: section.id, ...contentOf(lines) }));
  });
}

function contentOf(lines: readonly string[]): Pick<Entry, 'fields' | 'rows' | 'sql'> {
  const fields = new Map<string, string>();
  const rows: string[][] = [];
  let label = '';
  for (const line of lines) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name !== undefined) {
      label = name.trim().toLowerCase();
      fields.set(label, value.trim());
    } else if (label !== '' && /^\s+\S/.test(line))
      fields.set(label, `${fields.get(label) ?? ''}\n${line.trim()}`.trim());
    else label = '';
    if (line.trimStart().startsWith('|')) rows.push(cellsOf(line));
  }
  const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell));
  const [, sql = ''] =
    /(?:^|\n) {0,3}(?:`{3,}|~{3,})[ \t]*sql[^\n]*\n([\s\S]*?)\n {0,3}(?:`{3,}|~{3,})/i.exec(lines.join('\n')) ?? [];
  return { fields, rows: rows.slice(1).filter((cells) => !isRule(cells)), sql };
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
