// Lists as PostgreSQL writes arrays, and rows as JSON. The driver would look at each element's type; we know it.

import { storable } from '../../json.ts';

export function numbers(list: readonly (number | null)[]): string {
  let text = '{';
  for (let i = 0; i < list.length; i++) text += i === 0 ? (list[i] ?? 'NULL') : `,${list[i] ?? 'NULL'}`;
  return `${text}}`;
}

export function texts(list: readonly (string | null)[]): string {
  let text = '{';
  for (let i = 0; i < list.length; i++) {
    const each = list[i];
    const element = each === null || each === undefined ? 'NULL' : `"${escaped(each)}"`;
    text += i === 0 ? element : `,${element}`;
  }
  return `${text}}`;
}

function escaped(text: string): string {
  const isPlain = !text.includes('"') && !text.includes('\\');
  return isPlain ? text : text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Rows that the database reads as JSON, which refuses what no column can hold even where it is escaped. */
export function rowsText(rows: object): string {
  const text = JSON.stringify(rows);
  return UNSTORABLE.test(text) ? JSON.stringify(rows, storableIn) : text;
}

/** Character 0, and either half of a surrogate pair, as JSON escapes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

const storableIn = (_: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value);
