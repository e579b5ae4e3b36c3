// Lists as PostgreSQL writes arrays. The driver would look at each element's type; we know it.

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

/** PostgreSQL's text has no character 0; what people may type is shown with the sign for what cannot be shown. */
export function storable(text: string): string;
export function storable(text: string | null): string | null;
export function storable(text: string | null): string | null {
  return text?.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
