// Columns whose names sound like data about persons and that the section on encryption does not name: a hint.

import type { DesignFinding } from '../design/finding.ts';
import { type CheckContext, findingAt, isThere, listed, plainName, sectionOf, singular } from './check-context.ts';
import { isPersonal, wordsOf } from './personal-names.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly line: number;
  readonly part: 'lld' | 'database';
}

export function checkPersonalData(context: CheckContext): readonly DesignFinding[] {
  if (!isThere(context, 'database')) return [];
  const columns = context.around.sql.isChecked ? sqlColumns(context) : modelFields(context);
  const section = sectionOf(context, 'database', 'encryption');
  const open = columns.filter((column) => section === undefined || !isNamedIn(section.text, column));
  // One section that is missing is one finding.
  if (section === undefined) return open.length === 0 ? [] : [finding(context, open.slice(0, 1), open)];
  return open.map((column) => finding(context, [column], [column]));
}

function finding(context: CheckContext, [at]: readonly Column[], open: readonly Column[]): DesignFinding {
  const names = listed(open.map(({ table, name }) => `${table}.${name}`));
  return findingAt(
    context,
    { part: at?.part ?? 'database', line: at?.line ?? 1 },
    {
      ...{ rule: 'personal-data-open', severity: 'INFO' },
      message: `${names} looks like personal data, and the section on encryption does not speak of it.`,
      suggestion: `Say in "Encryption" how ${names} is encrypted, or why it need not be.`,
    },
  );
}

function sqlColumns(context: CheckContext): readonly Column[] {
  const lines = context.texts.database.split(/\r?\n/);
  return context.around.sql.tables.flatMap(({ name: table, line, columns }) =>
    columns
      .filter(({ name, type }) => isPersonal(table, name, type))
      .map(({ name }) => {
        const at = lines.findIndex((text, index) => index >= line - 1 && beginsWith(text, name));
        return { table, name, line: at < 0 ? line : at + 1, part: 'database' as const };
      }),
  );
}

function modelFields({ items }: CheckContext): readonly Column[] {
  return items.models.flatMap(({ name: table, line, fields }) =>
    fields
      .filter(({ name, type }) => isPersonal(table, name, type))
      .map(({ name }) => ({ table, name, line, part: 'lld' as const })),
  );
}

const EVERYTHING = /\b(?:all|every|each|any)\b[^.]*\bpersonal\b[^.]*\b(?:encrypt|cipher|aes|pgcrypto|tokeni[sz])/i;

/** `members.email` speaks of that table's column alone; `email`, or "e-mail", of every column of that name. */
function isNamedIn(section: string, { table, name }: Column): boolean {
  if (EVERYTHING.test(section)) return true;
  const body = section.replace(/^.*\n/, '');
  const qualified = [...body.matchAll(/\b(\w+)\.(\w+)\b/g)].map(([, owner = '', column = '']) => ({ owner, column }));
  if (qualified.some(({ owner, column }) => isSame(owner, table) && isSame(column, name))) return true;
  const bare = ` ${wordsOf(body.replace(/\b\w+\.\w+\b/g, ' ').replace(/\be-mail/gi, 'email'))} `;
  return bare.includes(` ${wordsOf(name)} `) || bare.includes(` ${wordsOf(name)}s `);
}

/** A model's name is its table's, in the singular. */
const isSame = (one: string, other: string): boolean => singular(plainName(one)) === singular(plainName(other));

/** The first word of the line is this name. */
function beginsWith(line: string, name: string): boolean {
  const rest = line.replace(/^\W+/, '');
  return rest.startsWith(name) && !/^\w/.test(rest.slice(name.length));
}
