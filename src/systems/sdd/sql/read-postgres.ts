// Tables, keys and indexes by PostgreSQL's own grammar (libpg-query, compiled to WASM). Nothing is run.

import type { ForeignKey, SqlColumn, SqlReport, SqlTable } from '../../../documents/design/finding.ts';
import type { Statement } from './statement.ts';

/** A node of the parse tree: `{ CreateStmt: {...} }`. Only what is read here has a name. */
type Tree = { readonly [key: string]: unknown };
type Found = Pick<SqlReport, 'problems' | 'tables'>;
interface OpenTable extends SqlTable {
  readonly columns: SqlColumn[];
  readonly primaryKey: string[];
  readonly foreignKeys: ForeignKey[];
  readonly indexes: { name: string; columns: readonly string[]; line: number }[];
}

let parse: (sql: string) => unknown = () => {
  throw new Error('The grammar was not loaded.');
};

/** Once, before anything is read. */
export async function loadPostgres(): Promise<void> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  parse = parseSync;
}

export function readPostgres(statements: readonly Statement[]): Found {
  const problems: { line: number; message: string }[] = [];
  const tables = new Map<string, OpenTable>();
  const later: (() => void)[] = [];
  for (const statement of statements) {
    try {
      const { stmts } = parse(statement.text) as { stmts?: readonly { stmt: Tree }[] };
      const lineOf = lineFinder(statement);
      for (const { stmt } of stmts ?? []) takeStatement(stmt, { tables, problems, later, lineOf });
    } catch (error) {
      problems.push(problemOf(statement, error));
    }
  }
  // A statement may name a table that is made below it, when the design shows them so.
  for (const take of later) take();
  return { problems, tables: [...tables.values()] };
}

/** Places of nodes are bytes from the statement's start, in no order. */
function lineFinder({ text, line }: Statement): (node: Tree) => number {
  const bytes = Buffer.from(text);
  const breaks: number[] = [];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) breaks.push(at);
  return ({ location }) => {
    const place = Number(location ?? 0);
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return line + low;
  };
}

const MESSAGE_MAX = 300;

function problemOf({ text, line, openQuoteLine }: Statement, error: unknown): { line: number; message: string } {
  const { message = String(error), sqlDetails } = error as { message?: string; sqlDetails?: SyntaxPlace };
  const place = Math.max(0, sqlDetails?.cursorPosition ?? 0);
  const shown = message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX)} ...`;
  return {
    line: openQuoteLine ?? line + text.slice(0, place).split('\n').length - 1,
    message: sqlDetails === undefined ? 'the statement is nested too deeply to be read' : shown,
  };
}

interface SyntaxPlace {
  /** In characters, from 0. */
  readonly cursorPosition?: number;
}

interface Reading {
  readonly tables: Map<string, OpenTable>;
  readonly problems: { line: number; message: string }[];
  readonly later: (() => void)[];
  lineOf(node: Tree): number;
}

function takeStatement(stmt: Tree, reading: Reading): void {
  const { tables, problems, later, lineOf } = reading;
  const create = stmt.CreateStmt as Tree | undefined;
  if (create !== undefined) {
    const relation = create.relation as Tree;
    const name = String(relation.relname);
    if (tables.has(name) && create.if_not_exists !== true)
      problems.push({ line: lineOf(relation), message: `relation "${name}" already exists` });
    // A partition has its parent's columns.
    if (create.partbound === undefined) tables.set(name, tableOf(name, create, reading));
  }
  const index = stmt.IndexStmt as Tree | undefined;
  if (index !== undefined) later.push(() => takeIndex(index, reading));
  const alter = stmt.AlterTableStmt as Tree | undefined;
  if (alter !== undefined) later.push(() => takeAlter(alter, reading));
}

function tableOf(name: string, create: Tree, reading: Reading): OpenTable {
  const table: OpenTable = {
    ...{ name, line: reading.lineOf(create.relation as Tree) },
    ...{ columns: [], primaryKey: [], foreignKeys: [], indexes: [] },
  };
  for (const element of listOf(create.tableElts)) {
    if (element.ColumnDef !== undefined) takeColumn(table, element.ColumnDef as Tree, reading);
    if (element.Constraint !== undefined) takeConstraint(table, element.Constraint as Tree, [], reading);
  }
  return table;
}

function takeColumn(table: OpenTable, column: Tree, reading: Reading): void {
  const name = String(column.colname);
  const constraints = listOf(column.constraints).map(({ Constraint }) => Constraint as Tree);
  const kinds = constraints.map(({ contype }) => contype);
  const isNullable = !kinds.includes('CONSTR_NOTNULL') && !kinds.includes('CONSTR_PRIMARY');
  table.columns.push({ name, type: typeOf(column.typeName as Tree | undefined), isNullable });
  for (const constraint of constraints) takeConstraint(table, constraint, [name], reading);
}

function takeConstraint(table: OpenTable, constraint: Tree, own: readonly string[], { lineOf }: Reading): void {
  if (constraint.contype === 'CONSTR_PRIMARY')
    table.primaryKey.push(...(own.length > 0 ? own : names(constraint.keys)));
  if (constraint.contype === 'CONSTR_UNIQUE') {
    const columns = own.length > 0 ? own : names(constraint.keys);
    table.indexes.push({ name: String(constraint.conname ?? 'unique'), columns, line: lineOf(constraint) });
  }
  if (constraint.contype !== 'CONSTR_FOREIGN') return;
  table.foreignKeys.push({
    columns: own.length > 0 ? own : names(constraint.fk_attrs),
    table: String((constraint.pktable as Tree).relname),
    references: names(constraint.pk_attrs),
    line: lineOf(constraint),
  });
}

function takeIndex(index: Tree, { tables, problems, lineOf }: Reading): void {
  const relation = index.relation as Tree;
  const name = String(index.idxname ?? 'index');
  const table = tables.get(String(relation.relname));
  const line = lineOf(relation);
  if (table === undefined) {
    problems.push({ line, message: `relation "${relation.relname}" of index "${name}" does not exist` });
    return;
  }
  const plain = [...listOf(index.indexParams), ...listOf(index.indexIncludingParams)].map(
    ({ IndexElem }) => IndexElem as Tree,
  );
  const columns = [
    ...plain.flatMap((element) => (typeof element.name === 'string' ? [element.name] : columnsIn(element.expr))),
    ...columnsIn(index.whereClause),
  ];
  table.indexes.push({ name, columns: [...new Set(columns)], line });
}

function takeAlter(alter: Tree, reading: Reading): void {
  const relation = alter.relation as Tree;
  const table = reading.tables.get(String(relation.relname));
  if (table === undefined) {
    const line = reading.lineOf(relation);
    reading.problems.push({ line, message: `relation "${relation.relname}" does not exist` });
    return;
  }
  for (const { AlterTableCmd } of listOf(alter.cmds)) {
    const { subtype, def } = AlterTableCmd as Tree;
    const { ColumnDef, Constraint } = (def ?? {}) as Tree;
    if (subtype === 'AT_AddColumn' && ColumnDef !== undefined) takeColumn(table, ColumnDef as Tree, reading);
    if (subtype === 'AT_AddConstraint' && Constraint !== undefined)
      takeConstraint(table, Constraint as Tree, [], reading);
  }
}

/** The grammar's names for types that people write otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ int2: 'smallint', int4: 'integer', int8: 'bigint', float4: 'real', float8: 'double precision' },
  ...{ bpchar: 'char', bool: 'boolean', serial2: 'smallserial', serial4: 'serial', serial8: 'bigserial' },
};

function typeOf(type: Tree | undefined): string {
  if (type === undefined) return '';
  const name = names(type.names).at(-1) ?? '';
  const sizes = listOf(type.typmods).flatMap(({ A_Const }) => {
    const value = ((A_Const as Tree | undefined)?.ival as Tree | undefined)?.ival;
    return typeof value === 'number' ? [value] : [];
  });
  const size = sizes.length > 0 ? `(${sizes.join(', ')})` : '';
  return `${TYPES[name] ?? name}${size}${type.arrayBounds === undefined ? '' : '[]'}`;
}

const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);

const names = (value: unknown): readonly string[] =>
  listOf(value).flatMap(({ String: text }) => {
    const name = (text as Tree | undefined)?.sval;
    return typeof name === 'string' ? [name] : [];
  });

/** Columns anywhere in an expression, in the order of the text; however deep it is. */
function columnsIn(expression: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [expression];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) found.push(...names(((value as Tree).ColumnRef as Tree | undefined)?.fields).slice(-1));
    for (const each of Object.values(value).reverse()) open.push(each);
  }
  return found;
}
