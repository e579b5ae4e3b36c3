// Changes one thing in a specification's text; every other line stays byte for byte.

import { atEnd, insertAll } from '../requirements/insert-text.ts';
import { eolOf } from '../requirements/outline-requirements.ts';
import { headingText, lineOf } from '../requirements/requirement-text.ts';
import { editCriteria } from './edit-criteria.ts';
import { outlineSpec, type RequirementPlace, type SpecOutline } from './outline-spec.ts';
import { type FieldPlace, readFields } from './read-fields.ts';
import type { NewRequirement } from './spec.ts';
import { frontValue, requirementLines } from './write-spec.ts';

export type SpecEdit =
  | { readonly kind: 'front'; readonly name: string; readonly value: string }
  | { readonly kind: 'title'; readonly id: string; readonly title: string }
  | { readonly kind: 'type' | 'priority'; readonly id: string; readonly value: string }
  | { readonly kind: 'dependencies' | 'sources'; readonly id: string; readonly ids: readonly string[] }
  | { readonly kind: 'criteria'; readonly id: string; readonly criteria: readonly string[] }
  /** Behind the requirement `after`, else behind the last one. */
  | { readonly kind: 'add'; readonly requirement: NewRequirement; readonly after?: string }
  | { readonly kind: 'remove'; readonly id: string };

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
  if (edit.kind === 'add') return added(outline, edit.requirement, edit.after);
  const place = outline.requirements.find(({ id }) => id === edit.id);
  if (place === undefined) return null;
  return changed(outline, changesOf(outline, place, edit));
}

function changesOf(
  outline: SpecOutline,
  place: RequirementPlace,
  edit: Exclude<SpecEdit, { kind: 'front' | 'add' }>,
): readonly LineChange[] {
  if (edit.kind === 'remove') return [{ from: place.line, to: place.end, lines: [] }];
  if (edit.kind === 'title') return [titleChange(outline, place, edit.title)];
  if (edit.kind === 'criteria') return editCriteria(outline, place, edit.criteria);
  if (edit.kind === 'dependencies')
    return fieldChanges(outline, place, 'Dependencies', `[${edit.ids.map(lineOf).join(', ')}]`);
  if (edit.kind === 'sources') return fieldChanges(outline, place, 'Source', edit.ids.map(lineOf).join(', '));
  if (edit.kind === 'type') return fieldChanges(outline, place, 'Type', lineOf(edit.value));
  return fieldChanges(outline, place, 'Priority', lineOf((edit as { readonly value: string }).value));
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

function titleChange({ lines }: SpecOutline, { id, line, depth }: RequirementPlace, title: string): LineChange {
  const text = lines[line]?.text ?? '';
  const isMarked = text.trimStart().startsWith('#');
  const words = headingText(id, title).replace(/^###/, '#'.repeat(depth));
  return { from: line, to: line + 1, lines: [isMarked ? words : lineOf(`${id}: ${title}`)] };
}

const LABELS = { Type: 'type', Priority: 'priority', Dependencies: 'dependencies', Source: 'sources' } as const;

function fieldChanges(
  { lines }: SpecOutline,
  requirement: RequirementPlace,
  label: keyof typeof LABELS,
  value: string,
): readonly LineChange[] {
  const { places } = readFields(lines, requirement);
  const own = places.find((place) => place.label === LABELS[label]);
  if (own === undefined) return [newField(requirement, places, `**${label}:** ${value}`)];
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

function added({ text, lines, requirements, sections }: SpecOutline, requirement: NewRequirement, after?: string) {
  const last = after === undefined ? requirements.at(-1) : requirements.find(({ id }) => id === after);
  const section = sections.find(({ role }) => role === 'requirements');
  const place = last ?? (after === undefined ? section : undefined);
  if (place === undefined) return null;
  const end = lines[place.end]?.start ?? text.length;
  const rank = '#'.repeat(last?.depth ?? Math.min(6, place.depth + 1));
  return insertAll(text, [atEnd(text, end, requirementLines(requirement, rank).join('\n'))]);
}
