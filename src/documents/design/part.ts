// A part of a design as a list of sections. Writing gives back what was read, byte for byte.

import { CATALOGUE } from './catalogue.ts';
import { sectionHeadings } from './section-headings.ts';

export const PARTS = ['hld', 'lld', 'database'] as const;
export type PartName = (typeof PARTS)[number];

export interface Section {
  /** Of the catalogue where its title is known there, else made of the title. Unique within a part. */
  readonly id: string;
  readonly title: string;
  /** With its heading line, as written. */
  readonly text: string;
  /** Of its heading, from 1. */
  readonly line: number;
}

export interface DesignPart {
  readonly part: PartName;
  /** What stands before the first section. */
  readonly before: string;
  readonly sections: readonly Section[];
}

export type DesignTexts = { readonly [part in PartName]: string };
export type DesignParts = { readonly [part in PartName]: DesignPart };

export const parseParts = ({ hld, lld, database }: DesignTexts): DesignParts => ({
  ...{ hld: parsePart('hld', hld), lld: parsePart('lld', lld), database: parsePart('database', database) },
});

/** A text without a heading of the second rank is one section, called after the part. */
export function parsePart(part: PartName, text: string): DesignPart {
  const headings = sectionHeadings(text).map(({ source, ...place }) => ({ ...place, title: titleOf(source) }));
  if (headings.length === 0) return { part, before: '', sections: [{ id: part, title: part, text, line: 1 }] };
  const ids = new Map<string, number>();
  const sections = headings.map(({ at, line, title }, index) => {
    const id = uniqueId(sectionId(part, title), ids);
    return { id, title, text: text.slice(at, headings[index + 1]?.at), line };
  });
  return { part, before: text.slice(0, headings[0]?.at), sections };
}

export function sectionId(part: PartName, title: string): string {
  const words = wordsOf(title);
  return idsByName(part).get(words) ?? (words.replaceAll(' ', '-') || 'section');
}

const named = new Map<PartName, ReadonlyMap<string, string>>();

/** The first of the catalogue counts where two have one name. */
function idsByName(part: PartName): ReadonlyMap<string, string> {
  const known = named.get(part);
  if (known !== undefined) return known;
  const pairs = CATALOGUE[part].flatMap(({ id, names }) => names.map((name) => [wordsOf(name), id] as const));
  const ids = new Map(pairs.toReversed());
  named.set(part, ids);
  return ids;
}

const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^\s*\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const titleOf = (heading: string): string =>
  (/^#{1,6}[ \t]+/.test(heading)
    ? heading
        .replace(/^#{1,6}[ \t]+/, '')
        .trimEnd()
        .replace(/[ \t]#{1,9}$/, '')
    : (heading.split(/\r?\n/)[0] ?? '')
  ).trim();

/** `taken`: ids with the number that the next of the same name begins to look at. */
function uniqueId(id: string, taken: Map<string, number>): string {
  let count = taken.get(id) ?? 1;
  while (taken.has(numbered(id, count))) count += 1;
  taken.set(id, count + 1);
  const free = numbered(id, count);
  if (free !== id) taken.set(free, taken.get(free) ?? 2);
  return free;
}

const numbered = (id: string, count: number): string => (count === 1 ? id : `${id}-${count}`);
