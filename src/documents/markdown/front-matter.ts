// The front matter of a Markdown file: `name: value` lines between two `---`. What goes on in lines of its own is kept
// and not read; a specification's, where faults are reported with their place, is read by src/documents/spec.

import { linesOf } from './headings-of.ts';

export interface FrontMatter {
  /** As written, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
  /** What follows it. */
  readonly body: string;
}

/** null: the text begins with none. */
export function readFront(text: string): FrontMatter | null {
  const plain = text.replace(/^\uFEFF/, '');
  if (!plain.startsWith('---')) return null;
  const lines = linesOf(plain);
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (end < 0) return null;
  const own = lines.slice(1, end);
  const values = own.flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 || /^[\s#-]/.test(line) ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return { values: new Map(values), lines: own, body: lines.slice(end + 1).join('\n') };
}

/** `"a"`, `'a'` and `a`, without a comment behind it. */
export function textOf(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (value.startsWith('"')) {
    try {
      return String(JSON.parse(value));
    } catch {
      return value.replace(/^"|"$/g, '');
    }
  }
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  const comment = value.indexOf(' #');
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}

/** `[S-001, S-002]`, also without brackets. */
export function listIn(value: string | undefined): readonly string[] {
  const text = (textOf(value) ?? '').replace(/^\[/, '').replace(/\]$/, '');
  const ids = text.split(',').map((id) => id.replace(/["']/g, '').trim());
  return [...new Set(ids.filter((id) => id !== ''))];
}
