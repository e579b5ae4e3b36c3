// Changes one thing in a specification's text; every other line stays byte for byte.

import { eolOf } from '../requirements/outline-requirements.ts';
import { lineOf } from '../requirements/requirement-text.ts';
import { editCriteria } from './edit-criteria.ts';
import { outlineSpec, type RequirementPlace, type SpecOutline } from './outline-spec.ts';
import { type FieldPlace, readFields } from './read-fields.ts';

export type SpecEdit =
  | { readonly kind: 'front'; readonly name: string; readonly value: string }
  | { readonly kind: 'priority'; readonly id: string; readonly value: string }
  | { readonly kind: 'dependencies'; readonly id: string; readonly ids: readonly string[] }
  | { readonly kind: 'criteria'; readonly id: string; readonly criteria: readonly string[] };

/** Lines of a text that others take the place of: `to` is the first that stays. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** null where the specification does not have what is to be changed. */
export function editSpec(markdown: string, edit: SpecEdit): string | null {
  const outline = outlineSpec(markdown);
  if (edit.kind === 'front') return changed(outline, frontChanges(outline, edit.name, edit.value));
  const place = outline.requirements.find(({ id }) => id === edit.id);
  if (place === undefined) return null;
  if (edit.kind === 'criteria') return changed(outline, editCriteria(outline, place, edit.criteria));
  const value = edit.kind === 'priority' ? lineOf(edit.value) : `[${edit.ids.map(lineOf).join(', ')}]`;
  return changed(outline, fieldChanges(outline, place, edit.kind, value));
}

/** Line by line from the end, so that what is still to be changed does not move. */
function changed({ text, lines }: SpecOutline, changes: readonly LineChange[]): string {
  const eol = eolOf(text);
  let result = text;
  for (const { from, to, lines: now } of changes.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
    const start = lines[from]?.start ?? result.length;
    if (from === to || now.length === 0) {
      const stop = to > from ? (lines[to]?.start ?? text.length) : start;
      const isAfterEnd = from >= lines.length;
      const added = now.map((line) => (isAfterEnd ? `${eol}${line}` : `${line}${eol}`)).join('');
      result = result.slice(0, start) + added + result.slice(stop);
    } else result = result.slice(0, start) + now.join(eol) + result.slice(lines[to - 1]?.end ?? text.length);
  }
  return result;
}

function frontChanges({ front, lines }: SpecOutline, name: string, value: string): readonly LineChange[] {
  const pair = `${name}: ${frontValue(value)}`.trimEnd();
  if (front === null || front.close === null) return [{ from: 0, to: 0, lines: ['---', pair, '---', ''] }];
  const entry = front.entries.find((each) => each.name === name);
  if (entry === undefined) return [{ from: front.close, to: front.close, lines: [pair] }];
  const text = lines[entry.line]?.text ?? '';
  const comment = /[ \t]{1,99}#[^"']*$/.exec(text)?.[0] ?? '';
  // A value that goes on in lines of its own takes them along.
  let end = entry.line + 1;
  while (end < front.close && /^[ \t]+\S/.test(lines[end]?.text ?? '')) end += 1;
  const now = `${text.slice(0, entry.column - 1).trimEnd()} ${frontValue(value)}`.trimEnd();
  return [{ from: entry.line, to: end, lines: [now + comment] }];
}

const LABELS = { priority: 'Priority', dependencies: 'Dependencies' } as const;

function fieldChanges(
  { lines }: SpecOutline,
  requirement: RequirementPlace,
  label: keyof typeof LABELS,
  value: string,
): readonly LineChange[] {
  const { places } = readFields(lines, requirement);
  const own = places.find((place) => place.label === label);
  if (own === undefined) return [newField(requirement, places, `**${LABELS[label]}:** ${value}`)];
  const text = lines[own.line]?.text ?? '';
  const { end, below } = valueEnd(
    lines.map((line) => line.text),
    own,
  );
  const head = text.slice(0, own.from).trimEnd();
  const now = `${head} ${value}${text.slice(end)}`;
  return [
    { from: own.line, to: own.line + 1, lines: [now] },
    ...(below > own.line + 1 ? [{ from: own.line + 1, to: below, lines: [] }] : []),
  ];
}

/** Where the value ends on its line: before a remark or the mark of a line break; and the lines below that it has. */
function valueEnd(texts: readonly string[], { line, from, to, end }: FieldPlace): { end: number; below: number } {
  const raw = texts[line]?.slice(from, to) ?? '';
  const remark = raw.indexOf('<!--');
  const value = (remark < 0 ? raw : raw.slice(0, remark))
    .trimEnd()
    .replace(/(?:\\|[|·;])$/, '')
    .trimEnd();
  let below = line + 1;
  if (value.trim() === '') while (below < end && /^[ \t]{0,9}[-*+][ \t]/.test(texts[below] ?? '')) below += 1;
  return { end: from + value.length, below };
}

/** Behind the other short fields, else right below the heading. */
function newField({ line, end }: RequirementPlace, places: readonly FieldPlace[], text: string): LineChange {
  const short = places.filter(({ label }) => label !== null && label !== 'description' && label !== 'criteria');
  const last = short.at(-1);
  if (last !== undefined) return { from: last.line + 1, to: last.line + 1, lines: [text] };
  const at = Math.min(line + 1, end);
  return { from: at, to: at, lines: ['', text] };
}

/** In quotes where YAML would read it as something else. */
function frontValue(value: string): string {
  const line = lineOf(value);
  const isPlain = line === '' || (/^[\p{L}\p{N}][\p{L}\p{N} ._/+-]*$/u.test(line) && line.trim() === line);
  return isPlain ? line : JSON.stringify(line);
}
