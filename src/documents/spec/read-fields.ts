// The fields of a requirement, each with the place of its value.

import type { MarkdownLine } from './mark-lines.ts';
import type { RequirementPlace } from './outline-spec.ts';
import { BULLET, CHECKBOX, type ListPoint, proseOf, readList, withoutComments } from './read-list.ts';
import { type FieldLabel, fieldLabelOf, labelsIn } from './spec-labels.ts';

export interface FieldPlace {
  /** null: a field that the form does not have. */
  readonly label: FieldLabel | null;
  /** Lines from 0; `end` is the first line behind what it may hold. */
  readonly line: number;
  readonly end: number;
  /** Offsets in its line: where the label begins, where the value does and where it ends. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

export interface FieldValue {
  readonly text: string;
  /** From 0. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export interface RequirementFields {
  readonly places: readonly FieldPlace[];
  readonly type: FieldValue | null;
  readonly priority: FieldValue | null;
  /** Each name that stands there. */
  readonly dependencies: readonly FieldValue[];
  readonly sources: readonly FieldValue[];
  readonly description: FieldValue;
  readonly criteria: readonly ListPoint[];
}

export function readFields(lines: readonly MarkdownLine[], requirement: RequirementPlace): RequirementFields {
  const places = placesOf(lines, requirement);
  const first = (label: FieldLabel): FieldPlace | undefined => places.find((place) => place.label === label);
  return {
    places,
    type: single(lines, first('type')),
    priority: single(lines, first('priority')),
    dependencies: names(lines, first('dependencies')),
    sources: names(lines, first('sources')),
    description: descriptionOf(lines, requirement, places),
    criteria: criteriaOf(lines, requirement, places),
  };
}

type Candidate = Omit<FieldPlace, 'end' | 'to'> & { readonly isBold: boolean };

function placesOf(lines: readonly MarkdownLine[], { line: head, end }: RequirementPlace): readonly FieldPlace[] {
  const found: Candidate[] = [];
  let isInCriteria = false;
  for (let line = head + 1; line < end; line++) {
    const { kind, text, words } = lines[line] as MarkdownLine;
    if (kind === 'heading') {
      const label = fieldLabelOf(words);
      found.push({ label, isBold: true, line, start: 0, from: text.length });
      isInCriteria = label === 'criteria';
    }
    if (kind !== 'text') continue;
    for (const { label, isBold, isBullet, start, end: from } of labelsIn(text)) {
      if (isInCriteria && isBullet && !isBold) continue;
      if (isInCriteria && label === null && isPartLabel(lines, line, from, end)) continue;
      found.push({ label, isBold, line, start, from });
      isInCriteria = label === 'criteria';
    }
  }
  // A line of prose may begin with "Type:" where the field itself is in bold.
  const bold = new Set(found.filter(({ isBold }) => isBold).map(({ label }) => label));
  const kept = found.filter(({ label, isBold }) => isBold || !bold.has(label));
  return kept.map(({ isBold: _, ...field }, at) => {
    const next = kept[at + 1];
    const isSameLine = next?.line === field.line;
    const to = isSameLine ? next.start : (lines[field.line]?.text.length ?? 0);
    return { ...field, to, end: isSameLine ? field.line + 1 : (next?.line ?? end) };
  });
}

/** `**Happy path:**` among criteria: a name for the points below it. */
function isPartLabel(lines: readonly MarkdownLine[], line: number, from: number, end: number): boolean {
  const text = lines[line]?.text ?? '';
  if (text.slice(from).trim() !== '') return false;
  const below = lines.slice(line + 1, end).find((each) => each.text.trim() !== '');
  return below?.kind === 'text' && BULLET.test(below.text);
}

const BREAK = /(?:\\|<br ?\/?>|[|·;,])$/i;
const MARKS = /\*\*|__|`/g;

/** Behind the label, else the short line or the bullets below it. */
function rawValue(lines: readonly MarkdownLine[], { line, from, to, end }: FieldPlace): readonly FieldValue[] {
  const own = lines[line]?.text.slice(from, to) ?? '';
  if (withoutComments(own).trim() !== '') return [valueAt(own, line, from)];
  const values: FieldValue[] = [];
  for (let at = line + 1; at < end; at++) {
    const text = lines[at]?.text ?? '';
    const bullet = BULLET.exec(text)?.[0] ?? '';
    const isShort = text.trim().split(/\s+/, 4).length < 4;
    if (lines[at]?.kind !== 'text' || (text.trim() === '' && values.length > 0)) break;
    if (text.trim() === '') continue;
    if (bullet === '' && (!isShort || values.length > 0)) break;
    values.push(valueAt(text.slice(bullet.length), at, bullet.length));
  }
  return values;
}

function valueAt(raw: string, line: number, from: number): FieldValue {
  const column = from + (raw.length - raw.trimStart().length) + 1;
  return { text: withoutComments(raw).trim().replace(BREAK, '').trim(), line, column };
}

function single(lines: readonly MarkdownLine[], place: FieldPlace | undefined): FieldValue | null {
  const value = place === undefined ? undefined : rawValue(lines, place)[0];
  if (value === undefined) return null;
  const text = value.text.replace(MARKS, '').trim();
  return text === '' ? null : { ...value, text };
}

const NONE = /^(?:none|nothing|no|n\/a|tbd|null|keine|[-–—.]{1,3})\.?$/i;
const PART = /[^,;/&\n[\]]+/g;
const JOINED = /(?<=\S)[ \t]+(?:and|und|or|plus)[ \t]+/gi;
const ID = /[A-Za-z]{1,6}[-‐‑–—_]?\d{1,9}[a-z]?(?![\w-])/g;

/** `[R-002, R-003]`, without brackets, with words beside the ids, or as links. */
function names(lines: readonly MarkdownLine[], place: FieldPlace | undefined): readonly FieldValue[] {
  if (place === undefined) return [];
  return rawValue(lines, place).flatMap(({ text, line, column }) => {
    const blank = (found: string): string => ' '.repeat(found.length);
    const plain = text
      .replace(/\([^()]{0,300}\)/g, blank)
      .replace(JOINED, (found) => ','.padEnd(found.length))
      .replace(/[*`"']/g, ' ');
    return [...plain.matchAll(PART)].flatMap(({ index, 0: part }) => {
      const found = part.trim();
      if (found === '' || NONE.test(found)) return [];
      const ids = [...part.matchAll(ID)];
      const at = (offset: number): number => column + index + offset;
      if (ids.length > 0) return ids.map((id) => ({ text: id[0], line, column: at(id.index) }));
      return [{ text: found, line, column: at(part.length - part.trimStart().length) }];
    });
  });
}

function criteriaOf(
  lines: readonly MarkdownLine[],
  { line: head, end }: RequirementPlace,
  places: readonly FieldPlace[],
): readonly ListPoint[] {
  const labelled = places.filter(({ label }) => label === 'criteria');
  if (labelled.length > 0)
    return labelled.flatMap(({ line, from, end: last }) => {
      // Each part is a list of its own, so that its name goes to no point before it.
      const parts = partLabels(lines, line + 1, last);
      return [line, ...parts].flatMap((start, at) => {
        const lead = at === 0 ? Math.max(1, from) : (lines[start]?.text.length ?? 1);
        const list = readList(lines, start, parts[at] ?? last, lead);
        return list.isProse && parts.length > 0 ? [] : list.points;
      });
    });
  // Boxes to tick are criteria though the label is missing.
  const boxes = readList(lines, head + 1, end).points.filter(({ line }) => {
    const text = lines[line]?.text ?? '';
    return CHECKBOX.test(text.slice(BULLET.exec(text)?.[0].length ?? 0));
  });
  return boxes;
}

const partLabels = (lines: readonly MarkdownLine[], from: number, end: number): readonly number[] =>
  lines.slice(from, end).flatMap(({ kind, text }, at) => {
    const [first] = kind === 'text' ? labelsIn(text) : [];
    return first?.label === null && isPartLabel(lines, from + at, first.end, end) ? [from + at] : [];
  });

function descriptionOf(
  lines: readonly MarkdownLine[],
  { line: head, end }: RequirementPlace,
  places: readonly FieldPlace[],
): FieldValue {
  const own = places.find(({ label }) => label === 'description');
  if (own !== undefined) {
    const own1 = lines[own.line]?.text.slice(own.from, own.to) ?? '';
    return described([own1, ...rawLines(lines, own.line + 1, own.end)], own.line, own.from);
  }
  // Without a label it is what stands before the criteria and is no field.
  const first = places.find(({ label }) => label === null || label === 'criteria')?.line ?? end;
  const fields = new Set(places.map(({ line }) => line));
  const loose: string[] = [];
  let start = head;
  for (let at = head + 1; at < first; at++) {
    const text = lines[at]?.text ?? '';
    if (fields.has(at) || (lines[at]?.kind === 'text' && CHECKBOX.test(text.replace(BULLET, '')))) continue;
    if (loose.length === 0 && text.trim() === '') continue;
    if (loose.length === 0) start = at;
    loose.push(text);
  }
  return described(loose, start, 0);
}

const rawLines = (lines: readonly MarkdownLine[], from: number, to: number): readonly string[] =>
  lines.slice(from, to).map(({ text }) => text);

function described(raw: readonly string[], line: number, from: number): FieldValue {
  const skipped = raw.findIndex((text) => text.trim() !== '');
  const lead = raw[skipped] ?? '';
  const column = (skipped === 0 ? from : 0) + (lead.length - lead.trimStart().length) + 1;
  return { text: proseOf(raw), line: line + Math.max(0, skipped), column };
}
