// What is wrong with the texts of a brief: they become headings, searches and prompts, so each is one bounded line.

import { isReferenceHeading } from '../../documents/evidence/references-of.ts';
import type { Json, JsonObject } from '../../json.ts';

const TEXTS: { readonly [field: string]: number } = { topic: 300, target_audience: 300 };
const LISTS: { readonly [field: string]: number } = {
  ...{ include_keywords: 120, exclude_topics: 120, specific_sections: 120 },
};
const ENTRIES_MAX = 20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BREAKS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;
/** Would be more than a heading: marks of passages, links, HTML, tables, lists. */
const MARKDOWN = /[[\]<>`|]|^\s*(?:#|[-*+]\s|\d{1,9}[.)]\s)/;

/** What is no text or no list of texts is reported elsewhere. */
export function textProblems(brief: JsonObject): string[] {
  return [
    ...Object.entries(TEXTS).flatMap(([field, most]) => lineProblems(field, brief[field], most)),
    ...Object.entries(LISTS).flatMap(([field, most]) => listProblems(field, brief[field], most)),
  ];
}

function lineProblems(field: string, value: Json | undefined, most: number): string[] {
  if (typeof value !== 'string') return [];
  return [
    ...(BREAKS.test(value.trim()) ? [`${field} must be one line, found ${shown(value)}`] : []),
    ...(value.trim().length > most
      ? [`${field} must have at most ${most} characters, found ${value.trim().length}`]
      : []),
  ];
}

function listProblems(field: string, value: Json | undefined, most: number): string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return [];
  const count =
    value.length > ENTRIES_MAX ? [`${field} must have at most ${ENTRIES_MAX} entries, found ${value.length}`] : [];
  const entries = value
    .slice(0, ENTRIES_MAX)
    .flatMap((each) => [
      ...(each.trim() === '' ? [`${field} must have no empty entry, found ${shown(each)}`] : []),
      ...lineProblems(`an entry of ${field}`, each, most),
      ...(field === 'specific_sections' ? headingProblems(each) : []),
    ]);
  return [...count, ...new Set(entries)];
}

function headingProblems(heading: string): string[] {
  if (MARKDOWN.test(heading)) return [`an entry of specific_sections must be plain text, found ${shown(heading)}`];
  return isReferenceHeading(heading)
    ? [`an entry of specific_sections must not head the list of references, found ${shown(heading)}`]
    : [];
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
